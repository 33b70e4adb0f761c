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
from casewright.domain.documents import Furniture, FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.adapters.ingest.worker.lines import Line

_ZONE: Final = 8
"""Most rows of a header or a footer."""
_SAME_PLACE: Final = 3.0
"""Within so many points two lines stand at one place."""
_FEWEST: Final = 3
_APART: Final = 1.35
"""From so many usual distances between lines on, a row stands apart from the text."""
_MARGIN: Final = 0.062
"""The share of a page's height in which nothing but furniture stands."""
_BAND: Final = 0.13
"""The share of a page's height in which a short document may have furniture."""
_HUGE: Final = 2.5
_STAMP: Final = re.compile(
    r"(?i)\b(?:confidential|privileged|draft|execution (?:copy|version)|redacted|omitted|envelope id|specimen|void)\b"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it is shown: its size in points."""

    width: float
    height: float


@dataclass(slots=True)
class _Row:
    """Lines beside one another at the top or the bottom of a page; ``away`` is how far they are from its edge."""

    page: int
    away: float
    height: float
    lines: list[int]


@dataclass(frozen=True, slots=True)
class _Print:
    """A line where it may be furniture."""

    row: _Row
    line: int
    said: Folded


def page_furniture(lines: Sequence[Line], sheets: Sequence[Sheet], tables: Sequence[tuple[int, int]]) -> dict[int, FurnitureKind]:
    """The numbers of the lines that are furniture. ``tables`` are spans of the text in which none is looked for."""
    found = _turned(lines, sheets)
    by_page: dict[int, list[int]] = defaultdict(list)
    inside = _inside(lines, tables)
    for index, line in enumerate(lines):
        if index not in found and not line.is_turned:
            by_page[line.page].append(index)
    pitch = _usual_pitch(lines)
    for is_top in (True, False):
        edges = {
            page: list(_rows(lines, members, sheets[page], is_top=is_top)) for page, members in by_page.items()
        }
        found.update(_Edge(lines, sheets, edges, inside, pitch, is_top=is_top).furniture())
    return found


def _inside(lines: Sequence[Line], spans: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The lines that stand inside one of the spans, which are in order."""
    inside = []
    at = 0
    for index, line in enumerate(lines):
        while at < len(spans) and spans[at][1] <= line.start:
            at += 1
        if at < len(spans) and spans[at][0] <= line.start:
            inside.append(index)
    return frozenset(inside)


def _usual_pitch(lines: Sequence[Line]) -> float:
    """The usual distance between two lines, in points."""
    falls = Counter(
        round(before.first_base - line.first_base)
        for before, line in pairwise(lines)
        if before.page == line.page and 0.8 * line.height <= before.first_base - line.first_base <= 3 * line.height
    )
    return float(max(falls, key=lambda fall: (falls[fall], -fall))) if falls else 14.0


def _rows(lines: Sequence[Line], members: Sequence[int], sheet: Sheet, *, is_top: bool) -> Iterator[_Row]:
    """The page's outermost rows, the outermost first, and one more."""
    ordered = sorted(members, key=lambda index: lines[index].first_base, reverse=is_top)
    row: _Row | None = None
    count = 0
    for index in ordered:
        line = lines[index]
        away = sheet.height - line.first_base - line.height if is_top else line.first_base
        if row is not None and abs(lines[row.lines[0]].first_base - line.first_base) < 0.4 * min(line.height, row.height):
            row.lines.append(index)
            continue
        if row is not None:
            yield row
            count += 1
            if count > _ZONE:
                return
        row = _Row(line.page, away, line.height, [index])
    if row is not None:
        yield row


class _Edge:
    """The tops or the bottoms of all pages."""

    def __init__(
        self,
        lines: Sequence[Line],
        sheets: Sequence[Sheet],
        edges: dict[int, list[_Row]],
        inside: frozenset[int],
        pitch: float,
        *,
        is_top: bool,
    ) -> None:
        self._lines = lines
        self._sheets = sheets
        self._edges = edges
        self._pitch = pitch
        self._is_top = is_top
        self._prints: dict[str, list[_Print]] = defaultdict(list)
        for rows in edges.values():
            for row in rows[:_ZONE]:
                for index in row.lines:
                    if len(lines[index].text) <= LONGEST * 2 and index not in inside:
                        said = folded(lines[index].text)
                        self._prints[said.template].append(_Print(row, index, said))

    def furniture(self) -> dict[int, FurnitureKind]:
        """The lines that are furniture."""
        groups = [group for prints in self._prints.values() for group in self._repeated(prints)]
        chosen = {one.line for group in groups for one in group}
        changed = True
        while changed:
            zones = {page: self._zone(rows, chosen) for page, rows in self._edges.items()}
            kept = [group for group in groups if self._is_apart(group, zones, chosen)]
            changed = len(kept) < len(groups)
            groups = kept
            chosen = {one.line for group in groups for one in group}
        chosen = self._in_zone(chosen)
        chosen |= self._at_known_places(chosen)
        chosen |= self._sure(chosen)
        return {line: self._kind(line) for line in chosen}

    def _repeated(self, prints: list[_Print]) -> Iterator[list[_Print]]:
        """The lines of one template that stand at one place of several pages, their numbers constant or counting pages."""
        for placed in _by_place(prints, lambda one: one.row.away):
            pages = {one.row.page for one in placed}
            span = max(pages) - min(pages) + 1
            if len(pages) < (_FEWEST if len(self._sheets) > 2 else 2) or len(pages) < 0.4 * span:
                continue
            if self._is_aligned(placed) and _is_steady(placed):
                yield placed

    def _is_aligned(self, placed: Sequence[_Print]) -> bool:
        """Whether the lines begin, end or have their middle at one place, or at one on odd and one on even pages."""
        lines = [self._lines[one.line] for one in placed]
        for edge in (
            [line.left for line in lines],
            [line.right for line in lines],
            [(line.left + line.right) / 2 for line in lines],
        ):
            places = Counter(round(place / (2 * _SAME_PLACE)) for place in edge)
            near = sorted((places[at] + places[at + 1] for at in places), reverse=True)
            if near[0] >= 0.6 * len(lines) or sum(count for _, count in places.most_common(4)) >= 0.8 * len(lines):
                return True
        return False

    def _zone(self, rows: Sequence[_Row], chosen: set[int]) -> int:
        """How many rows from the edge on are nothing but lines that were chosen."""
        return next((at for at, row in enumerate(rows) if not chosen.issuperset(row.lines)), len(rows))

    def _is_apart(self, group: Sequence[_Print], zones: dict[int, int], chosen: set[int]) -> bool:
        """Whether the lines stand outside the text, and nothing but furniture between them and the page's edge."""
        inner = [one for one in group if self._rank(one) < zones[one.row.page]]
        if len(inner) < max(2, 0.6 * len(group)):
            return False
        first = inner[0]
        place, sheet = median(one.row.away for one in inner), self._sheets[first.row.page]
        here = {one.row.page for one in group}
        others = [
            rows[zones[page]] for page, rows in self._edges.items() if page not in here and zones[page] < len(rows)
        ]
        reach = sum(row.away < place + _SAME_PLACE for row in others)
        apart = [one for one in inner if self._stands_apart(one, zones)]
        is_apart = len(apart) >= 0.6 * len(inner)
        is_outside = reach <= 0.2 * (len(others) + len(inner))
        counts = first.said.counts_pages
        if counts and is_outside:
            return is_apart or place < _BAND * sheet.height
        if is_outside and place < _MARGIN * sheet.height and not self._heads_columns(inner):
            return True
        return is_apart and is_outside and (len(inner) >= _FEWEST or place < _BAND * sheet.height)

    def _heads_columns(self, group: Sequence[_Print]) -> bool:
        """Whether the lines stand tightly over text in the same columns, as a table's head does."""
        return all(len(one.row.lines) > 2 for one in group)

    def _rank(self, one: _Print) -> int:
        return self._edges[one.row.page].index(one.row)

    def _stands_apart(self, one: _Print, zones: dict[int, int]) -> bool:
        """Whether more space than between lines, or another size of print, parts the page's furniture from its text."""
        rows = self._edges[one.row.page]
        zone = zones[one.row.page]
        if zone >= len(rows):
            return True
        inner, text = rows[zone - 1], rows[zone]
        space = abs(self._lines[inner.lines[0]].first_base - self._lines[text.lines[0]].first_base)
        return space >= _APART * self._pitch or not 0.9 < inner.height / text.height < 1.12

    def _in_zone(self, chosen: set[int]) -> set[int]:
        """Those of the lines that only furniture parts from the page's edge."""
        return {
            index
            for rows in self._edges.values()
            for row in rows[: self._zone(rows, chosen)]
            for index in row.lines
            if index in chosen
        }

    def _at_known_places(self, chosen: set[int]) -> set[int]:
        """Other short lines at the places of furniture: the names of chapters, page numbers in another style."""
        places: Counter[tuple[int, int]] = Counter()
        numbers: Counter[int] = Counter()
        for rows in self._edges.values():
            for row in rows:
                for index in row.lines:
                    if index in chosen:
                        places[round(row.away), round(self._lines[index].height)] += 1
                        numbers[round(row.away)] += folded(self._lines[index].text[:LONGEST]).counts_pages
        more = set()
        for rows in self._edges.values():
            for at, row in enumerate(rows[:_ZONE]):
                known = [
                    index
                    for index in row.lines
                    if index in chosen or self._is_known_place(row, index, places, numbers)
                ]
                follows_text = at + 1 < len(rows) and self._is_tight(row, rows[at + 1])
                if len(known) < len(row.lines) or (follows_text and not chosen.issuperset(row.lines)):
                    break
                more.update(known)
        return more

    def _is_known_place(
        self, row: _Row, index: int, places: Counter[tuple[int, int]], numbers: Counter[int]
    ) -> bool:
        line = self._lines[index]
        if len(line.text) > LONGEST:
            return False
        around = (-1, 0, 1)
        if folded(line.text).counts_pages and sum(numbers[round(row.away) + near] for near in around) >= 2:
            return True
        same = sum(places[round(row.away) + near, round(line.height)] for near in around)
        return same >= max(_FEWEST, 0.3 * len(self._sheets)) and line.text[-1] not in ".;:,"

    def _is_tight(self, row: _Row, inner: _Row) -> bool:
        space = abs(self._lines[row.lines[0]].first_base - self._lines[inner.lines[0]].first_base)
        return space < _APART * self._pitch and 0.9 < row.height / inner.height < 1.12

    def _sure(self, chosen: set[int]) -> set[int]:
        """Page numbers that their form and place alone tell: of short documents, and of pages without other furniture."""
        more = set()
        for page, rows in self._edges.items():
            zone = self._zone(rows, chosen)
            if zone >= len(rows) or len(rows[zone].lines) != 1:
                continue
            row, index = rows[zone], rows[zone].lines[0]
            line, sheet = self._lines[index], self._sheets[page]
            said = folded(line.text) if len(line.text) <= 40 else None
            if said is None or not said.counts_pages or row.away > _BAND * sheet.height:
                continue
            is_number = len(said.numbers) == 1 and said.numbers[0] == page + 1 and not self._is_top
            is_central = abs((line.left + line.right) / 2 - sheet.width / 2) < 0.03 * sheet.width
            stands_alone = zone + 1 >= len(rows) or not self._is_tight(row, rows[zone + 1])
            if stands_alone and (said.is_sure or (is_number and is_central)):
                more.add(index)
        return more

    def _kind(self, index: int) -> FurnitureKind:
        text = self._lines[index].text
        if len(text) <= LONGEST and folded(text).counts_pages:
            return FurnitureKind.PAGE_NUMBER
        if _STAMP.search(text):
            return FurnitureKind.STAMP
        return FurnitureKind.HEADER if self._is_top else FurnitureKind.FOOTER


def _by_place(prints: list[_Print], place: Callable[[_Print], float]) -> Iterator[list[_Print]]:
    """The lines in groups that stand at one place."""
    group: list[_Print] = []
    for one in sorted(prints, key=place):
        if group and place(one) - place(group[0]) > _SAME_PLACE:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _is_steady(placed: Sequence[_Print]) -> bool:
    """Whether each number in the lines stays what it was, or grows with the pages, nearly always."""
    by_page = sorted(placed, key=lambda one: one.row.page)
    if not by_page[0].said.numbers:
        return True
    for slot in range(len(by_page[0].said.numbers)):
        steps = [
            (after.said.numbers[slot] - before.said.numbers[slot], after.row.page - before.row.page)
            for before, after in pairwise(by_page)
        ]
        constant = sum(grown == 0 for grown, _ in steps)
        counting = sum(grown == pages for grown, pages in steps)
        if constant >= 0.6 * len(steps):
            continue
        if counting < 0.6 * len(steps) or by_page[0].said.is_label or by_page[0].said.is_like_a_clause:
            return False
    return True


def _turned(lines: Sequence[Line], sheets: Sequence[Sheet]) -> dict[int, FurnitureKind]:
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


def furniture_spans(
    lines: Sequence[Line], sheets: Sequence[Sheet], tables: Sequence[tuple[int, int]]
) -> tuple[tuple[Furniture, ...], list[Line]]:
    """The furniture of all pages in order, and the lines as they are without it."""
    numbered = line_numbers(lines)
    found = page_furniture([numbered.get(index, line) or line for index, line in enumerate(lines)], sheets, tables)
    spans: list[Furniture] = []
    rest: list[Line] = []
    for index, line in enumerate(lines):
        if index in found:
            spans.append(Furniture(line.start, line.start + len(line.text), found[index]))
            continue
        if index not in numbered:
            rest.append(line)
            continue
        text = numbered[index]
        end = text.start if text is not None else line.start + len(line.text)
        spans.append(Furniture(line.start, line.start + len(line.text[: end - line.start].rstrip()), FurnitureKind.LINE_NUMBER))
        if text is not None:
            rest.append(text)
    return tuple(spans), rest
