"""Lines that a document prints on most of its pages: running headers and footers."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.documents import Page

Span = tuple[int, int]

_FEWEST_PAGES: Final = 3
_EDGE: Final = 5
"""Lines at the top and at the bottom of a page that may belong to its header or footer."""
_DIGITS: Final = re.compile(r"\d+")
_LINE: Final = re.compile(r"[^\n]*\S[^\n]*")


def repeated_lines(text: str, pages: Sequence[Page]) -> tuple[Span, ...]:
    """The spans of lines at page edges that, page numbers aside, stand on more than half of the pages."""
    if len(pages) < _FEWEST_PAGES:
        return ()
    edges = [list(_edge_lines(text, page)) for page in pages]
    seen: Counter[str] = Counter()
    for lines in edges:
        seen.update({folded for _, folded in lines})
    enough = max(_FEWEST_PAGES, len(pages) // 2 + 1)
    return tuple(span for lines in edges for span, folded in lines if seen[folded] >= enough)


def _edge_lines(text: str, page: Page) -> Iterator[tuple[Span, str]]:
    lines = [match.span() for match in _LINE.finditer(text, page.start, page.end)]
    for index, (start, end) in enumerate(lines):
        if index < _EDGE or index >= len(lines) - _EDGE:
            line = text[start:end].strip()
            start = text.index(line[0], start)
            yield (start, start + len(line)), _DIGITS.sub("#", line)
