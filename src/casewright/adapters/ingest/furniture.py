"""Page furniture in a text that was made from pages: lines that repeat, and numbers that count, at page intervals."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.glued_furniture import glued_furniture
from casewright.adapters.ingest.joints import goes_on, is_running_text
from casewright.adapters.ingest.page_numbers import LONGEST, chains, folded
from casewright.domain.documents import Furniture, FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.page_numbers import Folded

_LINE: Final = re.compile(r"[^\n\f]*[^\s][^\n\f]*")
_DIGITS: Final = re.compile(r"\d+")
_PAGE_MARK: Final = re.compile(r"<PAGE>\s*#?", re.I)
_LETTER: Final = re.compile(r"[^\W\d_]")
_HEADING: Final = re.compile(r"[A-Z][A-Z0-9 ,&'’\-/().;:]{3,80}|(?:\d{1,2}\.)+\d{0,2}\s.*|[A-Z].{2,50}[^.;,:]")

_NEAREST, _FARTHEST = 40, 14_000
"""Fewest and most characters from a page's end to the next one's."""
_PAGE_LEAST, _PAGE_MOST = 450, 9_000
"""How many characters a page usually has."""
_FEWEST: Final = 3
"""How often something has to be there to be repeated."""
_RUN: Final = 5
"""On so many pages in a row a chapter's header has to stand."""
_MANY: Final = 8
_ROUNDS: Final = 5
"""Most lines of furniture, one below the other, whose place only the ones beside them show."""
_INDENTED: Final = 16
"""So far from the margin only what stands in a page's middle or at its right begins."""
_SHORT_NUMBER, _MOST_PAGES = 12, 1000
"""Characters of a page number without words, and what it stays below."""
_FORM_FEED: Final = 1000
"""What a form feed counts in line ends."""


@dataclass(slots=True)
class _Lines:
    """The lines of a text that show anything, without white space around them."""

    text: str
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    """The line ends before each line."""
    indents: list[int] = field(default_factory=list)
    broad: int = 4
    """From so many line ends on, more space than usual stands between two lines."""
    same: dict[str, list[int]] = field(default_factory=dict)
    """The short lines that are equal but for their digits."""
    marked: dict[int, FurnitureKind] = field(default_factory=dict)

    def shown(self, line: int) -> str:
        return self.text[self.starts[line] : self.ends[line]]

    def span(self, line: int) -> tuple[int, int]:
        return self.starts[line], self.ends[line]

    def is_broad(self, line: int) -> bool:
        """Whether much space, or a form feed, stands before the line."""
        return line < len(self.gaps) and self.gaps[line] >= self.broad


def page_furniture(text: str) -> tuple[Furniture, ...]:
    """The furniture of a text without pages, in order. Takes time in proportion to the text."""
    if not is_running_text(text):
        return ()
    lines = _lines_of(text)
    for shown, same in lines.same.items():
        if _PAGE_MARK.fullmatch(shown):
            lines.marked.update(dict.fromkeys(same, FurnitureKind.PAGE_NUMBER))
    _mark_numbers(lines)
    for _ in range(_ROUNDS):
        known = len(lines.marked)
        _mark_repeated(lines)
        _mark_numbers_beside(lines)
        if len(lines.marked) == known:
            break
    furniture = [Furniture(lines.starts[line], lines.ends[line], kind) for line, kind in _with_kinds(lines)]
    ends = [line - 1 for line in lines.marked if line and line - 1 not in lines.marked]
    starts = [line + 1 for line in lines.marked if line + 1 < len(lines.starts) and line + 1 not in lines.marked]
    glued = glued_furniture(
        text, [lines.span(line) for line in sorted(ends)], [lines.span(line) for line in sorted(starts)]
    )
    return tuple(sorted([*furniture, *glued], key=lambda one: one.start))


def _lines_of(text: str) -> _Lines:
    lines = _Lines(text)
    at = 0
    for match in _LINE.finditer(text):
        line, first = match[0], match.start()
        shown = line.strip()
        indent = len(line) - len(line.lstrip())
        gap = first - at
        lines.gaps.append(gap if gap < 2 else _FORM_FEED if "\f" in text[at:first] else text.count("\n", at, first))
        at = match.end()
        if len(shown) <= LONGEST:
            lines.same.setdefault(_DIGITS.sub("#", shown), []).append(len(lines.starts))
        lines.indents.append(indent)
        lines.starts.append(first + indent)
        lines.ends.append(first + indent + len(shown))
    usual = Counter(lines.gaps[1:]).most_common(1)[0][0] if len(lines.gaps) > 1 else 1
    lines.broad = max(usual + 2, 4)
    return lines


# Numbers that count pages


