"""Stretches of a text that are nothing but lines of a few characters: cells of tables, rows of numbers, hostile text.

Nobody can tell where in a clause such lines stand, and looking at each of a million of them takes long. So a stretch
is cut into pieces of whole lines, of which nothing is believed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK: Final = 1 << 15
"""Characters that are looked at in one: a stretch is as many or more."""
SHORTEST: Final = 24
"""Characters that lines have on average, the space around them included, where they may be paragraphs.

In the 32,768 characters of real contracts that have most lines, they are three times as long.
"""
_PIECE: Final = 1000

_BREAK: Final = re.compile(r"[\n\f]")


def dense_stretches(text: str) -> Iterator[tuple[int, int]]:
    """The stretches in order, from the beginning of a line to the beginning of another or the end of the text."""
    found: tuple[int, int] | None = None
    for start in range(0, len(text), BLOCK):
        goes_on = found is not None and start <= found[1]
        if not _is_dense(text[start : start + BLOCK], of_any_length=goes_on):
            continue
        begin, end = _line_start(text, start), _line_start(text, min(start + BLOCK, len(text)))
        if found is not None and begin <= found[1]:
            found = (found[0], end)
        else:
            if found is not None:
                yield found
            found = (begin, end)
    if found is not None:
        yield found


def pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch in pieces of whole lines, of about a chunk's length, without the white space around them."""
    while start < end:
        line = text.rfind("\n", start, min(start + _PIECE, end)) + 1
        cut = min(line or _line_start(text, min(start + _PIECE, end)), end)
        shown = text[start:cut].strip()
        if shown:
            first = start + text[start:cut].index(shown[0])
            yield first, first + len(shown)
        start = cut


def _is_dense(block: str, *, of_any_length: bool) -> bool:
    most = len(block) // SHORTEST
    if (len(block) < BLOCK and not of_any_length) or block.count("\n") + block.count("\f") <= most:
        return False
    shown = sum(map(bool, map(str.strip, block.replace("\f", "\n").split("\n"))))
    return shown > most


def _line_start(text: str, at: int) -> int:
    """Where the next line begins, at the place itself where one does."""
    if at in (0, len(text)) or text[at - 1] in "\n\f":
        return at
    end = _BREAK.search(text, at)
    return len(text) if end is None else end.end()
