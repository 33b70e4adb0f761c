"""The outermost rows of pages: what stands near their top or their bottom, and how far from the text."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from casewright.adapters.ingest.worker.lines import Line

ZONE: Final = 8
"""Most rows of a header or a footer."""
SAME_PLACE: Final = 3.0
"""Within so many points two lines stand at one place."""
_APART: Final = 1.35
"""From so many usual distances between lines on, a row stands apart from the text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it is shown: its size in points."""

    width: float
    height: float


@dataclass(slots=True)
class Row:
    """Lines beside one another; ``away`` is how far they are from the page's edge, ``rank`` counts from there."""

    page: int
    rank: int
    away: float
    base: float
    height: float
    lines: list[int]


class Edge:
    """The tops or the bottoms of all pages; ``inside`` are lines that are no furniture whatever they look like."""

    def __init__(
        self,
        lines: Sequence[Line],
        sheets: Sequence[Sheet],
        upright: Sequence[int],
        inside: Collection[int],
        *,
        is_top: bool,
    ) -> None:
        self.lines = lines
        self.sheets = sheets
        self.inside = inside
        self.is_top = is_top
        self.pitch = _usual_pitch(lines)
        by_page: dict[int, list[int]] = defaultdict(list)
        for index in upright:
            by_page[lines[index].page].append(index)
        self.pages = {page: list(self._rows(members)) for page, members in by_page.items()}

    def rows(self) -> Iterator[Row]:
        """The rows that may belong to a header or a footer."""
        return (row for rows in self.pages.values() for row in rows[:ZONE])

    def zone(self, page: int, chosen: Collection[int]) -> int:
        """How many of the page's rows from its edge on are nothing but lines that were chosen."""
        rows = self.pages[page]
        return next((at for at, row in enumerate(rows) if any(line not in chosen for line in row.lines)), len(rows))

    def space_behind(self, row: Row) -> float:
        """From the row to the next one inward, in usual distances between lines; much where there is none."""
        rows = self.pages[row.page]
        if row.rank + 1 >= len(rows):
            return float(ZONE)
        return abs(row.base - rows[row.rank + 1].base) / self.pitch

    def stands_apart(self, row: Row) -> bool:
        """Whether more space than between lines, or another size of print, parts the row from the next one inward."""
        rows = self.pages[row.page]
        if self.space_behind(row) >= _APART:
            return True
        return not 0.9 < row.height / rows[row.rank + 1].height < 1.12

    def _rows(self, members: Sequence[int]) -> Iterator[Row]:
        """The page's outermost rows, the outermost first, and one more than may be furniture."""
        ordered = sorted(members, key=lambda index: self.lines[index].first_base, reverse=self.is_top)
        row: Row | None = None
        for index in ordered:
            line = self.lines[index]
            if row is not None and abs(row.base - line.first_base) < 0.4 * min(line.height, row.height):
                row.lines.append(index)
                continue
            if row is not None:
                yield row
                if row.rank >= ZONE:
                    return
            above = self.sheets[line.page].height - line.first_base - line.height
            away = above if self.is_top else line.first_base
            row = Row(line.page, row.rank + 1 if row is not None else 0, away, line.first_base, line.height, [index])
        if row is not None:
            yield row


def _usual_pitch(lines: Sequence[Line]) -> float:
    """The usual distance between two lines, in points."""
    falls = Counter(
        round(before.first_base - line.first_base)
        for before, line in pairwise(lines)
        if before.page == line.page and 0.8 * line.height <= before.first_base - line.first_base <= 3 * line.height
    )
    return float(max(falls, key=lambda fall: (falls[fall], -fall))) if falls else 14.0
