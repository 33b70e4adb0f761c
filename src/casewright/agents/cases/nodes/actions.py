"""What the assistant decided is done: ask the user, look the law up, consult the reasoner, draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.checked_calls import make
from casewright.agents.cases.ladder import failed
from casewright.agents.cases.minds.safe_text import fillable, with_placeholders
from casewright.agents.cases.notes import QUESTION, RESEARCH, Notes
from casewright.agents.cases.repeating import not_again
from casewright.agents.cases.state import State
from casewright.casework.advice import Advised, read_advice
from casewright.casework.details import update_details
from casewright.casework.read_back import READ_BACK, note_of, numbered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import MadeRecord

_KEPT = ("doc_id", "title", "summary", "in_force", "synthetic")
"""Of a hit, in the case file; the whole text stays where it was found."""


async def ask_user(state: State, run: Run) -> State:
    """Put the question to the user; the turn is over once it is written down."""
    step = state["step"]
    assert step is not None, "asking is a step"
    notes = Notes(run, state)
    text = step["text"]
    if step.get("about") == READ_BACK:
        file = await run.look(run.calls(state, "ask_user"))
        details = update_details(file.details, notes.updates)
        text = with_placeholders(_read_back(run, details, text), fillable(file.parties))
        notes.note(note_of(details))
    file = await run.look(run.calls(state, "ask_user"))
    text, choices = not_again(text, run, update_details(file.details, notes.updates), state.get("said"))
    notes.log("assistant", "question", text)
    notes.put(QUESTION, {"question": text, "about": step.get("about"), "asked_at": run.now(), "choices": choices})
    told = [*state.get("told", []), text]
    return {"done": True, "step": None, "told": told, "unsaved": notes.updates}


def _read_back(run: Run, details: Mapping[str, Any], beside: str) -> str:
    """What was understood as a numbered list, what is missing, and how to agree or correct."""
    listed = numbered(details, run.language, run.say("changed"))
    heading = run.say("read_back") if listed else run.say("read_back_empty")
    return "\n\n".join(part for part in (heading, listed, beside.strip(), run.say("read_back_how")) if part)


async def query_bigquery(state: State, run: Run) -> State:
    """Look the law up."""
    return await _acted(state, run, "query_bigquery")


async def consult_grok(state: State, run: Run) -> State:
    """Have the reasoner advise."""
    return await _acted(state, run, "consult_grok")


async def generate_draft(state: State, run: Run) -> State:
    """Have the draft made whose plan was approved."""
    return await _acted(state, run, "generate_draft")


async def _acted(state: State, run: Run, node: str) -> State:
    step = state["step"]
    assert step is not None, "acting is a step"
    await run.before_change()
    made = await make(state, run, node, step)
    notes = Notes(run, state)
    found = State(made=[*state.get("made", []), made], step=None)
    if made["status"] == "success":
        found.update(await absorbed({**state, **found}, run, notes, made))
    else:
        notes.log("agent", "failed", f"{made['name']}: {made['content']}", status=made["status"])
        found["failure"] = failed(made)
    found["unsaved"] = notes.updates
    return found


async def absorbed(state: State, run: Run, notes: Notes, made: MadeRecord) -> State:
    """What a call that succeeded means for the turn and the case file."""
    structured = made["structured"] if isinstance(made["structured"], dict) else {}
    match made["name"]:
        case "consult_grok":
            reply = str(structured.get("response") or made["content"])
            notes.guidance(reply)
            return {"advice": reply, "followed": False}
        case "query_bigquery":
            return await _researched(state, run, notes, made["arguments"], structured)
        case "generate_draft_pdf":
            return _drafted(state, run, notes, made["arguments"], structured)
        case "update_case_details":
            run.written(made["arguments"]["updates"])
    return {}


async def _researched(
    state: State, run: Run, notes: Notes, asked: Mapping[str, Any], structured: Mapping[str, Any]
) -> State:
    table = str(asked.get("table_name"))
    hits = [{name: row[name] for name in _KEPT if name in row} for row in structured.get("results", [])]
    hits = [hit for hit in hits if isinstance(hit.get("doc_id"), str)]
    notes.log("agent", "query_bigquery", str(asked.get("query_string")), table=table, hits=len(hits))
    path = RESEARCH.get(table)
    if hits and path is not None:
        file = await run.look(run.calls(state, "query_bigquery"))
        known = notes.updates.get(path) or file.details["legal_research"][path.partition(".")[2]]
        notes.put(path, merged(known, hits))
    advice = read_advice(state.get("advice") or "")
    told = [{"table": table, **hit} for hit in hits]
    found = State(research=[*state.get("research", []), *told])
    if advice.next is Advised.RESEARCH:
        found["followed"] = True
    return found


def merged(known: list[dict[str, Any]], hits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sources with what was found now: each once, with the status that it has, or as considered."""
    by_id = {str(one.get("doc_id")): one for one in known}
    for hit in hits:
        before = by_id.get(hit["doc_id"], {})
        by_id[hit["doc_id"]] = {"status": "considered", **before, **hit}
    return list(by_id.values())


def _drafted(state: State, run: Run, notes: Notes, asked: Mapping[str, Any], structured: Mapping[str, Any]) -> State:
    run.changed = True  # the tool has listed the draft
    name, revision = str(asked.get("draft_name")), asked.get("revision")
    notices = list(structured.get("notices", []))
    draft = {
        "draft_firestore_id": structured.get("draft_firestore_id"),
        "draft_name": name,
        "revision": revision,
        "pdf_gcs_path": structured.get("pdf_gcs_path"),
        "notices": notices if run.language == "en" else [],  # they are English; the assistant was told them
        "synthetic": bool(structured.get("synthetic", False)),
    }
    notes.log("agent", "generate_draft_pdf", f"{name} v{revision}", notices=notices)
    return {"drafts": [*state.get("drafts", []), draft], "followed": True}
