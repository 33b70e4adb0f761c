"""The boundary between the model's own conversation and data from documents, which data cannot cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_OPEN = "<<<DATA {mark}"
_CLOSE = "DATA {mark}>>>"


def draw_mark(text: str, new_id: Callable[[], str]) -> str:
    """A mark that nobody could know when the text was written, and that does not stand in it."""
    while True:
        mark = new_id().replace("-", "")
        if mark not in text:
            return mark


def enclosed(text: str, mark: str) -> str:
    """The text between the two lines that the instructions tell the model about."""
    return f"{_OPEN.format(mark=mark)}\n{text}\n{_CLOSE.format(mark=mark)}"
