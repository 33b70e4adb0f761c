"""No door offers a tool that the role may not use, and some tools stay with people."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError

from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.bootstrap.workspace import workspace_policy
from casewright.tools.calls import SafetyLevel
from casewright.tools.persons_own import DECISIONS
from tests.mcp.servers import WIRES, as_user, http, key_file, read_key, run, stdio, text_of, told

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_types import Tool

    from tests.mcp.servers import Wire

pytestmark = pytest.mark.requirement("mcp-offered")


def listed(home: Path, server: str, name: str, wire: Wire = "2026-07-28") -> list[Tool]:
    """What a user is offered over HTTP."""

    async def work() -> list[Tool]:
        async with http(server, read_key(home, name), wire) as client:
            return (await client.list_tools()).tools

    found: list[Tool] = run(work)
    return found


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("name", ["ada", "ben", "cy"])
def test_each_role_is_offered_what_the_policy_gives_it(home: Path, server: str, wire: Wire, name: str) -> None:
    """By name, every tool of the role but those that stay with people, on both wires alike."""
    names = [tool.name for tool in listed(home, server, name, wire)]
    with as_user(home, name) as casewright:
        role = set(casewright.policy.tools_of(casewright.actor.role))
        kept = {tool.name for tool in casewright.registry.tools.values() if tool.reveals} | DECISIONS

    assert names == sorted(role - kept)
    assert kept & role or name == "cy"


def test_hints_are_those_of_the_safety_level(home: Path, server: str) -> None:
    """What reads is read-only, what is dangerous destructive; what sends something somewhere is open to the world."""
    known = {tool.name: tool for tool in catalogue()}
    for tool in listed(home, server, "ada"):
        ours, hints = known[tool.name], tool.annotations
        assert hints is not None
        assert hints.read_only_hint is (ours.safety_level is SafetyLevel.SAFE)
        assert hints.destructive_hint is (ours.safety_level is SafetyLevel.DANGEROUS)
        assert hints.idempotent_hint is (ours.idempotent or ours.safety_level is SafetyLevel.SAFE)
        assert hints.open_world_hint is bool(ours.sends or ours.providers)
        assert tool.input_schema == ours.input_schema


def test_decisions_of_people_are_tools_that_there_are() -> None:
    """A name that is misspelt would keep nothing back."""
    assert {tool.name for tool in catalogue()} >= DECISIONS


def test_what_stays_with_people_is_refused_and_recorded(home: Path) -> None:
    """Even to an ADMIN: a client that could add a user could approve as that user."""
    add = {"name": "eve", "role": "PARTNER", "key_hash": "0" * 64}

    async def work() -> Any:
        async with stdio(home) as client:
            return await client.session.call_tool("add_user", add, allow_input_required=True)

    result = run(work)
    with as_user(home, "ada") as casewright:
        [*_, last] = casewright.parts.materials.proofs.log.records(LOCAL_TENANT)

    assert text_of(result) == (
        "Tool 'add_user' stays with people and is not offered over MCP: a person calls it on the command line"
    )
    assert told(result)["status"] == "denied"
    assert b'"tool_name":"add_user"' in last.body
    assert b'"result_status":"DENIED"' in last.body


def test_the_workspace_is_not_there(home: Path, server: str) -> None:
    """A developer's own tools are no home's, so no client is offered one, and a call finds none."""
    names = set(workspace_policy().rules)

    async def work() -> Any:
        async with http(server, read_key(home, "ada")) as client:
            return await client.call_tool("eval_form", {"form": "1 + 1"})

    assert "eval_form" in names
    assert names & {tool.name for tool in listed(home, server, "ada")} == set()
    assert text_of(run(work)) == "Unknown tool: eval_form"


def test_who_is_deactivated_is_denied_like_everywhere(home: Path) -> None:
    """While the client is connected: in the executor's words, on record, and nothing is listed any more."""
    with Casewright.open(home) as casewright:
        casewright.add_user("eli", "ANALYST")

    def deactivate() -> None:
        with Casewright.open(home) as casewright:
            assert casewright.call("deactivate_user", {"name": "eli"}).success

    async def work() -> tuple[Any, str]:
        async with stdio(home, "--as", str(key_file(home, "eli"))) as client:
            assert not (await client.call_tool("list_matters")).is_error
            await asyncio.to_thread(deactivate)
            denied = await client.call_tool("list_matters")
            with pytest.raises(MCPError) as caught:
                await client.list_tools(cache_mode="bypass")
            return denied, caught.value.error.message

    denied, unlisted = run(work)
    with as_user(home, "ada") as casewright:
        [*_, last] = casewright.parts.materials.proofs.log.records(LOCAL_TENANT)

    assert told(denied)["status"] == "denied"
    assert text_of(denied) == unlisted == "The user 'eli' is deactivated: ask an ADMIN"
    assert b'"agent_id":"eli"' in last.body


def test_a_model_calls_on_a_persons_behalf(home: Path) -> None:
    """With a role of models: its tools, in the one matter, and recorded as the model's, for the person."""
    arguments = ("--role", "document_agent", "--matter", "Alpha / Beta")

    async def work() -> tuple[Any, ...]:
        async with stdio(home, "--as", str(key_file(home, "ada")), own=arguments) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            [document] = (await client.list_resources()).resources
            matter = document.uri.split("/")[3]
            read = await client.call_tool("list_matter_documents", {"matter_id": matter})
            made = await client.call_tool("create_matter", {"title": "Another"})
            return tools, read, made

    tools, read, made = run(work)
    with as_user(home, "ada") as casewright:
        offered = sorted(casewright.policy.tools_of("document_agent"))
        bodies = [one.body for one in casewright.parts.materials.proofs.log.records(LOCAL_TENANT)][-3:]

    assert tools == offered
    assert not read.is_error
    assert text_of(made) == "Tool 'create_matter' is not permitted for document_agent"
    assert all(b'"event_type":"agent.tool_call"' in body for body in bodies)
    assert all(b'"agent_id":"document_agent/ada"' in body for body in bodies)
