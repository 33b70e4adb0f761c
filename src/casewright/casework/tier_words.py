"""A text as its words, and rows of words to be found in it; see ``casework/tiers.toml`` for how they are written."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from casewright.vocabulary.folding import fold

GAP = "~"
NUMBER = "#"
LONGEST_GAP = 4
"""Words that may stand where a pattern has its gap."""
_GLUED = {
    "mia": ("mi", "a"),
    "miau": ("mi", "au"),
    "mau": ("m", "au"),
    "mam": ("m", "am"),
    "neau": ("ne", "au"),
    "lau": ("l", "au"),
    "lam": ("l", "am"),
    "iam": ("i", "am"),
    "nam": ("n", "am"),
    "nau": ("n", "au"),
    "nare": ("n", "are"),
    "numi": ("nu", "mi"),
    "nui": ("nu", "i"),
    "nus": ("nu", "s"),
    "nul": ("nu", "l"),
}
"""Words that are written together in haste."""
_WORD = re.compile(r"[^\W_]+")
_STOP = re.compile(r"[.,;:!?\n]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words in a row."""

    written: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to be found, by any of its patterns; its name is how it is written in the rules."""

    name: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A text as its words: each folded, and where it stands in ``text`` (composed, NFC)."""

    text: str
    folded: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        composed = unicodedata.normalize("NFC", text)
        written = [(fold(one.group()), one.span()) for one in _WORD.finditer(composed)]
        words = [(part, span) for word, span in written for part in _GLUED.get(word, (word,))]
        return cls(composed, tuple(word for word, _ in words), tuple(span for _, span in words))

    def quoted(self, first: int, after: int) -> str:
        """The text from one word up to, not with, another, as it was written."""
        return self.text[self.spans[first][0] : self.spans[after - 1][1]]

    def stop_before(self, at: int) -> bool:
        """Whether a mark of punctuation, or the text's end, stands before the word at this place."""
        if not 0 < at < len(self.spans):
            return True
        return _STOP.search(self.text, self.spans[at - 1][1], self.spans[at][0]) is not None


def pattern(written: str) -> Pattern:
    """The pattern of a row of words. Raises ValueError for one that could never be met or would always be."""
    parts = tuple(written.split())
    if not parts or GAP in (parts[0], parts[-1]):
        raise ValueError(f"The pattern {written!r} must begin and end with a word")
    for part in parts:
        stem = part.removesuffix("*")
        if part not in (GAP, NUMBER) and (not stem.isalnum() or stem != fold(stem)):
            raise ValueError(f"{part!r} in the pattern {written!r} is not a word in lower case without diacritics")
    return Pattern(written, parts)
