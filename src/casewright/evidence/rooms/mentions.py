"""Which other documents of its room a sentence, or a row of a table, names: by their names, or by a kind of which the
room has one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.grids import Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_NUMBER = re.compile(r"\d[\d.,  ]*\d|\d")
_WORDS = re.compile(r"[^\W_]+")
_LEAST = 2
_LONGEST = 400
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "memorandum": r"(?:information )?memorandum|cim|im|cuaderno",
        "deck": r"deck|(?:investor |management |company )?presentation|managementprasentation",
        "minutes": r"(?:board )?minutes|acta|protokoll|proces[- ]verbal",
        "teaser": r"teaser",
        "figures": r"kpis?(?: (?:pack|file|workbook|report|sheet))?|dashboard|operating (?:data|figures)|scorecard",
        "accounts": r"management accounts|annual (?:report|accounts)|financial statements",
        "budget": r"budget(?: paper)?",
        "orders": r"order book",
        "model": r"(?:financial )?model",
        "quality": r"quality of earnings(?: report)?|qoe(?: report)?",
        "factbook": r"fact ?book",
        "letter": r"letter|scrisoare\w*",
    }
)
_SPOKEN = re.compile(
    r"\b(?:the|our|its|your|this|that|from|per|in|see|by|to|as|din|del|der)\s+(?:[a-z]+ ){0,3}?"
    rf"(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _KINDS.items())})\b"
)
"""How documents speak of each other where the room has one of the kind."""
_OTHERWISE = re.compile(
    r"\b(?:unlike|contrary to|differs?|different|instead of|not (?:as|the)|rather than|correct\w*|wrong\w*|replaces?)\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of ``at`` name the document ``of``; ``numbers`` are the digits beside them, those of days left out."""

    at: At
    of: DocumentId
    numbers: frozenset[str]


def mentions_of(document: RoomDocument, room: Room) -> Iterator[Mention]:
    """Every sentence and row with a figure that names another document of the room."""
    names = {
        other.id: words
        for other in room.documents
        if other.id != document.id and not other.is_index and (words := tuple(name_of(other.filename).words))
    }
    files = {other.id: plain(other.filename) for other in room.documents if other.id in names}
    kinds = _one_of_a_kind(names)
    spelled = {of: f" {' '.join(words)} " for of, words in names.items() if len(words) >= _LEAST}
    for said in statements(document):
        if said.end - said.start > _LONGEST or _OTHERWISE.search(said.plain):
            continue
        numbers = digits(document.text[said.start : said.end])
        for of in _named(said.plain, spelled, files, kinds) if numbers else ():
            yield Mention(At(document.id, said.start, said.end, said.cell), of, numbers)
    for block in blocks(document):
        for row in block.rows:
            yield from _in_row(row, spelled, files, kinds)


def digits(words: str) -> frozenset[str]:
    """The digits of the numbers of some words that are of two digits at least and of no time."""
    rest = words
    for one in reversed(times(words)):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    found = (re.sub(r"\D", "", number).strip("0") for number in _NUMBER.findall(rest))
    return frozenset(number for number in found if len(number) >= _LEAST)


def _in_row(
    row: Sequence[Cell],
    names: Mapping[DocumentId, str],
    files: Mapping[DocumentId, str],
    kinds: Mapping[str, DocumentId],
) -> Iterator[Mention]:
    """Rows of a table in which a cell of words names a document, for the figures beside it."""
    figures = [cell for cell in row if cell.number is not None]
    numbers = frozenset(number for cell in figures for number in digits(cell.shown))
    for cell in row if numbers else ():
        if cell.number is None and cell.shown:
            for of in _named(plain(cell.shown), names, files, kinds):
                yield Mention(figures[0].at, of, numbers)


def _named(
    said: str,
    names: Mapping[DocumentId, str],
    files: Mapping[DocumentId, str],
    kinds: Mapping[str, DocumentId],
) -> Iterator[DocumentId]:
    words = " ".join(("", *_WORDS.findall(said), ""))
    found = {of for of, name in files.items() if name in said}
    found |= {of for of, name in names.items() if name in words}
    found |= {kinds[one.lastgroup] for one in _SPOKEN.finditer(said) if one.lastgroup and one.lastgroup in kinds}
    yield from sorted(found)


def _one_of_a_kind(names: Mapping[DocumentId, tuple[str, ...]]) -> Mapping[str, DocumentId]:
    """The kinds of which one document alone has the name."""
    found: dict[str, set[DocumentId]] = {}
    for of, words in names.items():
        for kind, pattern in _KINDS.items():
            if re.search(rf"\b(?:{pattern})\b", " ".join(words)):
                found.setdefault(kind, set()).add(of)
    return {kind: next(iter(of)) for kind, of in found.items() if len(of) == 1}
