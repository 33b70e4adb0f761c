"""INCONSISTENCY: two lists of the same things that name different ones, or say different things of one.

Lists are tables whose rows are names (contracts, holders, vessels, sites), and enumerations in texts. Two are of the
same things where nearly all that each names stands in the other, too; what only some of one's entries have is no list
of the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period
from casewright.evidence.extraction.vocabulary import mentions, plain
from casewright.evidence.metrics import entity_name
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_FEWEST = 3
_PAIR = 2
_COMMON = 0.7
_ALIKE = 0.6
_MOST_ODD = 2
_PARTIAL = re.compile(
    r"\b(?:top|largest|main|key|selected|sample|principal|major|examples?|excerpt|new|lost|former|past"
    r"|other|remaining|"
    r"overdue|disposed|acquired|open|primii|principal\w*)\b"
)
_WHOLE = re.compile(
    r"\b(?:register|schedule|all|list of|annex|appendix|cap table|capitali[sz]ation|inventory|registru|anexa|lista)\b"
)
_ACCOUNTING = re.compile(
    r"\b(?:costs?|expenses?|profit|loss|assets?|liabilit\w*|equity|tax(?:es)?|depreciation|amorti[sz]ation|cash"
    r"|interest|other|"
    r"income|margin|sales|revenues?|staff|rent|energy|payroll|materials?|marketing|administration|overheads?"
    r"|inventor\w+|venituri|"
    r"cheltuieli|active|datorii|salarii|debt|capex|q[1-4]|h[12]|fy\d*|january|february|march|april|may|june"
    r"|july|august|september|"
    r"october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|19\d\d|20\d\d|opening|closing)\b"
)
_BULLET = re.compile(r"(?m)^[ \t]*(?:[-•*–]|\(?[a-z0-9ivx]{1,4}[.)])[ \t]+(?P<name>[^\n]{3,160})$")
_NAME_END = re.compile(r"\s*(?:[,;:(–]| - | of \d| dated | for | at | with ).*$")
_REST = re.compile(r"\b(?:others?|rest|remaining|various|sundry|altii|altele|diversi)\b")
_IDLE = frozenset({"the", "and", "of", "de", "la", "st", "san", "santa", "ltd", "ab", "as", "gmbh", "srl", "sa", "bv"})
_REFERENCE = re.compile(r"[a-z]{0,6}[-/ ]?\d[\w/-]*")


@dataclass(slots=True)
class Entry:
    """One thing that a list names, and what the list says of it by the heads of its columns."""

    shown: str
    at: At
    said: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(slots=True)
class List:
    """The entries of one list by their folded names."""

    document: RoomDocument
    title: str
    entries: dict[str, Entry]


def find(room: Room) -> list[Seen]:
    """What one list has and another of the same things lacks, and where the two say different days or numbers."""
    known = [one for document in room.documents if not document.is_index for one in _lists(document)]
    found: dict[object, Seen] = {}
    for one, other in combinations(known, 2):
        if one.document.id == other.document.id:
            continue
        common = one.entries.keys() & other.entries.keys()
        sizes = len(one.entries), len(other.entries)
        if len(common) == _PAIR == min(sizes) == max(sizes) - 1 and _are_alike(one, other, common):
            for seen in (*_missing(one, other, sure=True), *_missing(other, one, sure=True)):
                found.setdefault((seen.says.split("(")[0], seen.against[0].document), seen)
            continue
        if len(common) < _FEWEST or len(common) < _ALIKE * min(sizes):
            continue
        told = list(_differing(one, other, common))
        if len(common) >= _COMMON * max(sizes):
            told += [*_missing(one, other), *_missing(other, one)]
        for seen in told:
            lacking = (seen.says.split("(")[0], seen.against[0].document) if seen.against else seen.blamed
            found.setdefault(lacking, seen)
    return list(found.values())


def _are_alike(one: List, other: List, common: set[str]) -> bool:
    """Whether both say one number or day of each thing that they have in common."""
    return all(
        any(
            _comparable(mine, theirs) and _same(mine, theirs)
            for mine in one.entries[name].said.values()
            for theirs in other.entries[name].said.values()
        )
        for name in common
    )


def _missing(one: List, other: List, *, sure: bool = False) -> Iterator[Seen]:
    """``sure`` where the lists say the same of all that they have in common."""
    if _PARTIAL.search(plain(f"{other.title} {other.document.filename}")):
        return
    odd = [name for name, entry in one.entries.items() if name not in other.entries and _is_name(entry.shown)]
    rest = [name for name, entry in other.entries.items() if name not in one.entries and _is_name(entry.shown)]
    if len(odd) > _MOST_ODD or len(odd) > len(rest) + 1:
        return
    if not rest and not sure and not _WHOLE.search(plain(f"{other.title} {other.document.filename}").replace("_", " ")):
        return
    for name in odd:
        if any(_alike(name, left) for left in rest):
            continue
        entry = one.entries[name]
        if entry.shown.casefold() in other.document.text.casefold():
            continue
        first = next(iter(other.entries.values()))
        yield Seen(
            DefectType.INCONSISTENCY,
            "list",
            (entry.at,),
            f"{name_cell(one.document, entry.at, entry.shown)} is missing from the list in {other.document.filename}"
            f"{f' ({shorten(other.title)})' if other.title else ''}, which has the other "
            f"{len(one.entries) - len(odd)}.",
            (first.at,),
        )


def _differing(one: List, other: List, common: set[str]) -> Iterator[Seen]:
    """Where two columns say the same of most entries, days or numbers, and something else of a few."""
    told: set[str] = set()
    names = sorted(common)
    for mine, theirs in _columns(one, other):
        pairs = [
            (one.entries[name].said[mine], other.entries[name].said[theirs], one.entries[name])
            for name in names
            if mine in one.entries[name].said and theirs in other.entries[name].said
        ]
        pairs = [pair for pair in pairs if _comparable(pair[0], pair[1])]
        odd = [pair for pair in pairs if not _same(pair[0], pair[1])]
        right = len(pairs) - len(odd)
        if right < _FEWEST - 1 or not odd or len(odd) * 2 > right + 1:
            continue
        if len({str(pair[0].number or pair[0].shown) for pair in pairs}) < _FEWEST:
            continue
        for cell, against, entry in odd:
            if entry.shown in told:
                continue
            told.add(entry.shown)
            yield Seen(
                DefectType.INCONSISTENCY,
                "list",
                (cell.at, against.at),
                f"{name_cell(one.document, cell.at, f'{entry.shown}: {mine}')} is {cell.shown}, but {against.shown} in "
                f"{other.document.filename}; of the other {right} entries both say the same.",
            )


def _columns(one: List, other: List) -> Iterator[tuple[str, str]]:
    """Pairs of columns, those of the same head first."""
    mine = list(dict.fromkeys(head for entry in one.entries.values() for head in entry.said))
    theirs = list(dict.fromkeys(head for entry in other.entries.values() for head in entry.said))
    pairs = [(a, b) for a in mine for b in theirs]
    yield from sorted(pairs, key=lambda pair: pair[0] != pair[1])


def _comparable(one: Cell, other: Cell) -> bool:
    if one.number is not None and other.number is not None:
        return one.is_percent == other.is_percent
    return _day(one) is not None and _day(other) is not None


def _same(one: Cell, other: Cell) -> bool:
    if one.number is not None and other.number is not None:
        return abs(one.number - other.number) <= one.half + other.half
    return _day(one) == _day(other)


def _day(cell: Cell) -> object:
    period = find_period(cell.shown) if cell.shown else None
    return None if period is None or period.kind is not PeriodKind.DAY else period.end


def _lists(document: RoomDocument) -> Iterator[List]:
    for block in blocks(document):
        yield from _tabled(document, block)
    if not document.is_workbook:
        yield from _enumerated(document)


def _tabled(document: RoomDocument, block: Block) -> Iterator[List]:
    """The block as a list, where its rows are names: by each column of names that tells the rows apart."""
    for column in range(min(block.width, 4)):
        cells = [(at, row[column]) for at, row in enumerate(block.rows) if row[column].shown]
        cells = [(at, cell) for at, cell in cells if not TOTAL.search(plain(cell.shown))]
        names = [_folded(_bare(cell.shown)) for _, cell in cells if cell.number is None]
        if len(names) < _PAIR or len(set(names)) < len(names) or len(names) < len(cells):
            continue
        if sum(_is_name(cell.shown) for _, cell in cells) * 4 < 3 * len(cells):
            continue
        entries = {
            _folded(_bare(cell.shown)): Entry(cell.shown, cell.at, _said(block, at, column)) for at, cell in cells
        }
        yield List(document, f"{block.title} {block.head(column)}".strip(), entries)


def _said(block: Block, row: int, column: int) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for at in range(block.width):
        head = block.head(at)
        if at != column and head and block.rows[row][at].shown:
            found.setdefault(head, block.rows[row][at])
    return found


def _enumerated(document: RoomDocument) -> Iterator[List]:
    entries: dict[str, Entry] = {}
    before = -1
    for line in _BULLET.finditer(document.text):
        if before >= 0 and document.text[before : line.start()].count("\n") > 2:
            if len(entries) >= _FEWEST:
                yield List(document, "", entries)
            entries = {}
        before = line.end()
        shown = _NAME_END.sub("", line["name"]).strip()
        if _is_name(shown):
            at = At(document.id, line.start("name"), line.start("name") + len(shown))
            entries.setdefault(_folded(shown), Entry(shown, at))
    if len(entries) >= _FEWEST:
        yield List(document, "", entries)


def _is_name(shown: str) -> bool:
    """Whether the words are a proper name or a reference: not a line of accounts, a period or a sentence."""
    shown = _bare(shown)
    line = plain(shown)
    if (
        len(shown) > 80
        or re.search(r"[/(%=]", shown)
        or _ACCOUNTING.search(line)
        or mentions(line)
        or _REST.search(line)
    ):
        return False
    if _REFERENCE.fullmatch(line):
        return True
    words = re.findall(r"[^\W\d_][\w'’.-]*", shown)
    return bool(words) and words[0][0].isupper() and sum(word[0].isupper() for word in words) * 3 >= 2 * len(words)


def _bare(shown: str) -> str:
    """A name without what is said of it in brackets or, in words of its own, behind a comma."""
    bare = re.sub(r"(?<=\w)\s*\([^()]*\)$", "", shown.strip())
    return re.sub(r"(?<=\w{4}), (?!(?:Inc|Ltd|LLC|S\.?A|S\.?R\.?L|Jr|PLC|L\.?P)\b)[A-Z0-9][\w .'’-]*$", "", bare)


def _folded(shown: str) -> str:
    return entity_name(re.sub(r"\s+", " ", plain(shown).replace("&", "and")).strip(" .;,"))


def _alike(one: str, other: str) -> bool:
    mine, theirs = set(one.split()) - _IDLE, set(other.split()) - _IDLE
    return len(mine & theirs) * 2 >= min(len(mine), len(theirs)) and bool(mine & theirs)
