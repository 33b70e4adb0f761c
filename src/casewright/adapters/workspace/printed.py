"""What one thread writes to standard output and error meanwhile; what others write goes where it always goes."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from threading import get_ident
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARACTERS = 20_000
_CUT = "\n[... more was printed and is not kept ...]"


class Printed:
    """The text so far, up to a bound."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._left = MOST_CHARACTERS
        self._cut = False

    def add(self, text: str) -> None:
        """Keep what is written, as far as there is room."""
        self._cut = self._cut or len(text) > self._left
        kept = text[: self._left]
        self._left -= len(kept)
        if kept:
            self._parts.append(kept)

    @property
    def text(self) -> str:
        """All of it; where some was left out, that is said."""
        return "".join(self._parts) + (_CUT if self._cut else "")


class _ThreadStream(io.TextIOBase):
    """Stands in for a stream: keeps what one thread writes, and hands on what all others do."""

    def __init__(self, stream: TextIO, printed: Printed) -> None:
        super().__init__()
        self._stream = stream
        self._printed = printed
        self._thread = get_ident()

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, text: str) -> int:
        """To where it belongs."""
        if get_ident() != self._thread:
            return self._stream.write(text)
        self._printed.add(text)
        return len(text)

    def flush(self) -> None:
        """Of the stream behind it."""
        self._stream.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def printed_here() -> Iterator[Printed]:
    """What this thread prints within the block."""
    printed = Printed()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _ThreadStream(sys.stdout, printed), _ThreadStream(sys.stderr, printed)
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = before
