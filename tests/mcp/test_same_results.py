"""A call over MCP is the call that it is everywhere: same text, same data, same status, same trail."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError

from casewright.bootstrap.local_actors import LOCAL_TENANT
from tests.mcp.servers import LEASE, WIRES, as_user, http, read_key, run, text_of, told

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcp_types import CallToolResult

    from casewright.bootstrap.home import Casewright
    from tests.mcp.servers import Wire

pytestmark = pytest.mark.requirement("mcp-same-results")
_OWN = {"seq", "timestamp", "call_id", "intent_seq", "prev_hash", "hash"}
"""What differs between any two calls."""


def events(casewright: Casewright, last: int) -> list[dict[str, Any]]:
    """The newest events, without what is each one's own."""
    found = [json.loads(one.body) for one in casewright.parts.materials.proofs.log.records(LOCAL_TENANT)][-last:]
    return [{name: value for name, value in event.items() if name not in _OWN} for event in found]


def calls(casewright: Casewright) -> list[tuple[str, str, Mapping[str, object]]]:
    """Who calls what, with what: one call for each way to end that a person can bring about."""
    listed = casewright.call("list_matters").structured
    assert isinstance(listed, dict)
    matter = next(one["matter_id"] for one in listed["matters"] if one["title"] == "Alpha / Beta")
    return [
        ("ada", "list_matter_documents", {"matter_id": matter}),
        ("ada", "isaacus_iql", {"matter_id": matter, "query": "{IS termination clause}"}),
        ("ada", "isaacus_iql", {"matter_id": matter, "query": "{IS termination clause"}),
        ("ada", "list_matter_documents", {"matter_id": matter, "more": 1}),
        ("ada", "list_matter_documents", {}),
        ("ada", "get_document_text", {"matter_id": matter, "document_id": "no such document"}),
        ("ada", "list_users", {}),
        ("ada", "no_such_tool", {"a": 1}),
        ("ben", "list_matter_documents", {"matter_id": matter}),
        ("cy", "import_claims", {}),
    ]


@pytest.mark.parametrize("wire", WIRES)
def test_result_and_trail_are_those_of_the_same_call_in_a_program(home: Path, server: str, wire: Wire) -> None:
    """Text, data, status and the events of the audit are the same, refused or not."""
    with as_user(home, "ada") as casewright:
        wanted = calls(casewright)
    statuses = set()
    for name, tool, arguments in wanted:

        async def work(name: str = name, tool: str = tool, arguments: Any = arguments) -> CallToolResult:
            async with http(server, read_key(home, name), wire) as client:
                return await client.call_tool(tool, arguments)

        result = run(work)
        with as_user(home, name) as casewright:
            there = events(casewright, 2)
            same = casewright.call(tool, arguments)
            here = events(casewright, 2)
        statuses.add(same.status.value)
        assert text_of(result) == same.content
        assert result.structured_content == (same.structured if isinstance(same.structured, dict) else None)
        assert told(result)["status"] == same.status.value
        assert result.is_error is not same.success
        assert there[-1] == here[-1]
        assert there == here or same.status.value != "success"
    assert statuses == {"success", "error", "denied", "invalid_arguments", "unknown_tool"}


@pytest.mark.parametrize("wire", WIRES)
def test_a_call_with_a_key_runs_once(home: Path, server: str, wire: Wire) -> None:
    """The key comes in the request's ``_meta``; the second time it is answered from the record."""

    async def work() -> list[CallToolResult]:
        async with http(server, read_key(home, "ada"), wire) as client:
            meta: Any = {"casewright/idempotency_key": f"once-{wire}"}
            return [await client.call_tool("create_matter", {"title": "Once"}, meta=meta) for _ in range(2)]

    first, second = run(work)
    assert text_of(first) == text_of(second)
    assert "replayed" not in told(first)
    assert told(second)["replayed"] is True


@pytest.mark.parametrize("wire", WIRES)
def test_documents_and_prompts_come_by_recorded_calls(home: Path, server: str, wire: Wire) -> None:
    """A document's text is a resource, a saved query and the blocks of instructions are prompts."""

    async def work() -> tuple[Any, ...]:
        async with http(server, read_key(home, "ada"), wire) as client:
            listed = await client.list_resources()
            [document] = [one for one in listed.resources if one.name == "lease.txt"]
            read = await client.read_resource(document.uri)
            prompts = await client.list_prompts()
            matter, document_id = document.uri.split("/")[3], document.uri.split("/")[5]
            where = await client.get_prompt("context_awareness", {"matter_id": matter, "document_id": document_id})
            query = await client.get_prompt("query/rent")
            return listed, read, prompts, where, query, matter, document_id

    listed, read, prompts, where, query, matter, document_id = run(work)
    with as_user(home, "ada") as casewright:
        tools = [event["tool_name"] for event in events(casewright, 60)]

    assert read.contents[0].text == LEASE.decode()
    assert [one.name for one in prompts.prompts] == ["document_tools", "context_awareness", "query/rent"]
    assert where.messages[-1].content.text == (
        f'[CONTEXT] The user has selected matter "Alpha / Beta" (matter_id: {matter}).\n'
        f'The user is currently viewing document "lease.txt" (document_id: {document_id}).'
    )
    assert "{IS termination clause}" in query.messages[0].content.text
    assert matter in query.messages[0].content.text
    assert {"list_matters", "list_matter_documents", "get_document_text", "list_saved_queries"} <= set(tools)
    if wire == "2026-07-28":
        assert {one.cache_scope for one in (listed, read, prompts)} == {"private"}
        assert [one.ttl_ms for one in (listed, read, prompts)] == [5_000, 0, 5_000]


def test_a_document_out_of_sight_is_one_that_is_not_there(home: Path, server: str) -> None:
    """The address of somebody else's document, and one of nobody's, are refused in the same words."""

    async def work() -> list[str]:
        async with http(server, read_key(home, "ada")) as client:
            [document] = [one for one in (await client.list_resources()).resources if one.name == "lease.txt"]
        async with http(server, read_key(home, "ben")) as client:
            assert (await client.list_resources()).resources == []
            matter = document.uri.split("/")[3]
            nobodys = document.uri.replace(matter, "0" * 8 + matter[8:])
            told = [await refusal(client, uri) for uri in (document.uri, nobodys, "file:///etc/passwd")]
            return [one.replace(matter, "…").replace("0" * 8 + matter[8:], "…") for one in told]

    theirs, nobodys, file = run(work)
    assert theirs == nobodys == "Matter '…' not found: 'casewright matter list' shows the ids"
    assert "not found" in file


async def refusal(client: Any, uri: str) -> str:
    """The words in which a resource is refused."""
    with pytest.raises(MCPError) as caught:
        await client.read_resource(uri)
    return caught.value.error.message
