"""What passes between the reader and the process that opens files: questions out, plain JSON back.

The child has handled hostile bytes, so nothing it sends is believed before it is checked here, and nothing
it sends is ever executed or shown as it is.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

import orjson

from casewright.domain.documents import SIZE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

TEXT_LIMIT: Final = SIZE_LIMIT
"""Most characters that a document's text may have: as many as the largest file has bytes."""

ANSWER_LIMIT: Final = 8 * TEXT_LIMIT
"""Most bytes that an answer may have."""

Question = Literal["pdf", "docx", "html"]

FaultCode = Literal[
    "encrypted",  # a password is needed
    "damaged",  # it cannot be parsed
    "scanned",  # pages, but no text on (most of) them
    "unpacked",  # a ZIP that unpacks to more than the limit
    "characters",  # more than TEXT_LIMIT
    "memory",  # more than the child may have
    "not-docx",  # a ZIP that holds something else
]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the child could not read a file; ``detail`` is one of a few known words, or empty."""

    code: FaultCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that the format itself marks: where it stands, and its level, 1 the outermost, 0 the title."""

    start: int
    end: int
    level: int


@dataclass(frozen=True, slots=True)
class Extract:
    """The text as the format gave it. All offsets are code points of ``text``.

    ``pages`` are (start, end), in order and without overlap; ``paragraphs`` are offsets at which a new
    paragraph begins although no blank line stands before it; ``headings`` are in order.
    """

    text: str
    pages: tuple[tuple[int, int], ...] = ()
    paragraphs: tuple[int, ...] = ()
    headings: tuple[Heading, ...] = ()


class BrokenAnswer(Exception):
    """The child's answer is cut short or not of the agreed shape."""


_LENGTH = struct.Struct(">Q")


def send_question(stream: IO[bytes], question: Question, data: bytes) -> None:
    """Write one question: its kind and the file's bytes."""
    head = question.encode("ascii").ljust(8)
    stream.write(head + _LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive_question(stream: IO[bytes]) -> tuple[str, bytes] | None:
    """The next question; None where there are no more."""
    head = stream.read(16)
    if len(head) < 16:
        return None
    size: int = _LENGTH.unpack(head[8:])[0]
    data = stream.read(size)
    return (head[:8].decode("ascii").strip(), data) if len(data) == size else None


def send_answer(stream: IO[bytes], answer: Extract | Fault) -> None:
    """Write one answer."""
    body = orjson.dumps({"fault": answer.code, "detail": answer.detail} if isinstance(answer, Fault) else answer)
    stream.write(_LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def receive_answer(stream: IO[bytes]) -> Extract | Fault:
    """The child's answer, checked. Raises ``BrokenAnswer`` where it is none."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise BrokenAnswer("no answer")
    size: int = _LENGTH.unpack(head)[0]
    if size > ANSWER_LIMIT:
        raise BrokenAnswer("an answer over the limit")
    body = stream.read(size)
    if len(body) < size:
        raise BrokenAnswer("an answer cut short")
    try:
        return _checked(orjson.loads(body))
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenAnswer("an answer of another shape") from error


def _checked(answer: object) -> Extract | Fault:
    if not isinstance(answer, dict):
        raise TypeError("an answer is an object")
    if "fault" in answer:
        code = next((known for known in get_args(FaultCode) if known == answer["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return Fault(code, str(answer.get("detail", "")))
    text = answer["text"]
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise ValueError("a text over the limit")
    pages = tuple((int(start), int(end)) for start, end in answer["pages"])
    paragraphs = tuple(int(offset) for offset in answer["paragraphs"])
    headings = tuple(Heading(int(h["start"]), int(h["end"]), int(h["level"])) for h in answer["headings"])
    _ascending([edge for page in pages for edge in page], len(text))
    _ascending(paragraphs, len(text))
    _ascending([edge for heading in headings for edge in (heading.start, heading.end)], len(text))
    return Extract(text, pages, paragraphs, headings)


def _ascending(offsets: Sequence[int], limit: int) -> None:
    before = 0
    for offset in offsets:
        if not before <= offset <= limit:
            raise ValueError("offsets out of order")
        before = offset
