"""Romanian, word by word in English: no translation, but words that the reader of English knows, each with its place.

``romanian.tsv`` has an English word or two and the Romanian forms that say it, folded. A form that does not stand there
is led back to one that does, by the endings of Romanian.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from casewright.vocabulary.folding import fold
from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_WORDS: Final = 4
"""Words of an entry."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:-(?=[^\W\d_]))?")
_NOTHING: Final = "-"
"""The English of words that say nothing by themselves."""

_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("l", "lui"), ("",)),
    **dict.fromkeys(("ul", "ului", "uri", "urile", "urilor"), ("", "u")),
    **dict.fromkeys(("i", "ii", "ilor"), ("", "e", "a", "u", "ie", "i")),
    **dict.fromkeys(("e", "ei", "ele", "elor"), ("a", "", "e", "u")),
    **dict.fromkeys(("ile", "iile", "iilor", "iei", "ia"), ("ie", "iu", "e", "a", "i", "")),
    **dict.fromkeys(("le", "lor"), ("", "a")),
    "": ("e", "a", "i", "ea"),
    "ea": ("e", "i", ""),
    "a": ("", "e", "i"),
    **dict.fromkeys(("o", "u"), ("", "a", "i")),
    **dict.fromkeys(("eaza", "eze", "ez", "ezi", "am", "and", "andu", "at", "ata", "ati", "ate", "au"), ("a",)),
    **dict.fromkeys(("iaza", "ieze", "iez", "iat", "iata", "iate", "iati", "iind"), ("ia",)),
    **dict.fromkeys(("este", "esc", "esti", "easca", "im", "iti", "it", "ita", "ite", "ind", "indu"), ("i", "e")),
    **dict.fromkeys(("em", "eti"), ("e", "ea")),
    **dict.fromkeys(("ut", "uta", "ute", "uti"), ("e", "ea", "a")),
    **dict.fromkeys(("atul", "atului", "atii", "atilor"), ("at", "a")),
    **dict.fromkeys(("itul", "itului", "itii", "itilor"), ("it", "i")),
    **dict.fromkeys(("are", "area", "arii", "ari", "arile", "arilor"), ("are", "a")),
    **dict.fromkeys(("ire", "irea", "irii", "iri", "irile", "irilor"), ("ire", "i")),
    **dict.fromkeys(("ere", "erea", "erii", "eri", "erile", "erilor"), ("ere", "e", "ea")),
    **dict.fromkeys(("oare", "oarea", "oarei"), ("or",)),
}
_SHIFTS: Final = (("oa", "o"), ("ea", "e"), ("ie", "e"), ("z", "d"), ("st", "sc"))
"""What a stem sounds like in some forms, and in the one that is listed."""
_LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class Glossed:
    """The English words; ``places[i]`` is where the Romanian word of character i stands, as [start, end)."""

    text: str
    places: tuple[tuple[int, int], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the words stand of which text[start:end] is the English."""
        told = self.places[start:end]
        return min(low for low, _ in told), max(high for _, high in told)


def gloss(text: str) -> Glossed:
    """The text in English words. What no entry knows, figures and signs stay as they are."""
    seen = read_alike(text)
    words = [(hit.start(), hit.end(), fold(hit.group()).strip("-")) for hit in _WORD.finditer(seen)]
    made: list[str] = []
    places: list[tuple[int, int]] = []

    def say(told: str, low: int, high: int) -> None:
        made.append(told)
        places.extend([(low, high)] * len(told))

    at, done = 0, 0
    while at < len(words):
        count, english = _entry(seen, words, at)
        low, high = words[at][0], words[at + count - 1][1]
        for place in range(done, low):
            say(seen[place], place, place + 1)
        if english == _NOTHING:
            english = ""
        elif words[at][2] and seen[low].isupper():
            english = english[:1].upper() + english[1:]
        say(english, low, high)
        if seen[high - 1] == "-" and english:
            say(" ", low, high)
        at, done = at + count, high
    for place in range(done, len(seen)):
        say(seen[place], place, place + 1)
    return Glossed("".join(made), tuple(places))


def _entry(text: str, words: list[tuple[int, int, str]], at: int) -> tuple[int, str]:
    """How many words from this one on are said together, and their English."""
    entries = _entries()
    for count in range(min(MOST_WORDS, len(words) - at), 1, -1):
        part = words[at : at + count]
        if all(text[one[1] : other[0]].strip() == "" for one, other in itertools.pairwise(part)):
            english = entries.get(" ".join(word for _, _, word in part))
            if english is not None:
                return count, english
    low, high, word = words[at]
    english = english_of(word)
    return 1, text[low:high] if english is None else english


@lru_cache(maxsize=20_000)
def english_of(word: str) -> str | None:
    """The English of one folded word; None where no entry leads to it."""
    entries = _entries()
    if word in entries:
        return entries[word]
    for form in (word, *_shifted(word)):
        for length in range(min(7, len(form) - _LEAST + 1)):
            stem, ending = form[: len(form) - length], form[len(form) - length :]
            for base in _ENDINGS.get(ending, ()):
                for listed in (stem + base, *(one + base for one in _shifted(stem))):
                    if len(listed) >= _LEAST and listed in entries:
                        return entries[listed]
    if word.startswith("ne") and len(word) > 6:
        english = english_of(word[2:])
        return None if english is None else f"not {english}"
    return None


def _shifted(stem: str) -> list[str]:
    found = []
    for heard, listed in _SHIFTS:
        at = stem.rfind(heard)
        if at > 0 and at >= len(stem) - 4:
            found.append(stem[:at] + listed + stem[at + len(heard) :])
    return found


@cache
def _entries() -> Mapping[str, str]:
    text = files("casewright.adapters.answers").joinpath("romanian.tsv").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return {form: english.rstrip(".") for english, forms in lines for form in forms.split("; ")}
