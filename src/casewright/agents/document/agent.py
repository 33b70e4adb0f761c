"""The document agent: takes a question to its graph and brings back an answer, or why there is none yet."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from langchain_core.messages import HumanMessage
from langgraph.types import Command
from langsmith.run_helpers import tracing_context

from casewright.agents.context import MARK, Context, compose_context, last_context
from casewright.agents.document.calls import Calls
from casewright.agents.document.events import AnswerEvent
from casewright.agents.document.graph import Mind, build
from casewright.agents.document.keys import document_thread
from casewright.agents.document.messages import plain
from casewright.agents.document.objections import objection
from casewright.agents.document.outcome import outcome, unanswered
from casewright.agents.document.running import Run
from casewright.agents.document.state import State
from casewright.agents.streaming import tell
from casewright.domain.ids import DocumentId
from casewright.domain.threads import Thread, ThreadId, Usage
from casewright.errors import InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.runnables import RunnableConfig
    from langgraph.types import StateSnapshot

    from casewright.agents.document.budget import Budget
    from casewright.agents.document.state import Message
    from casewright.agents.ports import Checkpoints
    from casewright.domain.questions import Question
    from casewright.tools.executor import Executor
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import ThreadStore

_TITLE = 80
_RECURSION = 100
"""More than a turn of the most steps takes, with pauses."""


class DocumentAgent:
    """Fits ``tools.ports.documents.Assistant``. ``called`` names the model in answers."""

    def __init__(
        self,
        *,
        mind: Mind,
        called: str,
        executor: Executor,
        checkpoints: Checkpoints,
        threads: ThreadStore,
        clock: Clock,
        new_id: Callable[[], str],
        budget: Budget,
    ) -> None:
        self._called = called
        self._executor = executor
        self._checkpoints = checkpoints
        self._threads = threads
        self._clock = clock
        self._new_id = new_id
        self._budget = budget
        self._graph = build(mind, checkpoints.saver, new_id)
        self._busy: dict[ThreadId, asyncio.Lock] = {}

    async def ask(self, question: Question) -> dict[str, Any]:
        """The answer to a question, or to the one that its thread stopped at."""
        _require_context(question)
        thread = question.thread or await self._new_thread(question)
        async with self._busy.setdefault(thread.id, asyncio.Lock()):
            state, paused = await self._run(question, thread)
        return outcome(state, paused=paused, question=question, thread=thread, budget=self._budget, called=self._called)

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """The thread's questions with their answers, oldest first; last one that has no answer yet."""
        snapshot = await self._graph.aget_state(_config(thread))
        # What the graph keeps is its state.
        state = cast("State", snapshot.values)
        last = [unanswered(state, paused=bool(snapshot.interrupts))] if snapshot.next and "asked" in state else []
        return [*state.get("answers", []), *last]

    async def _run(self, question: Question, thread: Thread) -> tuple[State, bool]:
        config = _config(thread)
        begun = question.thread is not None
        snapshot = await self._graph.aget_state(config) if begun else None
        given = _input(question, snapshot)
        run = Run(
            caller=Calls(self._executor, question.person, question.matter.id, thread.id),
            purse=_Purse(self._threads, thread, self._budget),
            matter=question.matter.id,
            thread=thread.id,
            before_change=self._flush,
        )
        try:
            # The framework's own tracing would send what is said to a third party: never, whatever is set.
            with tracing_context(enabled=False):
                result = await self._graph.ainvoke(given, config, context=run, durability="sync")
        finally:
            await self._flush()
        paused = "__interrupt__" in result
        if paused:
            tell(AnswerEvent("pause", "waits for approval"))
        else:
            await asyncio.to_thread(self._checkpoints.forget_steps, _key(thread))
        # What the graph returns is its state.
        return cast("State", result), paused

    async def _flush(self) -> None:
        await asyncio.to_thread(self._checkpoints.flush)

    async def _new_thread(self, question: Question) -> Thread:
        thread = Thread(
            id=ThreadId(self._new_id()),
            tenant=question.person.tenant,
            matter=question.matter.id,
            owner=question.person.id,
            title=" ".join((question.text or "").split())[:_TITLE],
            created_at=self._clock.now(),
        )
        await asyncio.to_thread(self._threads.add, thread)
        return thread


