"""Tests of approvals: a call that a person has to allow runs once, exactly as it was shown, or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.journal import SqlJournal
from casewright.audit.chain import verify_log
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.approvals import ApprovalId, ApprovalRequest, ApprovalState
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadSettings, StorageFull
from casewright.policy.policy import compile_policy
from casewright.tools.approval_token import UNBOUND, argument_hash
from casewright.tools.approvals import Approvals
from casewright.tools.calls import CallContext, Status, ToolCall, ToolResult
from casewright.tools.clearance import NO_APPROVER
from casewright.tools.decisions import Approve, Decision, Edit, Reject
from casewright.tools.definition import Tool, define_tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, AGENT, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_people import MemoryUsers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.adapters.database.engine import Database
    from casewright.audit.events import Event

PARTNER = Actor(TENANT, ActorId("pat"), "PARTNER")
CLIENT = Actor(TENANT, ActorId("cy"), "CLIENT")
RULE = '[tools.wipe]\nroles = ["ADMIN"]\n'
FOUR_EYES = RULE + 'approval = { roles = ["ADMIN", "PARTNER"], four_eyes = true, expires_hours = 2 }'


class Desk:
    """An executor with the dangerous tool ``wipe``, which needs a second person; ``ran`` is what it did."""

    def __init__(
        self, rules: str = FOUR_EYES, *, database: Database | None = None, approver: Any = None, store: Any = None
    ) -> None:
        self.ran: list[str] = []
        self.memory = MemoryApprovals()
        approvals = SqlApprovals(database) if database is not None else store or self.memory
        journal = SqlJournal(database) if database is not None else MemoryJournal()
        self.governed = Governed(self.wipe(), rules=rules, approvals=approvals, journal=journal, approver=approver)

    def wipe(self, version: str = "1") -> Tool:
        """The tool, in any version."""
        spec = [{"name": "path", "type": "string", "description": "What to wipe"}]
        made = define_tool(
            "wipe",
            "Wipes.",
            spec,
            required=["path"],
            safety_level="dangerous",
            handler=lambda given: self.ran.append(given["path"]),
            preview=lambda given: f"would wipe {given['path']}",
        )
        return replace(made, version=version)

    def ask(self, path: str = "a", *, key: str | None = None, actor: Actor = ADMIN) -> ToolResult:
        """Ask for a wipe."""
        context = CallContext(actor, run="r", idempotency_key=key, why="it is old")
        return self.governed.call("wipe", {"path": path}, context)

    def decide(self, asked: ToolResult, decision: Decision, by: Actor = PARTNER) -> ToolResult:
        """Decide on what was asked for."""
        return self.governed.decide(asked.metadata.approval_id, decision, by)

    def stored(self, asked: ToolResult) -> ApprovalRequest:
        """The request as it is stored."""
        assert self.governed.approvals is not None
        found = self.governed.approvals.get(TENANT, ApprovalId(asked.metadata.approval_id or ""))
        assert found is not None
        return found

    def tamper(self, asked: ToolResult, **changes: Any) -> None:
        """Change the stored request behind everybody's back."""
        stored = self.stored(asked)
        self.memory.requests[TENANT, stored.id] = replace(stored, **changes)

    def trail(self) -> list[tuple[str, str, str | None]]:
        """Type, who and status of every event."""
        return [(one["event_type"], one["agent_id"], one["result_status"]) for one in self.governed.events()]


