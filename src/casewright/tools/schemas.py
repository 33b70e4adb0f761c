"""One JSON schema in four envelopes: what OpenAI, Anthropic, Gemini and MCP call a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, assert_never

from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

Dialect = Literal["openai", "anthropic", "gemini", "mcp"]


def export(tool: Tool, dialect: Dialect) -> dict[str, Any]:
    """The tool as the dialect's clients take it. The JSON schema inside is the same in all of them."""
    schema = tool.input_schema
    if dialect == "openai":
        return {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": schema},
        }
    if dialect == "anthropic":
        return {"name": tool.name, "description": tool.description, "input_schema": schema}
    if dialect == "gemini":
        return {"name": tool.name, "description": tool.description, "parameters_json_schema": schema}
    if dialect == "mcp":
        return _mcp(tool, schema)
    assert_never(dialect)


def _mcp(tool: Tool, schema: dict[str, Any]) -> dict[str, Any]:
    exported: dict[str, Any] = {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": schema,
        "annotations": {
            "readOnlyHint": tool.safety_level is SafetyLevel.SAFE,
            "destructiveHint": tool.safety_level is SafetyLevel.DANGEROUS,
            "idempotentHint": tool.idempotent or tool.safety_level is SafetyLevel.SAFE,
        },
    }
    if tool.output_schema is not None:
        exported["outputSchema"] = tool.output_schema
    return exported
