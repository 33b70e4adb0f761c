"""The error path, one rung a visit: what was thought of is carried out, and the turn begins again from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.checked_calls import make
from casewright.agents.cases.ladder import in_words, tried_again
from casewright.agents.cases.mind import Stage
from casewright.agents.cases.nodes.actions import absorbed
from casewright.agents.cases.notes import QUESTION, Notes
from casewright.agents.cases.state import State
from casewright.domain.cases import CaseStatus

if TYPE_CHECKING:
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import FailureRecord, StepRecord

_OF_A_SUMMARY = 300
"""Characters of an error in what the reasoner is told, which has few tokens."""


async def handle_error(state: State, run: Run) -> State:
    """Retry, consult the reasoner, ask the user, or create a ticket: whichever is next."""
    failure, step = state["failure"], state["step"]
    assert failure is not None, "there is an error to handle"
    assert step is not None, "it was thought of"
    stage = Stage(state["stage"])
    if stage is Stage.TICKET:
        return await _ticket(state, run, failure, step)
    if step["kind"] == "tell" and step["text"].strip():
        return _given_up(state, run, step)
    if stage is Stage.ASK_USER or step["kind"] != "act":
        return _asked(state, run, failure, step)
    if stage is Stage.CONSULT:
        return await _consulted(state, run, failure, step)
    return await _retried(state, run, failure, step)


async def _retried(state: State, run: Run, failure: FailureRecord, step: StepRecord) -> State:
    notes = Notes(run, state)
    answered = failure["question"] is not None
    await run.before_change()
    made = await make(state, run, "handle_error", step)
    happens = "answer" if answered else "alternative" if failure["advised"] else "retry"
    notes.log("agent", happens, f"{made['name']}: {made['content'][:300]}", status=made["status"])
    found = State(made=[*state.get("made", []), made], step=None, again=True)
    if made["status"] == "success":
        found["failure"] = None
        found.update(await absorbed({**state, **found}, run, notes, made))
    else:
        found["failure"] = tried_again(failure, made["content"])
    found["errors"] = _told_of(state, run, failure["name"], happens, failure["errors"][-1])
    found["unsaved"] = notes.updates
    return found


async def _consulted(state: State, run: Run, failure: FailureRecord, step: StepRecord) -> State:
    """Ask the reasoner; that it cannot be had is noted, and the path goes on."""
    notes = Notes(run, state)
    found = State(step=None, again=True)
    if failure["name"] == "consult_grok":
        return _without_reasoner(state, run, failure, notes)
    given = step["arguments"] if step.get("name") == "consult_grok" else _question_about(run, failure)
    await run.before_change()
    made = await run.calls(state, "handle_error").make("consult_grok", given)
    found["made"] = [*state.get("made", []), made]
    advice = None
    if made["status"] == "success":
        structured = made["structured"] if isinstance(made["structured"], dict) else {}
        advice = str(structured.get("response") or made["content"])
        notes.guidance(advice)
    else:
        notes.log("agent", "consult_grok", made["content"], status=made["status"])
    found["failure"] = {**failure, "advised": True, "advice": advice}
    found["errors"] = _told_of(state, run, failure["name"], "consult_grok", failure["errors"][-1])
    found["unsaved"] = notes.updates
    return found


def _without_reasoner(state: State, run: Run, failure: FailureRecord, notes: Notes) -> State:
    """The reasoner itself cannot be had: nobody's question, and no ticket's; the next message tries again."""
    notes.log("agent", "unavailable", failure["errors"][-1])
    return {
        "step": None,
        "done": True,
        "failure": None,
        "outcome": "error",
        "told": [*state.get("told", []), run.say("unavailable")],
        "errors": _told_of(state, run, failure["name"], "later", failure["errors"][-1]),
        "unsaved": notes.updates,
    }


def _asked(state: State, run: Run, failure: FailureRecord, step: StepRecord) -> State:
    notes = Notes(run, state)
    question = step["text"] if step["kind"] == "ask" and step["text"].strip() else run.say("obstacle")
    notes.log("assistant", "ask_user", question, tool=failure["name"])
    notes.put(QUESTION, {"question": question, "about": step.get("about"), "asked_at": run.now()})
    return {
        "step": None,
        "done": True,
        "failure": {**failure, "advised": True, "question": question},
        "told": [*state.get("told", []), question],
        "errors": _told_of(state, run, failure["name"], "ask_user", failure["errors"][-1]),
        "unsaved": notes.updates,
    }


def _given_up(state: State, run: Run, step: StepRecord) -> State:
    """The assistant goes on without the call: it tells the user what it has."""
    notes = Notes(run, state)
    notes.log("assistant", "answer", step["text"])
    return {
        "step": None,
        "done": True,
        "failure": None,
        "told": [*state.get("told", []), step["text"]],
        "recommendations": [*state.get("recommendations", []), *step["recommendations"]],
        "next_steps": [*state.get("next_steps", []), *step["next_steps"]],
        "unsaved": notes.updates,
    }


async def _ticket(state: State, run: Run, failure: FailureRecord, step: StepRecord) -> State:
    notes = Notes(run, state)
    asked = step["arguments"] if step["kind"] == "act" and step.get("name") == "create_support_ticket" else {}
    issue = str(asked.get("issue_description") or "").strip()
    issue = issue or _described(run, failure)
    given = {
        "case_id": run.case_id,
        "issue_description": issue,
        "agent_state_snapshot": _snapshot(state, failure),
    }
    await run.before_change()
    made = await run.calls(state, "handle_error").make("create_support_ticket", given)
    structured = made["structured"] if isinstance(made["structured"], dict) else {}
    errors = _told_of(state, run, failure["name"], "create_support_ticket", failure["errors"][-1])
    found = State(step=None, done=True, outcome="error", errors=errors)
    if made["status"] == "success":
        ticket = str(structured.get("ticket_id") or "")
        notes.log("agent", "create_support_ticket", issue, ticket_id=ticket)
        found["failure"] = {**failure, "ticket": ticket}
        found["status"] = CaseStatus.PAUSED_SUPPORT.value
        found["told"] = [*state.get("told", []), run.say("ticket")]
    else:
        notes.log("agent", "create_support_ticket", made["content"], status=made["status"])
        found["told"] = [*state.get("told", []), run.say("no_ticket")]
        found["errors"] = [
            *errors,
            {"tool": "create_support_ticket", "happens": run.say("later"), "cause": in_words(made["content"])},
        ]
    found["unsaved"] = notes.updates
    return found


def _snapshot(state: State, failure: FailureRecord) -> dict[str, Any]:
    """What support is to know of the turn; the tool adds the case's own state."""
    return {
        "cause": {"tool": failure["name"], "status": failure["status"]},
        "errors": failure["errors"],
        "retries": failure["retries"],
        "advice": failure["advice"],
        "question": failure["question"],
        "answer": failure["answer"],
        "completed_steps": state.get("completed", []),
    }


def _described(run: Run, failure: FailureRecord) -> str:
    return run.in_romanian("ticket_description", tool=failure["name"], error=failure["errors"][-1])


def _question_about(run: Run, failure: FailureRecord) -> dict[str, Any]:
    return {
        "case_id": run.case_id,
        "context_summary": run.in_romanian(
            "ticket_description", tool=failure["name"], error=in_words(failure["errors"][-1], _OF_A_SUMMARY)
        ),
        "specific_question": run.in_romanian("failure_question", tool=failure["name"]),
    }


def _told_of(state: State, run: Run, tool: str, happens: str, cause: str) -> list[dict[str, Any]]:
    """The errors of the result with this one: for the user what happens, for developers the cause."""
    told = {"tool": tool, "happens": run.say(f"happens_{happens}"), "cause": in_words(cause)}
    return [*state.get("errors", []), told]
