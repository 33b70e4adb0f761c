"""INCONSISTENCY: two lists of the same things that name different ones, or say different things of one.

Lists are tables whose rows are names (contracts, holders, vessels, sites), and enumerations in texts. Two are of the
same things where nearly all that each names stands in the other, too; what only some of one's entries have is no list
of the same.
"""

from __future__ import annotations

import re
from collections import Counter
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
from casewright.evidence.rooms.sums import TOTAL, counts_rows
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    r"\b(?:register|schedule|all|every|each|list of|annex|appendix|cap table|capitali[sz]ation|inventory"
    r"|registru|anexa|lista"
    r"|fiecare|toate|toti)\b"
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
_CODE = re.compile(r"(?P<letters>[a-z]{1,6})[-/ ]?\d[\w/-]*")
"""A reference whose letters are of a series."""
_SERIES = 4
_WITHIN = 0.8
"""Of a list the part that another has to name to be the whole of which it is a part."""
_MOSTLY = 5
_LEAD = 240


@dataclass(slots=True)
class Entry:
    """One thing that a list names, and what the list says of it by the heads of its columns."""

    shown: str
    at: At
    said: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(slots=True)
class List:
    """The entries of one list by their folded names; ``is_own`` where they are what its rows are of, and not what is
    said of others.
    """

    document: RoomDocument
    title: str
    entries: dict[str, Entry]
    is_own: bool = True


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
            for seen in (*_missing(room, one, other, sure=True), *_missing(room, other, one, sure=True)):
                found.setdefault(_lacking(seen), seen)
            continue
        if len(common) < _FEWEST or len(common) < _ALIKE * min(sizes):
            continue
        told = list(_differing(one, other, common))
        if len(common) >= _COMMON * max(sizes):
            told += [*_missing(room, one, other), *_missing(room, other, one)]
        elif len(common) >= max(_MOSTLY, _WITHIN * min(sizes)):
            part, whole = (one, other) if sizes[0] < sizes[1] else (other, one)
            if part.is_own or all(map(_CODE.fullmatch, part.entries)):
                told += _missing(room, part, whole, sure=_WHOLE.search(_about(whole)) is not None, is_part=True)
        for seen in told:
            found.setdefault(_lacking(seen), seen)
    return list(found.values())


def _lacking(seen: Seen) -> object:
    """What tells one finding from another: the name and the list that lacks it, else the places."""
    name, _, lacking = seen.says.partition(" is missing from the list in ")
    return (name.split("(")[0], lacking.split(" (")[0].split(",")[0]) if lacking else seen.blamed


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


def _about(one: List) -> str:
    return plain(f"{one.title} {one.document.filename}").replace("_", " ")


def _missing(room: Room, one: List, other: List, *, sure: bool = False, is_part: bool = False) -> Iterator[Seen]:
    """``sure`` where the lists say the same of all that they have in common; ``is_part`` where the other has to name
    all of the one's entries and more: only a list of all things of a kind does. Where a third document has the name
    too, the list that lacks it is blamed.
    """
    if _PARTIAL.search(_about(other)) or (is_part and not sure):
        return
    odd = [name for name, entry in one.entries.items() if name not in other.entries and _is_name(entry.shown)]
    rest = [name for name, entry in other.entries.items() if name not in one.entries and _is_name(entry.shown)]
    if len(odd) > (1 if is_part else _MOST_ODD) or len(odd) > len(rest) + 1:
        return
    if not rest and not sure and not _WHOLE.search(_about(other)):
        return
    usual = Counter(word for name in (*one.entries, *other.entries) for word in set(name.split()))
    usual_words = frozenset(word for word, count in usual.items() if count * 2 > len(one.entries) + len(other.entries))
    for name in odd:
        if any(_alike(name, left, usual_words) for left in rest):
            continue
        entry = one.entries[name]
        if entry.shown.casefold() in other.document.text.casefold():
            continue
        first = next(iter(other.entries.values()))
        sides = (entry.at, first.at)
        if _is_told_elsewhere(room, entry.shown, (one, other)):
            sides = (first.at, entry.at)
        yield Seen(
            DefectType.INCONSISTENCY,
            "list",
            sides[:1],
            f"{name_cell(one.document, entry.at, entry.shown)} is missing from the list in {other.document.filename}"
            f"{f' ({shorten(other.title, 60)})' if other.title else ''}, which has the other "
            f"{len(one.entries) - len(odd)}.",
            sides[1:],
        )


