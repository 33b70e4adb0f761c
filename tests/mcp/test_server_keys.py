"""Keys for some tools, or for one matter, at the server's own ``/mcp``: what is offered is what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError

from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.policies import shipped_policy
from casewright.policy.policy import compile_policy
from casewright.tools.persons_own import stays_with_people
from tests.mcp.servers import WIRES, http, run, text_of, told
from tests.served import API, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

    from tests.mcp.servers import Wire

pytestmark = pytest.mark.requirement("mcp-http", "accounts-keys")
LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay the Landlord EUR 1,000 a month in advance.\n"
MISSING = "00000000-0000-4000-8000-000000000000"
SOME = ["get_document_text", "isaacus_search", "list_matter_documents"]
_LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@dataclass(frozen=True)
class House:
    """A server with two matters of ada's, each with a document; ``ada`` is a client with a whole key of hers."""

    served: Served
    ada: httpx.Client
    mine: str
    other: str
    documents: dict[str, str]

    def key(self, tools: list[str] | str = "*", matter: str | None = None, **more: object) -> str:
        """A key of ada's, or of a service account's, for this."""
        asked = {"name": "mcp", "tools": tools, "matter_id": matter, **more}
        return str(json_of(self.ada.post(f"{API}/keys", json=asked))["key"])

    def last(self, tool: str) -> dict[str, Any]:
        """The newest event about the tool."""
        found = json_of(self.ada.get(f"{API}/audit/events", params={"tool_name": tool, "last": 1}))
        [event] = found["events"]
        return dict(event)

    def address(self, matter: str) -> str:
        """Where the matter's document is read."""
        return f"casewright://matters/{matter}/documents/{self.documents[matter]}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server, shared by the tests."""
    with serving(tmp_path_factory.mktemp("keys") / "home") as served, served.client(served.join()) as ada:
        documents, matters = {}, []
        for title in ("Alpha", "Beta"):
            matter = json_of(ada.post(f"{API}/matters", json={"title": title}))["matter_id"]
            added = ada.post(f"{API}/matters/{matter}/documents?filename=lease.txt", content=LEASE)
            documents[matter] = json_of(added)["document_id"]
            matters.append(matter)
        mine, other = matters
        yield House(served, ada, mine, other, documents)


def offered(house: House, key: str, wire: Wire = "2026-07-28") -> list[str]:
    """Names of the tools that the key is offered."""

    async def work() -> list[str]:
        async with http(house.served.url, key, wire) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    found: list[str] = run(work)
    return found


def called(house: House, key: str, tool: str, **arguments: object) -> Any:
    """What comes of a call with the key."""

    async def work() -> Any:
        async with http(house.served.url, key) as client:
            return await client.session.call_tool(tool, arguments, allow_input_required=True)

    return run(work)


@pytest.mark.parametrize("wire", WIRES)
def test_key_for_some_tools_is_offered_those(house: House, wire: Wire) -> None:
    """On both wires; a whole key is offered all that its holder's role gives, but what stays with people."""
    assert offered(house, house.key(SOME), wire) == SOME
    policy = compile_policy(shipped_policy())
    of_role = {tool.name for tool in catalogue() if not stays_with_people(tool)} & set(policy.tools_of("ADMIN"))
    assert offered(house, house.key(), wire) == sorted(of_role)


def test_key_for_some_tools_is_allowed_those(house: House) -> None:
    """Every other tool is denied and recorded, in the same words by the protocol and over HTTP."""
    key = house.key(SOME)
    assert not called(house, key, "list_matter_documents", matter_id=house.mine).is_error
    denied = called(house, key, "rename_document", matter_id=house.mine, document_id="x", filename="a.txt")
    assert text_of(denied) == "This key was not made for 'rename_document': make one that names it"
    assert told(denied)["status"] == "denied"
    assert house.last("rename_document")["seq"] == told(denied)["audit_seq"]
    with house.served.client(key) as client:
        refused = client.get(f"{API}/matters")
        assert (refused.status_code, refused.json()["code"]) == (403, "refused")
        assert refused.json()["detail"] == text_of(denied).replace("rename_document", "list_matters")
        assert house.last("list_matters")["result_status"] == "DENIED"
        prefer = {"Prefer": "respond-async"}
        long = client.post(f"{API}/matters/{house.mine}/ask", json={"question": "Rent?"}, headers=prefer)
        assert long.status_code == 403


def test_key_for_a_tool_with_helpers_does_what_it_is_for(house: House) -> None:
    """An upload asks of itself whether the bytes are known, and an answer is found by other tools: both are let."""
    with house.served.client(house.key(["add_document", "ask_matter"])) as client:
        added = client.post(f"{API}/matters/{house.mine}/documents?filename=other.txt", content=LEASE + b"2. Law\n")
        assert added.status_code == 201, added.text
        answer = client.post(f"{API}/matters/{house.mine}/ask", json={"question": "What is the rent?"})
        assert answer.status_code == 200, answer.text
        assert "1,000" in answer.text
        assert client.get(f"{API}/matters/{house.mine}/documents").status_code == 403


