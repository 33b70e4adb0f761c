"""Tables of contents: lists of titles with the pages on which they stand, and lists of the headings that follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.joints import is_running_text
from casewright.domain.documents import Furniture, FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE: Final = re.compile(r"[^\n\f]*[^\s][^\n\f]*")
_HEADING: Final = re.compile(
    r"(?i)(?:table\s+of\s+contents|contents|index|cuprins(?:ul)?)\W{0,3}(?:\(?continued\)?|cont[’']?d)?\W{0,3}(?:page)?\W*"
)
_PAGE: Final = r"(?:[A-Z]{1,2}-)?(?:\d{1,3}|[ivxl]{1,6})"
_LAST_WORD: Final = re.compile(rf"{_PAGE}\Z")
_LEADER: Final = " \xa0\t._…"
_LEADS: Final = re.compile(r"[ ._\xa0]{3,}|[^\n]*[\t…].*", re.S)
_INSIDE: Final = re.compile(rf"(?<=[^\s._…])\s?(?:\.[ .]{{3,}}+|…[ …]++|_{{4,}}+)\s*+({_PAGE})(?=\s|\Z)")
_INSIDE_BARE: Final = re.compile(
    r"(?<=[\w).”\"’])\s++(\d{1,3})(?=\s+(?:(?i:section|article|exhibit|schedule|annex|appendix|part)\s|\d{1,2}\.\d{0,2}\s"
    r"|-?[ivxl]+-?\Z)|\Z)"
)
_LABEL: Final = re.compile(
    r"(?i)(?:section|article|art\.|exhibit|schedule|annex|appendix|clause|part|chapter|capitolul|anexa|§)\W*\w{1,6}\b"
    r"|\d{1,2}(?:\.\d{1,2})*[.)]?\s|[ivxl]{1,6}\.\s|[a-z][.)]\s"
)
_CONTENTS: Final = re.compile(r"(?i)table\s+of\s+contents\b|contents\b|cuprins\b")
_LAST: Final = frozenset("0123456789ivxl")
_ENDS: Final = re.compile(r"[.;:!?]\Z")
_WORD: Final = re.compile(r"\w+")

_FEWEST: Final = 3
_LONGEST: Final = 160
"""Most characters of an entry on its own line."""
_BETWEEN: Final = 4
"""Most lines between two entries: titles over two lines, the names of parts."""
_MOST_LISTS, _MOST_TITLES, _KEY = 3, 200, 24
"""Lists without pages that are looked at, their entries, and how much of each is compared."""
_SEEN: Final = 20_000
"""From so many characters on, a line is no table of contents."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    shown: str


def with_contents(text: str, furniture: Sequence[Furniture]) -> tuple[Furniture, ...]:
    """The furniture and the tables of contents in order; furniture inside one is part of it. In linear time."""
    if not is_running_text(text):
        return tuple(furniture)
    lines = list(_lines_of(text, furniture))
    found = [Furniture(start, end, FurnitureKind.CONTENTS) for start, end in _tables(lines)]
    return _merged(found, furniture) if found else tuple(furniture)


def _merged(found: Sequence[Furniture], furniture: Sequence[Furniture]) -> tuple[Furniture, ...]:
    merged: list[Furniture] = []
    for one in sorted([*found, *furniture], key=lambda one: (one.start, -one.end)):
        if not merged or one.start >= merged[-1].end:
            merged.append(one)
    return tuple(merged)


def _lines_of(text: str, furniture: Sequence[Furniture]) -> Iterator[_Line]:
    """The lines that show anything but furniture."""
    at = 0
    for one in [*furniture, None]:
        end = one.start if one is not None else len(text)
        for match in _LINE.finditer(text, at, end):
            shown = match[0].strip()
            start = match.start() + match[0].index(shown[0])
            yield _Line(start, start + len(shown), shown)
        at = one.end if one is not None else end


def _tables(lines: Sequence[_Line]) -> Iterator[tuple[int, int]]:
    at = listed = 0
    while at < len(lines):
        is_headed = len(lines[at].shown) <= 60 and _HEADING.fullmatch(lines[at].shown) is not None
        if not is_headed and not _may_begin(lines[at].shown):
            at += 1
            continue
        end, seen = _end_of_paged(lines, at + is_headed, is_headed=is_headed)
        if end is None and is_headed and listed < _MOST_LISTS:
            listed += 1
            end = _end_of_listed(lines, at + 1)
        if end is not None:
            yield lines[at].start, lines[end - 1].end
        elif _inside(lines[at], is_headed=False, is_begun=False) is not None:
            yield lines[at].start, lines[at].end
        at = max(at + 1, end if end is not None else seen)


