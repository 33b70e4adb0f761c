"""What one thread writes to standard output and error meanwhile; what others write goes where it always goes."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from threading import get_ident
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

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


class _OneThread(io.TextIOBase):
    """Stands in for a stream: one thread is treated apart, until it is let go; all others have the stream itself."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._thread: int | None = get_ident()

    @property
    def _apart(self) -> bool:
        return get_ident() == self._thread

    def let_go(self) -> None:
        """From here on it is the stream itself to everybody, should somebody still hold it."""
        self._thread = None

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _Output(_OneThread):
    """Keeps what one thread writes."""

    def __init__(self, stream: TextIO, printed: Printed) -> None:
        super().__init__(stream)
        self._printed = printed

    @property
    def buffer(self) -> BinaryIO | _Bytes:
        """For bytes; those of the one thread are kept as text."""
        return _Bytes(self._printed) if self._apart else self._stream.buffer

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, text: str) -> int:
        """To where it belongs."""
        if not self._apart:
            return self._stream.write(text)
        self._printed.add(text)
        return len(text)

    def flush(self) -> None:
        """Of the stream behind it."""
        self._stream.flush()


class _Bytes(io.RawIOBase):
    """Keeps bytes as the text that they are."""

    def __init__(self, printed: Printed) -> None:
        super().__init__()
        self._printed = printed

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: Any) -> int:  # whatever holds bytes
        """Keep them."""
        kept = bytes(data)
        self._printed.add(kept.decode("utf-8", "replace"))
        return len(kept)


class _Input(_OneThread):
    """One thread finds it at its end."""

    def readable(self) -> bool:
        """Always."""
        return True

    def read(self, size: int | None = -1, /) -> str:
        """Nothing, to the one thread."""
        return "" if self._apart else self._stream.read(-1 if size is None else size)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Nothing, to the one thread."""
        return "" if self._apart else self._stream.readline(size)


@contextmanager
def printed_here() -> Iterator[Printed]:
    """What this thread prints within the block. It reads nothing: what is typed meanwhile is for others."""
    printed = Printed()
    before = sys.stdin, sys.stdout, sys.stderr
    ours = _Input(sys.stdin), _Output(sys.stdout, printed), _Output(sys.stderr, printed)
    sys.stdin, sys.stdout, sys.stderr = ours
    try:
        yield printed
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in ours:
            stream.let_go()