def test_key_for_one_matter_is_offered_what_keeps_to_it(house: House) -> None:
    """As a server that is started for one matter: nothing that is about all of them."""
    names = set(offered(house, house.key(matter=house.mine)))
    assert {"get_document_text", "isaacus_search", "save_query"} <= names
    assert not names & {"create_matter", "list_users", "read_audit", "add_api_key"}
    assert offered(house, house.key([*SOME, "create_matter"], house.mine)) == SOME


def test_key_for_one_matter_stays_in_it(house: House) -> None:
    """The other reads like a missing one, what is about more is denied, and what may leave it out is about it."""
    key = house.key(matter=house.mine)
    assert not called(house, key, "list_matter_documents", matter_id=house.mine).is_error
    foreign, missing = (called(house, key, "list_matter_documents", matter_id=one) for one in (house.other, MISSING))
    assert foreign.is_error
    assert text_of(foreign).replace(house.other, MISSING) == text_of(missing)
    everywhere = json_of(house.ada.post(f"{API}/search", json={"text": "rent"}))
    assert {one["matter_id"] for one in everywhere["hits"]} == {house.mine, house.other}
    for about in ({}, {"matter_id": house.mine}, {"matter_id": house.other}):
        found = (called(house, key, "search_everywhere", text="rent", **about).structured_content or {}).get("hits", [])
        assert {one["matter_id"] for one in found} <= {house.mine}
        assert bool(found) == (about.get("matter_id") != house.other)
    more = called(house, key, "create_matter", title="Another")
    assert text_of(more) == "Tool 'create_matter' is about more than the one matter that this server or your key is for"
    assert told(more)["status"] == "denied"
    assert not called(house, key, "save_query", name="rent", query="{rent}").is_error
    queries = json_of(house.ada.get(f"{API}/queries"))["queries"]
    assert [query["matter_id"] for query in queries if query["name"] == "rent"] == [house.mine]


@pytest.mark.parametrize("wire", WIRES)
def test_documents_and_prompts_are_those_of_the_matter(house: House, wire: Wire) -> None:
    """What is listed as resources, what can be read, and where a prompt says that the person is."""
    key = house.key(matter=house.mine)

    async def work() -> tuple[list[str], str, str]:
        async with http(house.served.url, key, wire) as client:
            listed = [str(one.uri) for one in (await client.list_resources()).resources]
            read = await client.read_resource(house.address(house.mine))
            with pytest.raises(MCPError, match="not found"):
                await client.read_resource(house.address(house.other))
            prompt = await client.get_prompt("context_awareness", {})
            return listed, str(read.contents[0]), str(prompt.messages)

    listed, read, prompt = run(work)
    assert house.address(house.mine) in listed
    assert not any(house.other in one for one in listed)
    assert "EUR 1,000" in read
    assert house.mine in prompt
    assert "Alpha" in prompt


def test_key_of_a_program_is_no_persons(house: House) -> None:
    """What a service account does by the protocol is recorded as its."""
    json_of(house.ada.post(f"{API}/service-accounts", json={"name": "cron", "role": "ANALYST"}))
    key = house.key(user="cron")
    assert not called(house, key, "list_matters").is_error
    event = house.last("list_matters")
    assert (event["event_type"], event["agent_id"]) == ("service.tool_call", "cron")


def test_revoked_key_is_out_at_the_next_request(house: House) -> None:
    """Whatever it was for."""
    key = house.key(SOME, house.mine)
    listed = json_of(house.ada.get(f"{API}/keys"))["keys"]
    assert offered(house, key) == SOME
    json_of(house.ada.delete(f"{API}/keys/{listed[-1]['key_id']}"))
    assert ask(house.served, key).status_code == 401


def ask(served: Served, key: str) -> httpx2.Response:
    """One request with this key."""
    headers = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {key}"}
    return httpx2.post(f"{served.url}/mcp", json=_LIST, headers=headers, timeout=60.0, trust_env=False)


def test_requests_are_counted_like_all_others(tmp_path: Path) -> None:
    """Those of somebody who is known, and those that bring keys of nobody's."""
    with serving(tmp_path / "home", settings={"CASEWRIGHT_REQUESTS_A_MINUTE": "20"}) as served:
        key = served.join()
        answers = [ask(served, key) for _ in range(30)]
        assert {one.status_code for one in answers} == {200, 429}
        assert answers[-1].json()["code"] == "limited"
        assert int(answers[-1].headers["retry-after"]) >= 1
        strangers = [ask(served, "cwk.local." + "A" * 43).status_code for _ in range(70)]
    assert set(strangers) == {401, 429}
    assert strangers.index(429) >= 50