@dataclass(frozen=True, slots=True)
class _Purse:
    """Fits ``running.Purse``: the matter's budget, counted in its threads."""

    threads: ThreadStore
    thread: Thread
    budget: Budget

    def exhausted(self) -> str | None:
        if self.budget.tokens is None and self.budget.dollars is None:
            return None
        return self.budget.exhausted(self.threads.used_in(self.thread.tenant, self.thread.matter))

    async def spend(self, used: Usage) -> None:
        await asyncio.to_thread(self.threads.spend, self.thread.tenant, self.thread.id, used)


def _key(thread: Thread) -> str:
    return document_thread(thread.tenant, thread.id)


def _config(thread: Thread) -> RunnableConfig:
    return {"configurable": {"thread_id": _key(thread)}, "recursion_limit": _RECURSION}


def _require_context(question: Question) -> None:
    """Raise where there is nothing to answer yet: the context leads nowhere, or the question poses as one."""
    if question.text is not None and question.text.startswith(MARK):
        raise InvalidInput(f"A question cannot begin with {MARK}: say which document is meant by its id")
    listed = [
        {"document_id": one.id, "filename": one.filename, "processing_status": one.status.value}
        for one in question.documents
    ]
    said = objection(_context(question), listed)
    if said is not None:
        missing = {question.open_document, *question.chosen} - {None} - {one["document_id"] for one in listed}
        raise NotFound(said) if missing else InvalidInput(said)


def _context(question: Question) -> Context:
    names = {one.id: one.filename for one in question.documents}
    opened = question.open_document
    return Context(
        matter_id=question.matter.id,
        matter_name=question.matter.title,
        document_id=opened,
        document_name=None if opened is None else names.get(DocumentId(opened), ""),
        document_ids=list(question.chosen) or None,
    )


def _input(question: Question, snapshot: StateSnapshot | None) -> State | Command[Any] | None:
    """What the graph is given: a new turn, or the sign to go on with the one that stopped."""
    waiting = [one.value for one in snapshot.interrupts] if snapshot is not None else []
    if question.text is None:
        if snapshot is None or not snapshot.next:
            raise InvalidInput("Nothing waits in this thread: ask a question")
        return Command(resume=True) if waiting else None
    if waiting:
        ids = ", ".join(str(one["approval_id"]) for value in waiting for one in value["approvals"])
        raise Refused(
            f"This thread waits for a decision on {ids}: 'casewright approvals approve' or 'reject' it, then go on "
            "with --thread and no question"
        )
    before = cast("State", snapshot.values) if snapshot is not None else State()
    return State(
        messages=_said(question, before.get("messages", [])),
        turn=before.get("turn", 0) + 1,
        asked=question.text,
        steps=0,
        refused=False,
        open=[],
        calls=[],
        shown=[],
        looked=[],
        listed=None,
        frame=None,
        usage={"input_tokens": 0, "output_tokens": 0},
        stop=None,
        answer=None,
    )


def _said(question: Question, before: Sequence[Message]) -> list[Message]:
    """The question, after its context where that is another than the conversation's last."""
    context = _context(question)
    human = [str(one["data"]["content"]) for one in before if one["type"] == "human"]
    known = last_context(text for text in human)
    composed = compose_context(
        question.matter.id,
        question.matter.title,
        document_id=context["document_id"],
        document_name=context["document_name"],
        document_ids=question.chosen,
    )
    asked = plain(HumanMessage(question.text or ""))
    return [asked] if known == context else [plain(HumanMessage(composed)), asked]
