"""Furniture whose words change: the names of chapters, page numbers in another style or alone on their pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from statistics import median
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.page_numbers import LONGEST, folded
from casewright.adapters.ingest.worker.page_edges import SAME_PLACE, ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.worker.page_edges import Edge, Row

_FEWEST: Final = 3
_FAR: Final = 1.5
_MOST_PAGES: Final = 0.8
_OUTER: Final = re.compile(r"(?P<first>\d{1,4})\s+[^\W\d_][^\d.;:,]*|[^\W\d_][^\d.;:,]*\s+(?P<last>\d{1,4})")
_MARGIN: Final = 0.062
_BAND: Final = 0.13
_SHORT: Final = 40
_HEAD: Final = 100
"""Most characters of a chapter's name at the edge of its pages."""


def changing_heads(edge: Edge, chosen: set[int]) -> set[int]:
    """Lines at one place of pages in a row, apart from the text and in no larger print, whose words change.

    They return from page to page, on every other one too, or stand so near the page's edge that no text does.
    """
    places: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for page, rows in edge.pages.items():
        zone = edge.zone(page, chosen)
        if zone < min(len(rows), ZONE) and _may_be_head(edge, rows[zone]):
            row = rows[zone]
            for place in (round(row.away / SAME_PLACE), round(row.away / SAME_PLACE) + 1):
                places[place, round(row.height)].append(row)
    usual = median(line.height for line in edge.lines) if edge.lines else 1.0
    more: set[int] = set()
    for rows in places.values():
        if more.issuperset(rows[0].lines) or not _is_column(edge, rows, chosen):
            continue
        said = Counter(_said(edge, row) for row in rows)
        returning = sum(count for count in said.values() if count > 1)
        in_margin = all(row.away < _MARGIN * edge.sheets[row.page].height for row in rows)
        is_small = rows[0].height < 1.1 * usual
        far = sum(edge.space_behind(row) >= 2 for row in rows) >= 0.9 * len(rows)
        if returning * 2 >= len(rows) or (in_margin and is_small and far and len(rows) > _FEWEST):
            more.update(index for row in rows for index in row.lines)
    return more


def mirrored_heads(edge: Edge, chosen: set[int]) -> set[int]:
    """Heads as books have them: the page's number at the outer end of a title, which may change from page to page.

    On pages of one parity the number comes first, on the others last; it counts the pages, and nothing else does there.
    """
    found: dict[int, dict[bool, list[tuple[int, Row]]]] = defaultdict(lambda: {False: [], True: []})
    for page, rows in edge.pages.items():
        zone = edge.zone(page, chosen)
        if zone >= min(len(rows), ZONE) or edge.space_behind(rows[zone]) < _FAR:
            continue
        row = rows[zone]
        match = _OUTER.fullmatch(_said(edge, row)[: _HEAD + 1])
        if match is None or row.away > _BAND * edge.sheets[page].height:
            continue
        number, is_first = int(match["first"] or match["last"]), match["first"] is not None
        found[number - page][is_first == (page % 2 == 0)].append((page, row))
    for sides in found.values():
        for members in sides.values():
            parities = {page % 2 for page, _ in members}
            if len(parities) == 2 and len(members) >= max(2, _MOST_PAGES * len(edge.pages)):
                return {index for _, row in members for index in row.lines}
    return set()


def _said(edge: Edge, row: Row) -> str:
    return " ".join(edge.lines[index].text for index in row.lines)


def _may_be_head(edge: Edge, row: Row) -> bool:
    text = _said(edge, row)
    if row.away > _BAND * edge.sheets[row.page].height or len(text) > _HEAD or text[-1] in ".;:,":
        return False
    said = folded(text)
    return not (said.is_label or said.is_like_a_clause) and not text[0].isdigit() and edge.space_behind(row) >= 1.5


def _is_column(edge: Edge, rows: Sequence[Row], chosen: set[int]) -> bool:
    """Whether the rows stand on most pages from the first to the last, where no other page has text."""
    pages = {row.page for row in rows}
    span = max(pages) - min(pages) + 1
    if len(pages) < _FEWEST or len(pages) < 0.8 * span:
        return False
    place = median(row.away for row in rows)
    others = [
        held[zone]
        for page, held in edge.pages.items()
        if page not in pages and (zone := edge.zone(page, chosen)) < len(held)
    ]
    return sum(row.away < place + SAME_PLACE for row in others) <= 0.2 * (len(others) + len(rows))


def at_known_places(edge: Edge, chosen: set[int]) -> set[int]:
    """Other short lines where furniture stands on other pages."""
    places: Counter[tuple[int, int]] = Counter()
    numbers: Counter[int] = Counter()
    for row in edge.rows():
        for index in row.lines:
            if index in chosen:
                places[round(row.away), round(edge.lines[index].height)] += 1
                numbers[round(row.away)] += folded(edge.lines[index].text[:LONGEST]).counts_pages
    more = set()
    for rows in edge.pages.values():
        for row in rows[:ZONE]:
            known = [index for index in row.lines if index in chosen or _is_known(edge, row, index, places, numbers)]
            if len(known) < len(row.lines) or (not chosen.issuperset(known) and not edge.stands_apart(row)):
                break
            more.update(known)
    return more


def _is_known(edge: Edge, row: Row, index: int, places: Counter[tuple[int, int]], numbers: Counter[int]) -> bool:
    line = edge.lines[index]
    if len(line.text) > LONGEST:
        return False
    near = [round(row.away) + step for step in (-1, 0, 1)]
    if folded(line.text).counts_pages and sum(numbers[place] for place in near) >= 2:
        return True
    same = sum(places[place, round(line.height)] for place in near)
    return same >= max(_FEWEST, 0.3 * len(edge.sheets)) and line.text[-1] not in ".;:,"


def sure_numbers(edge: Edge, chosen: set[int]) -> set[int]:
    """Page numbers that their form and place alone tell: of short documents, and of pages without other furniture."""
    more = set()
    for page, rows in edge.pages.items():
        zone = edge.zone(page, chosen)
        if zone >= len(rows) or len(rows[zone].lines) != 1:
            continue
        row, index = rows[zone], rows[zone].lines[0]
        line, sheet = edge.lines[index], edge.sheets[page]
        said = folded(line.text) if len(line.text) <= _SHORT else None
        if said is None or not said.counts_pages or row.away > _BAND * sheet.height or not edge.stands_apart(row):
            continue
        is_number = said.numbers == (page + 1,) and not edge.is_top and not said.is_like_a_clause
        is_central = abs((line.left + line.right) / 2 - sheet.width / 2) < 0.03 * sheet.width
        if said.is_sure or (is_number and is_central):
            more.add(index)
    return more
