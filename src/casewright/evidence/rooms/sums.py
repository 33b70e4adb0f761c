"""INCONSISTENCY: a total in a table that is not what its lines add up to.

Which lines a total adds is learned from the table's own columns: the lines that add up in one column are those of
every other. Where no column tells, a total is held to the lines right above it, and only a near miss is told.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.wording import name_cell, show_number
from casewright.vocabulary.number_words import ENGLISH, ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from casewright.evidence.extraction.grids import Block, Cell
    from casewright.evidence.extraction.places import At, RoomDocument
    from casewright.evidence.rooms.seen import Room

    Lines = tuple[tuple[int, int], ...]

TOTAL = re.compile(
    r"(?:grand |sub-?|overall |combined |group )?total\b|\bin total\b|(?:sub-?)?sum\b|\btotal(?:ul|e|a)?\b"
    r"|suma\b|aggregate\b"
    r"|\baltogether\b|\btotal$|^(?:all|together|whole)\b(?! other)|^(?:the )?(?:group|network|company|retea(?:ua)?)$"
)
_NO_SUM = re.compile(
    r"\b(?:average|avg|mean|rate|price|margin|per|ratio|growth|change|index|rank|age|yield|occupancy"
    r"|share(?! capital\b| premium\b)"
    r"|utili[sz]ation|%"
    r"|cac|ltv|arpu|arpa|aov|cost per|each|unit"
    r"|year|media|pret|rata|crestere|multiple|days)\b|%"
)
_LESS = re.compile(r"\b(?:less|minus|net of|before|after|excluding|excl|fara)\b")
_OF_WHICH = re.compile(r"^(?:\W*(?:of which|thereof|including|incl\.?|o/w|din care)\b)")
_RESULT = re.compile(
    r"\b(?:gross|operating|net|profit|loss|ebitda?|surplus|result|margin|profit(?:ul)? (?:brut|net)|rezultat\w*|marja"
    r"|contribution|equity|position|cash flow|available)\b"
)
_EQUITY = re.compile(r"\b(?:equity|net assets|shareholders.? funds|capitaluri proprii|capital propriu)\b")
_NEAR = Decimal("0.25")
_MOST_LINES = 12
_MOST_APART = 3
"""How many times less than its lines a whole number may be where the totals beside it add up."""
_NUMBERS = {**ENGLISH, **ROMANIAN}
_FEWEST = 2
_TELLING = 3
_HUNDRED, _ABOUT = 100, 5
_MANY = 4


def find(room: Room) -> list[Seen]:
    """Each total that does not add up, on its cell."""
    found: list[Seen] = []
    for document in room.documents:
        if document.is_index:
            continue
        for block in blocks(document):
            told = list(_down(document, block))
            told += _results(document, block, {at for one in told for at in one.blamed})
            found += told
            wrong = {at for row in block.rows if _has_any(row, told) for at in (cell.at for cell in row)}
            found += _across(document, block, wrong)
    return found


def _has_any(row: Sequence[Cell], told: Sequence[Seen]) -> bool:
    """Whether a cell of the row is blamed already: what is beside it follows from that."""
    blamed = {at for one in told for at in one.blamed}
    return any(cell.at in blamed for cell in row)


def _down(document: RoomDocument, block: Block) -> Iterator[Seen]:
    columns = [at for at in block.columns() if not _NO_SUM.search(block.head(at)) or _is_whole(block, at)]
    for row in range(_FEWEST, len(block.rows)):
        label = block.label(row)
        is_total = TOTAL.search(label) is not None or counts_rows(block, row)
        if not is_total or _NO_SUM.search(label) or _LESS.search(label):
            continue
        yield from _checked(document, block, row, columns)


def counts_rows(block: Block, row: int) -> bool:
    """Whether a label is the number of the rows above it, and of what: ``Fifteen branches`` under fifteen of them."""
    named = re.match(r"(?P<count>\d{1,2}|[a-z]+(?:-[a-z]+)?) [a-z]", block.label(row))
    if named is None or any(TOTAL.search(block.label(at)) for at in range(row)):
        return False
    parts = named["count"].split("-")
    count = sum(int(part) if part.isdigit() else _NUMBERS.get(part, 0) for part in parts)
    return count == row and row > _FEWEST


def _is_whole(block: Block, column: int) -> bool:
    """Whether a column of shares has a total of about a hundred, so that they are shares of one whole."""
    if not re.search(r"%|\b(?:share|percent\w*|pondere|cota)\b", block.head(column)):
        return False
    return any(
        TOTAL.search(block.label(at)) and abs((row[column].number or Decimal(0)) - _HUNDRED) <= _ABOUT
        for at, row in enumerate(block.rows)
    )


def _results(document: RoomDocument, block: Block, wrong: set[At]) -> Iterator[Seen]:
    """Lines that are what the lines above leave, such as gross profit: where they do so in every column but one.

    What only follows from a total that is ``wrong`` is not told again.
    """
    columns = [at for at in block.columns() if not _NO_SUM.search(block.head(at))]
    for row in range(_FEWEST, len(block.rows)):
        label = block.label(row)
        if not label or block.rows[row][0].number is not None or TOTAL.search(label) or _NO_SUM.search(label):
            continue
        cells = {at: block.rows[row][at] for at in columns if block.rows[row][at].number}
        cells = {at: cell for at, cell in cells.items() if not cell.is_percent or _is_hundred(cell)}
        if len(cells) < _FEWEST:
            continue
        fits = {
            lines: [at for at, cell in cells.items() if _adds_up(block, lines, at, cell)] for lines in _left(block, row)
        }
        if not fits:
            continue
        best = max(fits, key=lambda lines: len(fits[lines]))
        odd = [at for at in cells if at not in fits[best]]
        if len(odd) == _FEWEST and _by_as_much(block, best, odd, cells):
            odd = odd[:1]
        if any(cells[at].is_percent for at in odd):
            continue
        if len(odd) != 1 or any(odd[0] in fitting for fitting in fits.values()):
            continue
        has_shares = any(cells[at].is_percent for at in fits[best])
        is_told = _RESULT.search(label) or _is_all_above(block, best, row) or has_shares
        if len(fits[best]) < _FEWEST and not is_told:
            continue
        if any(above[odd[0]].at in wrong for above in block.rows[:row]):
            continue
        if not _RESULT.search(label) and not _is_telling([cells[at] for at in fits[best]] * _FEWEST):
            continue
        cell, summed = cells[odd[0]], _summed(block, best, odd[0])
        if summed is None or cell.number is None or (not _RESULT.search(label) and summed * cell.number < 0):
            continue
        if _is_near(cell.number, summed, alone=True):
            yield Seen(
                DefectType.INCONSISTENCY,
                "sum",
                (cell.at,),
                f"{name_cell(document, cell.at, block.rows[row][0].shown)} shows {cell.shown}, but the lines "
                f"above leave "
                f"{show_number(summed, cell)}; in the other columns they give what is shown.",
            )


def _is_hundred(cell: Cell) -> bool:
    """Whether it is the whole of which the cells above are shares."""
    return cell.number == _HUNDRED


def _is_all_above(block: Block, lines: Lines, row: int) -> bool:
    """Whether the last row adds up everything above it, so many lines that it is no accident."""
    return row == len(block.rows) - 1 and len(lines) >= _MANY and lines == tuple((at, 1) for at in range(row))


def _by_as_much(block: Block, lines: Lines, columns: Sequence[int], cells: Mapping[int, Cell]) -> bool:
    """Whether two columns are wrong by the same amount: the second adds up the first and others."""
    apart = set()
    for at in columns:
        summed, shown = _summed(block, lines, at), cells[at].number
        if summed is None or shown is None:
            return False
        apart.add(abs(shown) - abs(summed))
    return len(apart) == 1


def _is_telling(fitting: Iterable[Cell]) -> bool:
    """Whether numbers that add up are long enough for it to be no accident: small counts do so often."""
    return sum(len(str(abs(cell.number or 0)).replace(".", "").strip("0")) >= _TELLING for cell in fitting) >= _FEWEST


def _left(block: Block, row: int) -> list[Lines]:
    """What may make the result in this row: lines right above it, all added or the first less the others."""
    usable = [at for at in range(row) if not _NO_SUM.search(block.label(at)) and not _OF_WHICH.match(block.label(at))]
    found: list[Lines] = []
    for first in range(len(usable) - _FEWEST, max(-1, len(usable) - _MOST_LINES), -1):
        rows = usable[first:]
        found.append(tuple((at, 1) for at in rows))
        found.append(((rows[0], 1), *((at, -1) for at in rows[1:])))
        if len(rows) > _FEWEST and TOTAL.search(block.label(rows[-1])):
            found.append(((rows[0], 1), (rows[-1], -1)))
            found.append(((rows[0], 1), (rows[-1], 1)))
    return found


def _across(document: RoomDocument, block: Block, told: set[At]) -> Iterator[Seen]:
    """Totals at the end of rows: only where most rows of the table add up so."""
    turned = block.turned()
    for row in range(_FEWEST, len(turned.rows)):
        label = turned.label(row)
        if not (TOTAL.search(label) or re.search(r"\b(?:fy|full year|year|annual)\b", label)) or "%" in label:
            continue
        columns = [at for at in range(1, turned.width) if not _NO_SUM.search(turned.head(at))]
        for one in _checked(document, turned, row, columns, needs=2):
            if one.blamed[0] not in told:
                yield one


def _checked(document: RoomDocument, block: Block, row: int, columns: Sequence[int], needs: int = 1) -> Iterator[Seen]:
    options = _options(block, row)
    fits: dict[int, list[Lines]] = {}
    votes: Counter[Lines] = Counter()
    for column in columns:
        cell = block.rows[row][column]
        if cell.number is None or cell.is_percent or not cell.number:
            continue
        fits[column] = [lines for lines in options if _adds_up(block, lines, column, cell)]
        votes.update(fits[column])
    best = max(votes, key=lambda lines: (votes[lines], -options.index(lines)), default=None)
    if best is None and (needs > 1 or not options):
        return
    if best is not None and votes[best] < needs:
        return
    odd = [column for column, fitting in fits.items() if not fitting]
    is_sure = best is not None and best == options[0] and votes[best] >= _FEWEST and TOTAL.search(block.label(row))
    if best is not None and is_sure and votes[best] == len(fits) - 1:
        odd = [
            column for column, fitting in fits.items() if best not in fitting
        ]  # what some of its lines make is chance
    if best is not None and len(odd) > max(1, votes[best]):
        return
    for column in odd:
        cell = block.rows[row][column]
        lines = best if best is not None else options[0]
        summed = _summed(block, lines, column)
        if summed is None or cell.number is None:
            continue
        is_whole = cell.number == cell.number.to_integral_value() and cell.number * _MOST_APART > summed
        if not _is_near(cell.number, summed, best is None) and not (is_sure and is_whole):
            continue
        label = block.rows[row][0].shown or block.label(row)
        yield Seen(
            DefectType.INCONSISTENCY,
            "sum",
            (cell.at,),
            f"{name_cell(document, cell.at, label)} shows {cell.shown}, but the "
            f"{len(_cells(block, lines, column))} lines that it "
            f"adds make {show_number(summed, cell)}.",
        )


def _options(block: Block, row: int) -> list[Lines]:
    """The lines that a total in this row may add, each with its sign, the likeliest first."""
    totals = [at for at in range(row) if TOTAL.search(block.label(at))]
    plain = [at for at in range(row) if at not in totals and not _OF_WHICH.match(block.label(at))]
    since = totals[-1] + 1 if totals else 0
    own = [at for at in plain if block.sections[at] == block.sections[row]]
    found: list[Sequence[int]] = [[at for at in plain if at >= since]]
    if block.sections[row]:
        found.append(own)
    found += [plain, totals, [*totals, *(at for at in plain if at >= since)]]
    balance = [at for at in range(row) if at in totals[-1:] or (at > since and _EQUITY.search(block.label(at)))]
    found += [balance, [*totals[-1:], *balance[-1:]]]
    found += [[at for at in range(first, row) if at in plain] for first in range(row - _FEWEST, -1, -1)]
    lines: dict[Lines, None] = {}
    for rows in found:
        if len(rows) >= _FEWEST:
            lines[tuple((at, 1) for at in rows)] = None
            if len(rows) == _FEWEST or "net" in block.label(row).split():
                lines[((rows[0], 1), *((at, -1) for at in rows[1:]))] = None
    return list(lines)


def _cells(block: Block, lines: Lines, column: int) -> list[tuple[Cell, int]]:
    return [(block.rows[at][column], sign) for at, sign in lines if block.rows[at][column].number is not None]


def _summed(block: Block, lines: Lines, column: int) -> Decimal | None:
    cells = _cells(block, lines, column)
    if len(cells) < _FEWEST:
        return None
    return sum((sign * (cell.number or Decimal(0)) for cell, sign in cells), Decimal(0))


def _adds_up(block: Block, lines: Lines, column: int, total: Cell) -> bool:
    summed = _summed(block, lines, column)
    if summed is None or total.number is None:
        return False
    cells = [cell for cell, _ in _cells(block, lines, column)]
    slack = sum((cell.half for cell in cells), total.half)
    return abs(abs(total.number) - abs(summed)) <= slack


def _is_near(total: Decimal, summed: Decimal, alone: bool) -> bool:
    """Whether a total that does not add up may well be meant to: it is not something else altogether."""
    most = _NEAR if alone else 2 * _NEAR
    return bool(summed) and abs(abs(total) - abs(summed)) <= most * abs(summed)
