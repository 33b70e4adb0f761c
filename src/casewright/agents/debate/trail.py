"""What of a debate, beside its tool calls, goes into the audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Required, TypedDict, Unpack
from uuid import uuid4

from casewright.audit.events import Event
from casewright.canonical import without_floats

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from casewright.canonical import Json
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.clock import Clock


class About(TypedDict, total=False):
    """Whose event it is and how it ended; ``agent_id`` is the role where it is left out."""

    role: Required[str]
    round_number: Required[int | None]
    agent_id: str | None
    status: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class DebateTrail:
    """Records the events of one debate. ``submit`` returns when the event is in its chain, with its number."""

    tenant: TenantId
    deal: MatterId
    debate: str
    run: str | None
    policy_hash: str
    clock: Clock
    submit: Callable[[Event], Awaitable[int]]

    async def record(self, event_type: str, details: Mapping[str, Json], **about: Unpack[About]) -> int:
        """Record that something happened and return the event's number. ``details`` stand where arguments do."""
        return await self.submit(self.event(event_type, details, **about))

    def event(self, event_type: str, details: Mapping[str, Json], **about: Unpack[About]) -> Event:
        """The event that something happened, to be recorded."""
        role = about["role"]
        return Event(
            tenant_id=self.tenant,
            event_type=event_type,
            timestamp=self.clock.now().isoformat(timespec="microseconds"),
            agent_id=about.get("agent_id") or role,
            role=role,
            phase="outcome",
            call_id=str(uuid4()),
            tool_name=event_type.partition(".")[0],
            tool_version=None,
            # A mapping stays one; its floats become decimal strings.
            tool_args={key: without_floats(value) for key, value in details.items()},
            result_status=about.get("status"),
            result_hash=None,
            reason=about.get("reason"),
            matter_id=self.deal,
            debate_id=self.debate,
            run_id=self.run,
            round_number=about["round_number"],
            intent_seq=None,
            policy_hash=self.policy_hash,
        )

    def emitter(self, role: str, round_number: int | None) -> Callable[[str, Mapping[str, Json]], Awaitable[None]]:
        """What the Muhasabah gate records with, for an output of this role in this round."""

        async def emit(event_type: str, details: Mapping[str, Json]) -> None:
            await self.record(event_type, details, role=role, round_number=round_number, status="REJECTED")

        return emit
