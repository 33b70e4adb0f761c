"""Grids that rules draw on a page: rows and columns, and the cells that reach over several of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.rules import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.adapters.ingest.worker.page_frame import Rectangle
    from casewright.adapters.ingest.worker.rules import Rules

_SAME: Final = 1.5
"""Points that two parts of one rule may lie apart across its direction."""
_TOUCH: Final = 3.0
"""Points that two rules may end before each other and still meet."""
_LEVEL: Final = 3.0
"""Points between rules that are the two strokes of one border."""
_SIDE: Final = 6.0
"""Points by which rules have to stick out to show that a side is open and not drawn."""
_COVERED: Final = 0.6
"""The share of a cell's side that has to be drawn."""
_EDGE: Final = 0.85
"""The share of an outer side that has to be drawn, unless none of it is."""
_MOST_RULES: Final = 800
_MOST_COLUMNS: Final = 60
_MOST_ROWS: Final = 400


@dataclass(frozen=True, slots=True)
class Place:
    """A cell: its first row and column, counting from 0 at the top left, and how many of each it reaches over."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Lattice:
    """A grid: ``xs`` ascend from left to right, ``ys`` descend from top to bottom, in points; every base cell is in
    exactly one of the places, which are in order row by row.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    places: tuple[Place, ...]

    def box(self, place: Place) -> Rectangle:
        """The rectangle of a cell."""
        return (
            self.xs[place.column],
            self.ys[place.row + place.rows],
            self.xs[place.column + place.columns],
            self.ys[place.row],
        )

    @property
    def bounds(self) -> Rectangle:
        """The rectangle of the grid."""
        return self.xs[0], self.ys[-1], self.xs[-1], self.ys[0]


def lattices_of(rules: Rules) -> tuple[Lattice, ...]:
    """The grids of two columns and two rows at least, those higher on the page first."""
    across, down = joined(rules.across), joined(rules.down)
    if len(across) > _MOST_RULES or len(down) > _MOST_RULES:
        return ()
    found = [lattice for group in _groups(across, down) if (lattice := _lattice(*group)) is not None]
    return tuple(sorted(found, key=lambda lattice: (-lattice.ys[0], lattice.xs[0])))


def joined(rules: Iterable[Rule]) -> list[Rule]:
    """The rules, with those that lie on one line and touch as one."""
    lines: list[list[Rule]] = []
    for rule in sorted(rules):
        if lines and rule.at - lines[-1][0].at <= _SAME:
            lines[-1].append(rule)
        else:
            lines.append([rule])
    return [rule for line in lines for rule in _runs(line)]


def _runs(line: Sequence[Rule]) -> Iterator[Rule]:
    at = sum(rule.at for rule in line) / len(line)
    low, high = None, 0.0
    for rule in sorted(line, key=lambda rule: rule.low):
        if low is None:
            low, high = rule.low, rule.high
        elif rule.low <= high + _TOUCH:
            high = max(high, rule.high)
        else:
            yield Rule(at, low, high)
            low, high = rule.low, rule.high
    if low is not None:
        yield Rule(at, low, high)


