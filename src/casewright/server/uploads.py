"""Bytes on their way in: to a file of their own while they come, measured and hashed, and gone afterwards."""

from __future__ import annotations

import asyncio
import errno
import tempfile
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.errors import StorageFull, Unavailable
from casewright.server.problems import INVALID, TOO_LARGE, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import IO

    from fastapi import Request

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_IN_MEMORY = 256 * 1024
"""Bytes that are held in memory; more go to a file, unless none of them may."""


@dataclass(frozen=True, slots=True)
class Received:
    """What came, whole."""

    file: IO[bytes]
    size: int
    sha256: str

    def read(self) -> bytes:
        """All of it."""
        self.file.seek(0)
        return self.file.read()


@asynccontextmanager
async def received(request: Request, most: int, *, in_memory: bool) -> AsyncIterator[Received]:
    """The request's body, of up to ``most`` bytes, for the length of the block. Raises ``Problem``.

    ``in_memory``: no byte of it is to stand on a disk.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith("multipart/"):
        raise Problem(INVALID, "Send the file alone as the body: curl --data-binary @FILE, not as a form")
    if size_of(request, 0) > most:
        raise _too_large(most)
    with tempfile.SpooledTemporaryFile(0 if in_memory else _IN_MEMORY) as file:
        hashed, size = sha256(), 0
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise _too_large(most)
            hashed.update(part)
            if size > _IN_MEMORY:
                await asyncio.to_thread(_write, file, part)
            else:
                file.write(part)
        if not size:
            raise Problem(INVALID, "The body is empty: send the bytes of a file")
        yield Received(file, size, hashed.hexdigest())


def _write(file: IO[bytes], part: bytes) -> None:
    """Raises ``StorageFull``, and ``Unavailable`` where it cannot be written for another reason."""
    try:
        file.write(part)
    except OSError as error:
        if error.errno in _FULL:
            raise StorageFull("There is no room left for files that come in: free some space and try again") from error
        reason = error.strerror or type(error).__name__
        raise Unavailable(f"The file cannot be written down as it comes ({reason}): try again later") from error


def size_of(request: Request, unknown: int) -> int:
    """How long the body says that it is; ``unknown`` where it does not say."""
    declared = request.headers.get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else unknown


def _too_large(most: int) -> Problem:
    return Problem(
        TOO_LARGE, f"The file is larger than {most / 1_000_000:,.0f} MB, which is the most that is taken here"
    )
