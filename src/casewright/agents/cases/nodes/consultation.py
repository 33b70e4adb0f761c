"""The assistant thinks: one step at a time, each fixed in a checkpoint before anything comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.cases.checked_calls import make
from casewright.agents.cases.ladder import as_told, failed, stage_of
from casewright.agents.cases.messages import whole
from casewright.agents.cases.mind import Act, Ask, Briefing, Call, Made, Tell
from casewright.agents.cases.nodes.turn_start import said_since
from casewright.agents.cases.notes import QUESTION, Notes, open_question, unanswered
from casewright.agents.cases.repeating import chosen_words, not_again
from casewright.agents.cases.run import TurnStopped
from casewright.agents.cases.state import State, StepRecord
from casewright.casework.advice import read_advice
from casewright.casework.details import update_details
from casewright.casework.read_back import CONFIRMED, READ_BACK, agrees, is_confirmed, is_read_back, state_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.cases.mind import Step
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import MadeRecord

MOST_STEPS = 24
"""How often the assistant is asked in one turn."""
NODE_OF = {"query_bigquery": "query_bigquery", "consult_grok": "consult_grok", "generate_draft_pdf": "generate_draft"}
"""The tools whose calls are states of their own."""
_SUMMARY = 1_000
"""Characters that a consultation is told of the case: fewer than the tool takes."""
_SUPPORT = "create_support_ticket"
_ONLY_AT_THE_END = f"Refused: {_SUPPORT!r} is the last step of the error path, and is not called before it"


async def process_user_input(state: State, run: Run) -> State:
    """Make the small call that the last step asked for, where it did; then have the assistant say the next step."""
    found = await _helped(state, run) if is_helper_call(state) else await _agreed(state, run)
    now: State = {**state, **found}
    waiting = _waiting_for_answer(now)
    if now.get("done") or waiting is not None:
        return {**found, **(waiting or {}), "step": None, "route": "decide_action"}
    if now.get("thoughts", 0) >= MOST_STEPS:
        told = [*now.get("told", []), run.say("more_steps")]
        return {**found, "step": None, "done": True, "told": told, "route": "decide_action"}
    if now.get("failure") is None:
        found.update(said_since(now, run))
    now = {**now, **found}
    stage = stage_of(now)
    step = as_record(await run.think(run.assistant.step(stage, await _briefing(now, run))), run)
    reads_back = step["kind"] == "ask" and step.get("about") == READ_BACK  # what it says is made of the case file
    if step["kind"] != "act" and not step["text"].strip() and not reads_back and now.get("failure") is None:
        raise TurnStopped("unusable", run.assistant.called, "no words")
    found.update({"thoughts": now.get("thoughts", 0) + 1, "stage": stage.value, "step": step})
    found["route"] = "process_user_input" if is_helper_call({**now, **found}) else "decide_action"
    return found


def is_helper_call(state: State) -> bool:
    """Whether the step is a call that has no state of its own. On the error path every call belongs to it."""
    step = state.get("step")
    return bool(step and step["kind"] == "act" and state.get("failure") is None and step["name"] not in NODE_OF)


async def _agreed(state: State, run: Run) -> State:
    """That the user agreed to what was read back, where they did and it still stands so."""
    said = state.get("said")
    if said is None or not agrees(said):
        return State()
    file = await run.look(run.calls(state, "process_user_input"))
    notes = Notes(run, state)
    details = update_details(file.details, notes.updates)
    if not is_read_back(details):
        return State()
    notes.note({"id": CONFIRMED, "state": state_of(details)})
    notes.put(QUESTION, None)
    return State(unsaved=notes.updates)


async def _helped(state: State, run: Run) -> State:
    step = state["step"]
    assert step is not None, "a helper call is a step"
    if step["name"] == _SUPPORT:
        made: MadeRecord = {
            "name": _SUPPORT,
            "arguments": step["arguments"],
            "status": "denied",
            "content": _ONLY_AT_THE_END,
            "structured": None,
        }
    else:
        made = await make(state, run, "process_user_input", step)
    if made["name"] == "update_case_details" and made["status"] == "success":
        run.written(made["arguments"]["updates"])
    found = State(made=[*state.get("made", []), made], step=None)
    if made["status"] != "success":
        notes = Notes(run, state)
        notes.log("agent", "failed", f"{made['name']}: {made['content']}", status=made["status"])
        found.update({"failure": failed(made), "unsaved": notes.updates})
    return found


def _waiting_for_answer(state: State) -> State | None:
    """What a turn leads to that brings no answer to the question of the error path."""
    failure = state.get("failure")
    if failure is None or failure["question"] is None or failure["answered"]:
        return None
    if failure["answer"] is None and state.get("said") is None:
        told = [*state.get("told", []), failure["question"]]
        return {"done": True, "told": told}
    return None


async def _briefing(state: State, run: Run) -> Briefing:
    file = await run.look(run.calls(state, "process_user_input"))
    details = update_details(file.details, state.get("unsaved", {}))
    failure = state.get("failure")
    advice = state.get("advice")
    said = state.get("said")
    if said is None:
        said = unanswered(details)
    return Briefing(
        case_id=run.case_id,
        tier=state.get("tier") or 1,
        language=run.language,
        today=run.clock.now().date(),
        details=details,
        parties=file.parties,
        documents=file.documents,
        said=chosen_words(details, said, run),
        made=[_made(one) for one in state.get("made", [])],
        advice=read_advice(advice) if advice else None,
        failure=None if failure is None else as_told(failure),
    )


def _made(record: MadeRecord) -> Made:
    return Made(Call(record["name"], record["arguments"]), record["status"], record["content"], record["structured"])


def as_record(step: Step, run: Run) -> StepRecord:
    """The step as plain data, which a checkpoint can keep. Raises ``TurnStopped`` for what is none."""
    match step:
        case Act(call):
            return {"kind": "act", "name": whole(call.name), "arguments": _plain(call.arguments)}
        case Ask(question, about):
            return {"kind": "ask", "text": whole(question), "about": None if about is None else whole(about)}
        case Tell(text, recommendations, next_steps):
            return {
                "kind": "tell",
                "text": whole(text),
                "recommendations": [whole(one) for one in recommendations],
                "next_steps": [whole(one) for one in next_steps],
            }
    raise TurnStopped("unusable", run.assistant.called, f"no step: {type(step).__name__}")


def _plain(arguments: object) -> dict[str, Any]:
    """The arguments as JSON has them; what is no JSON object is refused as what it is by whichever tool is called."""
    try:
        found = orjson.loads(orjson.dumps(arguments))
    except (TypeError, ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {"malformed": type(arguments).__name__}


async def decide_action(state: State, run: Run) -> State:
    """Which state the step leads to. A draft whose plan nobody approved becomes a consultation."""
    step = state.get("step")
    if state.get("done") or step is None:
        return {"route": "wait"}
    if step["kind"] == "act" and step["name"] == "generate_draft_pdf":
        before = await _before_a_draft(state, run, step)
        if before is not None:
            return before
    if state.get("failure") is not None:
        return {"route": "handle_error"}
    if step["kind"] == "act":
        return {"route": NODE_OF[step["name"]]}
    return {"route": "ask_user"} if step["kind"] == "ask" else _told(state, run, step)


def _told(state: State, run: Run, step: StepRecord) -> State:
    notes = Notes(run, state)
    file = run.file
    text = step["text"]
    if file is not None:
        text, _ = not_again(text, run, update_details(file.details, notes.updates), state.get("said"))
    notes.log("assistant", "answer", text)
    if state.get("said") is not None and file is not None and open_question(file.details) is not None:
        notes.put("agent_interactions.active_info_request_to_user", None)
    return {
        "route": "wait",
        "done": True,
        "told": [*state.get("told", []), text],
        "recommendations": [*state.get("recommendations", []), *step["recommendations"]],
        "next_steps": [*state.get("next_steps", []), *step["next_steps"]],
        "unsaved": notes.updates,
    }


async def _before_a_draft(state: State, run: Run, step: StepRecord) -> State | None:
    """What has to come before this draft: the user agrees to what was understood, the reasoner approves the plan."""
    file = await run.look(run.calls(state, "decide_action"))
    details = update_details(file.details, state.get("unsaved", {}))
    if not is_confirmed(details):
        return {"route": "ask_user", "step": {"kind": "ask", "text": "", "about": READ_BACK}}
    if not _approved(state, step["arguments"]):
        return {"route": "consult_grok", "step": _plan_asked_for(run, step["arguments"], file.details)}
    return None


def _approved(state: State, arguments: Mapping[str, Any]) -> bool:
    """Whether the reasoner's latest reply approved the plan of this draft. The tool holds its own record to it."""
    failure = state.get("failure")
    if failure is not None and failure["name"] == "generate_draft_pdf":
        return True  # it was approved when it was made first; the tool refuses it otherwise
    approved = read_advice(state.get("advice") or "").draft
    return approved is not None and _name(arguments.get("draft_name")) == _name(approved)


def _name(draft: object) -> str:
    return str(draft).strip().replace(" ", "_").casefold()


def _plan_asked_for(run: Run, arguments: Mapping[str, Any], details: Mapping[str, Any]) -> StepRecord:
    question = run.in_romanian("plan_question", draft=_name(arguments.get("draft_name")) or "act")
    facts = "; ".join(str(one.get("fact", "")) for one in details["facts"])
    summary = f"{details['summary']['current']} {facts}".strip() or run.in_romanian("no_summary")
    given = {"case_id": run.case_id, "context_summary": summary[:_SUMMARY], "specific_question": question}
    return {"kind": "act", "name": "consult_grok", "arguments": given}
