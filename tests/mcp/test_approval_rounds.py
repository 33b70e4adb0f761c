"""A call that waits for a person: how a client is told, that no client approves, and how it hears what came of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestURLParams, ElicitResult

from casewright.tools.decisions import Approve, Reject
from tests.mcp.servers import WIRES, as_user, http, key_file, new_matter, run, serving, stdio, told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcp_types import CallToolResult, ElicitRequestParams, InputRequiredResult

    from casewright.tools.decisions import Decision
    from tests.mcp.servers import Wire

pytestmark = pytest.mark.requirement("mcp-approvals")
PAGE = "http://127.0.0.1:8000/approvals"
SENT = {"CASEWRIGHT_APPROVALS_URL": PAGE, "CASEWRIGHT_MCP_APPROVAL_WAIT": "0"}


class Person:
    """Somebody before a client, who is asked to open an address; ``decides`` is what pat decides meanwhile."""

    def __init__(self, home: Path, decides: Decision | None = None, action: Any = "accept") -> None:
        self.asked: list[ElicitRequestParams] = []
        self._home, self._decides, self._action = home, decides, action

    async def __call__(self, _context: Any, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params)
        assert isinstance(params, ElicitRequestURLParams)
        if self._decides is not None:
            await asyncio.to_thread(decide, self._home, params.url.rpartition("/")[2], self._decides)
        # A client that claims more than that it opened the address.
        return ElicitResult(action=self._action, content={"approved": True, "decision": "approve"})


def decide(home: Path, request: str, decision: Decision) -> None:
    """As pat, at another door."""
    with as_user(home, "pat") as casewright:
        casewright.decide(request, decision)


@pytest.fixture
def query(home: Path) -> Iterator[dict[str, str]]:
    """The arguments that delete a template of ada's, which only a person approves."""
    with as_user(home, "ada") as casewright:
        matter = new_matter(casewright, "To be deleted")
        assert casewright.call("share_matter", {"matter_id": matter, "name": "pat", "role": "counsel"}).success
    yield {"matter_id": matter}


def there(home: Path, arguments: dict[str, str]) -> bool:
    """Whether the matter is still there."""
    with as_user(home, "ada") as casewright:
        return arguments["matter_id"] in casewright.call("list_matters").content


@pytest.mark.parametrize("wire", WIRES)
def test_without_a_page_the_call_waits_and_says_how(home: Path, wire: Wire, query: dict[str, str]) -> None:
    """The result is the executor's, word for word, and no failure; the same call waits once."""

    async def work() -> list[CallToolResult]:
        async with stdio(home, "--as", str(key_file(home, "ada")), wire=wire, asked=Person(home)) as client:
            return [await client.call_tool("delete_matter", query) for _ in range(2)]

    first, second = run(work)
    with as_user(home, "ada") as casewright:
        again = casewright.call("delete_matter", query)

    assert not first.is_error
    assert first.content[0].text == second.content[0].text == again.content
    assert told(first)["status"] == "approval_required"
    assert told(first)["approval_id"] == told(second)["approval_id"] == again.metadata.approval_id
    assert there(home, query)


@pytest.mark.parametrize("wire", WIRES)
def test_a_client_is_sent_to_the_page_and_its_accept_approves_nothing(
    home: Path, wire: Wire, query: dict[str, str]
) -> None:
    """The address ends with the request's id; whatever the client answers, the call waits on."""
    person = Person(home)

    async def work() -> CallToolResult:
        async with stdio(home, "--as", str(key_file(home, "ada")), wire=wire, asked=person, **SENT) as client:
            return await client.call_tool("delete_matter", query)

    result = run(work)

    [asked] = person.asked
    assert isinstance(asked, ElicitRequestURLParams)
    assert asked.url == f"{PAGE}/{told(result)['approval_id']}"
    assert told(result)["status"] == "approval_required"
    assert there(home, query)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(("decision", "status"), [(Approve(), "success"), (Reject("it is needed"), "rejected")])
def test_the_call_hears_what_a_person_decided(
    home: Path, wire: Wire, decision: Decision, status: str, query: dict[str, str]
) -> None:
    """Decided by somebody else at another door, whatever the client says of it: the result is that of the decision."""
    person = Person(home, decides=decision, action="decline")

    async def work() -> CallToolResult:
        async with stdio(home, "--as", str(key_file(home, "ada")), wire=wire, asked=person, **SENT) as client:
            return await client.call_tool("delete_matter", query)

    result = run(work)

    assert told(result)["status"] == status
    assert there(home, query) is (status == "rejected")
    assert status == "success" or result.content[0].text == "Tool execution denied by user: it is needed. Do not retry."


def test_a_call_waits_for_the_decision_for_a_while(home: Path, query: dict[str, str]) -> None:
    """Sent to the page, a person takes a moment; the call has its result when they decided."""

    async def later(_context: Any, params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestURLParams)
        request = params.url.rpartition("/")[2]
        asyncio.get_running_loop().call_later(
            1, lambda: tasks.append(asyncio.create_task(asyncio.to_thread(decide, home, request, Approve())))
        )
        return ElicitResult(action="accept")

    tasks: list[asyncio.Task[None]] = []
    settings = {**SENT, "CASEWRIGHT_MCP_APPROVAL_WAIT": "30"}

    async def work() -> CallToolResult:
        async with stdio(home, "--as", str(key_file(home, "ada")), asked=later, **settings) as client:
            return await client.call_tool("delete_matter", query)

    assert told(run(work))["status"] == "success"
    assert not there(home, query)


def test_state_is_bound_and_taken_once_whichever_process_takes_it(home: Path, query: dict[str, str]) -> None:
    """Over two servers: the state of a round holds for its principal, its arguments and once, at either of them."""
    keys = {name: key_file(home, name).read_text().strip() for name in ("ada", "pat")}
    refused: list[str] = []

    async def ask(address: str, name: str, arguments: dict[str, str], state: str | None) -> Any:
        async with http(address, keys[name], asked=Person(home)) as client:
            return await client.session.call_tool(
                "delete_matter", arguments, request_state=state, allow_input_required=True
            )

    async def work() -> CallToolResult:
        first: InputRequiredResult = await ask(one, "ada", query, None)
        state = first.request_state
        assert state is not None
        await asyncio.to_thread(decide, home, requests(first)[0], Approve())
        for address, name, arguments, tried in (
            (one, "pat", query, state),
            (two, "ada", {"matter_id": "0" * 8 + query["matter_id"][8:]}, state),
            (two, "ada", query, state[:-2] + ("AA" if state[-2:] != "AA" else "BB")),
        ):
            refused.append(await refusal(ask(address, name, arguments, tried)))
        result: CallToolResult = await ask(two, "ada", query, state)
        for address in (one, two):
            refused.append(await refusal(ask(address, "ada", query, state)))
        return result

    with serving(home, **SENT) as one, serving(home, **SENT) as two:
        result = run(work)

    assert told(result)["status"] == "success"
    assert told(result)["replayed"]
    assert refused == ["Invalid or expired requestState"] * 5


def requests(result: InputRequiredResult) -> list[str]:
    """The ids of the requests whose pages a client is sent to."""
    asked = (result.input_requests or {}).values()
    return [one.params.url.rpartition("/")[2] for one in asked if isinstance(one.params, ElicitRequestURLParams)]


async def refusal(work: Any) -> str:
    """The words in which a request is refused."""
    with pytest.raises(MCPError) as caught:
        await work
    return caught.value.error.message
