"""Tests of casewright.tools.schemas."""

from __future__ import annotations

import pytest

from casewright.tools.definition import define_tool
from casewright.tools.schemas import Dialect, export

PATH: dict[Dialect, tuple[str, ...]] = {
    "openai": ("function", "parameters"),
    "anthropic": ("input_schema",),
    "gemini": ("parameters_json_schema",),
    "mcp": ("inputSchema",),
}


@pytest.mark.requirement("tool-schemas")
@pytest.mark.parametrize("dialect", PATH)
def test_the_same_schema_stands_in_every_envelope(dialect: Dialect) -> None:
    """Name, description and the one JSON schema come through every dialect unchanged."""
    spec = [{"name": "path", "type": "string", "description": "File path to write"}]
    write = define_tool("write_file", "Writes.", spec, required=["path"], safety_level="dangerous", handler=dict)
    exported = export(write, dialect)
    inner = exported["function"] if dialect == "openai" else exported
    assert (inner["name"], inner["description"]) == ("write_file", "Writes.")
    found = exported
    for step in PATH[dialect]:
        found = found[step]
    assert found == write.input_schema


def test_mcp_annotations_follow_the_safety_level() -> None:
    """A dangerous tool is marked destructive for MCP clients and a safe one read-only."""
    dangerous = define_tool("a", "x", [], safety_level="dangerous", handler=dict)
    safe = define_tool("b", "x", [], handler=dict)
    assert export(dangerous, "mcp")["annotations"]["destructiveHint"] is True
    assert export(safe, "mcp")["annotations"]["readOnlyHint"] is True
