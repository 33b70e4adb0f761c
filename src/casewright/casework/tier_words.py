"""Finding rows of Romanian words in a text, whatever their endings, diacritics and one slip of the keyboard."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.casework.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WORD = re.compile(r"[^\W_]+")
_GAP = "~"
_LONGEST_GAP = 4
"""Words that may stand where a pattern has its gap."""
_SWAPS_FROM, _SLIPS_FROM = 5, 7
"""Letters from which two neighbours may be swapped, and from which any slip may be: shorter ones meet other words."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words in a row; see ``casework/tiers.toml`` for how they are written."""

    written: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A text as its words: each folded, where it stands in ``text`` (composed, NFC), and the places of each initial."""

    text: str
    folded: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    initials: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        composed = unicodedata.normalize("NFC", text)
        found = list(_WORD.finditer(composed))
        folded = tuple(fold(one.group()) for one in found)
        initials: dict[str, list[int]] = {}
        for at, word in enumerate(folded):
            initials.setdefault(word[:1], []).append(at)
        return cls(composed, folded, tuple(one.span() for one in found), initials)

    def quoted(self, first: int, after: int) -> str:
        """The text from one word up to, not with, another, as it was written."""
        return self.text[self.spans[first][0] : self.spans[after - 1][1]]


def pattern(written: str) -> Pattern:
    """The pattern of a row of words. Raises ValueError for one that could never be met or would always be."""
    parts = tuple(written.split())
    if not parts or _GAP in (parts[0], parts[-1]):
        raise ValueError(f"The pattern {written!r} must begin and end with a word")
    for part in parts:
        stem = part.removesuffix("*")
        if part != _GAP and (not stem.isalnum() or stem != fold(stem)):
            raise ValueError(f"{part!r} in the pattern {written!r} is not a word in lower case without diacritics")
    return Pattern(written, parts)


def first_met(wanted: Pattern, words: Words, not_slips: tuple[str, ...]) -> str | None:
    """The words of the text that first meet the pattern, as written; None where it is not met.

    Words that begin as one of ``not_slips`` does are never taken for another word misspelt.
    """
    for start in words.initials.get(wanted.parts[0][0], ()):
        after = _met(wanted.parts, words.folded, start, not_slips)
        if after is not None:
            return words.quoted(start, after)
    return None


def _met(parts: tuple[str, ...], folded: tuple[str, ...], at: int, not_slips: tuple[str, ...]) -> int | None:
    if not parts:
        return at
    if parts[0] == _GAP:
        ends = (_met(parts[1:], folded, later, not_slips) for later in range(at, at + _LONGEST_GAP + 1))
        return next((end for end in ends if end is not None), None)
    if at >= len(folded) or not _is(parts[0], folded[at], not folded[at].startswith(not_slips)):
        return None
    return _met(parts[1:], folded, at + 1, not_slips)


@lru_cache(maxsize=65_536)
def _is(part: str, word: str, slips: bool) -> bool:
    stem = part.removesuffix("*")
    if word == stem or (part != stem and word.startswith(stem)):
        return True
    if not slips or len(stem) < _SWAPS_FROM or word[:1] != stem[0] or len(word) < len(stem) - 1:
        return False
    heads = {word[: len(stem) + more] for more in (-1, 0, 1)} if part != stem else {word}
    return any(_one_slip(head, stem) for head in heads)


def _one_slip(word: str, stem: str) -> bool:
    """Whether two letters are swapped, or, in a longer word, one is missing, added or wrong."""
    pairs = enumerate(zip(word, stem, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), len(stem))
    if at >= len(stem) - 1:
        return False  # a last letter that differs is an ending, and often another word
    rest, meant = word[at:], stem[at:]
    if rest[:2] == meant[1::-1] and rest[2:] == meant[2:]:
        return True
    return len(stem) >= _SLIPS_FROM and (rest[1:] == meant[1:] or rest[1:] == meant or rest == meant[1:])
