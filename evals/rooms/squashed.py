"""Finds words in a text whatever stands between their letters and digits: line ends, bars of tables, spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def squash(text: str) -> str:
    """Its letters and digits alone, in small letters."""
    return "".join(one for one in text.lower() if one.isalnum())


class Squashed:
    """A text that is searched by its letters and digits alone; blanks (``____``) are searched as they stand."""

    def __init__(self, text: str) -> None:
        self._text = text
        kept = [(at, small) for at, one in enumerate(text) for small in one.lower() if small.isalnum()]
        self._letters = "".join(small for _, small in kept)
        self._at = [at for at, _ in kept]

    def spans(self, words: str) -> Iterator[tuple[int, int]]:
        """``(start, end)`` of each place in the text where the words stand, in code points, first to last."""
        wanted = squash(words)
        if not wanted:
            yield from _verbatim(self._text, words)
            return
        at = self._letters.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if not self._is_inside_a_number(at, end):
                yield self._at[at], self._at[end - 1] + 1
            at = self._letters.find(wanted, at + 1)

    def _is_inside_a_number(self, start: int, end: int) -> bool:
        """Whether the words begin or end within a run of digits of the text: 10 in 2010."""
        first, last = self._at[start], self._at[end - 1] + 1
        before, after = self._text[first - 1 : first], self._text[last : last + 1]
        return (before.isdigit() and self._text[first].isdigit()) or (
            after.isdigit() and self._text[last - 1].isdigit()
        )


def _verbatim(text: str, words: str) -> Iterator[tuple[int, int]]:
    at = text.find(words) if words else -1
    while at >= 0:
        yield at, at + len(words)
        at = text.find(words, at + 1)
