"""The agent's graph: the model speaks, its calls run side by side, and so on until there is an answer.

Steps: ``frame`` → ``model`` → ``tools`` → ``model`` … → ``answer``. A call that needs a person's approval leads to
``wait``, which does nothing but interrupt the run; gone on with, ``tools`` makes the calls again under the same keys
and finds what has run. The state is plain data; who asks, what may be called and what it may cost come with each run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime  # noqa: TC002 (the framework reads the annotations of nodes)
from langgraph.types import interrupt

from casewright.agents.document import ledger
from casewright.agents.document.answering import answered
from casewright.agents.document.boundary import draw_mark
from casewright.agents.document.events import AnswerEvent
from casewright.agents.document.framing import FRAME_TOOL, frame_arguments, frame_message, framed
from casewright.agents.document.messages import as_message, for_model, plain, result_message
from casewright.agents.document.open_calls import open_call, open_calls, record
from casewright.agents.document.placing.lookups import listing, lookups
from casewright.agents.document.running import Run, key_of
from casewright.agents.document.state import OpenCall, State
from casewright.agents.streaming import tell
from casewright.domain.threads import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.language_models import BaseChatModel
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

MAX_STEPS = 10
"""How often the model is asked in one turn."""
TOO_MANY_STEPS = (
    f"Stopped after {MAX_STEPS} steps without an answer. What was found stands below; "
    "ask for less at once, or go on in this thread."
)


@dataclass(frozen=True, slots=True)
class Mind:
    """The model, what it is told, and the tools it is shown (in OpenAI's envelope).

    ``bare`` is for a mind that follows no text: it is given results without boundaries. ``changes`` names the tools
    that change something.
    """

    model: BaseChatModel
    instructions: str
    tools: Sequence[dict[str, Any]]
    bare: bool = False
    changes: frozenset[str] = frozenset()


def build(
    mind: Mind, checkpointer: BaseCheckpointSaver[str], new_id: Callable[[], str]
) -> CompiledStateGraph[State, Run, State, State]:
    """The graph, ready to run. ``new_id`` draws ids and boundaries."""
    steps = _Steps(mind, new_id)
    graph = StateGraph(State, context_schema=Run)
    graph.add_node("frame", steps.frame)
    graph.add_node("model", steps.model)
    graph.add_node("tools", steps.tools)
    graph.add_node("wait", _wait)
    graph.add_node("answer", steps.answer)
    graph.add_edge(START, "frame")
    graph.add_edge("frame", "model")
    graph.add_conditional_edges("model", _after_model)
    graph.add_conditional_edges("tools", _after_tools)
    graph.add_edge("wait", "tools")
    graph.add_edge("answer", END)
    return graph.compile(checkpointer=checkpointer)


def _after_model(state: State) -> Literal["model", "tools", "answer"]:
    if state["open"]:
        return "tools"
    return "model" if state["answer"] is None and state["messages"][-1]["type"] == "human" else "answer"


def _after_tools(state: State) -> Literal["wait", "model"]:
    return "wait" if state["open"] else "model"


def _wait(state: State) -> State:
    """Pause until a person has decided. Nothing is done here: the requests were filed in the step before."""
    pending = [{"approval_id": call["approval"], "tool": call["name"]} for call in state["open"] if call["approval"]]
    interrupt({"approvals": pending})
    return {}


class _Steps:
    def __init__(self, mind: Mind, new_id: Callable[[], str]) -> None:
        self._mind = mind
        self._new_id = new_id
        self._model = mind.model.bind_tools(list(mind.tools)) if mind.tools else mind.model
        self._tools = frozenset(str(tool["function"]["name"]) for tool in mind.tools)

    async def frame(self, state: State, runtime: Runtime[Run]) -> State:
        """Say how the question is understood, for a model that is told so; what follows no text frames it itself."""
        if self._mind.bare or FRAME_TOOL not in self._tools:
            return {}
        arguments = frame_arguments(runtime.context.matter, state["asked"])
        call = open_call(self._new_id(), FRAME_TOOL, arguments, key=key_of(runtime, "frame", 0))
        tell(AnswerEvent("call", FRAME_TOOL, 0))
        [ended] = await runtime.context.caller.make([call], turn=state["turn"], why=state["asked"])
        tell(AnswerEvent("result", f"{FRAME_TOOL}: {ended['status'] or 'waits for approval'}", 0))
        if ended["status"] != "success" or not isinstance(ended["structured"], dict):
            return {"calls": [record(ended)]}
        frame = framed(ended["structured"], state["asked"])
        return {"calls": [record(ended)], "frame": {**frame, "mark": draw_mark(str(frame), self._new_id)}}

    def _framings(self, state: State) -> int:
        """How many of the turn's calls were the graph's own for the frame: the first one, if any."""
        framing = not self._mind.bare and FRAME_TOOL in self._tools
        return sum(call["name"] == FRAME_TOOL for call in state["calls"][:1]) if framing else 0

    async def model(self, state: State, runtime: Runtime[Run]) -> State:
        """Ask the model for its next words or calls."""
        stop = TOO_MANY_STEPS if state["steps"] >= MAX_STEPS else runtime.context.purse.exhausted()
        if stop is not None:
            return {"open": [], "stop": "steps" if state["steps"] >= MAX_STEPS else "budget", "answer": {"text": stop}}
        message = await self._speak(state)
        used = message.usage_metadata
        usage = Usage(used["input_tokens"], used["output_tokens"]) if used is not None else Usage()
        if usage.tokens:
            await runtime.context.purse.spend(usage)
        calls = open_calls(message)
        made = len(state["calls"]) - self._framings(state)
        refusal = await runtime.context.caller.refuse(len(calls), made=made, turn=state["turn"]) if calls else None
        said: State = {"messages": [plain(message)], "open": calls}
        if refusal is not None:
            said = _refused(message, len(calls), refusal, again=state.get("refused", False))
        return {
            **said,
            "steps": state["steps"] + 1,
            "usage": {
                "input_tokens": state["usage"]["input_tokens"] + usage.input_tokens,
                "output_tokens": state["usage"]["output_tokens"] + usage.output_tokens,
            },
        }

    async def _speak(self, state: State) -> AIMessage:
        frame = state.get("frame")
        given = for_model(
            self._mind.instructions,
            state["messages"],
            bare=self._mind.bare,
            asked=state["asked"],
            frame=None if frame is None else frame_message(frame),
        )
        whole: AIMessageChunk | None = None
        async for chunk in self._model.astream(given):
            # Every chat model streams chunks of AI messages; bound tools do not change that.
            piece = chunk if isinstance(chunk, AIMessageChunk) else AIMessageChunk(**chunk.model_dump(exclude={"type"}))
            whole = piece if whole is None else whole + piece
            if piece.text:
                tell(AnswerEvent("text", str(piece.text), state["steps"]))
        return as_message(whole, self._new_id)

    async def tools(self, state: State, runtime: Runtime[Run]) -> State:
        """Run the calls that have no result yet, side by side."""
        run = runtime.context
        calls: list[OpenCall] = [
            {**call, "key": call["key"] or key_of(runtime, "tools", ordinal)}
            for ordinal, call in enumerate(state["open"])
        ]
        for call in calls:
            if call["status"] is None:
                tell(AnswerEvent("call", call["name"], state["steps"]))
        if any(call["name"] in self._mind.changes for call in calls):
            await run.before_change()
        ended = await run.caller.make(calls, turn=state["turn"], why=state["asked"])
        for call in ended:
            tell(AnswerEvent("result", f"{call['name']}: {call['status'] or 'waits for approval'}", state["steps"]))
        if any(call["status"] is None for call in ended):
            return {"open": ended}
        shown = [
            passage for call in ended for passage in ledger.passages(call["structured"], call["content"], call["id"])
        ]
        return {
            "open": [],
            "messages": [result_message(call, draw_mark(call["content"], self._new_id)) for call in ended],
            "calls": [*state["calls"], *map(record, ended)],
            "shown": [*state["shown"], *shown],
            "looked": [*state.get("looked", []), *(one for call in ended for one in lookups(call))],
            "listed": next((one for one in map(listing, reversed(ended)) if one is not None), state.get("listed")),
        }

    async def answer(self, state: State, runtime: Runtime[Run]) -> State:
        """Check the model's last words against the documents, and say what stands and what does not."""
        return await answered(state, runtime, bare=self._mind.bare, tools=self._tools, new_id=self._new_id)


def _refused(message: AIMessage, calls: int, refusal: str, *, again: bool) -> State:
    """What an answer that asks for too many calls leads to: the model is told once, then the turn ends with that.

    Its calls are not kept: they would be sent to the model with every question that follows.
    """
    tell(AnswerEvent("refused", refusal))
    text = str(message.text) or f"({calls:,} calls, none of them made)"
    said = plain(AIMessage(text))
    if again:
        return {"messages": [said], "open": [], "stop": "calls", "answer": {"text": refusal}}
    return {"messages": [said, plain(HumanMessage(refusal))], "open": [], "refused": True}