def _groups(across: Sequence[Rule], down: Sequence[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Rules that hang together, each group those across and those down."""
    leader = list(range(len(across) + len(down)))

    def lead(index: int) -> int:
        while leader[index] != index:
            leader[index] = leader[leader[index]]
            index = leader[index]
        return index

    for one, rule in enumerate(across):
        for two, other in enumerate(down, start=len(across)):
            if _meet(rule, other):
                leader[lead(one)] = lead(two)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for index, rule in enumerate((*across, *down)):
        groups[lead(index)][index >= len(across)].append(rule)
    yield from groups.values()


def _meet(across: Rule, down: Rule) -> bool:
    return (
        across.low - _TOUCH <= down.at <= across.high + _TOUCH and down.low - _TOUCH <= across.at <= down.high + _TOUCH
    )


def _lattice(across: Sequence[Rule], down: Sequence[Rule]) -> Lattice | None:
    """The grid that these rules draw; None where they draw none."""
    if not across or not down:
        return None
    xs = _with_open_sides(_levels(down), across)
    ys = _with_open_sides(_levels(across), down)
    if not 3 <= len(xs) <= _MOST_COLUMNS or not 3 <= len(ys) <= _MOST_ROWS:
        return None
    right = _drawn(down, xs, ys)
    below = _drawn(across, ys, xs)
    if not all(_is_closed(sides) for sides in (right[0], right[-1], below[0], below[-1])):
        return None
    ys.reverse()
    below.reverse()
    right = [list(reversed(sides)) for sides in right]
    places = _places(right, below, len(ys) - 1, len(xs) - 1)
    return None if places is None else Lattice(tuple(xs), tuple(ys), places)


def _levels(rules: Iterable[Rule]) -> list[float]:
    """Where rules stand, ascending; the strokes of one border once."""
    levels: list[list[float]] = []
    for at in sorted(rule.at for rule in rules):
        if levels and at - levels[-1][0] <= _LEVEL:
            levels[-1].append(at)
        else:
            levels.append([at])
    return [(level[0] + level[-1]) / 2 for level in levels]


def _with_open_sides(levels: list[float], others: Sequence[Rule]) -> list[float]:
    """The levels, and the ends of the rules that cross them where these stick out: a side that is not drawn."""
    low, high = min(rule.low for rule in others), max(rule.high for rule in others)
    before = [low] if low < levels[0] - _SIDE else []
    after = [high] if high > levels[-1] + _SIDE else []
    return [*before, *levels, *after]


def _drawn(rules: Sequence[Rule], levels: Sequence[float], others: Sequence[float]) -> list[list[bool]]:
    """For each level, and each step between two of the others, whether a rule is drawn there."""
    found = []
    for level in levels:
        here = [rule for rule in rules if abs(rule.at - level) <= _LEVEL]
        found.append(
            [
                sum(max(0.0, min(rule.high, high) - max(rule.low, low)) for rule in here) >= _COVERED * (high - low)
                for low, high in pairwise(others)
            ]
        )
    return found


def _is_closed(sides: Sequence[bool]) -> bool:
    """Whether an outer side is drawn, or not drawn at all."""
    return not any(sides) or sum(sides) >= _EDGE * len(sides)


def _places(
    right: Sequence[Sequence[bool]], below: Sequence[Sequence[bool]], rows: int, columns: int
) -> tuple[Place, ...] | None:
    """The cells; None where base cells that no rule parts are no rectangle.

    ``right[x][row]`` says whether level x is drawn beside the row, ``below[y][column]`` the same of y and a column.
    """
    taken: dict[tuple[int, int], Place] = {}
    places = []
    for row in range(rows):
        for column in range(columns):
            if (row, column) in taken:
                continue
            wide = 1
            while column + wide < columns and not right[column + wide][row]:
                wide += 1
            tall = 1
            while row + tall < rows and not below[row + tall][column]:
                tall += 1
            place = Place(row, column, tall, wide)
            if not _is_rectangle(place, right, below):
                return None
            for cell in _base_cells(place):
                if cell in taken:
                    return None
                taken[cell] = place
            places.append(place)
    return tuple(places)


def _is_rectangle(place: Place, right: Sequence[Sequence[bool]], below: Sequence[Sequence[bool]]) -> bool:
    """Whether no rule is drawn inside the cell."""
    last_row, last_column = place.row + place.rows, place.column + place.columns
    rows, columns = range(place.row, last_row), range(place.column, last_column)
    return not any(right[x][row] for x in range(place.column + 1, last_column) for row in rows) and not any(
        below[y][column] for y in range(place.row + 1, last_row) for column in columns
    )


def _base_cells(place: Place) -> Iterator[tuple[int, int]]:
    for row in range(place.row, place.row + place.rows):
        for column in range(place.column, place.column + place.columns):
            yield row, column
