"""Numbers that count the lines of pages, at the left of their text or beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.worker.lines import Line

_NUMBERED: Final = re.compile(r"(\d{1,4})(?:\s+|(?=[^\W\d_\"“(])|\Z)")
_FEWEST_LINES: Final = 8
_FEWEST_STEPS: Final = 4
"""Numbers that count in steps are fewer; they are believed where they stand by themselves."""
_FEWEST_PAGES: Final = 2
_MOST_STEPS: Final = (1, 5, 10)
_SAME_PLACE: Final = 8.0
_SMALL: Final = 0.15
"""The share of lines beside numbers that begin in the middle of a sentence, in running text."""


def line_numbers(lines: Sequence[Line]) -> dict[int, Line | None]:
    """The lines that begin with a number of their page's count, each without it; None where it is nothing else."""
    pages: dict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if not line.is_turned:
            pages[line.page].append(index)
    found: dict[int, Line | None] = {}
    counted = told = 0
    for members in pages.values():
        column = _column(lines, members)
        if column:
            counted += 1
            here = {index: _without_number(lines[index]) for index in column}
            told += _is_prose(lines, members, here)
            found.update(here)
    is_sure = counted >= _FEWEST_PAGES and told * 2 >= counted
    return found if is_sure and counted * 2 >= len(pages) else {}


def _column(lines: Sequence[Line], members: Sequence[int]) -> list[int]:
    """The lines of a page that begin with numbers of one count at the page's left, from its top on."""
    numbered = [(index, int(match[1])) for index in members if (match := _NUMBERED.match(lines[index].text))]
    best: list[int] = []
    counted = 1
    for step in _MOST_STEPS:
        for run in _runs(lines, numbered, step):
            if len(run) > len(best) and len(run) >= _fewest(lines, run, step):
                best, counted = run, step
    if not best:
        return []
    chosen = set(best)
    edge = max(lines[index].left for index in best)
    others = [lines[index] for index in members if index not in chosen]
    top, bottom = lines[best[0]].first_base, lines[best[-1]].first_base
    between = [line for line in others if bottom - 2 <= line.first_base <= top + 2]
    if any(line.left < edge + 2 for line in between):
        return []
    return best if len(between) <= 4 * counted * len(best) else []


def _fewest(lines: Sequence[Line], run: Sequence[int], step: int) -> int:
    """How many numbers make a count: fewer where it goes in steps from its first one, each alone in its line."""
    is_stepped = step > 1 and lines[run[0]].text.strip() == str(step)
    return _FEWEST_STEPS if is_stepped and all(lines[at].text.strip().isdigit() for at in run) else _FEWEST_LINES


def _runs(lines: Sequence[Line], numbered: Sequence[tuple[int, int]], step: int) -> Iterator[list[int]]:
    """Runs of numbers that grow by ``step`` while their lines go down the page at one place."""
    open_runs: dict[int, list[int]] = {}
    done: list[list[int]] = []
    for index, number in numbered:
        run = open_runs.pop(number - step, None)
        if run is not None:
            last = lines[run[-1]]
            goes_down = lines[index].first_base < last.first_base - 0.5 * last.height
            if not goes_down or abs(lines[index].left - last.left) > _SAME_PLACE:
                done.append(run)
                run = None
        if run is None:
            run = []
        run.append(index)
        if number in open_runs:
            done.append(open_runs[number])
        open_runs[number] = run
    yield from done
    yield from open_runs.values()


def _is_prose(lines: Sequence[Line], members: Sequence[int], column: dict[int, Line | None]) -> bool:
    """Whether the numbers stand beside running text: lines of it begin in the middle of sentences."""
    texts = [line.text for line in column.values() if line is not None]
    if len(texts) * 2 < len(column):
        texts += [lines[index].text for index in members if index not in column]
    return bool(texts) and sum(text[:1].islower() for text in texts) >= _SMALL * len(texts)


def _without_number(line: Line) -> Line | None:
    match = _NUMBERED.match(line.text)
    rest = line.text[match.end() :] if match is not None else line.text
    if not rest:
        return None
    return replace(line, start=line.start + len(line.text) - len(rest), text=rest)
