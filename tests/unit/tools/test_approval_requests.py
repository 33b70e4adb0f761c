"""A call that a person has to allow runs once, exactly as it was shown, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from casewright.audit.chain import verify_log
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.approvals import ApprovalState
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve, Edit, Reject
from tests.approval_desk import FOUR_EYES, PARTNER, Desk
from tests.fakes.governed import ADMIN, AGENT, TENANT

CLIENT = Actor(TENANT, ActorId("cy"), "CLIENT")


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
    "service account": (replace(PARTNER, kind=ActorKind.SERVICE_ACCOUNT), "can be decided by a person only"),
    "oneself": (ADMIN, "needs four eyes: ada asked for it"),
    "other tenant": (replace(PARTNER, tenant=TenantId("rival")), "not found"),
}


@pytest.mark.requirement("approval-four-eyes", "approval-roles", "accounts-programs")
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
