"""The next step of a case, worked out from the case file and from this turn's calls, whatever the stage is called.

Written down first, then documents, then what is missing, research, the plan's approval, the draft, and what to tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Call
from casewright.agents.cases.minds.case_file import DRAFTED, RESEARCHED, REVIEWED, CaseFile, asked_about
from casewright.agents.cases.minds.case_updates import collect_updates, make_general, read_document
from casewright.agents.cases.minds.conclusion import ask_for_the_reasoner, conclude, hand_to_a_lawyer, tell_not_approved
from casewright.agents.cases.minds.consultation import PLAN, RESEARCH, REVIEW, consult, find_consultation
from casewright.agents.cases.minds.drafts import draft_call
from casewright.agents.cases.minds.questions import (
    blocked_question,
    next_question,
    party_question,
    read_back,
    unclear_question,
    where_question,
)
from casewright.agents.cases.minds.relevance import act_applies, decision_applies
from casewright.agents.cases.minds.research import (
    TABLES,
    find_rows,
    list_considered,
    named_ids,
    search,
    settle_sources,
    whole_texts,
)
from casewright.agents.cases.minds.wishes import choice_of_kind, other_kind_question
from casewright.casework.advice import Advised, read_advice
from casewright.casework.read_back import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.agents.cases.mind import Briefing, Made, Step
    from casewright.casework.advice import Advice

_LONGEST_DOCUMENT = 30_000
_MOST_WRITTEN = 6
"""Updates with facts in one turn, documents among them; a message tells its facts in one or two."""
_MOST_QUESTIONS = 2
"""How often the reasoner may have the user asked in one case before the work goes on without."""
ADVISED = "indrumare"
"""What a question is about that the reasoner wanted asked, and how the notes of it begin."""


def next_step(briefing: Briefing) -> Step:
    """The step. Its calls are those that the case file and the turn so far ask for."""
    file = CaseFile.of(briefing)
    rules: tuple[Callable[[CaseFile], Step | None], ...] = (
        _write_down,
        _read_documents,
        _note_draft,
        choice_of_kind,
        other_kind_question,
        unclear_question,
        where_question,
        _finish,
        next_question,
        read_back,
        party_question,
        blocked_question,
        _research,
        _review,
        _draft,
    )
    return next((step for rule in rules if (step := rule(file)) is not None), None) or conclude(file)


def _write_down(file: CaseFile) -> Step | None:
    written = [one for one in file.briefing.made if one.call.name == "update_case_details" and _has_facts(one)]
    if len(written) >= _MOST_WRITTEN:
        return None
    updates = collect_updates(file) or make_general(file)
    if updates is None or _made_before(file, "update_case_details", updates):
        return None
    return update(file, updates)


def _read_documents(file: CaseFile) -> Step | None:
    analysed = {one.get("id") for one in file.briefing.details.get("documents_analysis") or () if isinstance(one, dict)}
    for document in file.briefing.documents:
        name = document.get("document_id")
        if not isinstance(name, str) or name in analysed or str(document.get("processing_status")) != "ready":
            continue
        read = _text_of(file.briefing.made, name)
        if read is None:
            arguments = {"matter_id": file.briefing.case_id, "document_id": name, "max_length": _LONGEST_DOCUMENT}
            return Act(Call("get_document_text", arguments))
        text = read.structured.get("text") if read.success and isinstance(read.structured, dict) else None
        return update(file, read_document(file, document, text if isinstance(text, str) else None))
    return None


def _note_draft(file: CaseFile) -> Step | None:
    """Write down what the draft that was just made rests on."""
    made = next((one for one in reversed(file.briefing.made) if one.call.name == "generate_draft_pdf"), None)
    if made is None or not made.success or file.drafted:
        return None
    if _facts_after(file.briefing.made, made):
        return None
    revision = made.call.arguments.get("revision")
    note = {"id": DRAFTED, "state": file.state, "revision": revision, "timestamp": file.briefing.today.isoformat()}
    objective = {
        "id": f"{KIND}{file.kind.id}",
        "objective": file.kind.name["ro"],
        "status": "achieved",
    }
    updates = {"internal_notes": [note], "objectives": [objective]}
    return None if _made_before(file, "update_case_details", updates) else update(file, updates)


def _finish(file: CaseFile) -> Step | None:
    return conclude(file) if file.drafted else None


def _research(file: CaseFile) -> Step | None:
    if file.note(RESEARCHED) is not None:
        return None
    question = find_consultation(file, RESEARCH, file.briefing.made)
    if question is None:
        return consult(file, RESEARCH)
    advice = _advice(question)
    stop = _stopped_by(file, advice)
    if stop is not None:
        return stop
    topic = advice.topic if advice is not None and advice.next is Advised.RESEARCH else ""
    tried = [one.call.arguments.get("table_name") for one in file.briefing.made if one.call.name == "query_bigquery"]
    for table in TABLES:
        if table not in tried:
            return search(file, table, topic)
    found = find_rows(file.briefing.made, full=False)
    many = sum(len(rows) for rows in found.values())
    note = {"id": RESEARCHED, "found": many, "topic": topic[:200], "timestamp": file.briefing.today.isoformat()}
    return update(file, {**list_considered(file, found), "internal_notes": [note]})


def _review(file: CaseFile) -> Step | None:
    if file.note(REVIEWED) is not None or not any(file.sources.values()):
        return None
    question = find_consultation(file, REVIEW, file.briefing.made)
    if question is None:
        return consult(file, REVIEW)
    advice = _advice(question)
    chosen = _by_words(file) if advice is None else named_ids(file, advice.reply)
    read = find_rows(file.briefing.made, full=True)
    for table, ids in chosen.items():
        if table not in read:
            return whole_texts(table, ids)
    there = {str(row["doc_id"]) for rows in read.values() for row in rows}
    used = [one for ids in chosen.values() for one in ids if one in there]
    note = {"id": REVIEWED, "used": used, "timestamp": file.briefing.today.isoformat()}
    return update(file, {**settle_sources(file, used), "internal_notes": [note]})


def _draft(file: CaseFile) -> Step | None:
    """The draft, once the reasoner approved its plan after everything it rests on was known."""
    made = file.briefing.made
    question = find_consultation(file, PLAN, made)
    if question is None or _facts_after(made, question):
        approved = file.briefing.advice
        if question is None and approved is not None and approved.draft == file.kind.draft:
            return _drafted_or(file)
        return consult(file, PLAN)
    advice = _advice(question)
    if advice is not None and advice.draft == file.kind.draft:
        return _drafted_or(file)
    return _stopped_by(file, advice) or tell_not_approved(file, advice)


def _drafted_or(file: CaseFile) -> Step | None:
    """The draft, unless this turn made it already and could not write that down."""
    made = any(one.call.name == "generate_draft_pdf" and one.success for one in file.briefing.made)
    return None if made else draft_call(file)


def _stopped_by(file: CaseFile, advice: Advice | None) -> Step | None:
    """What the reasoner has in place of going on: a question to the user, or that it is a lawyer's case."""
    if advice is None:
        return None
    if advice.next is Advised.ESCALATE:
        return hand_to_a_lawyer(file, advice)
    if advice.next is Advised.ASK and advice.topic and advice.draft is None:
        notes = [one for one in file.briefing.details.get("internal_notes") or () if isinstance(one, dict)]
        asked_before = [one for one in notes if str(one.get("id", "")).startswith(f"{ADVISED}.")]
        if any(one.get("topic") == advice.topic for one in asked_before):
            waiting = asked_about(file.briefing.details) != ADVISED and _written_now(file, advice.topic)
            return ask_for_the_reasoner(file, advice) if waiting else None
        if len(asked_before) < _MOST_QUESTIONS:
            note = {"id": f"{ADVISED}.{len(asked_before) + 1}", "topic": advice.topic}
            return update(file, {"internal_notes": [note]})
    return None