@pytest.fixture(params=EVERYWHERE)
def desk(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Desk:
    """A desk over each kind of store in turn."""
    return Desk() if request.param == "memory" else Desk(database=new_database(request.param))


@pytest.mark.requirement("approval-bound", "approval-trail")
def test_call_waits_is_approved_and_runs_once(desk: Desk) -> None:
    """A dangerous call pauses, runs when another person approved it, and the trail tells all of it in order."""
    asked = desk.ask("old.txt")
    assert (asked.status, desk.ran) == (Status.APPROVAL_REQUIRED, [])
    assert str(asked.metadata.approval_id) in asked.content
    stored = desk.stored(asked)
    assert (stored.arguments, stored.preview, stored.why) == ('{"path":"old.txt"}', "would wipe old.txt", "it is old")
    done = desk.decide(asked, Approve())
    assert (done.status, done.metadata.approved_by, desk.ran) == (Status.SUCCESS, "pat", ["old.txt"])
    assert desk.stored(asked).state is ApprovalState.CONSUMED
    assert desk.trail() == [
        ("approval.requested", "ada", "APPROVAL_REQUIRED"),
        ("approval.granted", "pat", "GRANTED"),
        ("person.tool_call", "ada", None),
        ("person.tool_call", "ada", "SUCCESS"),
    ]
    assert {event["approval_id"] for event in desk.governed.events()} == {asked.metadata.approval_id}
    assert verify_log(desk.governed.log, TENANT)[1] is None


@pytest.mark.requirement("approval-bound")
def test_approval_is_used_once(desk: Desk) -> None:
    """Approving a second time runs nothing, and is recorded as refused."""
    asked = desk.ask()
    desk.decide(asked, Approve())
    again = desk.decide(asked, Approve(), ADMIN)
    assert (again.status, desk.ran) == (Status.DENIED, ["a"])
    assert "is consumed already, by pat" in again.content
    assert desk.trail()[-1] == ("approval.refused", "ada", "REFUSED")


def test_approval_whose_state_was_set_back_is_still_used_once() -> None:
    """Where somebody sets a used request back to pending, the journal knows that it ran."""
    desk = Desk()
    asked = desk.ask()
    desk.decide(asked, Approve())
    desk.tamper(asked, state=ApprovalState.PENDING)
    again = desk.decide(asked, Approve())
    assert (again.status, desk.ran) == (Status.DENIED, ["a"])
    assert "was used before" in again.content


@pytest.mark.requirement("approval-rejected")
def test_rejected_call_tells_the_model_to_stop(desk: Desk) -> None:
    """A rejection has the protocol's words with the reason, runs nothing, and is final."""
    asked = desk.ask()
    rejected = desk.decide(asked, Reject("still needed.\n"))
    assert (rejected.status, desk.ran) == (Status.REJECTED, [])
    assert rejected.content == "Tool execution denied by user: still needed. Do not retry."
    assert desk.trail()[-1] == ("approval.rejected", "pat", "REJECTED")
    assert desk.decide(asked, Approve()).status is Status.DENIED
    assert desk.ran == []


@pytest.mark.requirement("approval-edited")
def test_edit_is_a_new_request_with_both_versions_in_the_trail(desk: Desk) -> None:
    """An edit closes the old request and files a new one, validated again; the third person's approval runs it."""
    asked = desk.ask("a")
    edited = desk.decide(asked, Edit({"path": "b"}))
    assert (edited.status, desk.ran) == (Status.APPROVAL_REQUIRED, [])
    old, new = desk.stored(asked), desk.stored(edited)
    assert (old.state, old.replaced_by, new.replaces, new.edited_by) == (ApprovalState.EDITED, new.id, old.id, "pat")
    assert [(event["event_type"], event["tool_args"]) for event in desk.governed.events()[1:]] == [
        ("approval.edited", {"path": "a"}),
        ("approval.requested", {"path": "b"}),
    ]
    assert "needs four eyes" in desk.decide(edited, Approve()).content
    done = desk.decide(edited, Approve(), Actor(TENANT, ActorId("max"), "PARTNER"))
    assert (done.status, desk.ran) == (Status.SUCCESS, ["b"])


def test_edit_is_validated() -> None:
    """Arguments that do not fit are refused, and the request stays as it is."""
    desk = Desk()
    asked = desk.ask()
    refused = desk.decide(asked, Edit({"path": 7}))
    assert refused.status is Status.DENIED
    assert "cannot be edited so: Parameter 'path'" in refused.content
    assert desk.stored(asked).state is ApprovalState.PENDING


def _changed(value: object) -> object:
    """Another value of the same kind."""
    if isinstance(value, Actor):
        return replace(value, id=ActorId("eve"))
    if value is None or isinstance(value, str):
        return f"{value or ''}x"
    if isinstance(value, int):
        return value + 1
    assert hasattr(value, "isoformat"), value
    return value + timedelta(seconds=1)  # type: ignore[operator]


BOUND = [field.name for field in fields(ApprovalRequest) if field.name not in UNBOUND | {"id"}]


@pytest.mark.requirement("approval-bound")
@pytest.mark.parametrize("name", [*BOUND, "token"])
def test_any_changed_field_voids_the_approval(name: str) -> None:
    """Whatever field of the stored request is changed: the approval is refused, recorded, and nothing runs."""
    desk = Desk()
    asked = desk.ask()
    value = _changed(getattr(desk.stored(asked), name))
    desk.tamper(asked, **{name: 3 if name == "round" else value})
    by = Actor(TENANT, ActorId("max"), "PARTNER")
    refused = desk.decide(asked, Approve(), by)
    assert (refused.status, desk.ran) == (Status.DENIED, [])
    assert ("a stored field was changed" in refused.content) or name == "tool"
    assert desk.trail()[-1] == ("approval.refused", "max", "REFUSED")


def test_approval_stands_where_the_same_rules_are_written_otherwise(desk: Desk) -> None:
    """A policy file with a comment more compiles to the same rules: what was filed under it can be approved."""
    asked = desk.ask()
    executor = reopened(desk, policy=f"# the same rules\n{FOUR_EYES}")
    approved = asyncio.run(executor.decide(str(asked.metadata.approval_id), Approve(), CallContext(PARTNER)))
    assert (approved.status, desk.ran) == (Status.SUCCESS, ["a"])


@pytest.mark.requirement("approval-bound")
def test_changed_arguments_with_their_hash_recomputed_are_found() -> None:
    """The arguments are bound by the key and not only by their hash, and text that is no JSON stops nothing else."""
    desk = Desk()
    for text in ('{"path":"b"}', "not JSON"):
        asked = desk.ask()
        desk.tamper(asked, arguments=text, argument_hash=argument_hash(text))
        assert "a stored field was changed" in desk.decide(asked, Approve()).content
    assert desk.ran == []


def test_grant_that_nobody_gave_is_not_used() -> None:
    """A state set to granted by hand runs nothing: a decision carries a seal."""
    desk = Desk()
    asked = desk.ask(key="k")
    desk.tamper(asked, state=ApprovalState.GRANTED, decided_by=ActorId("pat"), decided_at=FixedClock().now())
    again = desk.ask(key="k")
    assert (again.status, desk.ran) == (Status.DENIED, [])
    assert "nobody granted it" in again.content


@pytest.mark.requirement("approval-expiry")
def test_expired_approval_is_refused_and_recorded(desk: Desk) -> None:
    """After its hours a request can no longer be approved."""
    asked = desk.ask()
    desk.governed.clock.advance(hours=2)
    refused = desk.decide(asked, Approve())
    assert (refused.status, desk.ran) == (Status.DENIED, [])
    assert "expired at" in refused.content
    assert desk.stored(asked).state is ApprovalState.EXPIRED
    assert desk.trail()[-1] == ("approval.refused", "pat", "REFUSED")


STRANGERS: dict[str, tuple[Actor, str]] = {
    "role": (CLIENT, "can be decided by ADMIN or PARTNER, and cy is CLIENT"),
    "model": (AGENT, "can be decided by a person only"),
    "model in a person's role": (replace(PARTNER, kind=ActorKind.MODEL), "can be decided by a person only"),
    "oneself": (ADMIN, "needs four eyes: ada asked for it"),
    "other tenant": (replace(PARTNER, tenant=TenantId("rival")), "not found"),
}


@pytest.mark.requirement("approval-four-eyes", "approval-roles")
@pytest.mark.parametrize("case", STRANGERS)
def test_who_may_not_decide(case: str, desk: Desk) -> None:
    """A wrong role, a model, another tenant's person and, under four eyes, the requester are refused and recorded."""
    actor, text = STRANGERS[case]
    asked = desk.ask()
    refused = desk.decide(asked, Approve(), actor)
    assert not refused.success
    assert text in refused.content
    assert desk.ran == []
    assert desk.stored(asked).state is ApprovalState.PENDING
    event = [event for tenant in (TENANT, TenantId("rival")) for event in _events(desk, tenant)][-1]
    assert (event["event_type"], event["agent_id"]) == ("approval.refused", actor.id)


def _events(desk: Desk, tenant: TenantId) -> list[dict[str, Any]]:
    import orjson

    return [orjson.loads(record.body) for record in desk.governed.log.records(tenant)]


def test_without_four_eyes_a_person_may_approve_their_own_call() -> None:
    """Where the policy does not ask for a second person the requester's own approval counts."""
    desk = Desk(FOUR_EYES.replace("true", "false"))
    assert desk.decide(desk.ask(), Approve(), ADMIN).success


def gone() -> MemoryUsers:
    """Users of whom the one that asks was deactivated."""
    users = MemoryUsers()
    users.add(TENANT, ADMIN.id, role=ADMIN.role, key_hash="h", at=START)
    users.deactivate(TENANT, ADMIN.id)
    return users


def reopened(
    desk: Desk, *, policy: str = FOUR_EYES, version: str = "1", tools: int = 1, users: MemoryUsers | None = None
) -> Executor:
    """The same stores under another executor: after a restart, with what changed meanwhile."""
    roles = '[roles]\npeople = ["ADMIN", "PARTNER", "CLIENT"]\nmodels = ["document_agent"]'
    return Executor(
        Registry([desk.wipe(version)][:tools]),
        policy=compile_policy({"roles": roles, "tools": policy}),
        audit=desk.governed.log,
        clock=desk.governed.clock,
        users=users,
        key=b"k" * 32,
        approvals=desk.governed.approvals,
        journal=desk.governed.journal,
    )


CHANGED: dict[str, tuple[dict[str, Any], str]] = {
    "policy": ({"policy": FOUR_EYES.replace("hours = 2", "hours = 1")}, "under another policy"),
    "version": ({"version": "2"}, "for version '1' of the tool, and it is now '2'"),
    "tool": ({"tools": 0}, "which is not there any more"),
    "user": ({"users": gone()}, "was asked for by ada, who is no active user any more"),
}


@pytest.mark.requirement("approval-bound")
@pytest.mark.parametrize("case", CHANGED)
def test_approval_is_void_when_the_rules_changed(case: str, desk: Desk) -> None:
    """A policy or a tool that is another one since the request was filed voids it; refused and recorded."""
    changes, text = CHANGED[case]
    asked = desk.ask()
    executor = reopened(desk, **changes)
    refused = asyncio.run(executor.decide(str(asked.metadata.approval_id), Approve(), CallContext(PARTNER)))
    assert (refused.status, desk.ran) == (Status.DENIED, [])
    assert text in refused.content
    assert desk.trail()[-1] == ("approval.refused", "pat", "REFUSED")


@pytest.mark.requirement("approval-restart")
def test_request_survives_a_restart(desk: Desk) -> None:
    """Another executor over the same stores, rules and key takes the decision."""
    asked = desk.ask()
    executor = reopened(desk)
    done = asyncio.run(executor.decide(str(asked.metadata.approval_id), Approve(), CallContext(PARTNER)))
    assert (done.status, desk.ran) == (Status.SUCCESS, ["a"])


@pytest.mark.requirement("idempotency-pending")
def test_pending_request_is_found_again_by_its_key(desk: Desk) -> None:
    """The same call under the same key is filed once; decided, it is answered from what was decided."""
    first, second = desk.ask(key="k"), desk.ask(key="k")
    assert first.metadata.approval_id == second.metadata.approval_id
    assert second.status is Status.APPROVAL_REQUIRED
    other = desk.ask("b", key="k")
    assert other.status is Status.INVALID_ARGUMENTS
    assert "used for another call" in other.content
    desk.decide(first, Approve())
    after = desk.ask(key="k")
    assert (after.status, after.metadata.replayed, desk.ran) == (Status.SUCCESS, True, ["a"])


def test_rejected_key_stays_rejected() -> None:
    """The same key after a rejection is answered with the rejection and files nothing."""
    desk = Desk()
    desk.decide(desk.ask(key="k"), Reject("no"))
    assert desk.ask(key="k").content == "Tool execution denied by user: no. Do not retry."
    assert len(desk.memory.requests) == 1


def test_expired_key_is_filed_anew() -> None:
    """A request that nobody decided in time does not stand in the way of the next."""
    desk = Desk()
    first = desk.ask(key="k")
    desk.governed.clock.advance(hours=3)
    assert desk.ask(key="k").metadata.approval_id != first.metadata.approval_id


class Crash(Exception):
    """Stands for the end of the process."""


class CrashingApprovals(MemoryApprovals):
    """Loses the process after the grant was stored and before it is used."""

    armed = True

    def advance(self, before: ApprovalState, after: ApprovalRequest) -> bool:
        if after.state is ApprovalState.CONSUMED and self.armed:
            raise Crash
        return super().advance(before, after)


def test_grant_that_was_not_used_is_used_by_the_next_call_with_its_key() -> None:
    """Where the process ended between the decision and the run, the requester's call under the same key runs it."""
    store = CrashingApprovals()
    desk = Desk(store=store)
    asked = desk.ask(key="k")
    with pytest.raises(Crash):
        desk.decide(asked, Approve())
    store.armed = False
    done = desk.ask(key="k")
    assert (done.status, done.metadata.approved_by, desk.ran) == (Status.SUCCESS, "pat", ["a"])


def test_dangerous_tool_with_neither_rule_nor_handler() -> None:
    """Without a rule in the policy and without a handler nobody can approve, store or no store."""
    desk = Desk(RULE)
    result = desk.ask()
    assert (result.status, result.content, desk.ran) == (Status.NO_APPROVER, NO_APPROVER, [])


def test_policy_can_ask_for_approval_of_any_tool() -> None:
    """A rule with an approval makes a safe tool wait too: a policy may tighten."""
    look = define_tool("look", "Looks.", [], handler=lambda _: "seen")
    rules = '[tools.look]\nroles = ["ADMIN"]\napproval = { roles = ["PARTNER"] }'
    governed = Governed(look, rules=rules, approvals=MemoryApprovals(), journal=MemoryJournal())
    asked = governed.call("look")
    assert asked.status is Status.APPROVAL_REQUIRED
    assert governed.decide(asked.metadata.approval_id, Approve(), PARTNER).content == "seen"


def test_waiting_call_takes_its_place_in_the_limits_once() -> None:
    """A call that waits counts, asking again under its key does not, and its run does not count twice."""
    desk = Desk(FOUR_EYES + "\nmax_calls_per_round = 2")
    first = desk.ask("a", key="k")
    for _ in range(3):
        assert desk.ask("a", key="k").status is Status.APPROVAL_REQUIRED
    assert desk.decide(first, Approve()).success
    assert desk.ask("b").status is Status.APPROVAL_REQUIRED
    assert desk.ask("c").status is Status.LIMITED


def test_approvals_need_a_key() -> None:
    """An executor without a key cannot bind anything, so it is not made."""
    with pytest.raises(BadSettings, match="needs a key"):
        Executor(
            Registry(),
            policy=compile_policy({}),
            audit=Governed().log,
            clock=FixedClock(),
            approvals=MemoryApprovals(),
        )


class Forgetful:
    """An audit that takes ``room`` events and then refuses."""

    def __init__(self, log: Any, room: int) -> None:
        self._log, self._room = log, room

    def submit(self, event: Event) -> int:
        if self._room == 0:
            raise StorageFull("There is no room left")
        self._room -= 1
        seq: int = self._log.submit(event)
        return seq

    def records(self, tenant: TenantId, after: int = 0) -> Any:
        return self._log.records(tenant, after)

    def head(self, tenant: TenantId) -> Any:
        return self._log.head(tenant)


@pytest.mark.requirement("tool-record-first")
@pytest.mark.parametrize("room", [0, 1, 2])
def test_what_cannot_be_recorded_does_not_count(room: int) -> None:
    """A request, a decision or an intent that cannot be recorded runs nothing and leaves no way to run it later."""
    desk = Desk()
    policy, log = desk.governed.policy, Forgetful(desk.governed.log, room)
    executor = Executor(
        Registry([desk.wipe()]),
        policy=policy,
        audit=log,
        clock=FixedClock(),
        key=b"k" * 32,
        approvals=desk.memory,
        journal=MemoryJournal(),
    )
    asked = asyncio.run(executor.execute(ToolCall("1", "wipe", {"path": "a"}), CallContext(ADMIN)))
    request = next(iter(desk.memory.requests.values()))
    decided = asyncio.run(executor.decide(request.id, Approve(), CallContext(PARTNER)))
    assert desk.ran == []
    assert not decided.success
    assert (asked.status is Status.ERROR) == (room == 0)
    assert desk.memory.requests[TENANT, request.id].state in (ApprovalState.EXPIRED, ApprovalState.CONSUMED)


Answer = Decision | str


def handler_of(answer: Answer, seen: list[dict[str, object]], *, asynchronous: bool) -> Any:
    """A handler that changes what it is shown, and then answers."""

    def clerk(_tool: Tool, arguments: Mapping[str, object]) -> Any:
        seen.append(dict(arguments))
        assert isinstance(arguments, dict)
        arguments["path"] = "everything"
        if answer == "raise":
            raise ValueError("secret")
        return answer

    async def waiting(tool: Tool, arguments: Mapping[str, object]) -> Any:
        return clerk(tool, arguments)

    return waiting if asynchronous else clerk


ANSWERS: dict[str, tuple[Answer, Status, list[str], list[str]]] = {
    "approved": (Approve(), Status.SUCCESS, ["a"], ["approval.granted"]),
    "rejected": (Reject("no"), Status.REJECTED, [], ["approval.rejected"]),
    "edited": (Edit({"path": "b"}), Status.SUCCESS, ["b"], ["approval.edited", "approval.granted"]),
    "edited badly": (Edit({"path": 1}), Status.INVALID_ARGUMENTS, [], ["approval.edited"]),
    "nonsense": ("yes", Status.ERROR, [], []),
    "failing": ("raise", Status.ERROR, [], []),
}


@pytest.mark.requirement("approval-handler")
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("case", ANSWERS)
def test_handler_in_this_process(case: str, asynchronous: bool) -> None:
    """A handler approves, rejects or edits; what it answers else, or raises, approves nothing."""
    answer, status, ran, types = ANSWERS[case]
    seen: list[dict[str, object]] = []
    desk = Desk(RULE, approver=handler_of(answer, seen, asynchronous=asynchronous))
    result = desk.ask()
    assert (result.status, desk.ran, seen) == (status, ran, [{"path": "a"}])
    assert [event["event_type"] for event in desk.governed.events() if event["phase"] == "decided"] == types
    name = "waiting" if asynchronous else "clerk"
    assert {event["agent_id"] for event in desk.governed.events() if event["phase"] == "decided"} <= {name}
    assert result.metadata.approved_by == (name if result.success else None)
    assert "secret" not in repr(desk.governed.events())


def test_handler_does_not_stand_in_for_a_named_person() -> None:
    """Where the policy names who approves, a handler in this process is not asked."""
    seen: list[dict[str, object]] = []
    desk = Desk(approver=handler_of(Approve(), seen, asynchronous=False))
    assert desk.ask().status is Status.APPROVAL_REQUIRED
    assert seen == []


def test_failing_preview_stops_nothing() -> None:
    """A preview that raises is replaced by a sentence that names the class only."""

    def preview(_given: Mapping[str, Any]) -> str:
        raise ValueError("/etc/secret")

    wipe = define_tool("wipe", "Wipes.", [], safety_level="dangerous", handler=lambda _: None, preview=preview)
    store = MemoryApprovals()
    Governed(wipe, rules=FOUR_EYES, approvals=store, journal=MemoryJournal()).call("wipe")
    assert [one.preview for one in store.requests.values()] == ["There is no preview: ValueError inside the tool."]


def test_matter_is_checked_again_when_the_call_is_approved() -> None:
    """A matter that is gone stops the approval: the request is as little there as the matter, and nothing runs."""
    spec = [{"name": "matter_id", "type": "string", "description": "The matter"}]
    ran: list[str] = []
    wipe = define_tool(
        "wipe", "Wipes.", spec, safety_level="dangerous", handler=lambda given: ran.append(given["matter_id"])
    )
    governed = Governed(wipe, rules=FOUR_EYES, approvals=MemoryApprovals(), journal=MemoryJournal())
    from casewright.domain.matters import MatterKind

    made = governed.matters.create(
        TENANT,
        title="x",
        description="",
        kind=MatterKind.MATTER,
        jurisdiction=None,
        created_by=ActorId("x"),
        at=governed.clock.now(),
    )
    asked = governed.call("wipe", {"matter_id": made.id})
    governed.matters._matters.clear()
    refused = governed.decide(asked.metadata.approval_id, Approve(), PARTNER)
    assert (refused.status, refused.metadata.error_kind) == (Status.ERROR, "NotFound")
    assert "not found" in refused.content
    assert ran == []


def test_grant_is_used_up_once() -> None:
    """Of those who use one grant, by whatever way they came to it, the first gets it."""
    desk = Desk()
    granted = replace(desk.stored(desk.ask()), state=ApprovalState.GRANTED)
    desk.memory.requests[TENANT, granted.id] = granted
    approvals = Approvals(
        desk.memory, policy=desk.governed.policy, clock=FixedClock(), key=b"k" * 32, new_id=lambda: "id"
    )
    assert [approvals.consume(granted) for _ in range(2)] == [True, False]
