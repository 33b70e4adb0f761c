"""Labelled sentences written in other ways: without diacritics, in capitals, and with the parties declared otherwise.

Every letter stays in its place, so that the labels stay right.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from evals.privacy.labelled_sentences import LabelledSentence

    Party: TypeAlias = Mapping[str, str]

_OLD = str.maketrans("âÂ", "îÎ")
_CEDILLAS = str.maketrans("șțȘȚ", "şţŞŢ")
_LAST = "Dobrotescu"
"""A second surname that the texts do not have."""


def _capitals(text: str) -> str:
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)


def _turned(party: Party) -> Party:
    if "lastName" not in party:
        return party
    return {**party, "firstName": party["lastName"], "lastName": party.get("firstName", "")}


def _parted(party: Party) -> Party:
    return {field: value.translate(str.maketrans("- ", " -")) for field, value in party.items()}


def _joined(party: Party) -> Party:
    return {field: f"{value}-{_LAST}" if field == "lastName" else value for field, value in party.items()}


def _named(write: Callable[[str], str]) -> Callable[[Party], Party]:
    return lambda party: {field: write(value) for field, value in party.items()}


_TEXTS: Mapping[str, Callable[[str], str]] = {
    "text without diacritics": plain_letters,
    "text with cedillas": lambda text: text.translate(_CEDILLAS),
    "text in capitals": _capitals,
    "text in small letters": lambda text: "".join(letter.lower()[:1] or letter for letter in text),
}
_PARTIES: Mapping[str, Callable[[Party], Party]] = {
    "declared without diacritics": _named(plain_letters),
    "declared with î for â": _named(lambda value: value.translate(_OLD)),
    "declared in capitals": _named(_capitals),
    "first and last name swapped": _turned,
    "hyphens for spaces, spaces for hyphens": _parted,
    "declared with a second surname": _joined,
}


def other_writings(sentences: Sequence[LabelledSentence]) -> Mapping[str, Sequence[LabelledSentence]]:
    """By the way of writing: those of the sentences whose case knows a party."""
    known = [one for one in sentences if one.declared]
    return {
        **{name: [replace(one, text=write(one.text)) for one in known] for name, write in _TEXTS.items()},
        **{
            name: [replace(one, declared=[write(party) for party in one.declared]) for one in known]
            for name, write in _PARTIES.items()
        },
    }
