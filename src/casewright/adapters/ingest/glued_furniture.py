"""Furniture that an export glued to the last line of a page, or to the first one of the next."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.page_numbers import LONGEST, chains, folded
from casewright.domain.documents import Furniture, FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LAST: Final = re.compile(r"(?<=[\w.,;:)\]\"”’])\s+(-?\s?(?:\d{1,3}|[ivxl]{1,6})\s?-?)\Z")
_LETTER: Final = re.compile(r"[^\W\d_]")
_FEWEST: Final = 3
_FARTHEST: Final = 14_000


def glued_furniture(text: str, ends: Sequence[tuple[int, int]], starts: Sequence[tuple[int, int]]) -> list[Furniture]:
    """What stands at the end of the lines ``ends`` and at the beginning of ``starts``, the lines around pages' ends.

    A number there counts pages where it grows by one from page to page; words, parted by much space, where they are
    the same on several.
    """
    found: dict[tuple[int, int], FurnitureKind] = {}
    numbers = [
        span
        for start, end in ends
        if (match := _LAST.search(text, max(start, end - 12), end)) is not None and (span := match.span(1))
    ]
    for chain in _counting(text, numbers):
        if len(chain) >= max(_FEWEST, len(ends) // 4):
            found.update(dict.fromkeys(chain, FurnitureKind.PAGE_NUMBER))
    said: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end in _columns(text, ends, starts):
        if len(_LETTER.findall(text, start, end)) >= 8:
            said[folded(text[start:end]).template].append((start, end))
    for spans in said.values():
        if len(spans) >= max(_FEWEST, len(ends) // 3) and not any(text[end - 1] in ".;:," for _, end in spans):
            found.update(dict.fromkeys(spans, FurnitureKind.FOOTER))
    return _disjoint(found)


def _counting(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    forms: dict[str, list[tuple[tuple[int, int], int]]] = defaultdict(list)
    for start, end in spans:
        said = folded(text[start:end].strip())
        if said.numbers:
            forms[said.template].append(((start, end), said.numbers[0]))
    for members in forms.values():
        for chain in chains([(span[0], number) for span, number in members], nearest=1, farthest=_FARTHEST):
            yield [members[at][0] for at in chain]


def _columns(
    text: str, ends: Sequence[tuple[int, int]], starts: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    for start, end in ends:
        gap = text.rfind("   ", max(start, end - LONGEST), end)
        if gap > start:
            yield gap + 3, end
    for start, end in starts:
        gap = text.find("   ", start, min(end, start + LONGEST))
        if gap > start:
            yield start, gap


def _disjoint(found: dict[tuple[int, int], FurnitureKind]) -> list[Furniture]:
    """The furniture in order, without what another piece holds."""
    kept: list[Furniture] = []
    for (start, end), kind in sorted(found.items(), key=lambda item: (item[0][0], -item[0][1])):
        if not kept or start >= kept[-1].end:
            kept.append(Furniture(start, end, kind))
    return kept
