"""Approvals are bound: a request that was changed, or whose rules were, is void, and runs nothing."""

from __future__ import annotations

import asyncio
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.approvals import ApprovalRequest, ApprovalState
from casewright.domain.ids import ActorId
from casewright.errors import BadSettings
from casewright.policy.policy import compile_policy
from casewright.tools.active_people import ActivePeople
from casewright.tools.approval_token import UNBOUND, argument_hash, token
from casewright.tools.calls import CallContext, Status
from casewright.tools.decisions import Approve
from casewright.tools.definition import define_tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.approval_desk import FOUR_EYES, PARTNER, Desk
from tests.contracts.test_approval_store import request
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_people import MemoryUsers


def test_approval_whose_state_was_set_back_is_still_used_once() -> None:
    """Where somebody sets a used request back to pending, the journal knows that it ran."""
    desk = Desk()
    asked = desk.ask()
    desk.decide(asked, Approve())
    desk.tamper(asked, state=ApprovalState.PENDING)
    again = desk.decide(asked, Approve())
    assert (again.status, desk.ran) == (Status.DENIED, ["a"])
    assert "was used before" in again.content


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


_OF_NONE = {"round": 3, "behind": replace(ADMIN, id=ActorId("eve"))}
BOUND = [field.name for field in fields(ApprovalRequest) if field.name not in UNBOUND | {"id"}]


@pytest.mark.requirement("approval-bound")
@pytest.mark.parametrize("name", [*BOUND, "token"])
def test_any_changed_field_voids_the_approval(name: str) -> None:
    """Whatever field of the stored request is changed: the approval is refused, recorded, and nothing runs."""
    desk = Desk()
    asked = desk.ask()
    value = _OF_NONE[name] if name in _OF_NONE else _changed(getattr(desk.stored(asked), name))
    desk.tamper(asked, **{name: value})
    by = Actor(TENANT, ActorId("max"), "PARTNER")
    refused = desk.decide(asked, Approve(), by)
    assert (refused.status, desk.ran) == (Status.DENIED, [])
    assert ("a stored field was changed" in refused.content) or name == "tool"
    assert desk.trail()[-1] == ("approval.refused", "max", "REFUSED")


def test_token_is_what_older_versions_made() -> None:
    """A request that waits while the version changes can be decided: nothing but a person behind an agent is new."""
    older = "d7c24b2736f54c3193bc29def2c78836fe69a2092d5f2cad60f4c291f23ee605"
    assert token(request(), b"k" * 32) == older


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


def gone() -> ActivePeople:
    """People of whom the one that asks was deactivated."""
    users = MemoryUsers()
    for person in (ADMIN, PARTNER):
        users.add(TENANT, person.id, role=person.role, key_hash=person.id, at=START)
    users.deactivate(TENANT, ADMIN.id)
    return ActivePeople(users)


def reopened(
    desk: Desk, *, policy: str = FOUR_EYES, version: str = "1", tools: int = 1, people: ActivePeople | None = None
) -> Executor:
    """The same stores under another executor: after a restart, with what changed meanwhile."""
    roles = '[roles]\npeople = ["ADMIN", "PARTNER", "CLIENT"]\nmodels = ["document_agent"]'
    return Executor(
        Registry([desk.wipe(version)][:tools]),
        policy=compile_policy({"roles": roles, "tools": policy}),
        audit=desk.governed.log,
        clock=desk.governed.clock,
        people=people,
        key=b"k" * 32,
        approvals=desk.governed.approvals,
        journal=desk.governed.journal,
    )


CHANGED: dict[str, tuple[dict[str, Any], str]] = {
    "policy": ({"policy": FOUR_EYES.replace("hours = 2", "hours = 1")}, "under another policy"),
    "version": ({"version": "2"}, "for version '1' of the tool, and it is now '2'"),
    "tool": ({"tools": 0}, "which is not there any more"),
    "user": ({"people": gone()}, "was asked for by ada, who is no active user any more"),
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
