"""Events to record in tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.audit.events import Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.canonical import Json

FULL = Event(
    tenant_id="ours",
    event_type="agent.tool_call",
    timestamp="2025-03-14T09:26:53.589793+00:00",
    agent_id="advocate",
    role="advocate",
    phase="outcome",
    call_id="call-1",
    tool_name="lookup_claim",
    tool_version="1",
    tool_args={"claim_id": "C-1", "limits": [1, None, True]},
    result_status="SUCCESS",
    result_hash="sha256:ab",
    reason="because",
    matter_id="3f2b8c1e-0000-4000-8000-000000000000",
    debate_id="debate",
    run_id="run",
    round_number=2,
    intent_seq=7,
    policy_hash="sha256:cd",
    approval_id="5b1d0c7e-0000-4000-8000-000000000000",
    idempotency_key="node-7",
)
"""An event with every field filled."""


def event(
    call_id: str = "call-1",
    *,
    tenant: str = "ours",
    arguments: Mapping[str, Json] | None = None,
    event_type: str = FULL.event_type,
    reason: str | None = None,
) -> Event:
    """An intent of this call, with the fields empty that an intent may leave empty."""
    return replace(
        FULL,
        tenant_id=tenant,
        event_type=event_type,
        phase="intent",
        call_id=call_id,
        tool_args=arguments or {},
        result_status=None,
        result_hash=None,
        reason=reason,
        debate_id=None,
        round_number=None,
        intent_seq=None,
        approval_id=None,
        idempotency_key=None,
    )
