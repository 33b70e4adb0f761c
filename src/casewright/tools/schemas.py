"""One JSON schema in the envelopes of all clients: OpenAI's two, Anthropic's, Gemini's and MCP's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, assert_never

from casewright.errors import InvalidInput
from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.definition import Tool

Dialect = Literal["openai", "openai_responses", "anthropic", "gemini", "mcp"]
"""``openai`` is Chat Completions, ``openai_responses`` the Responses API."""

_SCHEMA_KEYS: dict[Dialect, str] = {
    "openai": "parameters",
    "openai_responses": "parameters",
    "anthropic": "input_schema",
    "gemini": "parameters_json_schema",
    "mcp": "inputSchema",
}


class Described(NamedTuple):
    """What every envelope holds of a tool."""

    name: str
    description: str
    schema: Mapping[str, Any]


def export(tool: Tool, dialect: Dialect) -> dict[str, Any]:
    """The tool as the dialect's clients take it. The JSON schema inside is the same in all of them.

    For Gemini it is one function declaration; its client takes ``{"function_declarations": [...]}`` of them.
    """
    described = {"name": tool.name, "description": tool.description, _SCHEMA_KEYS[dialect]: tool.input_schema}
    match dialect:
        case "openai":
            return {"type": "function", "function": described}
        case "openai_responses":
            # Strict mode knows no optional parameters; the executor validates strictly itself.
            return {"type": "function", **described, "strict": False}
        case "anthropic" | "gemini":
            return described
        case "mcp":
            return {**described, **_mcp(tool)}
        case _:
            assert_never(dialect)


def read(dialect: Dialect, exported: Mapping[str, Any]) -> Described:
    """Name, description and JSON schema out of an envelope, whether ``export`` made it or somebody else.

    Raises ``InvalidInput`` naming what is missing in it.
    """
    inner = exported.get("function") if dialect == "openai" else exported
    key = _SCHEMA_KEYS[dialect]
    if not isinstance(inner, dict):
        raise InvalidInput(f"the {dialect} tool has no 'function': is it of another dialect?")
    missing = next((name for name in ("name", key) if name not in inner), None)
    if missing is not None:
        raise InvalidInput(f"the {dialect} tool has no {missing!r}: is it of another dialect?")
    return Described(inner["name"], inner.get("description") or "", inner[key])


def _mcp(tool: Tool) -> dict[str, Any]:
    safe = tool.safety_level is SafetyLevel.SAFE
    extra: dict[str, Any] = {
        "annotations": {
            "readOnlyHint": safe,
            "destructiveHint": tool.safety_level is SafetyLevel.DANGEROUS,
            "idempotentHint": tool.idempotent or safe,
            "openWorldHint": bool(tool.sends or tool.providers),
        }
    }
    output = tool.output_schema
    if output is not None and output.get("type") == "object":  # MCP's structured content is always an object
        extra["outputSchema"] = output
    return extra