def _may_begin(shown: str) -> bool:
    if len(shown) > _SEEN:
        return False
    return shown[-1] in _LAST or _has_leader(shown) or _CONTENTS.match(shown) is not None


def _has_leader(shown: str) -> bool:
    return "...." in shown or ". . ." in shown or "…" in shown or "____" in shown


def _page_of(line: _Line, *, is_headed: bool) -> tuple[str, str] | None:
    """The entry's title and page; under a heading a plain space may part them."""
    shown = line.shown
    if shown[-1] not in _LAST or len(shown) > _SEEN:
        return None
    page = _LAST_WORD.search(shown, max(0, len(shown) - 9))
    if page is None:
        return None
    title = shown[: page.start()].rstrip(_LEADER)
    leader = shown[len(title) : page.start()]
    leads = _LEADS.fullmatch(leader) is not None or (is_headed and leader != "" and not title[-1:].isdigit())
    return (title, page[0]) if leads and 1 < len(title) <= _LONGEST else None


def _end_of_paged(lines: Sequence[_Line], first: int, *, is_headed: bool) -> tuple[int | None, int]:
    """The line behind the last entry with a page, None where the lines are no table of contents, and how far it saw."""
    titles: list[str] = []
    pages: list[str] = []
    last = at = first
    while at < len(lines) and at - last <= _BETWEEN:
        line = lines[at]
        if at > first and _HEADING.fullmatch(line.shown[:61]) and "ontinued" not in line.shown:
            break
        entry = _page_of(line, is_headed=is_headed)
        several = _inside(line, is_headed=is_headed, is_begun=len(pages) > 1)
        if several is not None:
            titles += [line.shown] * len(several)
            pages += several
            last = at + 1
        elif entry is not None:
            titles.append(entry[0])
            pages.append(entry[1])
            last = at + 1
        elif len(line.shown) > _LONGEST or (_ENDS.search(line.shown) and len(line.shown) > 60):
            break
        at += 1
    if is_headed and len(pages) == 1 and last == first + 1 and _has_leader(lines[first].shown):
        return last, last
    if len(pages) < (2 if is_headed else _FEWEST + 1) or not _ascend(pages):
        return None, last
    labelled = sum(_LABEL.match(title) is not None for title in titles)
    return (last if is_headed or labelled * 2 >= len(titles) else None), last


def _ascend(pages: Sequence[str]) -> bool:
    """Whether nearly every page is that of the entry before or a later one, and not all are one."""
    numbers = [int(page) for page in pages if page.isdigit()]
    if len(numbers) < 2:
        return len(pages) >= _FEWEST
    falls = sum(after < before for before, after in pairwise(numbers))
    return falls <= 0.15 * len(numbers) and (numbers[-1] > numbers[0] or falls > 0 or len(numbers) < 4)


def _inside(line: _Line, *, is_headed: bool, is_begun: bool) -> list[str] | None:
    """The pages of the entries where several stand in one line and nothing else does."""
    shown = line.shown
    if len(shown) > _SEEN:
        return None
    may_be_bare = is_headed or is_begun or _CONTENTS.match(shown) is not None
    for pattern in [_INSIDE] * _has_leader(shown) + [_INSIDE_BARE] * may_be_bare:
        found = list(pattern.finditer(shown))
        pages = [match[1] for match in found]
        edges = [0, *(match.end() for match in found), len(shown)]
        is_whole = max(after - before for before, after in pairwise(edges)) <= 2 * _LONGEST
        if len(found) > (1 if is_begun else _FEWEST) and is_whole and _ascend(pages):
            return pages
    return None


def _end_of_listed(lines: Sequence[_Line], first: int) -> int | None:
    """The line behind a list of headings without pages, most of which stand again later; None where there is none."""
    keys: dict[str, int] = {}
    for line in lines[first : first + _MOST_TITLES]:
        key = _key(line.shown[:_LONGEST])[:_KEY]
        if len(line.shown) > _LONGEST or (_ENDS.search(line.shown) and len(line.shown) > 60) or key in keys:
            break
        keys[key] = len(keys)
    if len(keys) < _FEWEST:
        return None
    lengths = {len(key) for key in keys if len(key) > 3}
    again: set[str] = set()
    for at in range(first + len(keys), len(lines)):
        key = _key(lines[at].shown[: 2 * _KEY])
        again.update(key[:length] for length in lengths if key[:length] in keys)
    told = sorted(keys[key] for key in again)
    if len(told) < _FEWEST or len(told) < 0.7 * (told[-1] + 1):
        return None
    return first + told[-1] + 1


def _key(shown: str) -> str:
    return "".join(_WORD.findall(shown.casefold()))
