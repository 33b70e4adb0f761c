"""A call that waits for a person: how a client is told, that no client approves, and how it hears what came of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestURLParams, ElicitResult

from casewright.tools.decisions import Approve, Reject
from tests.mcp.servers import (
    ADDRESS,
    PAGE,
    as_user,
    http,
    key_file,
    new_matter,
    read_key,
    run,
    serving,
    stdio,
    text_of,
    told,
)

if TYPE_CHECKING:
    from pathlib import Path

    from mcp_types import CallToolResult, ElicitRequestParams, InputRequiredResult

    from casewright.tools.decisions import Decision
    from tests.mcp.servers import Wire

pytestmark = pytest.mark.requirement("mcp-approvals")


class Person:
    """Somebody before a client, who is asked to open an address; ``decides`` is what pat decides meanwhile."""

    def __init__(self, home: Path, decides: Decision | None = None, action: Any = "accept") -> None:
        self.asked: list[ElicitRequestParams] = []
        self._home, self._decides, self._action = home, decides, action

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
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
def target(home: Path) -> dict[str, str]:
    """The arguments that delete a matter of ada's, which pat sees: only a person approves that."""
    with as_user(home, "ada") as casewright:
        matter = new_matter(casewright, "To be deleted")
        assert casewright.call("share_matter", {"matter_id": matter, "user": "pat", "role": "counsel"}).success
    return {"matter_id": matter}


def there(home: Path, arguments: dict[str, str]) -> bool:
    """Whether the matter is still there."""
    with as_user(home, "ada") as casewright:
        return arguments["matter_id"] in casewright.call("list_matters").content


def delete(
    address: str, home: Path, arguments: dict[str, str], person: Person | None, wire: Wire = "2026-07-28"
) -> CallToolResult:
    """Delete the matter as ada; without ``person`` the client can open no address."""

    async def work() -> CallToolResult:
        async with http(address, read_key(home, "ada"), wire, asked=person) as client:
            return await client.call_tool("delete_matter", arguments)

    result: CallToolResult = run(work)
    return result


def test_where_no_address_can_be_opened_the_call_waits_and_says_how(
    home: Path, server: str, target: dict[str, str]
) -> None:
    """The result is the executor's, word for word, and no failure; the same call waits once."""
    first, second = (delete(server, home, target, None) for _ in range(2))
    with as_user(home, "ada") as casewright:
        again = casewright.call("delete_matter", target)

    assert not first.is_error
    assert [text_of(one) for one in (first, second)] == [again.content] * 2
    assert told(first)["status"] == "approval_required"
    assert told(first)["approval_id"] == told(second)["approval_id"] == again.metadata.approval_id
    assert there(home, target)


def test_the_same_call_with_the_requests_key_hears_the_result_later(
    home: Path, server: str, target: dict[str, str]
) -> None:
    """Where no address can be opened: the key names the request, and the call is not made again."""
    waiting = delete(server, home, target, None)
    decide(home, told(waiting)["approval_id"], Approve())

    async def work() -> CallToolResult:
        async with http(server, read_key(home, "ada")) as client:
            meta: Any = {"casewright/idempotency_key": f"approval:{told(waiting)['approval_id']}"}
            return await client.call_tool("delete_matter", target, meta=meta)

    heard = run(work)
    assert (told(heard)["status"], told(heard)["replayed"]) == ("success", True)


def test_over_http_on_the_earlier_wire_the_call_waits_and_says_how(
    home: Path, server: str, target: dict[str, str]
) -> None:
    """No request knows of another there, so the client cannot be asked in the middle of one."""
    person = Person(home)
    result = delete(server, home, target, person, "legacy")
    assert (told(result)["status"], person.asked) == ("approval_required", [])


def test_an_accept_of_the_client_approves_nothing(home: Path, server: str, target: dict[str, str]) -> None:
    """It is sent to the page of the request; whatever it answers, the call waits on."""
    person = Person(home)

    result = delete(server, home, target, person)

    [asked] = person.asked
    assert isinstance(asked, ElicitRequestURLParams)
    assert asked.url == f"{ADDRESS}/{told(result)['approval_id']}"
    assert told(result)["status"] == "approval_required"
    assert there(home, target)


@pytest.mark.parametrize(("decision", "status"), [(Approve(), "success"), (Reject("it is needed"), "rejected")])
def test_the_call_hears_what_a_person_decided(
    home: Path, server: str, decision: Decision, status: str, target: dict[str, str]
) -> None:
    """Decided by somebody else at another door, whatever the client says of it: the result is that of the decision."""
    result = delete(server, home, target, Person(home, decides=decision, action="decline"))

    assert told(result)["status"] == status
    assert there(home, target) is (status == "rejected")
    assert status == "success" or text_of(result) == "Tool execution denied by user: it is needed. Do not retry."


def test_on_the_earlier_wire_the_client_is_asked_and_the_call_waits_for_a_while(
    home: Path, target: dict[str, str]
) -> None:
    """Over standard input and output: a person who was sent to the page takes a moment, and the call has its result."""
    deciding: list[asyncio.Task[None]] = []

    async def later(request: str) -> None:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(decide, home, request, Approve())

    async def asked(context: Any, params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestURLParams)
        deciding.append(asyncio.create_task(later(params.url.rpartition("/")[2])))
        return ElicitResult(action="accept")

    async def work() -> CallToolResult:
        settings = {**PAGE, "CASEWRIGHT_MCP_APPROVAL_WAIT": "30"}
        async with stdio(home, "--as", str(key_file(home, "ada")), wire="legacy", asked=asked, **settings) as client:
            return await client.call_tool("delete_matter", target)

    assert told(run(work))["status"] == "success"
    assert not there(home, target)


def test_state_is_bound_and_taken_once_whichever_process_takes_it(
    home: Path, server: str, target: dict[str, str]
) -> None:
    """Over two servers: the state of a call holds for its principal, its arguments and once, at either of them."""
    other = {"matter_id": "0" * 8 + target["matter_id"][8:]}

    async def ask(address: str, name: str, arguments: dict[str, str], state: str | None) -> Any:
        async with http(address, read_key(home, name), asked=Person(home)) as client:
            try:
                return await client.session.call_tool(
                    "delete_matter", arguments, request_state=state, allow_input_required=True
                )
            except MCPError as error:
                return error.error.message

    async def work() -> tuple[CallToolResult, list[str]]:
        first: InputRequiredResult = await ask(server, "ada", target, None)
        state = first.request_state
        assert state is not None
        await asyncio.to_thread(decide, home, page_of(first), Approve())
        spoiled = state[:-8] + ("AAAAAAAA" if not state.endswith("AAAAAAAA") else "BBBBBBBB")
        refused = [
            await ask(server, "pat", target, state),
            await ask(second, "ada", other, state),
            await ask(second, "ada", target, spoiled),
        ]
        result = await ask(second, "ada", target, state)
        return result, [*refused, await ask(server, "ada", target, state), await ask(second, "ada", target, state)]

    with serving(home, **PAGE) as second:
        result, refused = run(work)

    assert told(result)["status"] == "success"
    assert told(result)["replayed"]
    assert refused == ["Invalid or expired requestState"] * 5


def page_of(result: InputRequiredResult) -> str:
    """The id of the request whose page a client is sent to."""
    [asked] = (result.input_requests or {}).values()
    assert isinstance(asked.params, ElicitRequestURLParams)
    return asked.params.url.rpartition("/")[2]
