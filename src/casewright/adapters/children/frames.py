"""What passes through the pipes of a child: bodies of bytes, each with its length before it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

_LENGTH = struct.Struct(">Q")


class BrokenAnswer(Exception):
    """The child's answer is cut short or not of the agreed shape."""


def send_frame(stream: IO[bytes], body: bytes) -> None:
    """Write one body."""
    stream.write(_LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def next_frame(stream: IO[bytes]) -> bytes | None:
    """The next body, from a sender who is believed; None where there are no more."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size: int = _LENGTH.unpack(head)[0]
    body = stream.read(size)
    return body if len(body) == size else None


def receive_frame(stream: IO[bytes], limit: int) -> bytes:
    """The next body of at most so many bytes. Raises ``BrokenAnswer`` where it is cut short or over the limit."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise BrokenAnswer("no answer")
    size: int = _LENGTH.unpack(head)[0]
    if size > limit:
        raise BrokenAnswer("an answer over the limit")
    body = stream.read(size)
    if len(body) < size:
        raise BrokenAnswer("an answer cut short")
    return body