def _written_now(file: CaseFile, topic: str) -> bool:
    return any(
        isinstance(one.call.arguments.get("updates"), dict)
        and any(
            isinstance(note, dict) and note.get("topic") == topic and str(note.get("id", "")).startswith(ADVISED)
            for note in one.call.arguments["updates"].get("internal_notes", ())
        )
        for one in file.briefing.made
        if one.call.name == "update_case_details"
    )


def update(file: CaseFile, updates: Mapping[str, Any]) -> Act:
    """The call that writes these updates."""
    return Act(Call("update_case_details", {"case_id": file.briefing.case_id, "updates": dict(updates)}))


def _advice(question: Made) -> Advice | None:
    """The reply to a consultation; None where there was none."""
    reply = question.structured.get("response") if question.success and isinstance(question.structured, dict) else None
    return read_advice(reply) if isinstance(reply, str) else None


def _by_words(file: CaseFile) -> dict[str, list[str]]:
    """The sources that speak of the case by their titles, where the reasoner did not answer."""
    facts = " ".join(file.known.values())
    found = {
        table: [
            str(one["doc_id"])
            for one in file.sources[name]
            if one.get("doc_id") and applies(file.kind, str(one.get("title")), facts)
        ]
        for (table, name), applies in zip(TABLES.items(), (act_applies, decision_applies), strict=True)
    }
    return {table: ids for table, ids in found.items() if ids}


def _facts_after(made: Sequence[Made], one: Made) -> bool:
    """Whether facts were written after that call."""
    at = list(made).index(one)
    return any(
        later.call.name == "update_case_details" and later.success and _has_facts(later)
        for later in list(made)[at + 1 :]
    )


def _has_facts(made: Made) -> bool:
    return "facts" in (made.call.arguments.get("updates") or {})


def _text_of(made: Sequence[Made], document: str) -> Made | None:
    return next(
        (
            one
            for one in reversed(made)
            if one.call.name == "get_document_text" and one.call.arguments.get("document_id") == document
        ),
        None,
    )


def _made_before(file: CaseFile, name: str, updates: Mapping[str, Any]) -> bool:
    """Whether this turn made the same update already: it changed nothing that can be seen, and is not made again."""
    return any(
        one.call.name == name and one.call.arguments.get("updates") == dict(updates) for one in file.briefing.made
    )