def _is_told_elsewhere(room: Room, shown: str, lists: Sequence[List]) -> bool:
    """Whether a document that has none of the lists names the entry too."""
    name, theirs = shown.casefold(), {one.document.id for one in lists}
    return any(name in one.text.casefold() for one in room.documents if one.id not in theirs and not one.is_index)


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
    is_own = True
    for column in range(min(block.width, 4)):
        cells = [(at, row[column]) for at, row in enumerate(block.rows) if row[column].shown]
        cells = [(at, cell) for at, cell in cells if not TOTAL.search(plain(cell.shown)) and not counts_rows(block, at)]
        names = [_folded(_bare(cell.shown)) for _, cell in cells if cell.number is None]
        fold = _folded if len(set(names)) < len(names) else _folded_bare  # an aside may be what tells two apart
        names = [fold(cell.shown) for _, cell in cells if cell.number is None]
        if len(names) < _PAIR or len(set(names)) < len(names) or len(names) < len(cells):
            continue
        if sum(_is_name(cell.shown) for _, cell in cells) * 4 < 3 * len(cells):
            continue
        entries = {fold(cell.shown): Entry(cell.shown, cell.at, _said(block, at, column)) for at, cell in cells}
        title = f"{block.title} {block.head(column)}".strip()
        yield List(document, title, entries, is_own)
        yield from _series(document, title, entries)
        is_own = False


def _series(document: RoomDocument, title: str, entries: Mapping[str, Entry]) -> Iterator[List]:
    """The references of a list that begin with the same letters, where others beside them begin otherwise."""
    by_letters: dict[str, dict[str, Entry]] = {}
    for name, entry in entries.items():
        code = _CODE.fullmatch(plain(entry.shown))
        if code is not None:
            by_letters.setdefault(code["letters"], {})[name] = entry
    for alike in by_letters.values():
        if _SERIES <= len(alike) < len(entries):
            yield List(document, title, alike)


def _said(block: Block, row: int, column: int) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for at in range(block.width):
        head = block.head(at)
        if at != column and head and block.rows[row][at].shown:
            found.setdefault(head, block.rows[row][at])
    return found


def _enumerated(document: RoomDocument) -> Iterator[List]:
    lines: list[re.Match[str]] = []
    for line in _BULLET.finditer(document.text):
        if lines and document.text[lines[-1].end() : line.start()].count("\n") > 2:
            yield from _of_lines(document, lines)
            lines = []
        lines.append(line)
    yield from _of_lines(document, lines)


def _of_lines(document: RoomDocument, lines: Sequence[re.Match[str]]) -> Iterator[List]:
    """The lines of an enumeration as a list, called by the words that lead to it."""
    names = [_NAME_END.sub("", line["name"]).strip() for line in lines]
    if len(set(names)) < len(names):
        names = [line["name"].strip(" .;,") for line in lines]
    entries: dict[str, Entry] = {}
    for line, shown in zip(lines, names, strict=True):
        if _is_name(shown):
            at = At(document.id, line.start("name"), line.start("name") + len(shown))
            entries.setdefault(_folded(shown), Entry(shown, at))
    if len(entries) >= _FEWEST:
        lead = document.text[max(0, lines[0].start() - _LEAD) : lines[0].start()].strip()
        yield List(document, " ".join(lead.rpartition("\n")[2].split()) if lead.endswith(":") else "", entries)


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


def _folded_bare(shown: str) -> str:
    return _folded(_bare(shown))


def _folded(shown: str) -> str:
    return entity_name(re.sub(r"\s+", " ", plain(shown).replace("&", "and")).strip(" .;,"))


def _alike(one: str, other: str, usual: frozenset[str]) -> bool:
    """Whether two names may be one thing's: of words that most entries have, and of two numbers, none tells."""
    if _CODE.fullmatch(one) and _CODE.fullmatch(other):
        return False
    mine, theirs = set(one.split()) - _IDLE - usual, set(other.split()) - _IDLE - usual
    return len(mine & theirs) * 2 >= min(len(mine), len(theirs)) and bool(mine & theirs)
