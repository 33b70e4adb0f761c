"""Texts as exports make them from pages, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAID: Final = (
    "the supplier delivers goods to customer and keeps them safe until they are collected by carrier under this "
    "agreement which binds both parties from day of its signature for term of five years unless it ends before"
)
_WORDS: Final = _SAID.split()
PROSE: Final = " ".join(_WORDS[(index * index * 7 + index // 3) % 1009 % len(_WORDS)] for index in range(6000))
"""Running text without a sentence's end."""


def paged(
    *, head: Sequence[str] = (), foot: Sequence[str] = (), pages: int = 8, width: int = 90, lines: int = 20
) -> str:
    """Running text in pages, each with these lines around it, "{0}" being the page's number."""
    text = []
    at = 0
    for number in range(1, pages + 1):
        text += [line.format(number) + "\n" for line in head]
        for _ in range(lines):
            end = PROSE.rindex(" ", at, at + width)
            text.append(PROSE[at:end])
            at = end + 1 if end + width + 1 < len(PROSE) else 0
        text += ["\n" + line.format(number) for line in foot]
        text.append("")
    return "\n".join(text)
