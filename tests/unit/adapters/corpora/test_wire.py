"""What passes between the corpus and the process that queries run in."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.children.frames import BrokenAnswer, send_frame
from casewright.adapters.corpora.wire import (
    ANSWER_LIMIT,
    Fault,
    Found,
    Question,
    receive_answer,
    receive_question,
    send_answer,
    send_question,
)

_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.dates(),
    st.decimals(allow_nan=False, allow_infinity=False), st.text(st.characters(exclude_categories=["Cs"])),
)  # fmt: skip
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(["date", "number", "x"]), parts),
    max_leaves=6,
)


def passed(answer: Found | Fault) -> Found | Fault:
    """The answer as it comes out at the other end."""
    pipe = io.BytesIO()
    send_answer(pipe, answer)
    pipe.seek(0)
    return receive_answer(pipe)


@given(st.lists(st.tuples(_VALUES, _VALUES), max_size=4))
def test_rows_arrive_as_they_were(rows: list[tuple[object, object]]) -> None:
    """Every kind of value that a query gives, exactly."""
    assert passed(Found(["a", "b"], rows)) == Found(["a", "b"], [list(row) for row in rows])


def test_what_json_has_no_sign_for() -> None:
    """A number without a value is none; what is of another kind is told as text, a point of time by its date."""
    found = passed(Found(["a"], [[float("inf")], [float("nan")], [b"x"], [datetime(2001, 2, 3, 4, 5)]]))  # noqa: DTZ001
    assert found == Found(["a"], [[None], [None], ["b'x'"], [date(2001, 2, 3)]])
    assert passed(Found(["a"], [[Decimal("1.10")]])) == Found(["a"], [[Decimal("1.10")]])


def test_questions_and_faults_arrive() -> None:
    """One after the other, until there are no more."""
    pipe = io.BytesIO()
    asked = [Question("/tmp/a.duckdb", "SELECT 'ș'"), Question("b", "c")]
    for one in asked:
        send_question(pipe, one)
    pipe.seek(0)
    assert [receive_question(pipe), receive_question(pipe), receive_question(pipe)] == [*asked, None]
    assert passed(Fault("failed", "it did not work")) == Fault("failed", "it did not work")


@given(
    st.fixed_dictionaries({"columns": _JSON, "rows": _JSON})
    | st.fixed_dictionaries({"fault": _JSON | st.just("memory"), "detail": _JSON})
    | st.fixed_dictionaries({"columns": st.just(["a"]), "rows": st.lists(st.lists(_JSON, max_size=2), max_size=2)})
    | _JSON
)
def test_whatever_a_process_sends_is_an_answer_or_none(said: object) -> None:
    """Nothing else gets out of it than rows of plain values, a fault, or ``BrokenAnswer``."""
    pipe = io.BytesIO()
    send_frame(pipe, json.dumps(said).encode("utf-8", "replace"))
    pipe.seek(0)
    with suppress(BrokenAnswer):
        answer = receive_answer(pipe)
        assert isinstance(answer, Fault) or all(len(row) == len(answer.columns) for row in answer.rows)


@pytest.mark.parametrize("said", [b"", b"\x00" * 7, b"\x00" * 7 + b"\x05hell", (ANSWER_LIMIT + 1).to_bytes(8, "big")])
def test_an_answer_that_is_none(said: bytes) -> None:
    """Cut short, or over the limit before anything of it is read."""
    with pytest.raises(BrokenAnswer):
        receive_answer(io.BytesIO(said))
