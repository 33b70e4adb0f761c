"""Tests of casewright.cli.state."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ValidationError

from casewright.cli.state import CallRefused, checked
from casewright.tools.calls import Metadata, Status, ToolResult


class _Listed(BaseModel):
    names: list[str]
    total_count: int = 0


def _result(structured: object, status: Status = Status.SUCCESS, error: str | None = None) -> ToolResult:
    return ToolResult("1", "list_names", status, "…", Metadata(1.0), structured, error)


def test_output_is_the_model_and_data_the_result_as_it_is() -> None:
    """Neither a default nor a field that the model does not know changes what is printed as JSON."""
    data = {"later": True, "names": ["ada"]}
    found = checked(_result(data), _Listed)
    assert found.output == _Listed(names=["ada"])
    assert found.data is data
    assert [*found.data] == ["later", "names"]


def test_refused_call_ends_the_command_with_its_result() -> None:
    """The error of the result is what the person reads."""
    result = _result(None, Status.DENIED, "only ADMIN may")
    with pytest.raises(CallRefused, match="only ADMIN may") as caught:
        checked(result, _Listed)
    assert caught.value.result is result


def test_result_that_breaks_its_promise_is_not_read() -> None:
    """A field of another type is an error here, not a wrong word on the screen."""
    with pytest.raises(ValidationError):
        checked(_result({"names": 5}), _Listed)
