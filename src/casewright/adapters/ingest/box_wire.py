"""The question where words stand on pages, as it passes to the process that opens files, and its answer."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_args

import orjson

from casewright.adapters.children.frames import BrokenAnswer, receive_frame, send_frame
from casewright.adapters.ingest.wire import Fault, FaultCode
from casewright.domain.documents import Box, PageBoxes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

_LENGTH: Final = struct.Struct(">Q")
_LIMIT: Final = 64 * 1024 * 1024
"""Most bytes of an answer."""


@dataclass(frozen=True, slots=True)
class PageSpans:
    """What of a page is asked for: (start, end) in its raw text, whose SHA-256 begins with ``digest``.

    ``page`` counts from 1.
    """

    page: int
    digest: bytes
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A page, counted from 1, whose text is not the one that was asked about."""

    page: int


BoxAnswer = tuple[PageBoxes, ...] | Changed | Fault


def asked(data: bytes, pages: Sequence[PageSpans]) -> bytes:
    """The question's body: what is asked, and the file's bytes."""
    head = orjson.dumps([[one.page, one.digest.hex(), one.spans] for one in pages])
    return b"".join((_LENGTH.pack(len(head)), head, data))


def read_asked(body: bytes) -> tuple[bytes, tuple[PageSpans, ...]]:
    """The file's bytes and what is asked, from a sender who is believed."""
    at = _LENGTH.size + _LENGTH.unpack_from(body)[0]
    pages = tuple(
        PageSpans(page, bytes.fromhex(digest), tuple((start, end) for start, end in spans))
        for page, digest, spans in orjson.loads(body[_LENGTH.size : at])
    )
    return body[at:], pages


def send_boxes(stream: IO[bytes], answer: BoxAnswer) -> None:
    """Write one answer."""
    if isinstance(answer, Fault):
        said: dict[str, object] = {"fault": answer.code, "detail": answer.detail}
    elif isinstance(answer, Changed):
        said = {"changed": answer.page}
    else:
        said = {
            "pages": [
                [one.page, one.width, one.height, [(box.left, box.bottom, box.right, box.top) for box in one.boxes]]
                for one in answer
            ]
        }
    send_frame(stream, orjson.dumps(said))


def receive_boxes(stream: IO[bytes]) -> BoxAnswer:
    """The child's answer, checked. Raises ``BrokenAnswer`` where it is none."""
    body = receive_frame(stream, _LIMIT)
    try:
        return _checked(orjson.loads(body))
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenAnswer("an answer of another shape") from error


# The child may send any JSON: what has another shape is one of the errors that ``receive_boxes`` translates.
def _checked(answer: Any) -> BoxAnswer:
    if "fault" in answer:
        code = next((known for known in get_args(FaultCode) if known == answer["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return Fault(code, str(answer.get("detail", "")))
    if "changed" in answer:
        return Changed(int(answer["changed"]))
    return tuple(_page(*page) for page in answer["pages"])


def _page(page: Any, width: Any, height: Any, boxes: Any) -> PageBoxes:
    number, wide, high = int(page), float(width), float(height)
    placed = []
    for box in boxes:
        left, bottom, right, top = (float(side) for side in box)
        if left > right or bottom > top:
            raise ValueError("a rectangle inside out")
        placed.append(Box(number, left, bottom, right, top))
    return PageBoxes(number, wide, high, tuple(placed))
