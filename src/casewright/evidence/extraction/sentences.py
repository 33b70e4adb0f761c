"""Running text cut into sentences, each with its place; a heading or a list's item is one of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = re.compile(r"(?<=[.!?;])[\"”’)]?\s+(?=[\"“„(]?[A-ZȘȚÎÂĂ€£$])")
_ITEM = re.compile(r"\s*(?:[-*•–>#]+\s|\(?(?:\d{1,2}(?:\.\d{1,2})*|[a-z])[.)]\s)")
_ABBREVIATION = re.compile(r"(?:\b(?:[A-Z]|no|nr|art|approx|inc|ltd|mil|mld|vs|cca|S\.R\.L|S\.A|e\.g|i\.e))\.$", re.I)
_SHORT = 60


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places of the sentences between ``start`` and ``end``."""
    for first, last in _blocks(text, start, end):
        at = first
        for found in _END.finditer(text, first, last):
            if _ABBREVIATION.search(text[at : found.start()]):
                continue
            yield at, found.start()
            at = found.end()
        if text[at:last].strip():
            yield at, last


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Lines put together where one goes on in the next."""
    first: int | None = None
    last = start
    for line in re.finditer(r"[^\n]*(?:\n|$)", text[start:end]):
        low, high = start + line.start(), start + line.end()
        shown = text[low:high].strip()
        if first is not None and (not shown or _begins(text[first:last], shown)):
            yield first, last
            first = None
        if shown and first is None:
            first = low
        if shown:
            last = low + len(text[low:high].rstrip())
    if first is not None:
        yield first, last


def _begins(before: str, line: str) -> bool:
    """Whether a line begins something new after what stands before it."""
    previous = before.rsplit("\n", 1)[-1].strip()
    if _ITEM.match(line):
        return True
    return len(previous) < _SHORT and not line[0].islower()
