"""Tests of casewright.tools.schemas."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, RootModel

from casewright.errors import InvalidInput
from casewright.policy.policy import compile_policy
from casewright.tools.definition import define_tool, tool
from casewright.tools.registry import Registry
from casewright.tools.schemas import Dialect, export, read
from tests.schema_tools import SEED, TOOLS, flag_everything

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
_NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,63}", fullmatch=True)
_TYPES = st.sampled_from(["string", "boolean", "number", "integer", "object", "array"])


@pytest.mark.requirement("tool-schemas")
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("made", TOOLS, ids=lambda tool: tool.name)
def test_every_envelope_reads_back(dialect: Dialect, made: Any) -> None:
    """Name, description and the one JSON schema come out of every envelope as they went in."""
    assert read(dialect, export(made, dialect)) == (made.name, made.description, made.input_schema)


@pytest.mark.requirement("tool-schemas")
@given(_NAMES, st.text().filter(str.strip), st.dictionaries(_NAMES, st.tuples(_TYPES, st.text()), max_size=5))
def test_any_tool_reads_back(name: str, description: str, parameters: dict[str, tuple[str, str]]) -> None:
    """Whatever the tool is called, says and takes, every envelope leads back to it."""
    spec = [{"name": key, "type": kind, "description": text} for key, (kind, text) in parameters.items()]
    made = define_tool(name, description, spec, handler=dict)
    for dialect in DIALECTS:
        assert read(dialect, export(made, dialect)) == (name, description, made.input_schema)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_no_envelope_is_said(dialect: Dialect) -> None:
    """An envelope of another dialect, or of none, is an error that names what is missing."""
    with pytest.raises(InvalidInput, match=f"the {dialect} tool has no '"):
        read(dialect, {"name": "t", "unknown": {}})


def test_schema_keeps_what_the_annotations_say() -> None:
    """Descriptions, formats, bounds, enumerations and nesting survive; a reference stands alone; titles do not."""
    schema = flag_everything.input_schema
    properties, defs = schema["properties"], schema["$defs"]
    assert properties["severity"] == {"anyOf": [{"$ref": "#/$defs/Severity"}], "description": "From the taxonomy"}
    assert defs["Severity"]["enum"] == ["FATAL", "MINOR"]
    assert properties["at"] == {"type": "string", "format": "date-time"}
    assert properties["claim_id"]["format"] == "uuid"
    assert (properties["share"]["minimum"], properties["share"]["maximum"]) == (0, 1)
    assert properties["spans"] == {"type": "array", "items": {"$ref": "#/$defs/Span"}, "minItems": 1, "maxItems": 9}
    assert defs["Node"]["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}
    assert set(defs["Node"]["properties"]) == {"text", "title", "children"}
    assert "title" not in defs["Node"]
    assert schema["required"] == ["severity", "kind", "spans", "tree", "on", "at", "claim_id"]


def test_mcp_annotations_follow_the_safety_level() -> None:
    """A dangerous tool is marked destructive for MCP clients and a safe one read-only."""
    safe = define_tool("b", "x", [], handler=dict)
    assert export(SEED, "mcp")["annotations"]["destructiveHint"] is True
    assert export(safe, "mcp")["annotations"]["readOnlyHint"] is True


class Total(BaseModel):
    """An object."""

    total: int


class Totals(RootModel[list[int]]):
    """A list."""


def test_mcp_output_schema_is_an_object_or_none() -> None:
    """MCP's structured content is an object: a promised object is in the envelope, a promised list is not."""

    def one() -> None:
        """Count."""

    as_object = tool(safety_level="safe", output=Total)(one)
    as_list = tool(safety_level="safe", output=Totals)(one)
    assert export(as_object, "mcp")["outputSchema"] == as_object.output_schema
    assert "outputSchema" not in export(as_list, "mcp")


@pytest.mark.requirement("tool-select")
def test_registry_exports_what_a_role_may_use() -> None:
    """A registry exports the tools that are selected, in its order, in the dialect's envelopes."""
    policy = compile_policy({"p": '[roles]\npeople = ["R"]\n[tools.write_file]\nroles = ["R"]'})
    registry = Registry(TOOLS)
    assert registry.export("anthropic") == [export(made, "anthropic") for made in TOOLS]
    assert registry.export("openai", role="R", policy=policy) == [export(SEED, "openai")]
    assert registry.export("openai", role="R", policy=policy, max_safety_level="cautious") == []
