"""An audit event: one thing that was asked for, refused, begun or done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.canonical import Json

Phase = Literal["intent", "outcome", "late", "stopped", "requested", "decided", "replayed", "effect"]
"""``intent`` before a tool runs, ``outcome`` after it, ``late`` for what a tool did after its call had already
ended (timed out or cancelled), ``stopped`` for a call that never ran, ``requested`` for one that now waits for a
person's approval, ``decided`` for what a person said to it, ``replayed`` for one that was answered from the record,
``effect`` for what a call brought about, in the words of another family (``defect.flagged``)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event, before it has a place in its tenant's chain.

    The seed's fields (agent framework §6.1) keep their names; a person's calls have the event type
    ``person.tool_call`` and the person's id as ``agent_id``. ``timestamp`` is UTC, ISO 8601, with
    microseconds. ``tool_args`` holds no floats: they are written as decimal strings.
    """

    tenant_id: str
    event_type: str
    timestamp: str
    agent_id: str
    role: str
    phase: Phase
    call_id: str
    tool_name: str
    tool_version: str | None
    tool_args: Mapping[str, Json]
    result_status: str | None
    result_hash: str | None
    reason: str | None
    matter_id: str | None
    debate_id: str | None
    run_id: str | None
    round_number: int | None
    intent_seq: int | None
    policy_hash: str
    approval_id: str | None = None
    idempotency_key: str | None = None
