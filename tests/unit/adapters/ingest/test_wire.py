"""What the child sends is checked before it is believed."""

from __future__ import annotations

import io
import struct
from contextlib import suppress
from datetime import UTC, datetime

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.children.frames import BrokenAnswer
from casewright.adapters.ingest.wire import (
    ANSWER_LIMIT,
    Extract,
    Fault,
    Heading,
    receive_answer,
    receive_question,
    send_answer,
    send_question,
)
from casewright.domain.boxes import Box
from casewright.domain.documents import Furniture, FurnitureKind, Table, TableCell
from casewright.domain.layouts import LAYOUT_LIMIT, Change, ChangeKind, Comment, Layout, Note, NoteKind, Reply

SHEET = Table(0, 6, ((TableCell(0, 1, "S!A1"), TableCell(2, 3, "S!B1")), (TableCell(4, 4), TableCell(5, 6))), "S")
PRINTED = Table(6, 6, (), page=2)
RULED = Table(0, 3, ((TableCell(0, 1, None, 2, 1, Box(1, 72, 700, 90.5, 712)), TableCell(1, 1)),), page=1)
ANSWERS = [
    Extract("text", ((0, 2), (2, 4)), (2,), (Heading(0, 1, 1),)),
    Extract("ș𝔘"),
    Extract("3\n4", furniture=(Furniture(0, 1, FurnitureKind.PAGE_NUMBER), Furniture(2, 3, FurnitureKind.STAMP))),
    Extract("abc", ((0, 3),), tables=(RULED,), engine="PDFium 1.2"),
    Extract("a\tb\n\tc", tables=(SHEET, PRINTED), dated=datetime(2026, 11, 3, 9, 30, tzinfo=UTC)),
    Extract("", ((0, 0), (0, 0)), unread=(1, 2)),
    Fault("formulas", "C7 1 2"),
]


WRONG_LAYOUTS: tuple[dict[str, object], ...] = (
    {"changes": [["insertion", "Ann", None, 0, 4, "", None]]},
    {"changes": [["insertion", "Ann", None, 2, 1, "", None]]},
    {"changes": [["insertion", "Ann", None, True, 1, "", None]]},
    {"changes": [["insertion", 1, None, 0, 1, "", None]]},
    {"changes": [["insertion", "A" * 201, None, 0, 1, "", None]]},
    {"changes": [["insertion", "Ann", "now", 0, 1, "", None]]},
    {"changes": [["insertion", "Ann", "2024-01-01T00:00:00", 0, 1, "", None]]},
    {"changes": [["insertion", "Ann", None, 0, 1, None, None]]},
    {"changes": [["move", "Ann", None, 0, 1, "", 9]]},
    {"changes": [["turned", "Ann", None, 0, 1, "", None]]},
    {"changes": [["insertion", None, None, 1, 1, "", None], ["insertion", None, None, 0, 1, "", None]]},
    {"changes": [["insertion", None, None, 0, 0, "", None]] * (LAYOUT_LIMIT + 1)},
    {"comments": [["Ann", None, 0, 1, "x", "yes", []]]},
    {"comments": [["Ann", None, 0, 1, 5, None, []]]},
    {"comments": [["Ann", None, 0, 1, "x", None, [["Bob", None]]]]},
    {"comments": [["Ann", None, 0, 1, "x", None, [["Bob", None, "x"]] * (LAYOUT_LIMIT + 1)]]},
    {"notes": [["footnote", 0, 1, 2, 4]]},
    {"notes": [["sidenote", 0, 1, 2, 3]]},
    {"left_out": -1},
    {"left_out": "many"},
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_answer_arrives_as_it_was_sent(answer: Extract | Fault) -> None:
    """Extracts and faults come back as they went."""
    stream = io.BytesIO()
    send_answer(stream, answer)
    stream.seek(0)

    assert receive_answer(stream) == answer


@given(st.binary())
def test_question_arrives_as_it_was_sent(data: bytes) -> None:
    """The kind and the bytes come back as they went, one question after the other."""
    stream = io.BytesIO()
    send_question(stream, "pdf", data)
    send_question(stream, "docx", b"")
    stream.seek(0)

    assert receive_question(stream) == ("pdf", data)
    assert receive_question(stream) == ("docx", b"")
    assert receive_question(stream) is None


def framed(body: bytes) -> io.BytesIO:
    return io.BytesIO(struct.pack(">Q", len(body)) + body)


GOOD: dict[str, object] = {
    "text": "abc",
    "pages": [],
    "paragraphs": [],
    "headings": [],
    "tables": [],
    "dated": None,
    "engine": None,
    "furniture": [],
    "layout": None,
}
GOOD_LAYOUT: dict[str, object] = {"changes": [], "comments": [], "notes": [], "left_out": 0}
GOOD_TABLE = {
    "start": 0,
    "end": 3,
    "name": None,
    "page": None,
    "widths": [2],
    "starts": [0, 2],
    "ends": [1, 3],
    "addresses": None,
    "merged": [],
    "boxes": None,
}


@pytest.mark.requirement("documents-child-distrusted")
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"fault": "nonsense"}',
        b'{"fault": ["x"]}',
        orjson.dumps({**GOOD, "text": 1}),
        orjson.dumps({**GOOD, "pages": [[0, 4]]}),
        orjson.dumps({**GOOD, "pages": [[2, 1]]}),
        orjson.dumps({**GOOD, "pages": [[0, 2], [1, 3]]}),
        orjson.dumps({**GOOD, "pages": [0]}),
        orjson.dumps({**GOOD, "paragraphs": [-1]}),
        orjson.dumps({**GOOD, "furniture": [[0, 4, "header"]]}),
        orjson.dumps({**GOOD, "furniture": [[0, 2, "footer"], [1, 3, "footer"]]}),
        orjson.dumps({**GOOD, "furniture": [[0, 2, "chair"]]}),
        orjson.dumps({**GOOD, "furniture": [[0, 2]]}),
        orjson.dumps({**GOOD, "furniture": [["0", 2, {}]]}),
        orjson.dumps({**GOOD, "paragraphs": ["x"]}),
        orjson.dumps({**GOOD, "headings": [{"start": 0}]}),
        orjson.dumps({**GOOD, "headings": None}),
        orjson.dumps({**GOOD, "dated": "yesterday"}),
        orjson.dumps({**GOOD, "dated": "2026-11-03T10:00:00"}),
        orjson.dumps({**GOOD, "dated": 5}),
        orjson.dumps({**GOOD, "engine": 1}),
        orjson.dumps({**GOOD, "tables": [{}]}),
        *(
            orjson.dumps({**GOOD, "tables": [{**GOOD_TABLE, **wrong}]})
            for wrong in (
                {"end": 4},
                {"start": 1},
                {"starts": [0, 0]},
                {"ends": [1, 4]},
                {"ends": [1]},
                {"starts": ["x", 2]},
                {"widths": [3]},
                {"widths": [1]},
                {"widths": [4, -2]},
                {"merged": [[2, 1, 2]]},
                {"merged": [[0, 0, 2]]},
                {"merged": [0]},
                {"boxes": [None]},
                {"boxes": [None, [1, 2]]},
                {"boxes": [None, ["x", 1, 2, 3, 4]]},
                {"addresses": ["S!A1"]},
                {"addresses": [1, 2]},
                {"name": 1},
                {"page": "x"},
            )
        ),
        orjson.dumps({**GOOD, "furniture": [[0, 1, "wallpaper"]]}),
        orjson.dumps({**GOOD, "layout": []}),
        *(orjson.dumps({**GOOD, "layout": {**GOOD_LAYOUT, **wrong}}) for wrong in WRONG_LAYOUTS),
        b'{"text": "\\ud800", "pages": [], "paragraphs": [], "headings": []}',
    ],
)
def test_answer_of_another_shape_is_broken(body: bytes) -> None:
    """Whatever is not an answer of the agreed shape, with offsets inside the text, is refused."""
    with pytest.raises(BrokenAnswer):
        receive_answer(framed(body))


