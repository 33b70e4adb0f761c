"""What the recognising process sends is checked before it is believed."""

from __future__ import annotations

import io
import struct

import orjson
import pytest

from casewright.adapters.children.frames import BrokenAnswer
from casewright.adapters.ingest.recognition_wire import (
    PageText,
    Unrecognised,
    receive_page,
    receive_text,
    send_page,
    send_text,
)
from casewright.domain.recognition import RecognisedWord

WORD = RecognisedWord(0, 3, 1.5, 2.5, 3.5, 4.5, 0.75)


@pytest.mark.parametrize("answer", [PageText("One two\n", (4,), (WORD,)), PageText(""), Unrecognised("pixels")])
def test_answer_arrives_as_it_was_sent(answer: PageText | Unrecognised) -> None:
    """Texts and faults come back as they went."""
    stream = io.BytesIO()
    send_text(stream, answer)
    stream.seek(0)

    assert receive_text(stream) == answer


def test_page_is_asked_for() -> None:
    """Number and bytes arrive; then there is nothing more."""
    stream = io.BytesIO()
    send_page(stream, b"%PDF", 7)
    stream.seek(0)

    assert (receive_page(stream), receive_page(stream)) == ((7, b"%PDF"), None)


GOOD = {"text": "abc", "paragraphs": [], "words": []}


@pytest.mark.requirement("documents-child-distrusted")
@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"fault": "hungry"},
        {**GOOD, "text": 3},
        {**GOOD, "paragraphs": [4]},
        {**GOOD, "words": [[2, 1, 0, 0, 0, 0, 1]]},
        {**GOOD, "words": [[0, 4, 0, 0, 0, 0, 1]]},
        {**GOOD, "words": [[0, 1, 0, 0]]},
        {**GOOD, "words": [["x", 1, 0, 0, 0, 0, 1]]},
    ],
)
def test_other_shapes_are_no_answers(answer: object) -> None:
    """Offsets out of order or beyond the text, other types, unknown faults."""
    body = orjson.dumps(answer)

    with pytest.raises(BrokenAnswer):
        receive_text(io.BytesIO(struct.pack(">Q", len(body)) + body))
