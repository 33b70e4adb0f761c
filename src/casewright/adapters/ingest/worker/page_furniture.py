"""Page furniture in lines of print: what stands at one place on page after page, away from the text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.page_numbers import LONGEST, Folded, folded
from casewright.adapters.ingest.worker.line_numbers import line_numbers
from casewright.adapters.ingest.worker.page_edges import SAME_PLACE, Edge, Row, Sheet
from casewright.adapters.ingest.worker.running_heads import (
    at_known_places,
    changing_heads,
    mirrored_heads,
    sure_numbers,
)
from casewright.domain.documents import Furniture, FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.worker.lines import Line

_FEWEST: Final = 3
_MARGIN: Final = 0.062
"""The share of a page's height in which nothing but furniture stands."""
_BAND: Final = 0.13
"""The share of a page's height in which page numbers stand."""
_REACH: Final = 0.18
"""The share of a page's height that its header or footer may reach."""
_HUGE: Final = 2.5
_COLUMNS: Final = 3
_STAMP: Final = re.compile(
    r"(?i)\b(?:confidential|privileged|draft|execution (?:copy|version)|redacted|omitted|envelope id|specimen|void)\b"
)


@dataclass(frozen=True, slots=True)
class _Print:
    """A line where it may be furniture."""

    row: Row
    line: int
    said: Folded


def furniture_of(lines: Sequence[Line], sheets: Sequence[Sheet]) -> tuple[tuple[Furniture, ...], list[Line]]:
    """The furniture of all pages in order, and the lines as they are without it; no line is of a table."""
    numbered = line_numbers(lines)
    found = _furniture([numbered.get(index) or line for index, line in enumerate(lines)], sheets, numbered)
    spans: list[Furniture] = []
    rest: list[Line] = []
    for index, line in enumerate(lines):
        end = line.start + len(line.text)
        if index in found:
            spans.append(Furniture(line.start, end, found[index]))
            continue
        text = numbered.get(index, line)
        if text is not line:
            end = text.start if text is not None else end
            shown = line.text[: end - line.start].rstrip()
            spans.append(Furniture(line.start, line.start + len(shown), FurnitureKind.LINE_NUMBER))
        if text is not None:
            rest.append(text)
    return tuple(spans), rest


def _furniture(
    lines: Sequence[Line],
    sheets: Sequence[Sheet],
    numbered: dict[int, Line | None],
) -> dict[int, FurnitureKind]:
    """The numbers of the lines that are furniture as a whole, but for line numbers."""
    found = _across(lines, sheets)
    upright = [
        index
        for index, line in enumerate(lines)
        if index not in found and not line.is_turned and numbered.get(index, line) is not None
    ]
    for is_top in (True, False):
        edge = Edge(lines, sheets, upright, is_top=is_top)
        chosen = _repeated(edge)
        chosen |= mirrored_heads(edge, chosen)
        chosen |= changing_heads(edge, chosen)
        chosen |= at_known_places(edge, chosen)
        chosen |= sure_numbers(edge, chosen)
        found.update((index, _kind(lines[index].text, is_top=is_top)) for index in chosen)
    return found


def _kind(text: str, *, is_top: bool) -> FurnitureKind:
    if len(text) <= LONGEST and folded(text).counts_pages:
        return FurnitureKind.PAGE_NUMBER
    if _STAMP.search(text):
        return FurnitureKind.STAMP
    return FurnitureKind.HEADER if is_top else FurnitureKind.FOOTER


def _across(lines: Sequence[Line], sheets: Sequence[Sheet]) -> dict[int, FurnitureKind]:
    """Watermarks across pages, and stamps along their edges: turned print, or huge print that is repeated."""
    usual = median(line.height for line in lines) if lines else 1.0
    found: dict[int, FurnitureKind] = {}
    seen: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if line.is_slanted and len(line.text) <= LONGEST:
            found[index] = FurnitureKind.WATERMARK
        elif (line.is_turned or line.height > _HUGE * usual) and len(line.text) <= LONGEST:
            seen[folded(line.text).template].append(index)
    for same in seen.values():
        pages = {lines[index].page for index in same}
        places = {(round(lines[index].left / 6), round(lines[index].first_base / 6)) for index in same}
        if len(pages) >= min(_FEWEST, max(2, len(sheets))) and len(places) * 2 <= len(same):
            kind = FurnitureKind.STAMP if lines[same[0]].is_turned else FurnitureKind.WATERMARK
            found.update(dict.fromkeys(same, kind))
    return found