def _mark_numbers(lines: _Lines) -> None:
    for counted in _by_form(lines):
        form = counted[0][1]
        for slot in range(len(form.numbers)):
            found = chains(
                [(lines.starts[line], said.numbers[slot]) for line, said in counted],
                nearest=_NEAREST,
                farthest=_FARTHEST,
            )
            accepted = [chain for chain in found if _counts_pages(lines, [counted[at][0] for at in chain], form)]
            if not form.counts_pages and sum(map(len, accepted)) < 0.8 * len(counted):
                continue
            kind = FurnitureKind.PAGE_NUMBER if form.counts_pages else FurnitureKind.FOOTER
            lines.marked.update((counted[at][0], kind) for chain in accepted for at in chain)


def _by_form(lines: _Lines) -> Iterator[list[tuple[int, Folded]]]:
    """The lines with a number, by their form, in order."""
    forms: dict[str, list[tuple[int, Folded]]] = {}
    for shown, same in lines.same.items():
        if len(shown) > 20 and (len(same) < _FEWEST or "#" not in shown):
            continue
        first = folded(lines.shown(same[0]))
        if not first.numbers or (len(same) < _FEWEST and not first.counts_pages):
            continue
        known: dict[str, Folded] = {}
        for line in same:
            line_shown = lines.shown(line)
            said = known[line_shown] if line_shown in known else known.setdefault(line_shown, folded(line_shown))
            forms.setdefault(said.template, []).append((line, said))
    for members in forms.values():
        yield sorted(members, key=lambda member: member[0])


def _counts_pages(lines: _Lines, chain: Sequence[int], form: Folded) -> bool:
    """Whether the numbers of these lines, each one more than the one before, are those of pages."""
    fewest = 2 if form.is_sure else _FEWEST if form.counts_pages else _FEWEST + 1
    if form.is_label or form.is_like_a_clause or len(chain) < fewest or not _at_page_intervals(lines, chain):
        return False
    if form.is_sure:
        return True
    cut, apart, headed = _surroundings(lines, chain)
    indented = sum(lines.indents[line] >= _INDENTED for line in chain) / len(chain)
    if apart >= 0.5 or (indented >= 0.8 and form.counts_pages):
        return True
    return cut >= 0.1 and (headed < 0.7 or cut >= 0.3)


def _at_page_intervals(lines: _Lines, chain: Sequence[int], *, regular: bool = False) -> bool:
    away = [lines.starts[behind] - lines.starts[before] for before, behind in pairwise(chain)]
    usual = median(away)
    if not _PAGE_LEAST <= usual <= _PAGE_MOST:
        return False
    return not regular or sum(0.35 * usual <= step <= 2.8 * usual for step in away) >= 0.7 * len(away)


def _surroundings(lines: _Lines, candidates: Sequence[int]) -> tuple[float, float, float]:
    """The shares of lines that stand in the middle of a sentence, at a page's known end, and before a heading."""
    here = set(candidates)
    cut = apart = headed = 0
    for line in candidates:
        before, behind = line - 1, line + 1
        while before >= 0 and (before in lines.marked or before in here):
            before -= 1
        while behind < len(lines.starts) and (behind in lines.marked or behind in here):
            behind += 1
        apart += behind - before > 2 or lines.is_broad(line) or lines.is_broad(behind)
        if before >= 0 and behind < len(lines.starts):
            cut += goes_on(lines.text, lines.ends[before], lines.starts[behind])
            headed += _HEADING.fullmatch(lines.shown(behind)[:120]) is not None
    count = len(candidates)
    return cut / count, max(apart, _company(lines, candidates)) / count, headed / count


def _company(lines: _Lines, candidates: Sequence[int]) -> int:
    """How many of the lines have the same short line before them, or behind them."""
    most = 0
    for step in (-1, 1):
        near = [line + step for line in candidates if 0 <= line + step < len(lines.starts)]
        shown = Counter(lines.shown(line) for line in near if lines.ends[line] - lines.starts[line] <= LONGEST)
        most = max([most, *shown.values()])
    return most


def _mark_numbers_beside(lines: _Lines) -> None:
    """Mark page numbers that stand beside other furniture."""
    known = {line for line, kind in lines.marked.items() if kind != FurnitureKind.PAGE_NUMBER}
    for shown, same in lines.same.items():
        form = folded(shown.replace("#", "1")) if len(shown) <= _SHORT_NUMBER else None
        if form is None or not form.numbers or not (form.counts_pages or form.template == "#."):
            continue
        beside = [line for line in same if line not in lines.marked and (line - 1 in known or line + 1 in known)]
        numbers = [folded(lines.shown(line)).numbers[-1] for line in beside]
        grows = sum(after - before == 1 for before, after in pairwise(numbers))
        if form.is_like_a_clause and (len(beside) < _FEWEST or grows < 0.8 * (len(beside) - 1)):
            continue
        lines.marked.update(
            (line, FurnitureKind.PAGE_NUMBER)
            for line, number in zip(beside, numbers, strict=True)
            if number < _MOST_PAGES
        )


