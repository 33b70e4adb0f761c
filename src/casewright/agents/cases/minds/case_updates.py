"""What a turn adds to the case file: facts that users tell or documents hold, changes, and what was said once.

Each update is worked out from the case file as it is, so that a step taken again adds nothing twice.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.case_file import DRAFTED, INTRODUCED
from casewright.agents.cases.minds.dates import read_date
from casewright.agents.cases.minds.facts_in_text import find_facts
from casewright.agents.cases.minds.list_replies import CORRECTS
from casewright.agents.cases.minds.offers import OFFERED
from casewright.agents.cases.minds.open_questions import is_offer, open_question
from casewright.agents.cases.minds.stated_facts import MISSED, read_statements
from casewright.agents.cases.minds.wishes import kind_changed, kind_chosen, summary_wanted
from casewright.casework.kinds.catalogue import GENERAL, case_kind
from casewright.casework.read_back import KIND, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

USER, DOCUMENT = "utilizator", "document"
UNDECLARED = re.compile(r"\{\{(person_\d+)\}\}")


def collect_updates(file: CaseFile) -> dict[str, Any] | None:
    """The updates that this step has to make before anything else; None where there are none."""
    updates: dict[str, Any] = {}
    other = kind_changed(file) or kind_chosen(file) or summary_wanted(file)
    if other is not None:
        return other
    notes = _once_told(file)
    kind = _kind_settled(file)
    stated = read_statements(file)
    facts = stated.facts
    if kind:
        updates["objectives"] = kind
    if facts:
        updates["facts"] = [_entry(file, fact, value, USER) for fact, value in facts.items()]
        updates["summary.current"] = _summary(file, facts)
    if stated.answered:
        updates["agent_interactions.active_info_request_to_user"] = None
    feedback = _feedback(file) if facts else None
    if feedback is not None:
        updates["draft_status"] = [feedback]
    offered, _ = open_question(file)
    if offered is not None and is_offer(file) and file.note(f"{OFFERED}{offered.id}") is None:
        notes.append({"id": f"{OFFERED}{offered.id}", "timestamp": _today(file)})
    if stated.missed is not None:
        notes.append({"id": f"{MISSED}{stated.missed.id}", "times": stated.tries, "timestamp": _today(file)})
    if notes:
        updates["internal_notes"] = notes
    return updates or None


def read_document(file: CaseFile, document: Mapping[str, Any], text: str | None) -> dict[str, Any]:
    """The updates for a document that was read: facts that were not known yet, and what it says otherwise."""
    name = str(document.get("filename") or document.get("document_id"))
    entry: dict[str, Any] = {"id": document["document_id"], "filename": name, "timestamp": _today(file)}
    facts: dict[Fact, str] = {}
    if text is None:
        entry["summary"] = "Documentul nu a putut fi citit."
    else:
        found = find_facts(text, file.kind, file.briefing.today, file.known, document=True)
        differs: dict[str, str] = {}
        for fact in file.kind.facts:
            value = found.get(fact.id)
            if value is None:
                continue
            if fact.id not in file.known:
                facts[fact] = value
            elif file.known[fact.id] != value and fact.reads in ("date", "amount", "document", "court"):
                differs[fact.label] = value
        labels = ", ".join(fact.label for fact in facts)
        entry["summary"] = f"Fapte citite: {labels}." if facts else "Niciun fapt nou din lista cazului."
        if differs:
            entry["differs"] = differs
    before = [one for one in file.briefing.details.get("documents_analysis") or () if one != entry]
    updates: dict[str, Any] = {"documents_analysis": [*before, entry]}
    if facts:
        updates["facts"] = [_entry(file, fact, value, f"{DOCUMENT}: {name}") for fact, value in facts.items()]
    return updates


def correction_of(file: CaseFile, fact: Fact) -> str:
    """What a question is about that asks for a value in place of the one that is known."""
    return file.fact_id(fact) + CORRECTS


def _feedback(file: CaseFile) -> dict[str, Any] | None:
    """What the latest draft is given of the user's wish to change it, once."""
    said = file.briefing.said
    if said is None or not file.drafts or file.note(DRAFTED) is None:
        return None
    latest = file.drafts[-1]
    before = [one for one in latest.get("user_feedback") or () if isinstance(one, dict)]
    if any(one.get("feedback") == said for one in before):
        return None
    return {
        "draft_firestore_id": latest["draft_firestore_id"],
        "status": "user_feedback_received",
        "user_feedback": [*before, {"timestamp": _today(file), "feedback": said}],
    }


def _once_told(file: CaseFile) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = []
    if file.note(INTRODUCED) is None:
        notes.append({"id": INTRODUCED, "timestamp": _today(file), "note": "Asistentul a spus ce este și ce nu poate."})
    strangers = dict.fromkeys(UNDECLARED.findall(file.briefing.said or ""))
    said = "O persoană pomenită nu este parte a cazului."
    notes += [
        {"id": f"persoana.{name}", "timestamp": _today(file), "note": said}
        for name in strangers
        if file.note(f"persoana.{name}") is None
    ]
    return notes


def _kind_settled(file: CaseFile) -> list[dict[str, Any]]:
    """The objective that says which kind this is, and that another is given up, where that is not written yet."""
    objectives = [one for one in file.briefing.details.get("objectives") or () if isinstance(one, dict)]
    own = f"{KIND}{file.kind.id}"
    found: list[dict[str, Any]] = []
    if not any(one.get("id") == own and one.get("status") != "abandoned" for one in objectives):
        found.append({"id": own, "objective": file.kind.name["ro"], "status": "pending"})
    found += [
        {"id": one["id"], "objective": one.get("objective", ""), "status": "abandoned"}
        for one in objectives
        if str(one.get("id", "")).startswith(KIND) and one["id"] != own and one.get("status") == "pending"
    ]
    return found


def make_general(file: CaseFile) -> dict[str, Any] | None:
    """The updates for a case that turned out to need what no other kind is for; None where it did not."""
    rule = file.kind.otherwise
    if rule is None or file.known.get(rule[0]) != rule[1]:
        return None
    return {
        "objectives": [
            {"id": f"{KIND}{file.kind.id}", "objective": file.kind.name["ro"], "status": "abandoned"},
            {"id": f"{KIND}{GENERAL}", "objective": case_kind(GENERAL).name["ro"], "status": "pending"},
        ],
        "internal_notes": [
            {
                "id": "caz.general",
                "timestamp": _today(file),
                "note": f"Nu este {file.kind.name['ro']}: {rule[0]} = {rule[1]}.",
            }
        ],
    }


def _entry(file: CaseFile, fact: Fact, value: str, source: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": file.fact_id(fact),
        "source": source,
        "fact": f"{fact.label}: {value}",
        "confidence": "low" if value.startswith(UNKNOWN) else "high" if source == USER else "medium",
    }
    day = read_date(value) if fact.reads == "date" and fact.dates_the_facts else None
    if day is not None:
        entry["timestamp"] = day.isoformat()
    return entry


def _summary(file: CaseFile, facts: Mapping[Fact, str]) -> str:
    known = [fact.label for fact in file.kind.facts if fact.id in file.known or fact in facts]
    return f"{file.kind.name['ro'].capitalize()}. Se cunosc: {'; '.join(known) or 'nimic încă'}."


def _today(file: CaseFile) -> str:
    return file.briefing.today.isoformat()