# Lines that repeat


def _repeated(edge: Edge) -> set[int]:
    """The lines that stand at one place on several pages, outside of the text."""
    prints: dict[str, list[_Print]] = defaultdict(list)
    for row in edge.rows():
        for index in row.lines:
            text = edge.lines[index].text
            if len(text) <= 2 * LONGEST:
                said = folded(text)
                prints[said.template].append(_Print(row, index, said))
    groups = [group for same in prints.values() for group in _placed(edge, same)]
    while True:
        chosen = {one.line for group in groups for one in group}
        zones = {page: edge.zone(page, chosen) for page in edge.pages}
        kept = [group for group in groups if _is_outside_text(edge, group, zones)]
        if len(kept) == len(groups):
            break
        groups = kept
    return {
        index
        for page, rows in edge.pages.items()
        for row in rows[: zones[page]]
        for index in row.lines
        if index in chosen
    }


def _placed(edge: Edge, prints: list[_Print]) -> Iterator[list[_Print]]:
    """The lines of one template that stand at one place of several pages, their numbers constant or counting pages."""
    for placed in _by_place(prints):
        pages = {one.row.page for one in placed}
        span = max(pages) - min(pages) + 1
        if len(pages) < (_FEWEST if len(edge.sheets) > 2 else 2) or len(pages) < 0.4 * span:
            continue
        if _is_aligned([edge.lines[one.line] for one in placed]) and _is_steady(placed):
            yield placed


def _by_place(prints: list[_Print]) -> Iterator[list[_Print]]:
    group: list[_Print] = []
    for one in sorted(prints, key=lambda one: one.row.away):
        if group and one.row.away - group[0].row.away > SAME_PLACE:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _is_aligned(lines: Sequence[Line]) -> bool:
    """Whether the lines begin, end or have their middle at one place, or at one on odd and one on even pages."""
    for edge in (
        [line.left for line in lines],
        [line.right for line in lines],
        [(line.left + line.right) / 2 for line in lines],
    ):
        places = Counter(round(place / (2 * SAME_PLACE)) for place in edge)
        nearest = max(places[at] + places[at + 1] for at in list(places))
        if nearest >= 0.6 * len(lines) or sum(count for _, count in places.most_common(4)) >= 0.8 * len(lines):
            return True
    return False


def _is_steady(placed: Sequence[_Print]) -> bool:
    """Whether each number in the lines stays what it was, or grows with the pages, nearly always."""
    by_page = sorted(placed, key=lambda one: one.row.page)
    first = by_page[0].said
    for slot in range(len(first.numbers)):
        steps = [
            (after.said.numbers[slot] - before.said.numbers[slot], after.row.page - before.row.page)
            for before, after in pairwise(by_page)
        ]
        if sum(grown == 0 for grown, _ in steps) >= 0.6 * len(steps):
            continue
        counting = sum(grown == pages for grown, pages in steps)
        if counting < 0.6 * len(steps) or first.is_label or first.is_like_a_clause:
            return False
    return True


def _is_outside_text(edge: Edge, group: Sequence[_Print], zones: dict[int, int]) -> bool:
    """Whether the lines stand outside the text, and nothing but furniture between them and the page's edge."""
    inner = [one for one in group if one.row.rank < zones[one.row.page]]
    if len(inner) < max(2, 0.6 * len(group)):
        return False
    place, height = median(one.row.away for one in inner), edge.sheets[inner[0].row.page].height
    if place > _REACH * height:
        return False
    here = {one.row.page for one in group}
    others = [rows[zones[page]] for page, rows in edge.pages.items() if page not in here and zones[page] < len(rows)]
    reach = sum(row.away < place + SAME_PLACE for row in others)
    if reach > 0.2 * (len(others) + len(inner)):
        return False
    if sum(zones[one.row.page] < len(edge.pages[one.row.page]) for one in inner) * 2 < len(inner):
        return False
    innermost = [edge.pages[one.row.page][zones[one.row.page] - 1] for one in inner]
    is_apart = sum(edge.stands_apart(row) for row in innermost) >= 0.6 * len(inner)
    if group[0].said.counts_pages:
        return is_apart or place < _BAND * height
    heads_columns = all(len(one.row.lines) >= _COLUMNS for one in inner)
    return is_apart or (place < _MARGIN * height and not heads_columns)
