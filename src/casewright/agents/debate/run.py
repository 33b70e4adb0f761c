"""What a running debate needs beside its state, and the state itself: plain data only."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypedDict
from uuid import UUID, uuid5

from casewright.agents.debate.deal_view import DealView
from casewright.agents.debate.ledger import Ledger, RulingRecord, TurnRecord
from casewright.agents.debate.role_tools import RoleTools

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.node import AgentNode
    from casewright.agents.debate.trail import DebateTrail
    from casewright.domain.actors import Actor
    from casewright.domain.debates import AgentRole
    from casewright.domain.ids import MatterId, TenantId
    from casewright.evidence.record import DealRecord
    from casewright.tools.executor import Executor
    from casewright.tools.ports.clock import Clock


class StopRecord(TypedDict):
    """One stop check: its inputs with their hash, the reason that was found, and what it concerns."""

    round: int
    inputs: dict[str, Any]
    inputs_hash: str
    reason: str | None
    critical_claims: list[str]
    gates: list[str]


class State(TypedDict, total=False):
    """What a checkpoint holds. ``seen`` is the moment of the deal that the next step starts from.

    ``attempt`` counts how often the argument began again because a person put the deal right; ``since`` is how much
    had been said and ruled before this attempt, ``earlier`` what came of those before it.
    """

    max_rounds: int
    seed: int
    attempt: int
    since: dict[str, int]
    earlier: Annotated[list[dict[str, Any]], add]
    round: int
    seen: bytes
    grades: dict[str, str]
    turns: Annotated[list[TurnRecord], add]
    closes: Annotated[list[RulingRecord], add]
    stops: Annotated[list[StopRecord], add]
    waiting: list[str]
    gates: Annotated[list[str], add]
    over: list[dict[str, Any]]
    result: dict[str, Any] | None


class DealRecords(Protocol):
    """Reads everything that is known of a deal."""

    def record(self, tenant: TenantId, deal: MatterId) -> DealRecord:
        """The deal as it stands now."""
        ...

    def claim_count(self, tenant: TenantId, deal: MatterId) -> int:
        """How many claims the deal has."""
        ...


@dataclass(slots=True)
class Run:
    """One run of one debate, in one process."""

    person: Actor
    deal: MatterId
    debate: str
    roles: Mapping[AgentRole, AgentNode]
    executor: Executor
    deals: DealRecords
    trail: DebateTrail
    clock: Clock
    patience: float
    attempt: int = 0
    _views: dict[bytes, DealView] = field(default_factory=dict)

    async def look(self) -> DealView:
        """The deal as it stands now."""
        record = await asyncio.to_thread(self.deals.record, self.person.tenant, self.deal)
        view = await asyncio.to_thread(DealView.now, self.deal, record)
        return self._views.setdefault(view.seen, view)

    async def view(self, state: State) -> DealView:
        """The deal as the step's state has seen it."""
        found = self._views.get(state["seen"])
        if found is None:
            record = await asyncio.to_thread(self.deals.record, self.person.tenant, self.deal)
            found = self._views[state["seen"]] = DealView.of(self.deal, record, state["seen"])
        return found

    def tools(self, role: str, round_number: int, place: str) -> RoleTools:
        """The tools of a role in one turn. An attempt's calls are its own: none is answered for an earlier one."""
        run = self.name("run") if self.attempt else self.debate
        place = f"attempt {self.attempt + 1}, {place}" if self.attempt else place
        return RoleTools(self.executor, self.person, self.deal, self.debate, role, round_number, place, run=run)

    def name(self, *parts: object) -> str:
        """An id that follows from the debate's own and from a place in it."""
        begun_again = (f"attempt {self.attempt + 1}",) if self.attempt else ()
        return str(uuid5(UUID(self.debate), "/".join(map(str, (*begun_again, *parts)))))

    def now(self) -> str:
        """The time, as outputs bear it."""
        return self.clock.now().isoformat(timespec="microseconds")


def ledger(state: State) -> Ledger:
    """What has been said so far, since the argument last began."""
    since = state.get("since") or {}
    return Ledger.of(state.get("turns", [])[since.get("turns", 0) :], state.get("closes", [])[since.get("closes", 0) :])


def stops(state: State) -> list[StopRecord]:
    """The stop checks since the argument last began."""
    return state["stops"][(state.get("since") or {}).get("stops", 0) :]
