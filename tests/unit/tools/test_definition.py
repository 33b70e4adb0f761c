"""Tests of casewright.tools.definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest

from casewright.domain.people import MatterRight
from casewright.errors import BadToolDefinition
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import define_tool, tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SPEC = [
    {"name": "symbol", "type": "string", "description": "Symbol name to describe"},
    {"name": "package", "type": "string", "description": "Package name (optional)"},
]


def handle(_arguments: Mapping[str, Any]) -> str:
    """A handler that fits."""
    return "ok"


@pytest.mark.requirement("tool-define")
def test_seed_signature() -> None:
    """define_tool takes the seed's parameters, defaults to safe, and gives the seed's schema."""
    described = define_tool(
        "describe_symbol", "Get detailed information.", SPEC, required=["symbol"], categories=["x"], handler=handle
    )
    assert described.safety_level is SafetyLevel.SAFE
    schema = described.input_schema
    assert schema["type"] == "object"
    assert list(schema["properties"]) == ["symbol", "package"]
    assert schema["properties"]["symbol"] == {"type": "string", "description": "Symbol name to describe"}
    assert schema["required"] == ["symbol"]
    assert schema["additionalProperties"] is False


@pytest.mark.requirement("tool-decorator")
def test_decorator_makes_the_schema_from_the_annotations() -> None:
    """The decorator takes name, description and schema from the function, leaves the context out, registers nothing."""

    @tool(safety_level="cautious", categories=["search"], idempotent=True)
    def find_clause(context: CallContext, kind: Literal["cap", "law"], limit: int = 5) -> list[str]:
        """Find clauses
        of a kind.

        And more that a model need not read.
        """
        return [kind] * limit

    assert (find_clause.name, find_clause.description) == ("find_clause", "Find clauses of a kind.")
    assert find_clause.safety_level is SafetyLevel.CAUTIOUS
    properties = find_clause.input_schema["properties"]
    assert properties == {
        "kind": {"enum": ["cap", "law"], "type": "string"},
        "limit": {"default": 5, "type": "integer"},
    }
    assert find_clause.input_schema["required"] == ["kind"]


def test_decorator_has_no_default_level() -> None:
    """The decorator makes one say how dangerous the tool is."""
    with pytest.raises(TypeError, match="safety_level"):
        tool()  # type: ignore[call-arg]


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "camel case": (lambda: define_tool("describeSymbol", "x", [], handler=handle), "'describeSymbol'.*snake_case"),
    "empty name": (lambda: define_tool("", "x", [], handler=handle), "snake_case"),
    "new line": (lambda: define_tool("good\n", "x", [], handler=handle), "snake_case"),
    "no description": (lambda: define_tool("t", " ", [], handler=handle), "'t' has no description"),
    "required is no parameter": (
        lambda: define_tool("t", "x", SPEC, required=["symbl"], handler=handle),
        "'t' requires 'symbl', which is not among its parameters",
    ),
    "twice": (lambda: define_tool("t", "x", [*SPEC, SPEC[0]], handler=handle), "two parameters 'symbol'"),
    "type": (
        lambda: define_tool("t", "x", [{"name": "a", "type": "date", "description": ""}], handler=handle),
        "'t', parameter 'a': type 'date' is none of string",
    ),
    "level": (
        lambda: define_tool("t", "x", [], safety_level="harmless", handler=handle),
        "'t': unknown safety level 'harmless'",
    ),
    "handler takes nothing": (
        lambda: define_tool("t", "x", [], handler=lambda: 1),  # type: ignore[misc,arg-type]
        "'t': the handler must take one mapping",
    ),
    "no handler": (
        lambda: define_tool("t", "x", [], handler=None),  # type: ignore[arg-type]
        "'t': the handler None cannot be called",
    ),
    "no annotation": (lambda: tool(safety_level="safe")(unannotated), "'unannotated': parameter 'x' has no annotation"),
    "collects": (lambda: tool(safety_level="safe")(collecting), "'collecting': parameter 'rest' must be a named one"),
    "sensitive stranger": (
        lambda: tool(safety_level="safe", sensitive=["y"])(annotated),
        "'annotated': sensitive argument 'y' is not a parameter",
    ),
    "timeout": (lambda: tool(safety_level="safe", timeout=0)(annotated), "timeout 0 must be above 0"),
}


def unannotated(x) -> None:  # type: ignore[no-untyped-def]
    """Has no annotation."""


def annotated(x: int) -> None:
    """Fits."""


def collecting(*rest: int) -> None:
    """Collects."""


@pytest.mark.requirement("tool-invariants")
@pytest.mark.parametrize("case", BROKEN)
def test_broken_invariant_names_the_tool(case: str) -> None:
    """A definition that breaks an invariant is an error that names the tool and what is wrong."""
    define, message = BROKEN[case]
    with pytest.raises(BadToolDefinition, match=message):
        define()


def test_levels_rise() -> None:
    """Safe, cautious and dangerous rank in this order."""
    assert [level.rank for level in SafetyLevel] == [0, 1, 2]


RIGHTS = [
    ("safe", None, MatterRight.VIEW),
    ("cautious", None, MatterRight.WORK),
    ("dangerous", None, MatterRight.WORK),
    ("cautious", MatterRight.UPLOAD, MatterRight.UPLOAD),
    ("safe", MatterRight.MANAGE, MatterRight.MANAGE),
]


@pytest.mark.parametrize(("level", "needs", "right"), RIGHTS)
def test_right_that_a_tool_needs_in_a_matter(level: str, needs: MatterRight | None, right: MatterRight) -> None:
    """Reading needs VIEW and changing WORK, unless the tool says otherwise."""

    @tool(safety_level=level, needs=needs)
    def look(matter_id: str) -> str:
        """Look."""
        return matter_id

    assert look.matter_right is right
