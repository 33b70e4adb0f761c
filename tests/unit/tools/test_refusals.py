"""Tests of casewright.tools.refusals."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.audit.memory import MemoryAuditLog
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import StorageFull
from casewright.tools.refusals import Refusals
from tests.fakes.fixed_clock import START, FixedClock

if TYPE_CHECKING:
    from casewright.audit.events import Event

ACME = TenantId("acme")
TILL = Actor(ACME, ActorId("till"), "payment_provider", ActorKind.SERVICE)
LOG = logging.getLogger("casewright.doors")


class FullLog(MemoryAuditLog):
    """An audit that takes nothing any more."""

    def submit(self, event: Event) -> int:
        raise StorageFull("the disk is full")


def refuse(log: MemoryAuditLog, event_type: str | None = None) -> None:
    refusals = Refusals(log, FixedClock(), "sha256:ab")
    refusals.record(TILL, "take_payment_event", "Not yours", log=LOG, what="message", event_type=event_type)


@pytest.mark.parametrize(("event_type", "recorded"), [(None, "service.tool_call"), ("auth.refused", "auth.refused")])
def test_a_refusal_is_one_event_without_what_was_given(event_type: str | None, recorded: str) -> None:
    """It names who, what and why, and is of the actor's kind of call where it has no type of its own."""
    log = MemoryAuditLog()

    refuse(log, event_type)

    [record] = log.records(ACME)
    event = orjson.loads(record.body)
    assert event.pop("call_id")
    given = {key: value for key, value in event.items() if value is not None and key != "seq"}
    assert given == {
        "tenant_id": "acme",
        "event_type": recorded,
        "timestamp": START.isoformat(timespec="microseconds"),
        "agent_id": "till",
        "role": "payment_provider",
        "phase": "stopped",
        "tool_name": "take_payment_event",
        "tool_args": {},
        "result_status": "DENIED",
        "reason": "Not yours",
        "policy_hash": "sha256:ab",
    }


def test_a_refusal_that_cannot_be_recorded_is_told_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever refuses goes on refusing."""
    refuse(FullLog())

    assert "a refused message could not be recorded: the disk is full" in caplog.text