# Lines that repeat


def _mark_repeated(lines: _Lines) -> None:
    """Mark lines that repeat at the known ends of pages, or show by their surroundings where pages end."""
    sites = sorted(line for line in lines.marked if line - 1 not in lines.marked)
    known = frozenset(lines.marked)
    for shown, same in lines.same.items():
        unmarked = [line for line in same if line not in lines.marked] if len(same) >= _FEWEST else []
        if len(unmarked) < _FEWEST or not _may_repeat(lines, unmarked, shown):
            continue
        beside = [line for line in unmarked if line - 1 in known or line + 1 in known]
        if len(beside) >= 0.6 * len(unmarked) and _is_often(beside, sites):
            here = set(beside)
            chosen = [
                line
                for line in unmarked
                if line in here or lines.is_broad(line) or lines.is_broad(line + 1) or _begins_text(lines, line, beside)
            ]
            lines.marked.update(dict.fromkeys(chosen, FurnitureKind.FOOTER))
        elif len(unmarked) > 0.7 * len(sites) and _shows_page_ends(lines, unmarked):
            lines.marked.update(dict.fromkeys(unmarked, FurnitureKind.FOOTER))


def _begins_text(lines: _Lines, line: int, others: Sequence[int]) -> bool:
    """Whether it is the text's first line and printed at its right or in its middle just as the others are."""
    indent = lines.indents[line]
    return line == 0 and indent >= _INDENTED and all(lines.indents[other] == indent for other in others)


def _is_often(beside: Sequence[int], sites: Sequence[int]) -> bool:
    """Whether a line stands at a third of the pages' ends, or at most of them for a good while."""
    if len(beside) >= max(_FEWEST, len(sites) / 3):
        return True
    between = bisect_left(sites, beside[-1]) - bisect_left(sites, beside[0])
    return len(beside) >= _RUN and len(beside) >= 0.7 * between


def _may_repeat(lines: _Lines, same: Sequence[int], shown: str) -> bool:
    """Whether a line says something, or is a rule, and its digits are mostly those of the line before."""
    if len(_LETTER.findall(shown)) < 4 and not _RULE.fullmatch(shown):
        return False
    if _SIGNED.search(shown) or (shown[-1] in ".;:," and not _STAMP.search(shown)):
        return False
    if "#" not in shown:
        return True
    said = [lines.shown(line) for line in same]
    return sum(before == behind for before, behind in pairwise(said)) >= 0.6 * (len(said) - 1)


def _shows_page_ends(lines: _Lines, same: Sequence[int]) -> bool:
    """Whether a line repeats at page intervals, in the middle of sentences or with much space beside it."""
    if len(_LETTER.findall(lines.shown(same[0]))) < 8 or not _at_page_intervals(lines, same):
        return False
    is_regular = _at_page_intervals(lines, same, regular=True)
    if lines.starts[same[-1]] - lines.starts[same[0]] < 0.4 * len(lines.text):
        return False
    cut, apart, _ = _surroundings(lines, same)
    if len(same) == _FEWEST:
        return is_regular and (cut >= 0.6 or apart == 1)
    if not is_regular:
        return apart >= 0.9 and len(same) >= _MANY
    return cut >= 0.2 or apart >= 0.8


_RULE: Final = re.compile(r"[-–—_=*\s]*[-–—_=]{8}[-–—_=\s]*")
_SIGNED: Final = re.compile(r"(?i)/s/|\b(?:by|name|title|its)\s*:|_{4}.*[^\W_]|[^\W_].*_{4}")
_STAMP: Final = re.compile(
    r"(?i)\b(?:confidential|privileged|draft|execution (?:copy|version)|redacted|omitted|envelope id|specimen|void)\b"
)


def _with_kinds(lines: _Lines) -> Iterator[tuple[int, FurnitureKind]]:
    """The marked lines in order; those behind the broadest space at a page's end are the next page's header."""
    marked = sorted(lines.marked)
    at = 0
    while at < len(marked):
        end = at + 1
        while end < len(marked) and marked[end] == marked[end - 1] + 1:
            end += 1
        run = range(marked[at], marked[end - 1] + 1)
        widest = max([*run, run[-1] + 1], key=lambda line: lines.gaps[line] if line < len(lines.gaps) else 0)
        top = widest if lines.is_broad(widest) else run[-1] + 1
        for line in run:
            kind = lines.marked[line]
            if kind == FurnitureKind.FOOTER:
                is_stamp = _STAMP.search(lines.text, lines.starts[line], lines.ends[line]) is not None
                kind = FurnitureKind.STAMP if is_stamp else FurnitureKind.HEADER if line >= top else kind
            yield line, kind
        at = end
