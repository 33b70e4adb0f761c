"""What passes between the corpus and the process that queries run in: a file and its SQL out, rows back, both as JSON.

What the process sends is checked here before it is used.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from casewright.adapters.children.frames import BrokenAnswer, next_frame, receive_frame, send_frame

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

MOST_CHARACTERS: Final = 1_000_000
"""Characters that the rows of one answer may hold."""
ANSWER_LIMIT: Final = 16 * MOST_CHARACTERS
"""Most bytes that an answer may have."""

FaultCode = Literal[
    "unopened",  # the file is none that can be opened, or is gone
    "memory",  # more than the process may have
    "characters",  # more than MOST_CHARACTERS
    "failed",  # what the database says against the query
]


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask of which file."""

    file: str
    sql: str


@dataclass(frozen=True, slots=True)
class Found:
    """The rows, each with a value a column: text, a number, a flag, a date or None."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there are no rows; ``detail`` is the database's own first line, or empty."""

    code: FaultCode
    detail: str = ""


def send_question(stream: IO[bytes], question: Question) -> None:
    """Write one question."""
    send_frame(stream, json.dumps({"file": question.file, "sql": question.sql}).encode())


def receive_question(stream: IO[bytes]) -> Question | None:
    """The next question; None where there are no more."""
    body = next_frame(stream)
    return None if body is None else Question(**json.loads(body))


def send_answer(stream: IO[bytes], answer: Found | Fault) -> None:
    """Write one answer."""
    if isinstance(answer, Fault):
        said: dict[str, object] = {"fault": answer.code, "detail": answer.detail}
    else:
        said = {"columns": answer.columns, "rows": [[_sent(value) for value in row] for row in answer.rows]}
    send_frame(stream, json.dumps(said, ensure_ascii=False).encode("utf-8", "replace"))


def receive_answer(stream: IO[bytes]) -> Found | Fault:
    """The answer, checked. Raises ``BrokenAnswer`` where it is none."""
    body = receive_frame(stream, ANSWER_LIMIT)
    try:
        return _checked(json.loads(body))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenAnswer("an answer of another shape") from error


def _sent(value: object) -> object:
    """The value as JSON has it; a date and an exact number with their kind.

    A number that JSON has none for is no value: n / 0 is infinite here and an error elsewhere.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if isfinite(value) else None
        case date():
            return {"date": value.isoformat()[:10]}
        case Decimal():
            return {"number": str(value)}
        case _:
            return str(value)


# The process may send any JSON: what has another shape is one of the errors that ``receive_answer`` translates.
def _checked(answer: Any) -> Found | Fault:
    if "fault" in answer:
        code = next((known for known in get_args(FaultCode) if known == answer["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return Fault(code, str(answer["detail"]))
    columns = [str(name) for name in answer["columns"]]
    rows = [[_received(value) for value in row] for row in answer["rows"]]
    if any(len(row) != len(columns) for row in rows):
        raise ValueError("rows of another width than the columns")
    return Found(columns, rows)


def _received(value: Any) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    [(kind, said)] = value.items()
    if kind == "date":
        return date.fromisoformat(said)
    if kind != "number":
        raise ValueError("a value of an unknown kind")
    try:
        return Decimal(said)
    except ArithmeticError as error:
        raise ValueError("no number") from error