def test_table_of_the_agreed_shape_is_believed() -> None:
    """What the broken ones differ from is none."""
    extract = receive_answer(framed(orjson.dumps({**GOOD, "tables": [GOOD_TABLE]})))

    assert isinstance(extract, Extract)
    assert extract.tables == (Table(0, 3, ((TableCell(0, 1), TableCell(2, 3)),)),)


def test_layout_comes_as_it_was_sent() -> None:
    """Changes, comments, notes and furniture pass as they are, times with their zone."""
    at = datetime(2024, 3, 1, 10, tzinfo=UTC)
    sent = Extract(
        "abc",
        furniture=(Furniture(1, 3, FurnitureKind.FOOTER),),
        layout=Layout(
            (Change(ChangeKind.DELETION, "Ann", at, 1, 1, "gone"), Change(ChangeKind.MOVE, None, None, 2, 3, "", 0)),
            (Comment("Bob", at, 0, 2, "why", False, (Reply("Ann", None, "so"),)),),
            (Note(NoteKind.FOOTNOTE, 0, 1, 2, 3),),
            left_out=3,
        ),
    )
    stream = io.BytesIO()
    send_answer(stream, sent)
    stream.seek(0)

    assert receive_answer(stream) == sent


@pytest.mark.parametrize(
    "stream",
    [
        io.BytesIO(b""),
        io.BytesIO(b"abc"),
        io.BytesIO(struct.pack(">Q", 9) + b"{}"),
        io.BytesIO(struct.pack(">Q", ANSWER_LIMIT + 1)),
    ],
)
def test_answer_cut_short_or_too_long_is_broken(stream: io.BytesIO) -> None:
    """An answer that ends early, or says that it is longer than any may be, is refused without reading on."""
    with pytest.raises(BrokenAnswer):
        receive_answer(stream)


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_random_answers_raise_nothing_else(value: object) -> None:
    """Random values in every place of an answer give an extract or ``BrokenAnswer``."""
    for key in GOOD:
        try:
            body = orjson.dumps({**GOOD, key: value})
        except TypeError:
            return
        with suppress(BrokenAnswer):
            assert isinstance(receive_answer(framed(body)), Extract)
