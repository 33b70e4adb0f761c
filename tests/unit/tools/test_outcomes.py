"""Tests of casewright.tools.outcomes, through governed calls."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import enum
import uuid
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from pydantic import BaseModel, field_validator, model_serializer

from casewright.audit.chain import verify
from casewright.errors import InvalidInput
from casewright.tools.calls import Failure, Status
from casewright.tools.definition import Tool, define_tool, tool
from casewright.tools.outcomes import CONTENT_LIMIT
from tests.fakes.governed import TENANT, Governed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


class Found(BaseModel):
    """A model."""

    page: int
    when: datetime.date = datetime.date(2025, 3, 14)


@dataclasses.dataclass
class Span:
    """A dataclass with a model in it."""

    start: int
    found: Found | None = None


class Point(NamedTuple):
    """A pair that is no (result, error)."""

    x: int
    label: str


class Grade(enum.StrEnum):
    """An enumeration."""

    A = "a"


def returning(value: object, **settings: Any) -> Tool:
    """A tool whose handler returns ``value``, made by ``value()`` where it is a function."""
    return define_tool("returning", "Returns.", [], handler=lambda _: value() if callable(value) else value, **settings)


WHEN = datetime.datetime(2025, 3, 14, 9, 26, tzinfo=datetime.UTC)
DATA: dict[str, tuple[object, object]] = {
    "model": (Found(page=1), {"page": 1, "when": "2025-03-14"}),
    "list of models": ([Found(page=1)], [{"page": 1, "when": "2025-03-14"}]),
    "dataclass": (Span(1, Found(page=2)), {"start": 1, "found": {"page": 2, "when": "2025-03-14"}}),
    "list of dataclasses": ([Span(1)], [{"start": 1, "found": None}]),
    "dates and ids in a mapping": (
        {"at": WHEN, "id": uuid.UUID(int=7)},
        {"at": "2025-03-14T09:26:00+00:00", "id": "00000000-0000-0000-0000-000000000007"},
    ),
    "mapping with numbers as keys": ({2024: 1}, {"2024": 1}),
    "mapping of another kind": (MappingProxyType({"a": (1, 2)}), {"a": [1, 2]}),
    "range": (range(3), [0, 1, 2]),
    "tuple of three": ((1, "a", None), [1, "a", None]),
    "named tuple": (Point(1, "no error"), [1, "no error"]),
    "enumeration": (Grade.A, "a"),
    "enumeration in a list": ([Grade.A], ["a"]),
    "number": (2.5, 2.5),
    "not a number": (float("nan"), None),
    "nothing inside": ([None], [None]),
    "empty": ([], []),
}


@pytest.mark.requirement("tool-plain-results")
@pytest.mark.parametrize("case", DATA)
def test_results_are_plain_data(case: str) -> None:
    """Models, dataclasses, dates and the like come back as plain JSON data, at any depth, and as the same text."""
    value, plain = DATA[case]
    result = Governed(returning(value)).call("returning")
    assert (result.status, result.structured) == (Status.SUCCESS, plain)
    assert type(result.structured) is type(plain)


async def _later() -> int:
    return 1


async def _many() -> AsyncIterator[int]:
    yield 1


def _circle() -> object:
    values: list[object] = []
    values.append(values)
    return values


class Sly(BaseModel):
    """A model that cannot be written out."""

    @model_serializer
    def write(self) -> object:
        """Break."""
        raise KeyError("/etc/secret")


NO_DATA: dict[str, tuple[Callable[[], object], str]] = {
    "coroutine": (_later, "tool 'returning' returned a coroutine where a value was expected"),
    "generator": (lambda: (n for n in range(3)), "tool 'returning' returned a generator where a value was expected"),
    "async generator": (_many, "tool 'returning' returned a async_generator where a value was expected"),
    "bytes": (lambda: b"bytes", "the result is no data"),
    "set": (lambda: {1}, "the result is no data"),
    "path": (lambda: PurePosixPath("/etc/secret"), "the result is no data"),
    "function": (lambda: print, "the result is no data"),
    "huge number": (lambda: 2**70, "the result is no data"),
    "circle": (_circle, "the result is no data"),
    "model that breaks": (Sly, "the result is no data"),
    "model that breaks, inside": (lambda: [Sly()], "the result is no data"),
    "broken text inside": (lambda: ["\ud800"], "the result is no data"),
}


@pytest.mark.requirement("tool-never-raises", "tool-plain-results")
@pytest.mark.parametrize("case", NO_DATA)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_is_no_data_is_an_error(case: str, kind: str) -> None:
    """What is no data, or breaks while it is read, is an error with its outcome recorded, and tells no more."""
    make, text = NO_DATA[case]

    @tool(safety_level="safe", name="returning")
    async def asynchronous() -> object:
        """Return."""
        return make()

    governed = Governed(returning(make) if kind == "sync" else asynchronous)
    result = governed.call("returning")
    assert result.status is Status.ERROR
    assert result.content.startswith(f"Tool error: {text}")
    assert "secret" not in result.content
    assert governed.trail() == [("intent", None), ("outcome", "ERROR")]


class Checked(BaseModel):
    """An output whose check breaks."""

    page: int

    @field_validator("page")
    @classmethod
    def check(cls, value: int) -> int:
        """Break."""
        raise KeyError(value)


@pytest.mark.requirement("tool-never-raises", "tool-output-schema")
def test_output_check_that_breaks_is_an_error() -> None:
    """An output model that raises whatever it likes makes an error, not an exception."""

    @tool(safety_level="safe", output=Checked)
    def returning() -> object:
        """Return."""
        return {"page": 1}

    result = Governed(returning).call("returning")
    assert result.content == "Tool error: the result is no data: KeyError while reading it"


@pytest.mark.requirement("tool-plain-results")
def test_failure_is_plain_data_too() -> None:
    """A handler's own refusal in its contract's shape is made plain as any result."""
    result = Governed(returning(Failure("bad", {"at": WHEN}, InvalidInput))).call("returning")
    assert (result.status, result.structured) == (Status.ERROR, {"at": "2025-03-14T09:26:00+00:00"})


@pytest.mark.requirement("tool-large-result")
@pytest.mark.parametrize("make", [lambda: "x" * 200_000_000, lambda: ["x" * 1_000] * 200_000], ids=["text", "list"])
def test_two_hundred_megabytes(make: Callable[[], object]) -> None:
    """200 MB are a success whose text for a model is cut with a notice; the audit holds the hash, not the text."""
    governed = Governed(returning(make))
    result = governed.call("returning")
    assert result.status is Status.SUCCESS
    assert len(result.content) < CONTENT_LIMIT + 100
    assert result.content.endswith("more characters cut; ask for less at once ...]")
    records = list(governed.log.records(TENANT))
    assert max(len(record.body) for record in records) < 2_000
    assert verify(records, TENANT)[1] is None


@pytest.mark.requirement("tool-large-result")
def test_long_error_is_cut_too() -> None:
    """An error that a handler writes is cut for the model as any text."""
    result = Governed(returning((None, "x" * 1_000_000))).call("returning")
    assert (result.status, len(result.content) < CONTENT_LIMIT + 100) == (Status.ERROR, True)


def test_returned_task_is_cancelled() -> None:
    """A task that a handler returns instead of awaiting it is cancelled, so that nothing of it runs later."""
    tasks: list[asyncio.Task[None]] = []

    @tool(safety_level="safe")
    async def begin() -> object:
        """Begin and not wait."""
        tasks.append(asyncio.create_task(asyncio.sleep(60)))
        return tasks[0]

    result = Governed(begin).call("begin")
    assert result.content == "Tool error: tool 'begin' returned a Task where a value was expected"
    assert tasks[0].cancelled()
