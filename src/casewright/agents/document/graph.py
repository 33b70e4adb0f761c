"""The agent's graph: the model speaks, its calls run side by side, and so on until there is an answer.

Steps: ``model`` → ``tools`` → ``model`` … → ``answer``. A call that needs a person's approval leads to ``wait``, which
does nothing but interrupt the run; gone on with, ``tools`` makes the calls again under the same keys and finds what
has run. The state is plain data; who asks, what may be called and what it may cost come with each run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, messages_from_dict
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime  # noqa: TC002 (the framework reads the annotations of nodes)
from langgraph.types import interrupt

from casewright.agents.document import ledger
from casewright.agents.document.answers import checked, unseen
from casewright.agents.document.boundary import draw_mark
from casewright.agents.document.events import AnswerEvent
from casewright.agents.document.keys import call_key
from casewright.agents.document.messages import as_message, for_model, plain, result_message
from casewright.agents.document.no_match import nothing_matched
from casewright.agents.document.state import Message, OpenCall, Passage, State
from casewright.agents.streaming import tell
from casewright.domain.threads import Usage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from langchain_core.language_models import BaseChatModel
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

MAX_STEPS = 10
"""How often the model is asked in one turn."""
TOO_MANY_STEPS = (
    f"Stopped after {MAX_STEPS} steps without an answer. What was found stands below; "
    "ask for less at once, or go on in this thread."
)
_READ = "get_document_text"
_LONGEST = 10_000_000


class Caller(Protocol):
    """Makes calls through the executor: ``calling.Calls``."""

    @property
    def most_in_answer(self) -> int:
        """How many calls one answer may ask for."""
        ...

    async def refuse(self, calls: int, *, made: int, turn: int) -> str | None:
        """Why none of the calls of an answer may be made, after so many in the turn; None where they may."""
        ...

    async def make(self, calls: Sequence[OpenCall], *, turn: int, why: str) -> list[OpenCall]:
        """The calls with what came of each, in order."""
        ...


class Purse(Protocol):
    """What the matter may still spend on models."""

    def exhausted(self) -> str | None:
        """Why the model may not be asked again, None where it may."""
        ...

    async def spend(self, used: Usage) -> None:
        """Keep what an answer of the model used."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """What a run needs beside its state, and what no checkpoint keeps."""

    caller: Caller
    purse: Purse
    matter: str
    thread: str
    before_change: Callable[[], Awaitable[None]]


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
    graph.add_node("model", steps.model)
    graph.add_node("tools", steps.tools)
    graph.add_node("wait", _wait)
    graph.add_node("answer", steps.answer)
    graph.add_edge(START, "model")
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
        calls = _open_calls(message)
        made = len(state["calls"])
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
        given = for_model(self._mind.instructions, state["messages"], bare=self._mind.bare)
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
            {**call, "key": call["key"] or _key(run, runtime, "tools", ordinal)}
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
            "calls": [*state["calls"], *map(_record, ended)],
            "shown": [*state["shown"], *shown],
        }

    async def answer(self, state: State, runtime: Runtime[Run]) -> State:
        """Check the model's last words against the documents, and say what stands and what does not."""
        text = state["answer"]["text"] if state["answer"] is not None else _words_of(state["messages"][-1])
        cited = unseen(text, state["shown"])
        most = runtime.context.caller.most_in_answer
        read, calls = await self._read(cited[:most], state, runtime)
        asked = None if self._mind.bare or state["answer"] is not None else state["asked"]
        found = checked(text, state["shown"], read, unopened=cited[most:], asked=asked)
        advice = nothing_matched(state["calls"], state["shown"], found.text)
        answer = {
            "turn": state["turn"],
            "question": state["asked"],
            "text": f"{found.text}\n\n{advice}" if advice else found.text,
            "citations": found.citations,
            "unverified": found.unverified,
        }
        return {"calls": [*state["calls"], *calls], "answer": answer, "answers": [answer]}

    async def _read(
        self, documents: Sequence[str], state: State, runtime: Runtime[Run]
    ) -> tuple[list[Passage], list[dict[str, Any]]]:
        """The documents that have to be opened to check the answer, and the calls that opened them."""
        calls = [
            _call(
                self._new_id(),
                _READ,
                {"matter_id": runtime.context.matter, "document_id": document, "max_length": _LONGEST},
                key=_key(runtime.context, runtime, "answer", ordinal),
            )
            for ordinal, document in enumerate(documents)
        ]
        if not calls:
            return [], []
        ended = await runtime.context.caller.make(calls, turn=state["turn"], why="to check a citation")
        whole = [
            passage
            for call in ended
            for passage in ledger.passages(call["structured"], str((call["structured"] or {}).get("text")), call["id"])
        ]
        return whole, [_record(call) for call in ended]


def _key(run: Run, runtime: Runtime[Run], node: str, ordinal: int) -> str:
    info = runtime.execution_info
    assert info is not None, "the graph runs with a checkpointer"
    return call_key(run.thread, info.checkpoint_id, node, ordinal)


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


def _open_calls(message: AIMessage) -> list[OpenCall]:
    asked = [_call(str(call["id"]), call["name"], dict(call["args"])) for call in message.tool_calls]
    broken = [
        _call(str(call["id"]), call["name"] or "unnamed", {}, malformed=call["args"] or "")
        for call in message.invalid_tool_calls
    ]
    return [*asked, *broken]


def _call(id_: str, name: str, arguments: dict[str, Any], *, key: str = "", malformed: str | None = None) -> OpenCall:
    return OpenCall(
        id=id_,
        name=name,
        arguments=arguments,
        malformed=malformed,
        key=key,
        status=None,
        content="",
        structured=None,
        approval=None,
        audit_seq=None,
        ms=0.0,
    )


def _record(call: OpenCall) -> dict[str, Any]:
    """What an answer tells of a call."""
    return {
        "name": call["name"],
        "arguments": call["arguments"],
        "status": call["status"],
        "error": None if call["status"] == "success" else call["content"],
        "approval_id": call["approval"],
        "audit_seq": call["audit_seq"],
        "ms": call["ms"],
        "matches": (call["structured"] or {}).get("total_matches") if isinstance(call["structured"], dict) else None,
    }


def _words_of(message: Message) -> str:
    last = messages_from_dict([message])[0]
    return str(last.text) if isinstance(last, AIMessage) else ""
