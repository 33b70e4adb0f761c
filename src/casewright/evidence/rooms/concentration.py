"""ANOMALY_VS_STRONGER_SOURCES: what is said of the largest customer, supplier or site, and a list that says "
"otherwise.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.periods import PeriodKind
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.labelled_figures import one_time
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import statements
from casewright.evidence.rooms.sums import TOTAL
from casewright.evidence.rooms.wording import name_cell, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.periods import Period
    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_NOUNS = (
    r"customers?|clients?|suppliers?|tenants?|accounts?|sellers?|buyers?|payers?|insurers?|sites?|clinics?"
    r"|products?|funders?"
    r"|clienti?|furnizori?|clientul\w*"
)
_PARTS = {
    "tenth": Decimal(10),
    "fifth": Decimal(20),
    "quarter": Decimal(25),
    "third": Decimal("33.4"),
    "half": Decimal(50),
    "zecime": Decimal(10),
    "cincime": Decimal(20),
    "sfert": Decimal(25),
    "treime": Decimal("33.4"),
}
_SHARE = rf"(?:(?P<share>\d{{1,2}}(?:[.,]\d+)?)\s?(?:%|per cent|la suta)|an? (?P<part>{'|'.join(_PARTS)}))"
_NONE_ABOVE = re.compile(
    rf"\b(?:no|none of (?:the|our)|not one"
    rf"|niciun\w*)\b[^.]{{0,30}}?\b(?P<noun>{_NOUNS})\b[^.]{{0,80}}?\b(?:more than|above|over|exceed\w*|beyond"
    rf"|tops?|passes|reaches|surpass\w*|greater than|peste|mai mult de|depas\w*)\b[^.]{{0,20}}?{_SHARE}"
)
_BELOW = re.compile(
    rf"\b(?:largest|biggest|top|main|each|every|any (?:one|single)|all"
    rf"|cel mai mare)\b[^.]{{0,20}}?\b(?P<noun>{_NOUNS})\b[^.]{{0,60}}?\b(?:less than|under|below|not more than"
    rf"|no more than|at most|up to|sub|cel mult|mai putin de)\b[^.]{{0,20}}?{_SHARE}"
)
_EXACT = re.compile(
    rf"\b(?:largest|biggest|top|cel mai mare)\b(?! (?:\w+ )?(?:three|five|ten"
    rf"|\d))[^.]{{0,20}}?\b(?P<noun>{_NOUNS})\b[^.]{{0,60}}?\b(?:is|was|are|were|stands for|accounts? (?:for"
    rf"|ed for)|represent\w*|makes? up|contribut\w*|brought|este|a reprezentat|reprezinta)\b[^.]{{0,30}}?{_SHARE}"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twenty": 20}
_SHARE_OF_SEVERAL = re.compile(
    rf"\b(?:(?P<many>\d{{1,2}}|{'|'.join(_NUMBERS)}) (?:largest|biggest|top|main)|(?:top|largest|biggest) "
    rf"(?P<count>\d{{1,2}}|{'|'.join(_NUMBERS)}))(?: \w+)? (?P<noun>{_NOUNS})\b"
    r"[^.]{0,90}?(?P<share>\d{1,2}(?:[.,]\d+)?)\s?(?:%|per cent)"
)
_OF_BOOKS = re.compile(
    r"\b(?:management|annual|statutory|monthly|audited|financial|trial|profit and loss|group|consolidated) accounts?\b"
)
_REST = re.compile(r"\b(?:other|others|rest|remaining|various|under|below|small)\b")
_NOUN_FORMS = {
    "cust": "customer|client|account",
    "clie": "customer|client|account|clien",
    "supp": "supplier|purchas|vendor",
    "furn": "furnizor",
    "tena": "tenant|lease|rent",
    "sell": "seller",
}
_AMOUNT = re.compile(
    r"\b(?:revenue|turnover|sales|amount|value|gmv|fees?|rent|spend|purchas\w*|invoiced|billed|net|cifra"
    r"|venit\w*|valoare|achizitii|income)\b"
)
_SHARES = re.compile(r"\b(?:share|% of|of total|percent\w*|pondere|cota|pct)\b|%")
_GROUPS = re.compile(
    r"\b(?:region|country|countries|segment|category|channel|age|band|size|type|group of|by (?:product|category"
    r"|region)|tara|categori\w*)\b"
)
_SEVERAL = re.compile(r"(?:top|next|other|remaining|rest|largest|all|\d+ (?:other|further|more))\b")
_FEWEST = 3
_SLACK = Decimal("0.6")


def find(room: Room) -> list[Seen]:
    """Each such sentence against the list whose largest entry is larger, or not that large."""
    found: list[Seen] = []
    lists = [(document, block) for document in room.documents if not document.is_index for block in blocks(document)]
    for document in room.documents:
        if document.is_index or document.is_workbook:
            continue
        for said in statements(document):
            several = _SHARE_OF_SEVERAL.search(said.plain)
            then = tuple(time.period for time in times(said.plain) if time.period.kind is not PeriodKind.DAY)
            if several is not None:
                at = At(document.id, said.start, said.end)
                one = next(_against_several(document, several, lists, at, then), None)
                if one is not None:
                    found.append(one)
                continue
            for pattern, is_exact in ((_NONE_ABOVE, False), (_BELOW, False), (_EXACT, True)):
                match = pattern.search(said.plain)
                if match is None:
                    continue
                at = At(document.id, said.start, said.end)
                one = next(_against(document, match, lists, at, then, is_exact=is_exact), None)
                if one is not None:
                    found.append(one)
                break
    return found


def _against(
    document: RoomDocument,
    match: re.Match[str],
    lists: list[tuple[RoomDocument, Block]],
    at: At,
    then: Sequence[Period],
    *,
    is_exact: bool,
) -> Iterator[Seen]:
    stated = _PARTS[match["part"]] if match["part"] else Decimal(match["share"].replace(",", "."))
    wanted = re.compile(_NOUN_FORMS.get(match["noun"][:4], re.escape(match["noun"].rstrip("s"))))
    for other, block in lists:
        about = _OF_BOOKS.sub("", f"{plain(other.filename)} {plain(block.title)} {_head_of_names(block)}")
        if len(block.rows) < _FEWEST or not wanted.search(about) or _is_of_groups(block):
            continue
        largest = _largest(block, then)
        if largest is None:
            continue
        share, cell, label = largest
        if share <= stated + _SLACK if not is_exact else abs(share - stated) <= max(_SLACK, stated / 20):
            continue
        yield Seen(
            DefectType.ANOMALY_VS_STRONGER_SOURCES,
            "concentration",
            (at,),
            f"“{document.filename}” says “{shorten(document.text[at.start : at.end], 140)}”, but "
            f"{name_cell(other, cell.at, label)} "
            f"has {share:.1f}%.",
            (cell.at,),
        )


def _is_group(shown: str) -> bool:
    line = plain(shown).strip()
    return TOTAL.search(line) is not None or _SEVERAL.match(line) is not None


def _against_several(
    document: RoomDocument,
    match: re.Match[str],
    lists: list[tuple[RoomDocument, Block]],
    at: At,
    then: Sequence[Period],
) -> Iterator[Seen]:
    """What is said of the largest few together, against the list that has them."""
    stated = Decimal(match["share"].replace(",", "."))
    said = match["many"] or match["count"]
    many = _NUMBERS.get(said) or int(said)
    wanted = re.compile(_NOUN_FORMS.get(match["noun"][:4], re.escape(match["noun"].rstrip("s"))))
    ways = []
    for other, block in lists:
        about = f"{plain(other.filename)} {plain(block.title)} {_head_of_names(block)}"
        if len(block.rows) <= many or not wanted.search(about) or _is_of_groups(block):
            continue
        for shares, cell in _largest_of(block, many, then):
            ways.append((shares, other, cell))
    if not ways or any(abs(share - stated) <= max(_SLACK, stated / 40) for share, _, _ in ways):
        return
    share, other, cell = min(ways, key=lambda way: abs(way[0] - stated))
    yield Seen(
        DefectType.INCONSISTENCY,
        "concentration",
        (at,),
        f"“{document.filename}” says “{shorten(document.text[at.start : at.end], 140)}”, but in {other.filename} the "
        f"{many} largest have {share:.1f}% together.",
        (cell.at,),
    )


def _columns(block: Block, then: Sequence[Period]) -> list[int]:
    """The columns of the times that the sentence names, and those of no time; all where it names none."""
    timed = {at: find_period(block.head(at)) for at in block.columns()}
    return [
        at for at, period in timed.items() if not then or period is None or any(one_time(one, period) for one in then)
    ]


def _largest_of(block: Block, many: int, then: Sequence[Period]) -> Iterator[tuple[Decimal, Cell]]:
    """The share of the largest ``many`` rows in the total of each column of amounts."""
    parts = [row for row in block.rows if not any(_is_group(cell.shown) for cell in row if cell.number is None)]
    parts = [row for row in parts if not any(_REST.search(plain(cell.shown)) for cell in row if cell.number is None)]
    totals = [row for row in block.rows if any(TOTAL.search(plain(cell.shown)) for cell in row if cell.number is None)]
    for column in _columns(block, then):
        cells = [row[column] for row in parts if row[column].number is not None and not row[column].is_percent]
        whole = next((row[column].number for row in reversed(totals) if row[column].number), None)
        if whole and len(cells) > many:
            best = sorted(cells, key=lambda cell: cell.number or Decimal(0), reverse=True)[:many]
            summed = sum((cell.number or Decimal(0) for cell in best), Decimal(0))
            if 0 < summed <= whole:
                yield summed / whole * 100, best[0]


def _head_of_names(block: Block) -> str:
    """What stands over the column that names the rows."""
    names = next(
        (
            column
            for column in range(block.width)
            if sum(row[column].number is None and row[column].shown[:1].isupper() for row in block.rows) * 2
            > len(block.rows)
        ),
        0,
    )
    return block.head(names)


def _is_of_groups(block: Block) -> bool:
    """Whether its rows are regions, kinds or sizes, which are no single customers."""
    heads = " ".join(block.head(column) for column in range(block.width))
    return _GROUPS.search(f"{heads} {plain(block.title)}") is not None


def _largest(block: Block, then: Sequence[Period]) -> tuple[Decimal, Cell, str] | None:
    """The largest share of an entry: as a column of shares says, or of the total of a column of amounts."""
    parts = [row for row in block.rows if not any(_is_group(cell.shown) for cell in row if cell.number is None)]
    totals = [row for row in block.rows if any(TOTAL.search(plain(cell.shown)) for cell in row if cell.number is None)]
    named = [row for row in parts if any(cell.number is None and cell.shown[:1].isupper() for cell in row)]
    if len(named) < _FEWEST:
        return None
    columns = _columns(block, then)
    for column in columns:
        head = block.head(column)
        cells = [row[column] for row in named if row[column].number is not None]
        if cells and _SHARES.search(head) and all(0 <= (cell.number or 0) <= 100 for cell in cells):
            best = max(cells, key=lambda cell: cell.number or Decimal(0))
            return best.number or Decimal(0), best, _label(named, column, best)
    for column in columns:
        head = block.head(column)
        cells = [row[column] for row in named if row[column].number is not None]
        whole = next((row[column].number for row in reversed(totals) if row[column].number), None)
        if whole and len(cells) >= _FEWEST and (_AMOUNT.search(head) or re.search(r"(?:19|20)\d\d|fy", head)):
            best = max(cells, key=lambda cell: cell.number or Decimal(0))
            share = (best.number or Decimal(0)) / whole * 100
            if share <= 100:
                return share, best, _label(named, column, best)
    return None


def _label(rows: Sequence[Sequence[Cell]], column: int, cell: Cell) -> str:
    row = next(row for row in rows if row[column] is cell)
    return next((one.shown for one in row if one.number is None and one.shown[:1].isupper()), "")
