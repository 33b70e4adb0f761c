"""What a turn came to, in the shape that ``ask_matter`` promises."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.agents.context import last_context
from casewright.domain.threads import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.budget import Budget
    from casewright.agents.document.state import Passage, State
    from casewright.domain.questions import Question
    from casewright.domain.threads import Thread

_EXCERPT = 200
_OWN = ("id", "matches")
"""Of a call, what a thread keeps and the answer does not tell."""
_CUT_OFF = "There is no answer yet: it is being worked on, or was cut off. Go on in this thread."
_WAITING = "Waiting for a person's approval: {calls}. Decide, then go on in this thread."


def outcome(
    state: State, *, paused: bool, question: Question, thread: Thread, budget: Budget, called: str
) -> dict[str, Any]:
    """The answer with its citations, calls and ledger; or, ``paused``, what it waits for."""
    waiting = [one for one in state["open"] if one["status"] is None and one["approval"]] if paused else []
    answer = None if paused else state["answer"]
    usage = Usage(state["usage"]["input_tokens"], state["usage"]["output_tokens"])
    if answer is None:
        calls = ", ".join(f"{one['name']} ({one['approval']})" for one in waiting)
        answer = {"text": _WAITING.format(calls=calls), "citations": [], "unverified": []}
    return {
        "thread_id": thread.id,
        "matter_id": question.matter.id,
        "document_id": question.open_document,
        "answer": answer["text"],
        "citations": answer["citations"],
        "unverified": answer["unverified"],
        "tool_calls": [{name: call[name] for name in call if name not in _OWN} for call in state["calls"]],
        "ledger": [_entry(passage) for passage in state["shown"]],
        "usage": {
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "dollars": round(budget.cost(usage), 6),
            "steps": state["steps"],
        },
        "stopped": "approval" if paused else state["stop"],
        "approvals": [{"approval_id": one["approval"], "tool": one["name"]} for one in waiting],
        "assistant": called,
    }


def kept_of_turn(state: State, calls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a thread keeps of a turn beside its answer: what it was asked of, its calls, and what each showed the model.

    ``documents`` are the ids of the documents that were open or chosen; none stands for the whole matter.
    """
    said = (str(one["data"]["content"]) for one in state["messages"] if one["type"] == "human")
    context = last_context(said)
    opened = [] if context is None or context["document_id"] is None else [context["document_id"]]
    return {
        "documents": opened or ([] if context is None else context["document_ids"] or []),
        "stopped": state["stop"],
        "tool_calls": list(calls),
        "ledger": [{**_entry(passage), "call": passage.get("call")} for passage in state["shown"]],
    }


def unanswered(state: State, *, paused: bool) -> dict[str, Any]:
    """A thread's last turn, where it stopped before its answer."""
    waiting = [one for one in state["open"] if one["status"] is None and one["approval"]] if paused else []
    calls = ", ".join(f"{one['name']} ({one['approval']})" for one in waiting)
    return {
        "turn": state["turn"],
        "question": state["asked"],
        "text": _WAITING.format(calls=calls) if paused else _CUT_OFF,
        "citations": [],
        "unverified": [],
        **kept_of_turn(state, state["calls"]),
        "stopped": "approval" if paused else "cut off",
        "approvals": [{"approval_id": one["approval"], "tool": one["name"]} for one in waiting],
    }


def _entry(passage: Passage) -> dict[str, Any]:
    """A passage as the ledger lists it: its place, how it begins, and the hash of all of it."""
    quote = passage["quote"]
    place = {name: value for name, value in passage.items() if name not in ("quote", "call")}
    return {**place, "excerpt": quote[:_EXCERPT], "sha256": sha256(quote.encode("utf-8", "surrogatepass")).hexdigest()}
