"""What a turn came to, in the shape that spec/casework.md, "HTTP", promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casewright.agents.cases.run import Run, TurnStopped
    from casewright.agents.cases.state import State


def outcome(state: State, run: Run, *, assistant: str, reasoner: str) -> dict[str, Any]:
    """The result of a turn that came to its end."""
    drafts = state.get("drafts", [])
    texts = [*state.get("told", []), *([run.say("disclaimer")] if drafts else [])]
    told = "\n\n".join(text for text in texts if text.strip())
    return {
        "status": state.get("outcome", "success"),
        "message": told,
        "response": {
            "content": told,
            "recommendations": state.get("recommendations", []),
            "next_steps": state.get("next_steps", []),
            "draft_documents": drafts,
            "research_summary": _summary(state, run),
        },
        "completed_steps": state.get("completed", []),
        "errors": state.get("errors", []),
        "timestamp": run.now(),
        "payment": state.get("payment"),
        "assistant": assistant,
        "reasoner": reasoner,
        "disclaimer": run.say("disclaimer"),
        "language": run.language,
    }


def stopped(state: State, run: Run, why: TurnStopped, *, assistant: str, reasoner: str) -> dict[str, Any]:
    """The result of a turn that was cut short. What it has said already is told with the next one."""
    said = run.say(why.why)
    error = {"tool": why.who, "happens": run.say("happens_later"), "cause": why.cause}
    told: State = {"told": [said], "outcome": "error", "completed": state.get("completed", []), "errors": [error]}
    return outcome(told, run, assistant=assistant, reasoner=reasoner)


def _summary(state: State, run: Run) -> str | None:
    """The sources that were found in this turn, each once; None where nothing was looked up."""
    found = {str(one["doc_id"]): str(one.get("title") or one["doc_id"]) for one in state.get("research", [])}
    return run.say("research_summary", count=len(found), titles="; ".join(found.values())) if found else None
