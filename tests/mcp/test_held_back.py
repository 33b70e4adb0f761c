"""What no client gets by a key, a former right, a person's name or a way round the matter that it is confined to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError

from casewright.bootstrap.home import Casewright
from casewright.tools.decisions import Approve
from casewright.tools.persons_own import DECISIONS
from tests.mcp.servers import as_user, key_file, make_home, new_matter, run, stdio, text_of, told

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("mcp-approvals")
KEY = "casewright/idempotency_key"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of this file's own: more is made in it than others expect."""
    return make_home(tmp_path_factory.mktemp("held-back") / "home")


def named(key: object) -> Any:
    """The ``_meta`` of a request that names the call so."""
    return {KEY: key}


def test_nobody_uses_up_the_key_of_a_call_that_waits(home: Path) -> None:
    """Another call under the request's key is refused, and the approval still runs what was asked for."""
    with as_user(home, "ada") as casewright:
        matter = new_matter(casewright, "Gamma")
        waiting = casewright.call("delete_matter", {"matter_id": matter}).metadata.approval_id
    assert waiting is not None

    async def work() -> Any:
        async with stdio(home, "--as", str(key_file(home, "cy"))) as client:
            return await client.call_tool("list_matters", {}, meta=named(f"approval:{waiting}"))

    taken = run(work)
    with Casewright.open(home) as casewright:
        assert casewright.decide(waiting, Approve()).success
    assert told(taken)["status"] == "invalid_arguments"
    assert text_of(taken) == (
        f"The idempotency key 'approval:{waiting}' belongs to a call that waits: give this one a key of its own"
    )


def test_a_former_participant_hears_nothing_by_an_old_key(home: Path) -> None:
    """What is out of sight is not answered from the record, under whatever key."""
    with as_user(home, "ada") as casewright:
        matter = new_matter(casewright, "Delta")
        assert casewright.call("share_matter", {"matter_id": matter, "user": "ben", "role": "counsel"}).success

    async def ask() -> Any:
        async with stdio(home, "--as", str(key_file(home, "ben"))) as client:
            return await client.call_tool("list_matter_documents", {"matter_id": matter}, meta=named("mine"))

    assert told(run(ask))["status"] == "success"
    with as_user(home, "ada") as casewright:
        assert casewright.call("unshare_matter", {"matter_id": matter, "user": "ben"}).success
    after = run(ask)
    assert told(after)["status"] == "error"
    assert "not found" in text_of(after)


@pytest.mark.parametrize("key", ["", "a\nb", 5, "x" * 201])
def test_a_key_that_is_none_is_told(home: Path, key: object) -> None:
    """It is not dropped: the caller would think that the call cannot run twice."""

    async def work() -> str:
        async with stdio(home, "--as", str(key_file(home, "ada"))) as client:
            with pytest.raises(MCPError) as caught:
                await client.call_tool("list_matters", {}, meta=named(key))
            return str(caught.value.error.message)

    assert run(work) == f"{KEY!r} in _meta names a call: give it one line of text, 200 characters at most"


def test_what_is_said_as_a_person_stays_with_people(home: Path) -> None:
    """Every tool whose description says so is among those that are kept."""
    with as_user(home, "ada") as casewright:
        found = {name for name, tool in casewright.registry.tools.items() if "as a person" in tool.description}
    assert found
    assert found <= DECISIONS


def test_a_confined_server_is_about_its_matter_alone(home: Path) -> None:
    """As a person, too: what names no matter is refused and not listed, and another matter's query is no prompt."""
    with as_user(home, "ada") as casewright:
        other = new_matter(casewright, "Epsilon")
        query = {"name": "other", "query": "{IS termination clause}", "matter_id": other}
        assert casewright.call("save_query", query).success
        made_deal: Any = casewright.call("create_matter", {"title": "Zeta", "kind": "deal"}).structured
        deal = made_deal["matter_id"]
        blob = casewright.keep(deal, b"Revenue for 2025 was EUR 5,000,000.\n")
        added = {"matter_id": deal, "filename": "deck.txt", "blob_id": blob}
        assert casewright.call("add_document", added).success
        extracted: Any = casewright.call("extract_claims", {"deal_id": deal}).structured
        [foreign] = extracted["claim_ids"]

    async def work() -> tuple[Any, ...]:
        async with stdio(home, "--as", str(key_file(home, "ada")), own=("--matter", "Alpha / Beta")) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
            made = await client.call_tool("create_matter", {"title": "Another"})
            matters = await client.call_tool("list_matters", {})
            claim = await client.call_tool("lookup_claim", {"claim_id": foreign})
            return tools, prompts, made, matters, claim

    tools, prompts, made, matters, claim = run(work)
    assert tools.isdisjoint({"create_matter", "list_approvals", "list_users", "read_audit", "export_audit"})
    assert "get_document_text" in tools
    assert "query/rent" in prompts
    assert "query/other" not in prompts
    assert told(made)["status"] == "denied"
    assert other not in text_of(matters)
    assert told(claim)["status"] == "error"
    assert f"Claim {foreign!r} not found" in text_of(claim)


@pytest.mark.parametrize("model", [(), ("--role", "document_agent")])
def test_what_may_leave_the_matter_out_is_about_the_one_that_a_server_is_confined_to(
    home: Path, model: tuple[str, ...]
) -> None:
    """A query is saved for it, and lists are of it: nothing of another matter, and nothing that stands beside them."""
    name = "".join(("confined", *model))
    with as_user(home, "ada") as casewright:
        matter = str(casewright.find_matter("Alpha / Beta"))

    async def work() -> tuple[Any, ...]:
        async with stdio(home, "--as", str(key_file(home, "ada")), own=("--matter", "Alpha / Beta", *model)) as client:
            query = {"name": name, "query": "{IS termination clause}", "matter_id": None}
            saved = await client.call_tool("save_query", query)
            wrong = await client.call_tool("save_query", {**query, "name": "wrong", "matter_id": 5})
            return saved, wrong, await client.call_tool("list_saved_queries")

    saved, wrong, listed = run(work)
    assert saved.structured_content["matter_id"] == matter
    assert told(wrong)["status"] == "invalid_arguments"
    if not model:
        assert {"rent", name} <= {one["name"] for one in listed.structured_content["queries"]}
        assert {one["matter_id"] for one in listed.structured_content["queries"]} == {matter}


@pytest.mark.parametrize("model", [(), ("--role", "document_agent")])
def test_a_confined_client_is_told_what_its_matter_is_called(home: Path, model: tuple[str, ...]) -> None:
    """A model that may list no matters, too."""

    async def work() -> Any:
        async with stdio(home, "--as", str(key_file(home, "ada")), own=("--matter", "Alpha / Beta", *model)) as client:
            return await client.get_prompt("context_awareness")

    assert '[CONTEXT] The user has selected matter "Alpha / Beta" (matter_id: ' in run(work).messages[-1].content.text
