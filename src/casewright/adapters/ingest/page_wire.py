"""Questions about one page of a PDF as they pass to the process that draws pages, and its answers."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import orjson

from casewright.adapters.children.frames import BrokenAnswer, next_frame, receive_frame, send_frame
from casewright.domain.boxes import Box, PagePicture, PlacedSpans

if TYPE_CHECKING:
    from typing import IO

_LENGTH: Final = struct.Struct(">Q")
_LIMIT: Final = 128 * 1024 * 1024
"""Most bytes of an answer."""
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

PageFault = Literal[
    "encrypted",  # a password is needed
    "damaged",  # it cannot be parsed, or the page cannot be drawn
    "memory",  # more than the child may have
    "pixels",  # pictures on the page with more pixels than are unpacked
]


@dataclass(frozen=True, slots=True)
class PictureQuestion:
    """Page ``page``, from 1 on, ``width`` pixels wide."""

    page: int
    width: int


@dataclass(frozen=True, slots=True)
class PlacesQuestion:
    """Where stretches of page ``page``, from 1 on, stand: each is some (start, end) of the page's raw text.

    ``digest`` begins the SHA-256 of that text; it is empty where nothing but the page's size is asked for.
    """

    page: int
    digest: bytes
    spans: tuple[tuple[tuple[int, int], ...], ...]


PageQuestion = PictureQuestion | PlacesQuestion


@dataclass(frozen=True, slots=True)
class NoSuchPage:
    """The document has ``count`` pages, and the one that was asked for is none of them."""

    count: int


@dataclass(frozen=True, slots=True)
class NotShown:
    """Why the page cannot be shown."""

    code: PageFault


PageAnswer = PagePicture | PlacedSpans | NoSuchPage | NotShown


def send_page_question(stream: IO[bytes], question: PageQuestion, data: bytes) -> None:
    """Ask about a page of the PDF in ``data``."""
    if isinstance(question, PictureQuestion):
        said: list[object] = [question.page, question.width]
    else:
        said = [question.page, question.digest.hex(), question.spans]
    send_frame(stream, orjson.dumps(said))
    send_frame(stream, data)


def receive_page_question(stream: IO[bytes]) -> tuple[PageQuestion, bytes] | None:
    """The next question, from a sender who is believed; None where there are no more."""
    head, data = next_frame(stream), next_frame(stream)
    if head is None or data is None:
        return None
    page, *rest = orjson.loads(head)
    if len(rest) == 1:
        return PictureQuestion(page, rest[0]), data
    spans = tuple(tuple((start, end) for start, end in one) for one in rest[1])
    return PlacesQuestion(page, bytes.fromhex(rest[0]), spans), data


def send_page_answer(stream: IO[bytes], answer: PageAnswer) -> None:
    """Write one answer; a picture's bytes follow what is said of it."""
    body = b""
    said: dict[str, object]
    if isinstance(answer, NotShown):
        said = {"fault": answer.code}
    elif isinstance(answer, NoSuchPage):
        said = {"count": answer.count}
    elif isinstance(answer, PagePicture):
        said = {"picture": [answer.width, answer.height, answer.page_width, answer.page_height, answer.count]}
        body = answer.png
    else:
        boxes = answer.boxes
        said = {
            "places": [answer.number, answer.count, answer.width, answer.height],
            "boxes": None if boxes is None else [[(b.left, b.bottom, b.right, b.top) for b in one] for one in boxes],
        }
    head = orjson.dumps(said)
    send_frame(stream, b"".join((_LENGTH.pack(len(head)), head, body)))


def receive_page_answer(stream: IO[bytes]) -> PageAnswer:
    """The child's answer, checked. Raises ``BrokenAnswer`` where it is none."""
    body = receive_frame(stream, _LIMIT)
    try:
        edge = _LENGTH.size + _LENGTH.unpack_from(body)[0]
        return _checked(orjson.loads(body[_LENGTH.size : edge]), body[edge:])
    except (ValueError, TypeError, KeyError, struct.error) as error:
        raise BrokenAnswer("an answer of another shape") from error


# The child may send any JSON: what has another shape is one of the errors that ``receive_page_answer`` translates.
def _checked(said: Any, rest: bytes) -> PageAnswer:
    if "fault" in said:
        code = next((known for known in get_args(PageFault) if known == said["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return NotShown(code)
    if "picture" in said:
        width, height, page_width, page_height, count = said["picture"]
        if not rest.startswith(PNG_SIGNATURE):
            raise ValueError("no picture")
        return PagePicture(int(width), int(height), float(page_width), float(page_height), int(count), rest)
    if "places" not in said:
        return NoSuchPage(int(said["count"]))
    number, count, page_width, page_height = said["places"]
    boxes = said["boxes"]
    placed = None if boxes is None else tuple(tuple(_box(int(number), *box) for box in one) for one in boxes)
    return PlacedSpans(int(number), int(count), float(page_width), float(page_height), placed)


def _box(page: int, *sides: Any) -> Box:
    left, bottom, right, top = map(float, sides)
    if left > right or bottom > top:
        raise ValueError("a rectangle inside out")
    return Box(page, left, bottom, right, top)
