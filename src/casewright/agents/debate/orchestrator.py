"""Holds debates: takes a deal to the graph, and what came of it to where debates are kept."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID, uuid5

import orjson
from langgraph.types import Command
from langsmith.run_helpers import tracing_context

from casewright.agents.alone import alone
from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.graph import build
from casewright.agents.debate.run import Run, State
from casewright.agents.debate.threads import debate_thread
from casewright.agents.debate.trail import DebateTrail
from casewright.agents.streaming import tell
from casewright.domain.debates import AgentRole, StopReason
from casewright.domain.held_debates import Debate, DebateStatus
from casewright.domain.human_gates import GateStatus
from casewright.domain.ids import GateId
from casewright.errors import InvalidInput, Refused, ToolFailed
from casewright.evidence.stop_rules import check_rounds
from casewright.tools.calls import CallContext, ToolCall

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from contextlib import AbstractContextManager

    from langchain_core.runnables import RunnableConfig

    from casewright.agents.debate.node import AgentNode
    from casewright.agents.debate.run import DealRecords
    from casewright.agents.ports import Checkpoints
    from casewright.audit.events import Event
    from casewright.domain.actors import Actor
    from casewright.domain.held_debates import DebateSettings
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.tools.executor import Executor
    from casewright.tools.ports.cases import CaseLocks
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.debates import DebateStore
    from casewright.tools.ports.gates import GateStore

STARTED, WAITING, RESUMED, ENDED = "debate.started", "debate.waiting", "debate.resumed", "debate.ended"
_RECURSION = 200
"""More steps than a debate of the most rounds takes, with pauses."""
_CALLER = "arbiter"


class Cast(Protocol):
    """Brings the roles, each with the mind that the settings name."""

    def roles(self, tenant: TenantId, deal: MatterId, minds: Mapping[AgentRole, str]) -> Mapping[AgentRole, AgentNode]:
        """The five roles. Raises ``InvalidInput`` for a mind that there is not, ``BadSettings`` for a model that is
        not configured, ``Refused`` for one that the deal's text may not be sent to.
        """
        ...


class Debates:
    """Fits ``tools.ports.debates.DebateHolder``. ``locks`` keep other processes out of a debate that goes on here."""

    def __init__(
        self,
        *,
        locks: CaseLocks,
        cast: Cast,
        executor: Executor,
        checkpoints: Checkpoints,
        debates: DebateStore,
        deals: DealRecords,
        gates: GateStore,
        clock: Clock,
        submit: Callable[[Event], Awaitable[int]],
        together: Callable[[], AbstractContextManager[Callable[[Event], int]]],
        policy_hash: str,
        patience: float,
    ) -> None:
        self._locks = locks
        self._cast = cast
        self._executor = executor
        self._checkpoints = checkpoints
        self._debates = debates
        self._deals = deals
        self._gates = gates
        self._clock = clock
        self._submit = submit
        self._together = together
        self._policy_hash = policy_hash
        self._patience = patience
        self._graph = build(checkpoints.saver)
        self._busy: dict[str, asyncio.Lock] = {}

    async def hold(self, person: Actor, deal: Matter, settings: DebateSettings) -> Debate:
        """A new debate about the deal."""
        check_rounds(settings.max_rounds)
        roles = self._cast.roles(person.tenant, deal.id, settings.minds)
        claims = await asyncio.to_thread(self._deals.claim_count, person.tenant, deal.id)
        held = await asyncio.to_thread(self._debates.of_deal, person.tenant, deal.id)
        debate = Debate(
            id=_debate_id(deal.id, settings, len(held)),
            tenant=person.tenant,
            deal=deal.id,
            owner=person.id,
            status=DebateStatus.RUNNING,
            settings=settings,
            started_at=self._clock.now(),
            audit_from=0,
        )
        trail = self._trail(debate)
        told = {"max_rounds": settings.max_rounds, "seed": settings.seed, "claims": claims}
        minds = {role.value: mind for role, mind in settings.minds.items()}
        started = trail.event(STARTED, {**told, "minds": minds}, role=_CALLER, round_number=None)

        def begin() -> Debate:
            with self._together() as chain:
                begun = replace(debate, audit_from=chain(started))
                self._debates.add(begun)
            return begun

        debate = await asyncio.to_thread(begin)
        begun = State(max_rounds=settings.max_rounds, seed=settings.seed)
        async with self._alone(debate):
            await self._assess(person, debate)
            return await self._run(person, debate, roles, begun, trail)

    async def resume(self, person: Actor, deal: Matter, debate: Debate) -> Debate:
        """The debate, gone on with."""
        roles = self._cast.roles(person.tenant, deal.id, debate.settings.minds)
        async with self._alone(debate):
            await asyncio.to_thread(self._require_decided, debate)
            trail = self._trail(debate)
            snapshot = await self._graph.aget_state(_config(debate))
            values, attempt = snapshot.values, snapshot.values.get("attempt", 0)
            await trail.record(RESUMED, {"status": debate.status.value}, role=_CALLER, round_number=None)
            given: Any = None
            if values.get("result") and debate.status is not DebateStatus.ENDED:
                return await self._ended(debate, trail, values)  # cut off right before its end was kept
            if not values:
                await self._assess(person, debate)
                given = State(max_rounds=debate.settings.max_rounds, seed=debate.settings.seed)
            elif values.get("result") or snapshot.interrupts:
                run = self._context(person, debate, roles, trail, attempt)
                given = await self._begin_again(run, debate, values)
                if given is not None:
                    attempt += 1
                elif snapshot.interrupts:
                    given = Command(resume=True)
                else:
                    await self._reopen(run, debate)
            return await self._run(person, debate, roles, given, trail, attempt)

    async def _run(
        self,
        person: Actor,
        debate: Debate,
        roles: Mapping[AgentRole, AgentNode],
        given: State | Command[Any] | None,
        trail: DebateTrail,
        attempt: int = 0,
    ) -> Debate:
        run = self._context(person, debate, roles, trail, attempt)
        try:
            # The framework's own tracing would send what is said to a third party: never, whatever is set.
            with tracing_context(enabled=False):
                state = await self._graph.ainvoke(given, _config(debate), context=run, durability="sync")
        finally:
            await asyncio.to_thread(self._checkpoints.flush)
        if "__interrupt__" in state:
            return await self._paused(debate, trail, state["waiting"])
        return await self._ended(debate, trail, state)

    async def _assess(self, person: Actor, debate: Debate, attempt: int = 0) -> None:
        """Have the detectors look over the deal before anybody argues about it, where they did not since it changed."""
        key = f"debate/{debate.id}/assess{f'/{attempt}' if attempt else ''}"
        asked = {"deal_id": debate.deal, "unless_assessed": True}
        context = CallContext(person, matter=debate.deal, run=debate.id, debate=debate.id, idempotency_key=key)
        result = await self._executor.execute(ToolCall(key, "assess_deal", asked), context)
        if not result.success:
            raise ToolFailed(f"The deal could not be assessed before the debate: {result.error or result.content}")

    async def _begin_again(self, run: Run, debate: Debate, values: Mapping[str, Any]) -> State | None:
        """The beginning of a new attempt, where the deal stands otherwise than the debate last saw it; else None.

        What was argued before a defect was waived or cured is no evidence against a deal without it: so that it ends
        as a debate would that was begun now, the argument begins with blind positions again.
        """
        attempt = values.get("attempt", 0) + 1
        await self._assess(run.person, debate, attempt)
        view = await run.look()
        if view.seen == values["seen"]:
            return None
        result = values.get("result") or {}
        ended = {name: result.get(name) for name in ("stop_reason", "stopped_because", "rounds", "outcome")}
        return State(
            max_rounds=debate.settings.max_rounds,
            seed=debate.settings.seed,
            attempt=attempt,
            earlier=[{**ended, "rounds": values["round"]}],
            waiting=[],
            result=None,
        )

    async def _reopen(self, run: Run, debate: Debate) -> None:
        """Take a debate that ended at claims of grade D back to its stop check: the deal stands as it stood."""
        view = await run.look()
        values = State(seen=view.seen, waiting=[], result=None)
        await self._graph.aupdate_state(_config(debate), values, as_node="wait")

    async def _paused(self, debate: Debate, trail: DebateTrail, gates: list[str]) -> Debate:
        waiting = replace(debate, status=DebateStatus.WAITING, gates=tuple(GateId(one) for one in gates))
        event = trail.event(WAITING, {"gates": gates}, role=_CALLER, round_number=None)
        await asyncio.to_thread(self._keep, event, lambda _: waiting)
        tell(DebateEvent("wait", f"waits for a person at {', '.join(gates)}", 0))
        return waiting

    async def _ended(self, debate: Debate, trail: DebateTrail, state: Mapping[str, Any]) -> Debate:
        result = state["result"]
        details = {
            "stop_reason": result["stop_reason"],
            "rounds": result["rounds"],
            "because": result["stopped_because"],
        }
        status = str(result["stop_reason"])
        event = trail.event(ENDED, details, role=_CALLER, round_number=result["rounds"], status=status)

        def ended_at(last: int) -> Debate:
            return replace(
                debate,
                status=DebateStatus.ENDED,
                gates=tuple(GateId(one) for one in result["gates"]),
                stop_reason=StopReason(status),
                result={**result, "audit": {"from": debate.audit_from, "to": last}},
                ended_at=self._clock.now(),
            )

        ended = await asyncio.to_thread(self._keep, event, ended_at)
        await asyncio.to_thread(self._checkpoints.forget_steps, _key(debate))
        tell(DebateEvent("stop", f"{status}: {result['stopped_because']}", result["rounds"]))
        return ended

    def _keep(self, event: Event, known: Callable[[int], Debate]) -> Debate:
        """Record the event and keep the debate as it is known by then, in one transaction."""
        with self._together() as chain:
            debate = known(chain(event))
            self._debates.update(debate)
        return debate

    def _require_decided(self, debate: Debate) -> None:
        """Raise where the debate cannot go on: it has ended for good, or a person has not decided yet."""
        result = debate.result or {}
        if debate.status is DebateStatus.ENDED and not result.get("critical_claims"):
            raise InvalidInput(f"Debate {debate.id} has ended ({debate.stop_reason}): start another one")
        found = [self._gates.get(debate.tenant, gate) for gate in debate.gates]
        still = [gate.id for gate in found if gate is not None and gate.status is GateStatus.OPEN]
        if still:
            raise Refused(
                f"Debate {debate.id} waits for a person's decision on {', '.join(still)}: 'casewright gates decide' "
                "takes it, then resume"
            )

    def _context(
        self,
        person: Actor,
        debate: Debate,
        roles: Mapping[AgentRole, AgentNode],
        trail: DebateTrail,
        attempt: int,
    ) -> Run:
        return Run(
            person=person,
            deal=debate.deal,
            debate=debate.id,
            roles=roles,
            executor=self._executor,
            deals=self._deals,
            trail=trail,
            clock=self._clock,
            patience=self._patience,
            attempt=attempt,
        )

    def _trail(self, debate: Debate) -> DebateTrail:
        return DebateTrail(
            tenant=debate.tenant,
            deal=debate.deal,
            debate=debate.id,
            run=debate.id,
            policy_hash=self._policy_hash,
            clock=self._clock,
            submit=self._submit,
        )

    @asynccontextmanager
    async def _alone(self, debate: Debate) -> AsyncIterator[None]:
        """One at a time: those of this process wait for each other, others are refused."""
        async with (
            self._busy.setdefault(debate.id, asyncio.Lock()),
            alone(self._locks.held(debate.tenant, debate.id)),
        ):
            yield


def _debate_id(deal: MatterId, settings: DebateSettings, ordinal: int) -> str:
    """The id that follows from the deal, the settings and how many debates the deal had before."""
    minds = {role.value: mind for role, mind in sorted(settings.minds.items())}
    named = orjson.dumps([minds, settings.max_rounds, settings.seed, ordinal])
    return str(uuid5(UUID(deal), named.decode()))


def _key(debate: Debate) -> str:
    return debate_thread(debate.tenant, debate.id)


def _config(debate: Debate) -> RunnableConfig:
    return {"configurable": {"thread_id": _key(debate)}, "recursion_limit": _RECURSION}
