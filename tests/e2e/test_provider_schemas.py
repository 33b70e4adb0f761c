"""The schemas in each provider's own types and through each provider's own client, over a real wire."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anthropic
import jsonschema
import mcp
import openai
import pytest
from anthropic.types import ToolParam
from google import genai
from google.genai import types as gemini
from openai.types.chat import ChatCompletionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

from casewright.tools.schemas import Dialect, export, read
from tests.loopback import loopback
from tests.schema_tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.tools.definition import Tool

    Send = Callable[[str, list[Any]], object]

ROOT = Path(__file__).parents[2]

OPENAI: Mapping[str, object] = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "ok"}}],
}
RESPONSES: Mapping[str, object] = {
    "id": "r",
    "object": "response",
    "created_at": 1,
    "model": "m",
    "output": [],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}
ANTHROPIC: Mapping[str, object] = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [{"type": "text", "text": "ok"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
GEMINI: Mapping[str, object] = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP"}]
}


def to_openai(address: str, tools: list[Any]) -> object:
    """Send through OpenAI's client, Chat Completions."""
    with openai.OpenAI(base_url=f"{address}/v1", api_key="k", max_retries=0) as client:
        return client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}], tools=tools)


def to_responses(address: str, tools: list[Any]) -> object:
    """Send through OpenAI's client, Responses."""
    with openai.OpenAI(base_url=f"{address}/v1", api_key="k", max_retries=0) as client:
        return client.responses.create(model="m", input="hi", tools=tools)


def to_anthropic(address: str, tools: list[Any]) -> object:
    """Send through Anthropic's client, whose address has no version in it."""
    with anthropic.Anthropic(base_url=address, api_key="k", max_retries=0) as client:
        return client.messages.create(
            model="m", max_tokens=9, messages=[{"role": "user", "content": "hi"}], tools=tools
        )


def to_gemini(address: str, tools: list[Any]) -> object:
    """Send through Google's client, whose address has no version in it: the client adds its own."""
    client = genai.Client(api_key="k", http_options=gemini.HttpOptions(base_url=address))
    try:
        config = gemini.GenerateContentConfig(tools=[gemini.Tool(function_declarations=tools)])
        return client.models.generate_content(model="m", contents="hi", config=config)
    finally:
        client.close()


def _declarations(body: Any) -> list[Any]:
    [one] = body["tools"]
    return list(one["functionDeclarations"])


CLIENTS: dict[Dialect, tuple[Send, Mapping[str, object], str, Callable[[Any], list[Any]]]] = {
    "openai": (to_openai, OPENAI, "/v1/chat/completions", lambda body: body["tools"]),
    "openai_responses": (to_responses, RESPONSES, "/v1/responses", lambda body: body["tools"]),
    "anthropic": (to_anthropic, ANTHROPIC, "/v1/messages", lambda body: body["tools"]),
    "gemini": (to_gemini, GEMINI, "/models/m:generateContent", _declarations),
}
TYPES: dict[Dialect, TypeAdapter[Any]] = {
    "openai": TypeAdapter(ChatCompletionToolParam),
    "openai_responses": TypeAdapter(FunctionToolParam),
    "anthropic": TypeAdapter(ToolParam),
    "gemini": TypeAdapter(gemini.FunctionDeclaration),
    "mcp": TypeAdapter(mcp.types.Tool),
}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clients speak to this machine, whatever proxies and addresses the environment has."""
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name.startswith(("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_")):
            monkeypatch.delenv(name)


@pytest.mark.requirement("tool-schemas-providers")
@pytest.mark.parametrize("dialect", TYPES)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_envelope_is_what_the_providers_types_take(dialect: Dialect, tool: Tool) -> None:
    """The provider's own types take the envelope, nothing in it is unknown to them, and the schema comes out equal."""
    exported = export(tool, dialect)
    taken = TYPES[dialect].validate_python(exported, strict=True, extra="forbid")
    written = TYPES[dialect].dump_python(taken, mode="json", by_alias=dialect == "mcp", exclude_unset=True)
    assert written == exported
    assert read(dialect, written) == (tool.name, tool.description, tool.input_schema)


@pytest.mark.requirement("tool-schemas-providers")
@pytest.mark.parametrize("dialect", CLIENTS)
def test_schema_arrives_unchanged(dialect: Dialect) -> None:
    """What the provider's client puts on the wire holds every tool's name, description and schema unchanged."""
    send, answer, path, tools_in = CLIENTS[dialect]
    with loopback(answer) as server:
        send(server.address, [export(tool, dialect) for tool in TOOLS])
    [(arrived_at, body)] = server.received
    assert arrived_at.endswith(path)
    arrived = [read(dialect, found) for found in tools_in(body)]
    assert arrived == [(tool.name, tool.description, tool.input_schema) for tool in TOOLS]


@pytest.mark.requirement("tool-schemas-providers")
def test_schema_arrives_unchanged_over_mcp() -> None:
    """An MCP client gets from a server in a process of its own what the mcp dialect exports."""
    server = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "tests.e2e.schema_server"],
        cwd=ROOT,
        env={"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )

    async def listed() -> list[Any]:
        async with mcp.Client(server) as client:
            found = await client.list_tools()
            return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in found.tools]

    assert asyncio.run(listed()) == [export(tool, "mcp") for tool in TOOLS]


@pytest.mark.requirement("tool-schemas-providers")
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schema_is_a_json_schema(tool: Tool) -> None:
    """The schema is valid JSON Schema 2020-12, and every reference in it stands alone and leads somewhere."""
    schema = tool.input_schema
    jsonschema.Draft202012Validator.check_schema(schema)
    references = list(_references(schema))
    assert all(found == {"$ref": found["$ref"]} for found in references)
    assert {found["$ref"].removeprefix("#/$defs/") for found in references} <= set(schema.get("$defs", {}))


def _references(part: Any) -> Any:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)
