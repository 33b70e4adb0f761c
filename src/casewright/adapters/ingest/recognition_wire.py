"""What passes between the reader and the process that recognises text: a page asked for, its words back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import orjson

from casewright.adapters.children.frames import BrokenAnswer, next_frame, receive_frame, send_frame
from casewright.domain.recognition import RecognisedWord

if TYPE_CHECKING:
    from typing import IO

ANSWER_LIMIT: Final = 16 * 1024 * 1024
"""Most bytes that the answer for one page may have."""

PageFault = Literal[
    "damaged",  # it cannot be rendered, or the engine fails over it
    "memory",  # more than the child may have
    "pixels",  # a picture with more pixels than are opened
    "engine",  # the library is not there, or not as it should be
]


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page, each line ending in "\\n" or, within a word, in PDFium's mark for that.

    ``paragraphs`` are the offsets at which paragraphs begin, the first left out; ``words`` are in order.
    """

    text: str
    paragraphs: tuple[int, ...] = ()
    words: tuple[RecognisedWord, ...] = ()


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """Why the child could not read a page."""

    code: PageFault


def send_page(stream: IO[bytes], data: bytes, number: int) -> None:
    """Ask for page ``number``, from 1 on, of the PDF in ``data``."""
    stream.write(number.to_bytes(8, "big"))
    send_frame(stream, data)


def receive_page(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """The next page that is asked for; None where there are no more."""
    number = stream.read(8)
    data = next_frame(stream)
    return None if data is None else (int.from_bytes(number, "big"), data)


def send_text(stream: IO[bytes], answer: PageText | Unrecognised) -> None:
    """Answer."""
    if isinstance(answer, Unrecognised):
        send_frame(stream, orjson.dumps({"fault": answer.code}))
        return
    words = [(w.start, w.end, w.left, w.bottom, w.right, w.top, w.confidence) for w in answer.words]
    # Halves of surrogate pairs are no text, and what is sent is.
    text = answer.text.encode("utf-8", "replace").decode()
    send_frame(stream, orjson.dumps({"text": text, "paragraphs": answer.paragraphs, "words": words}))


def receive_text(stream: IO[bytes]) -> PageText | Unrecognised:
    """The child's answer, checked. Raises ``BrokenAnswer`` where it is none."""
    body = receive_frame(stream, ANSWER_LIMIT)
    try:
        return _checked(orjson.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenAnswer("an answer of another shape") from error


# The child may send any JSON: what has another shape is one of the errors that ``receive_text`` translates.
def _checked(answer: Any) -> PageText | Unrecognised:
    if "fault" in answer:
        code = next((known for known in get_args(PageFault) if known == answer["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return Unrecognised(code)
    text = answer["text"]
    if not isinstance(text, str):
        raise TypeError("a text is characters")
    words = tuple(
        RecognisedWord(
            int(start), int(end), float(left), float(bottom), float(right), float(top), min(max(float(sure), 0.0), 1.0)
        )
        for start, end, left, bottom, right, top, sure in answer["words"]
    )
    paragraphs = tuple(int(offset) for offset in answer["paragraphs"])
    _ascending([edge for word in words for edge in (word.start, word.end)], len(text))
    _ascending(list(paragraphs), len(text))
    return PageText(text, paragraphs, words)


def _ascending(offsets: list[int], limit: int) -> None:
    if any(after < before for before, after in zip([0, *offsets], [*offsets, limit], strict=True)):
        raise ValueError("offsets out of order")
