"""CIRCULARITY: two documents that each give the other as the source of one figure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.document_names import name_of
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.days import first_day
from casewright.evidence.rooms.mentions import mentions_of
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import is_contract
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.mentions import Mention
    from casewright.evidence.rooms.seen import Room

_SOURCE = re.compile(
    r"\b(?:sources?\s*:|source (?:is|being|of (?:this|the) (?:figure|number|estimate))|as (?:per|stated in"
    r"|shown (?:in|on)|given (?:in|on)|set out in|reported in|quoted in|published in)"
    r"|(?:worked out|calculated|computed|derived) in"
    r"|according to|taken (?:over )?from|based on|drawn from|derived from|see|cited in|(?:figures?|numbers?|amounts?"
    r"|estimates?|values?) (?:given|stated|shown|quoted|used|set out) in|quoted from|figures? (?:from|of)"
    r"|(?:is|are|being) (?:the one|that|those|what is|the same(?: figure| number)? as|as) (?:shown |given |stated )?"
    r"(?:in|of)|(?:took|taken|takes|taking) (?:it|that|this|them)? ?(?:over )?from|carried over from|copied from"
    r"|lifted from|borrowed from|from|per|in line with|conform|potrivit"
    r"|(?:took|taken?|takes|taking|used?|uses|using|quot\w+|repeat\w*|copied|carried)\b[^.;()\n|]{2,40}?\b(?:in"
    r"|from|of)(?= the)"
    r"|sursa\s*:?|preluat\w*(?: [^.;()\n|]{2,40}?)? din|dupa)\s+(?:the |our |its |din |cu )?(?P<named>[^.;()\n|]{3,90})"
)
_COLUMN = re.compile(
    r"\b(?:source|basis|based on|reference|ref|origin|taken from|from|according to|per|sursa|baza|note)\b"
)
_ASIDE = re.compile(r"\((?P<named>(?=[^()]*\b(?:19|20)\d\d)[^()\n]{10,80})\)")
_NUMBER = re.compile(r"\d[\d.,  ]*\d|\d")
_IDLE = frozenset(
    {
        "the",
        "and",
        "for",
        "from",
        "data",
        "room",
        "file",
        "document",
        "sheet",
        "page",
        "pdf",
        "xlsx",
        "docx",
        "csv",
        "eml",
        "draft",
    }
)
_A_YEAR = re.compile(r"(?:19|20)\d\d")
_REACH = 220
_KINDS = frozenset(
    {
        "deck", "memorandum", "model", "minutes", "update", "letter", "budget", "presentation", "report", "workbook",
        "factbook", "teaser", "prospectus", "plan", "managementprasentation", "cuaderno", "acta", "protokoll",
    }
)  # fmt: skip
"""Words that name a document where the room has one of the kind."""
_SHORT = re.compile(
    r"\bas (?:the |our |its )?(?P<named>[^.;()\n|]{3,80}?) (?:has|have|says?|shows?|gives?|puts?|states?) (?:it|them)\b"
)


@dataclass(frozen=True, slots=True)
class _Reference:
    """Words of one document that give another as the source of the figures near them."""

    document: DocumentId
    of: DocumentId
    start: int
    end: int
    numbers: frozenset[str]
    words: frozenset[str]
    cell: str | None = None


def find(room: Room) -> list[Seen]:
    """Each pair once, both places blamed."""
    references = [one for document in room.documents if not document.is_index for one in _references(document, room)]
    by_document = {one.id: one for one in room.documents}
    found = []
    for one, other in combinations(references, 2):
        if (one.document, one.of) != (other.of, other.document):
            continue
        same = {number for number in one.numbers & other.numbers if len(number) > 1}
        if not same:
            continue
        mine, theirs = by_document[one.document], by_document[other.document]
        found.append(
            Seen(
                DefectType.CIRCULARITY,
                "mutual",
                (
                    At(one.document, one.start, one.end, one.cell),
                    At(other.document, other.start, other.end, other.cell),
                ),
                f"“{mine.filename}” gives “{theirs.filename}” as the source of {sorted(same)[0]} "
                f"(“{shorten(mine.text[one.start : one.end])}”), and that gives “{mine.filename}” as its own "
                f"(“{shorten(theirs.text[other.start : other.end])}”): neither shows where it comes from.",
            )
        )
    return [*found, *_named_by_each_other(room, {frozenset(at.document for at in one.blamed) for one in found})]


def _named_by_each_other(room: Room, told: set[frozenset[DocumentId]]) -> Iterator[Seen]:
    """Two documents that name each other beside the same number, in whatever words; once for each pair."""
    by_pair: dict[tuple[DocumentId, DocumentId], list[Mention]] = {}
    for document in room.documents:
        if not document.is_index and not is_contract(document):
            for one in mentions_of(document, room):
                by_pair.setdefault((document.id, one.of), []).append(one)
    filenames = {one.id: one.filename for one in room.documents}
    for (mine, theirs), named in by_pair.items():
        back = by_pair.get((theirs, mine), ())
        pair = frozenset((mine, theirs))
        same = next(((one, other) for one in named for other in back if one.numbers & other.numbers), None)
        if same is None or pair in told:
            continue
        told.add(pair)
        number = min(same[0].numbers & same[1].numbers)
        yield Seen(
            DefectType.CIRCULARITY,
            "mutual",
            (same[0].at, same[1].at),
            f"“{filenames[mine]}” gives “{filenames[theirs]}” beside {number}, and that gives “{filenames[mine]}” "
            "beside the same number: neither shows where it comes from.",
        )


def _references(document: RoomDocument, room: Room) -> Iterator[_Reference]:
    for said in (pattern for one in (_SOURCE, _SHORT, _ASIDE) for pattern in one.finditer(document.plain)):
        named = said["named"]
        target = _meant(named, document, room)
        if target is None:
            continue
        start, end = _surroundings(document, said.start(), said.end())
        around = document.plain[start:end]
        numbers = _in_cells(document, start, end) or frozenset(
            _digits(one) for one in _NUMBER.findall(around) if not _A_YEAR.fullmatch(one)
        )
        yield _Reference(document.id, target, start, end, numbers, frozenset(around.split()))
    for block in blocks(document):
        for row in block.rows:
            yield from _of_row(document, block, row, room)


def _in_cells(document: RoomDocument, start: int, end: int) -> frozenset[str]:
    """The numbers of a workbook's cells between two places."""
    return frozenset(
        _digits(one)
        for table in document.tables
        if table.name is not None
        for row in table.rows
        for cell in row
        if start <= cell.start and cell.end <= end
        for one in _NUMBER.findall(document.text[cell.start : cell.end])
    )


