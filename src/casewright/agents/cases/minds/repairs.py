"""What to do about a call that failed: the call again, mended; a question; a ticket (seed, prompt 8)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.ladder import in_words
from casewright.agents.cases.mind import Act, Ask, Call
from casewright.agents.cases.minds.case_file import RESEARCHED, CaseFile
from casewright.agents.cases.minds.case_updates import collect_updates, correction_of, read_document
from casewright.agents.cases.minds.consultation import summarise
from casewright.agents.cases.minds.drafts import draft_call
from casewright.agents.cases.minds.phrases import phrase
from casewright.agents.cases.minds.plain_replies import yes_or_no
from casewright.agents.cases.minds.questions import party_question
from casewright.agents.cases.minds.research import simpler
from casewright.casework.kinds.catalogue import fact_of_part

if TYPE_CHECKING:
    from casewright.agents.cases.mind import Briefing, Failure, Step

_INVALID = re.compile(r"invalid field: ([\w.]+)")
_LACKS = re.compile(r"lacks: (.+?)\. Add it", re.DOTALL)
_QUESTIONS = {
    "generate_draft_pdf": "error_draft",
    "get_document_text": "error_document",
    "list_matter_documents": "error_document",
    "query_bigquery": "error_research",
    "get_party_id_by_name": "error_party",
}
_LONGEST_ERROR = 200
_LONGEST_ADVICE, _LONGEST_TICKET = 2_000, 8_000
_LONGEST_QUESTION = 1_000


def repair(briefing: Briefing, failure: Failure) -> Step:
    """The call once more, put right where its error says how; a question where only the user can put it right."""
    file = CaseFile.of(briefing)
    error = failure.errors[-1] if failure.errors else ""
    answered = None if failure.answer is None else _by_the_answer(file, failure, failure.answer)
    if answered is not None:
        return answered
    match failure.call.name:
        case "generate_draft_pdf":
            return _draft_again(file, failure, error)
        case "update_case_details":
            return Act(Call(failure.call.name, _without_invalid(failure.call.arguments, error)))
        case "query_bigquery":
            return _query_again(file, failure, error)
        case "consult_grok":
            summary = summarise(file)
            shorter = "\n".join(summary.splitlines()[:6]) if re.search(r"token|long|500", error) else summary
            return Act(Call(failure.call.name, {**failure.call.arguments, "context_summary": shorter}))
        case _:
            return Act(Call(failure.call.name, dict(failure.call.arguments)))


def ask_for_advice(briefing: Briefing, failure: Failure) -> Act:
    """The question to the reasoner about a call that failed again and again."""
    errors = "; ".join(dict.fromkeys(in_words(one, _LONGEST_ERROR).replace("?", ".") for one in failure.errors))
    question = (
        f"Instrumentul {failure.call.name} a eșuat de {max(1, len(failure.errors))} ori: {errors}. "
        "Ce propui: altă cale, o întrebare pentru utilizator, sau escaladare?"
    )
    arguments = {
        "case_id": briefing.case_id,
        "context_summary": summarise(CaseFile.of(briefing)),
        "specific_question": question if len(question) < _LONGEST_QUESTION else f"{question[: _LONGEST_QUESTION - 1]}?",
    }
    return Act(Call("consult_grok", arguments))


def ask_about_obstacle(briefing: Briefing, failure: Failure) -> Ask:
    """The obstacle without jargon, and what the user can do about it."""
    file = CaseFile.of(briefing)
    error = failure.errors[-1] if failure.errors else ""
    if "Placeholder" in error or "Party" in error:
        return party_question(file) or Ask(phrase("error_party", briefing.language), about="eroare")
    return Ask(phrase(_QUESTIONS.get(failure.call.name, "error_other"), briefing.language), about="eroare")


def open_ticket(briefing: Briefing, failure: Failure) -> Act:
    """The ticket: what was to be done, what was tried, and why it cannot go on."""
    file = CaseFile.of(briefing)
    tries = [f"{number}. {in_words(one)}" for number, one in enumerate(failure.errors, 1)]
    lines = [
        f"Instrumentul {failure.call.name} nu a reușit.",
        f"Felul cazului: {file.kind.name['ro']}, nivelul {briefing.tier}.",
        "Încercări:",
        *(tries or ["1. fără mesaj de eroare"]),
        f"Îndrumarea consultantului: {in_words(failure.advice or 'nu a fost obținută', _LONGEST_ADVICE)}",
        f"Utilizatorul a fost întrebat: {'a răspuns' if failure.answer else 'fără răspuns folositor'}.",
        "Agentul nu poate continua fără ajutor.",
    ]
    issue = in_words("\n".join(lines), _LONGEST_TICKET)
    arguments: dict[str, Any] = {"case_id": briefing.case_id, "issue_description": issue}
    return Act(Call("create_support_ticket", arguments))


def _by_the_answer(file: CaseFile, failure: Failure, answer: str) -> Step | None:
    """What the user's answer allows in place of the call: a fact written down, or going on without it."""
    updates: dict[str, Any] | None = None
    match failure.call.name:
        case "generate_draft_pdf":
            updates = collect_updates(file)
        case "query_bigquery" if yes_or_no(answer) is True:
            note = {"id": RESEARCHED, "found": 0, "topic": "", "timestamp": file.briefing.today.isoformat()}
            updates = {"internal_notes": [note]}
        case "get_document_text" if isinstance(failure.call.arguments.get("document_id"), str):
            updates = read_document(file, {"document_id": failure.call.arguments["document_id"]}, None)
    if updates is None:
        return None
    return Act(Call("update_case_details", {"case_id": file.briefing.case_id, "updates": updates}))


def _draft_again(file: CaseFile, failure: Failure, error: str) -> Step:
    revision = failure.call.arguments.get("revision")
    lacks = _LACKS.search(error)
    if lacks is not None:
        fact = fact_of_part(file.kind, lacks[1])
        about = correction_of(file, fact) if fact is not None else "eroare"
        return Ask(phrase("error_parts", file.language, parts=lacks[1]), about=about)
    if "not found or not attached" in error or "has no value" in error or "Placeholder" in error:
        again = draft_call(file, revision=revision if isinstance(revision, int) else None, persons=False)
        if again.call.arguments["markdown_content"] != failure.call.arguments.get("markdown_content"):
            return again
        return party_question(file) or again
    if re.search(r"revision|overwritten|exists|other text", error) and isinstance(revision, int):
        return draft_call(file, revision=revision + 1)
    return Act(Call(failure.call.name, dict(failure.call.arguments)))


def _query_again(file: CaseFile, failure: Failure, error: str) -> Act:
    table = str(failure.call.arguments.get("table_name"))
    if len(failure.errors) > 1 or re.search(r"not allowed|refused|Unauthorized|cannot|syntax|Query execution", error):
        return simpler(table, file.kind.research)
    return Act(Call(failure.call.name, dict(failure.call.arguments)))


def _without_invalid(arguments: Any, error: str) -> dict[str, Any]:
    """The update without the field that was named as invalid."""
    updates = dict(arguments.get("updates") or {})
    named = _INVALID.search(error)
    if named is not None:
        path = named[1]
        updates = {
            name: value
            for name, value in updates.items()
            if not (name == path or path.startswith(f"{name}.") or name.startswith(f"{path}."))
        }
    return {**arguments, "updates": updates}
