"""Where the reasoner is asked: in the case's own session, whose earlier questions and replies it is shown.

The session is the case's second checkpoint thread. It holds masked text only: what is asked, and what is answered,
passes the firewall before anything is sent or kept.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Protocol, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime  # noqa: TC002 (the framework reads the annotations of nodes)
from langsmith.run_helpers import tracing_context

from casewright.agents.cases.threads import reasoner_thread
from casewright.casework.advice import mask_reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    from casewright.agents.cases.mind import CaseMinds, Reasoner
    from casewright.agents.ports import Checkpoints
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId

REMEMBERED = 8
"""How many of the session's latest exchanges the reasoner is shown, and the session keeps."""


class Masking(Protocol):
    """The firewall, for text of one case."""

    def __call__(self, tenant: TenantId, case: MatterId, text: str, /) -> str:
        """The text with placeholders where personal data stood."""
        ...


def latest(before: list[list[str]], new: list[list[str]]) -> list[list[str]]:
    """The exchanges that the session keeps."""
    return [*before, *new][-REMEMBERED:]


class Session(TypedDict, total=False):
    """Exchanges of a question and its reply, oldest first."""

    exchanges: Annotated[list[list[str]], latest]


@dataclass(frozen=True, slots=True)
class Asked:
    """One consultation: whom, what, and what the reply passes before it is kept."""

    reasoner: Reasoner
    summary: str
    question: str
    masked: Callable[[str], str]


class SessionDesk:
    """Fits ``tools.ports.support.ReasonerDesk``."""

    def __init__(self, *, minds: CaseMinds, checkpoints: Checkpoints, masking: Masking) -> None:
        self._minds = minds
        self._checkpoints = checkpoints
        self._masking = masking
        self._graph = build(checkpoints.saver)
        self._busy: dict[str, asyncio.Lock] = {}

    def called(self, case: Case) -> str:
        """Who advises in the case. Raises ``BadSettings`` for a model that is not configured."""
        return self._minds.reasoner(case.tenant, case.id).called

    async def advise(self, case: Case, summary: str, question: str) -> str:
        """Its reply, masked. Raises ``Unavailable`` or ``ToolFailed`` where there is none."""
        reasoner = self._minds.reasoner(case.tenant, case.id)

        def masked(text: str) -> str:
            return self._masking(case.tenant, case.id, text)

        asked = Asked(
            reasoner, await asyncio.to_thread(masked, summary), await asyncio.to_thread(masked, question), masked
        )
        thread = reasoner_thread(case)
        async with self._busy.setdefault(thread, asyncio.Lock()):
            return await self._ask(thread, asked)

    async def _ask(self, thread: str, asked: Asked) -> str:
        config: RunnableConfig = {"configurable": {"thread_id": thread}}
        try:
            # The framework's own tracing would send what is said to a third party: never, whatever is set.
            with tracing_context(enabled=False):
                state = await self._graph.ainvoke({"exchanges": []}, config, context=asked, durability="sync")
        finally:
            await asyncio.to_thread(self._checkpoints.flush)
        await asyncio.to_thread(self._checkpoints.forget_steps, thread)
        return str(state["exchanges"][-1][1])


def build(checkpointer: BaseCheckpointSaver[str]) -> CompiledStateGraph[Session, Asked, Session, Session]:
    """The session's graph: one step, which asks."""
    graph = StateGraph(Session, context_schema=Asked)
    graph.add_node("advise", _advise)
    graph.add_edge(START, "advise")
    graph.add_edge("advise", END)
    return graph.compile(checkpointer=checkpointer)


async def _advise(state: Session, runtime: Runtime[Asked]) -> Session:
    asked = runtime.context
    before = [(question, reply) for question, reply in state.get("exchanges", [])]
    reply = await asked.reasoner.advise(asked.summary, asked.question, before)
    # A name may have been declared since the question was masked.
    question = await asyncio.to_thread(asked.masked, asked.question)
    return {"exchanges": [[question, await asyncio.to_thread(mask_reply, reply, asked.masked)]]}