def _of_row(document: RoomDocument, block: Block, row: Sequence[Cell], room: Room) -> Iterator[_Reference]:
    """What a column of sources names, for the numbers of its row."""
    numbers = frozenset(_digits(cell.shown) for cell in row if cell.number is not None)
    for column, cell in enumerate(row):
        if not numbers or cell.number is not None or not _COLUMN.search(block.head(column)):
            continue
        target = _meant(plain(cell.shown), document, room)
        figure = next(other for other in row if other.number is not None)
        if target is not None:
            words = frozenset(plain(" ".join(other.shown for other in row)).split())
            yield _Reference(document.id, target, figure.at.start, figure.at.end, numbers, words, figure.at.cell)


def _surroundings(document: RoomDocument, start: int, end: int) -> tuple[int, int]:
    """The line, in a table the row, and before a note the lines above it, in which the figure stands."""
    text = document.text
    first = text.rfind("\n", 0, max(0, start - 1)) + 1
    if not re.search(r"\d", text[first:start]):
        above = text.rfind("\n\n", 0, max(0, first - 2))
        first = max(0 if above < 0 else above + 2, start - _REACH)
    last = text.find("\n", end)
    return first, min(len(text) if last < 0 else last, end + _REACH)


def _meant(named: str, document: RoomDocument, room: Room) -> DocumentId | None:
    """The one other document whose name's telling words the words have."""
    words = set(re.findall(r"\w+", named))
    by_day = _of_day(named, document, room)
    if by_day is not None:
        return by_day
    best: list[tuple[int, DocumentId]] = []
    for other in room.documents:
        if other.id == document.id or other.is_index:
            continue
        sheets = " ".join(table.name or "" for table in other.tables)
        named_by = f"{' '.join(name_of(other.filename).words)} {plain(sheets)}".split()
        telling = [word for word in dict.fromkeys(named_by) if word not in _IDLE and not word.isdigit()]
        hits = sum(
            word in words or (len(word) > 3 and any(said.startswith(word[:-1]) for said in words)) for word in telling
        )
        if telling and hits and (hits == len(telling) or hits >= 2):
            best.append((hits, other.id))
    best.sort(reverse=True)
    if not best:
        kinds = [
            other.id
            for other in room.documents
            if other.id != document.id
            and not other.is_index
            and {word for word in name_of(other.filename).words if word in _KINDS} & words
        ]
        return kinds[0] if len(kinds) == 1 else None
    if not best or (len(best) > 1 and best[0][0] == best[1][0]):
        return None
    return best[0][1]


def _of_day(named: str, document: RoomDocument, room: Room) -> DocumentId | None:
    """The one other document that bears the day that the words name."""
    days = {time.period.end for time in times(named) if time.period.kind is PeriodKind.DAY}
    found = [
        other.id
        for other in room.documents
        if other.id != document.id and not other.is_index and not other.is_workbook and _bears(other, days)
    ]
    return found[0] if len(days) == 1 and len(found) == 1 else None


def _bears(document: RoomDocument, days: set[date]) -> bool:
    period = find_period(" ".join(re.findall(r"\d{4}-\d\d-\d\d", document.filename)))
    own = {document.dated, first_day(document), None if period is None else period.end}
    return bool(own & days)


def _digits(shown: str) -> str:
    return re.sub(r"[^\d]", "", shown).strip("0")
