"""Where a text names a court or a place: what stands after "Judecătoria" or "comuna" is no person."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.lone_names import first_names
from casewright.casework.word_lists import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.casework.names import Word

_COURTS = frozenset(
    ("judecatoria", "judecatoriei", "judecatorie", "tribunalul", "tribunalului", "tribunal", "apel", "parchetul")
)
"""What the town follows in which a court sits."""
_PLACES = frozenset(
    (
        "comuna", "comunei", "localitatea", "localitatii", "orasul", "orasului", "municipiul", "municipiului", "satul",
        "satului", "judetul", "judetului",
    )
)  # fmt: skip
_LIVES = frozenset(
    ("locuiesc", "locuieste", "locuim", "locuiti", "locuia", "locuit", "domiciliat", "domiciliata", "stau", "traiesc")
)
"""In Romanian no person follows these and "în"."""
_WITHIN = frozenset(("in", "din"))
_BESIDE = re.compile(r"[ \t\u00a0]{1,2}|[ \t]?-[ \t]?")
_AFTER_CUE = re.compile(r"[ \t\u00a0]{1,2}[„\"]?")


def seats_of_courts(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The towns behind the names of courts, as far as every word is one of a town's."""
    towns = word_list("towns")
    for index, word in enumerate(words):
        if word.folded not in _COURTS or not (word.folded != "apel" or _is_of_appeal(words, index)):
            continue
        end = index + 1
        while end < len(words) and words[end].capital and words[end].folded in towns and _joined(text, words, end):
            end += 1
        if end > index + 1:
            yield words[index + 1].start, words[end - 1].end


def named_places(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The names behind "comuna", "localitatea" and the like, and behind "locuiesc în"."""
    for index, word in enumerate(words):
        first = index + 1
        if word.folded in _LIVES and first < len(words) and words[first].folded in _WITHIN:
            first += 1
        elif word.folded not in _PLACES and word.folded not in ("judecatoria", "judecatoriei", "primaria"):
            continue
        if first >= len(words) or not words[first].capital or words[first].folded in _PLACES:
            continue
        if _AFTER_CUE.fullmatch(text, words[first - 1].end, words[first].start) is None:
            continue
        yield words[first].start, words[_end(text, words, first) - 1].end


def _end(text: str, words: Sequence[Word], first: int) -> int:
    """Behind the place's name: two words where it is called after a person or all are a town's, else one."""
    end = first + 1
    while end < len(words) and words[end].folded in _towns() and words[end].capital and _joined(text, words, end):
        end += 1
    if end == first + 1 and end < len(words) and words[first].folded in first_names():
        end += words[end].capital and _joined(text, words, end)
    return end


@cache
def _towns() -> frozenset[str]:
    return word_list("towns") - first_names()


def _is_of_appeal(words: Sequence[Word], index: int) -> bool:
    return index > 1 and words[index - 1].folded == "de" and words[index - 2].folded in ("curtea", "curtii")


def _joined(text: str, words: Sequence[Word], at: int) -> bool:
    return _BESIDE.fullmatch(text, words[at - 1].end, words[at].start) is not None
