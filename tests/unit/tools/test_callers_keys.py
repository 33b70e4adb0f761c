"""An idempotency key is its caller's own: what others did under the same one is neither heard of nor in the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.journal import SqlJournal
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.approvals import ApprovalId
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.approval_token import token
from casewright.tools.calls import CallContext, Status
from casewright.tools.decisions import Approve, Reject
from casewright.tools.definition import Tool, define_tool
from tests.databases import EVERYWHERE
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.calls import ToolResult

EVE = replace(ADMIN, id=ActorId("eve"))
PAT = Actor(TENANT, ActorId("pat"), "PARTNER")
BOT = Actor(TENANT, ActorId("bot"), "document_agent", ActorKind.MODEL)
RULES = """
[tools.send]
roles = ["ADMIN", "document_agent"]

[tools.wipe]
roles = ["ADMIN", "document_agent"]
approval = { roles = ["ADMIN", "PARTNER"], four_eyes = true, expires_hours = 2 }
"""
CALLERS = {
    "person": (CallContext(ADMIN), CallContext(EVE)),
    "tenant": (CallContext(ADMIN), CallContext(replace(ADMIN, tenant=TenantId("others")))),
    "agent": (CallContext(ADMIN), CallContext(BOT, on_behalf_of=ADMIN)),
    "agent of two": (CallContext(BOT, on_behalf_of=ADMIN), CallContext(BOT, on_behalf_of=EVE)),
    "agent of nobody": (CallContext(BOT, on_behalf_of=ADMIN), CallContext(BOT)),
}


class House:
    """``send`` runs at once, ``wipe`` needs a partner's approval; ``done`` is what they did."""

    def __init__(self, database: Database | None = None) -> None:
        self.done: list[str] = []
        self.governed = Governed(
            self._tool("send", "cautious"),
            self._tool("wipe", "dangerous"),
            rules=RULES,
            journal=MemoryJournal() if database is None else SqlJournal(database),
            approvals=MemoryApprovals() if database is None else SqlApprovals(database),
        )

    def _tool(self, name: str, level: Any) -> Tool:
        spec = [{"name": "what", "type": "string", "description": "What it is about"}]
        return define_tool(name, "Does it.", spec, safety_level=level, handler=lambda given: self._do(given["what"]))

    def _do(self, what: str) -> object:
        self.done.append(what)
        return {"what": what, "number": len(self.done)}

    def stored(self, asked: ToolResult) -> ApprovalRequest:
        """The request as it is stored."""
        assert self.governed.approvals is not None
        found = self.governed.approvals.get(TENANT, ApprovalId(asked.metadata.approval_id or ""))
        assert found is not None
        return found

    def call(self, tool: str, what: str, context: CallContext) -> ToolResult:
        """Call under the one key that everybody uses."""
        return self.governed.call(tool, {"what": what}, replace(context, idempotency_key="k"))


@pytest.fixture(params=EVERYWHERE)
def house(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> House:
    """A house over stores of each kind in turn."""
    return House(None if request.param == "memory" else new_database(request.param))


@pytest.mark.requirement("idempotency-caller")
@pytest.mark.parametrize("what", ["a", "b"])
@pytest.mark.parametrize("case", CALLERS)
def test_key_of_another_caller_is_free(case: str, what: str, house: House) -> None:
    """The same call or another one runs as if nobody had used the key, and each hears its own result again."""
    one, other = CALLERS[case]
    first = house.call("send", "a", one)
    second = house.call("send", what, other)
    assert (first.status, second.status) == (Status.SUCCESS, Status.SUCCESS)
    assert (second.metadata.replayed, house.done) == (False, ["a", what])
    again = [house.call("send", "a", one), house.call("send", what, other)]
    assert [result.metadata.replayed for result in again] == [True, True]
    assert [result.structured for result in again] == [first.structured, second.structured]
    assert house.done == ["a", what]


@pytest.mark.requirement("idempotency-caller")
@pytest.mark.parametrize("case", [name for name in CALLERS if name != "tenant"])
@pytest.mark.parametrize("ends", ["pending", "rejected", "granted"])
def test_request_of_another_caller_stands_for_nothing(case: str, ends: str, house: House) -> None:
    """A call that waits, was rejected or ran under the key is not met by who uses the same key for their own."""
    one, other = CALLERS[case]
    first = house.call("wipe", "a", one)
    if ends != "pending":
        house.governed.decide(first.metadata.approval_id, Approve() if ends == "granted" else Reject("no"), PAT)
    second = house.call("wipe", "b", other)
    assert second.status is Status.APPROVAL_REQUIRED, second.content
    assert first.metadata.approval_id not in (None, second.metadata.approval_id)
    assert (first.metadata.approval_id or "") not in second.content
    done = house.governed.decide(second.metadata.approval_id, Approve(), PAT)
    assert done.success, done.content
    assert house.done == (["a", "b"] if ends == "granted" else ["b"])
    again = house.call("wipe", "b", other)
    assert (again.metadata.replayed, again.structured) == (True, done.structured)
    known = house.call("wipe", "a", one)
    expected = {"pending": Status.APPROVAL_REQUIRED, "rejected": Status.REJECTED, "granted": Status.SUCCESS}
    assert (known.status, known.metadata.approval_id) == (expected[ends], first.metadata.approval_id)


@pytest.mark.requirement("approval-four-eyes")
def test_nobody_approves_what_an_agent_asks_for_them(house: House) -> None:
    """Where the agent's name says nothing of the person it works for, the request does: it is theirs to ask only."""
    asked = house.call("wipe", "a", CallContext(BOT, on_behalf_of=ADMIN))
    own = house.governed.decide(asked.metadata.approval_id, Approve(), ADMIN)
    assert (own.status, house.done) == (Status.DENIED, [])
    assert "ada asked for it" in own.content
    assert house.stored(asked).behind == ADMIN
    assert house.governed.decide(asked.metadata.approval_id, Approve(), EVE).success


@pytest.mark.requirement("approval-bound")
def test_person_whom_an_agent_asks_for_is_bound(house: House) -> None:
    """A request is no longer what was filed once its person is another, or taken away."""
    stored = house.stored(house.call("wipe", "a", CallContext(BOT, on_behalf_of=ADMIN)))
    made = {token(replace(stored, behind=behind), b"k" * 32) for behind in (ADMIN, EVE, None)}
    assert stored.token in made
    assert len(made) == 3


@pytest.mark.requirement("idempotency-caller")
def test_stored_call_is_found_by_its_own_caller_only(house: House) -> None:
    """The same agent for somebody else does not find it by its id."""
    asked = house.call("wipe", "a", CallContext(BOT, on_behalf_of=ADMIN))

    def found(context: CallContext) -> ApprovalRequest | None:
        return asyncio.run(house.governed.executor.find_request(asked.metadata.approval_id or "", context))

    assert found(CallContext(BOT, on_behalf_of=ADMIN)) == house.stored(asked)
    assert [found(CallContext(BOT, on_behalf_of=EVE)), found(CallContext(BOT))] == [None, None]
