"""The case agent: takes a message to its graph and brings back what came of it."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from langsmith.run_helpers import tracing_context

from casewright.agents.alone import alone
from casewright.agents.cases.graph import build
from casewright.agents.cases.kept_messages import keep_message, left_messages
from casewright.agents.cases.messages import section
from casewright.agents.cases.notes import was_told, write_down
from casewright.agents.cases.outcome import outcome, stopped
from casewright.agents.cases.run import Run, TurnStopped
from casewright.agents.cases.state import Event, State, fresh_turn
from casewright.agents.cases.threads import assistant_thread
from casewright.agents.cases.user_language import language_of, language_spoken
from casewright.errors import NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from langchain_core.runnables import RunnableConfig
    from langgraph.types import StateSnapshot

    from casewright.agents.cases.mind import CaseMinds
    from casewright.agents.cases.run import CaseRecords
    from casewright.agents.ports import Checkpoints
    from casewright.domain.actors import Actor
    from casewright.domain.cases import Case
    from casewright.domain.matters import Matter
    from casewright.tools.executor import Executor
    from casewright.tools.ports.cases import CaseLocks
    from casewright.tools.ports.clock import Clock

_RECURSION = 400
"""More steps than a turn of the most thoughts takes, with the error path."""
_LAST = 0.15
"""The same of a step of any kind: after it the turn says that its time is over, whatever runs."""
_REMEMBERED = 50
"""How many of the latest messages the session knows to have been given."""
_GRACE = 0.125
"""Of the turn's time: how much longer a call that runs is waited for."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the agent speaks, and how long it may take. ``seconds`` is the turn's time.

    ``language`` is that of a user who has not written enough to tell theirs.
    """

    language: str = "ro"
    platform: str = "Casewright"
    seconds: float = 240.0


class LangGraphCaseAgent:
    """Fits ``tools.ports.cases.CaseAgent``."""

    def __init__(
        self,
        *,
        minds: CaseMinds,
        executor: Executor,
        keyed: Callable[[str], bool],
        checkpoints: Checkpoints,
        records: CaseRecords,
        locks: CaseLocks,
        clock: Clock,
        new_id: Callable[[], str],
        manner: Manner,
    ) -> None:
        self._minds = minds
        self._executor = executor
        self._keyed = keyed
        self._checkpoints = checkpoints
        self._records = records
        self._locks = locks
        self._clock = clock
        self._new_id = new_id
        self._manner = manner
        self._graph = build(checkpoints.saver)

    async def turn(self, person: Actor, matter: Matter, message: str | None) -> dict[str, Any]:
        """What came of a message; without one, of going on."""
        async with alone(self._held(person, matter, message)):
            case = await asyncio.to_thread(self._records.get, person.tenant, matter.id)
            if case is None:
                raise NotFound("Case ID not found")
            return await self._turn(person, case, message)

    async def language(self, person: Actor, matter: Matter, message: str | None) -> str:
        """The language that the user is answered in: the message's, else that of what they said before."""
        return await asyncio.to_thread(self._language, person, matter, message)

    def _language(self, person: Actor, matter: Matter, message: str | None) -> str:
        found = None if message is None else language_of(message)
        case = None if found is not None else self._records.get(person.tenant, matter.id)
        if case is not None:
            found = language_spoken(case.details)
        return found or self._manner.language

    @contextmanager
    def _held(self, person: Actor, matter: Matter, message: str | None) -> Iterator[None]:
        """The case, for this turn alone. Raises ``Refused`` in the user's words where another is under way."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._locks.held(person.tenant, matter.id))
            except Refused as error:
                raise Refused(section("messages", "busy", self._language(person, matter, message))) from error
            yield

    async def _turn(self, person: Actor, case: Case, message: str | None) -> dict[str, Any]:
        config, left, known = session_config(case), left_messages(case), self._new_id()
        now = self._clock.now()
        if message is not None:
            case = await asyncio.to_thread(keep_message, self._records, case, message, known, now)
        snapshot = await self._graph.aget_state(config)
        before = cast("State", snapshot.values)
        language = (message and language_of(message)) or before.get("language") or language_spoken(case.details)
        events = [one for one in left if one["id"] not in before.get("taken", [])]
        if message is not None:
            events.append(Event(message=message, at=now.isoformat(timespec="microseconds"), id=known))
        if events or not snapshot.next:
            update = self._update(snapshot, events or [Event(message=None, at=now.isoformat(timespec="microseconds"))])
            told = before.get("romanian_told", was_told(case.details))
            update = {**update, "language": language, "romanian_told": told}
            await self._graph.aupdate_state(config, update, as_node=_stands(snapshot))
        run = self._run(person, case, language or self._manner.language)
        run.found = None if snapshot.next else case
        called = {
            "assistant": run.assistant.called,
            "reasoner": self._minds.reasoner(case.tenant, case.id).called,
        }
        try:
            # The framework's own tracing would send what is said to a third party: never, whatever is set.
            with tracing_context(enabled=False):
                # What the graph returns is its state.
                async with asyncio.timeout(self._manner.seconds * (1 + _LAST)):
                    state = cast("State", await self._graph.ainvoke(None, config, context=run, durability="sync"))
        except TurnStopped as why:
            return await self._stopped(run, case, why, called)
        except TimeoutError:
            return await self._stopped(run, case, TurnStopped("deadline", "turn", "a step did not end"), called)
        finally:
            await self._flush()
        await asyncio.to_thread(self._checkpoints.forget_steps, assistant_thread(case))
        return outcome(state, run, **called)

    async def _stopped(self, run: Run, case: Case, why: TurnStopped, called: dict[str, str]) -> dict[str, Any]:
        config = session_config(case)
        snapshot = await self._graph.aget_state(config)
        state = cast("State", snapshot.values)
        if state.get("unsaved") and await write_down(run, run.calls(state, "stopped"), state["unsaved"]):
            await self._graph.aupdate_state(config, {"unsaved": {}}, as_node=_stands(snapshot))
        await run.note_progress(state.get("at"), ", ".join(snapshot.next) or None)
        return stopped(state, run, why, **called)

    def _update(self, snapshot: StateSnapshot, events: list[Event]) -> State:
        """What the session is given: messages for a turn that begins, or more for the turn that was cut off."""
        state = cast("State", snapshot.values)
        taken = [*state.get("taken", []), *(one["id"] for one in events if "id" in one)][-_REMEMBERED:]
        if snapshot.next:
            return {"inbox": [*state.get("inbox", []), *events], "taken": taken}
        return {**fresh_turn(self._new_id()), "inbox": events, "taken": taken}

    def _run(self, person: Actor, case: Case, language: str) -> Run:
        seconds, now = self._manner.seconds, self._clock.now()
        return Run(
            person=person,
            case_id=case.id,
            thread=assistant_thread(case),
            assistant=self._minds.assistant(case.tenant, case.id),
            executor=self._executor,
            keyed=self._keyed,
            records=self._records,
            clock=self._clock,
            deadline=now + timedelta(seconds=seconds),
            last_call=now + timedelta(seconds=seconds * (1 + _GRACE)),
            language=language,
            platform=self._manner.platform,
            before_change=self._flush,
        )

    async def _flush(self) -> None:
        await asyncio.to_thread(self._checkpoints.flush)


def session_config(case: Case) -> RunnableConfig:
    """As the framework takes it."""
    return {"configurable": {"thread_id": assistant_thread(case)}, "recursion_limit": _RECURSION}


def _stands(snapshot: StateSnapshot) -> str:
    """The state that the session stands at: an event takes it on from there."""
    return str(snapshot.values.get("at", "wait")) if snapshot.next else "wait"
