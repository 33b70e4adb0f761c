"""Lists that run on in the lines of a paragraph: "… as follows: (a) the fees; (b) the / (c) costs".

An item that happens to begin a line there begins no paragraph of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

from casewright.adapters.ingest.labels import label_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.labels import Label


class _Line(Protocol):
    start: int
    end: int
    label: Label | None


_INSIDE: Final = re.compile(r"(?<=[,;:.\w\]”\")][ \xa0])\((?:[a-zA-Z]{1,5}|\d{1,2})\)(?=[ \xa0\n])")
_REFERS: Final = re.compile(
    r"(?i)(?:\b(?:sections?|articles?|clauses?|paragraphs?|subsections?|items?|exhibits?)|§|\))\Z"
)


def forget_inline(text: str, block: Sequence[_Line]) -> None:
    """Take the labels from those lines of a block that only go on with a list inside a paragraph.

    Such a line's item comes next after one in the middle of a line, or has the next one in the middle of a line.
    """
    if len(block) < 2 and not (block and _is_item(block[0].label)):
        return
    if not any(_is_item(line.label) for line in block):
        return
    items = [item for line in block for item in _items(text, line)]
    for at, (line, label) in enumerate(items):
        if line is not None and at and items[at - 1][0] is None and _comes_next(items[at - 1][1], label):
            line.label = None
            items[at] = (None, label)
    for at in range(len(items) - 2, -1, -1):
        line, label = items[at]
        if line is not None and items[at + 1][0] is None and _comes_next(label, items[at + 1][1]):
            line.label = None
            items[at] = (None, label)


def _items(text: str, line: _Line) -> list[tuple[_Line | None, Label]]:
    """The items of lists in a line, with the line itself where one begins it."""
    found: list[tuple[_Line | None, Label]] = []
    if line.label is not None and _is_item(line.label):
        found.append((line, line.label))
    start = line.label.end if line.label is not None else line.start
    for match in _INSIDE.finditer(text, start, line.end):
        label = label_at(text, match.start(), match.end() + 1)
        if label is not None and not _REFERS.search(text[max(match.start() - 14, start) : match.start()].rstrip()):
            found.append((None, label))
    return found


def _is_item(label: Label | None) -> bool:
    return label is not None and label.kind == "letter" and label.text.startswith("(")


def _comes_next(before: Label, label: Label) -> bool:
    return any((style, (value[0] + 1,)) in label.values for style, value in before.values)
