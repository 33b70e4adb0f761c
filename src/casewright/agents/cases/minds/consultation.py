"""What the assistant puts to the reasoner: the case in at most 500 tokens, and one question.

The summary has a line a subject, in a fixed order, so that a reasoner that is a set of rules can read it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Call
from casewright.agents.cases.minds.dates import write_date
from casewright.agents.cases.minds.relevance import act_applies, decision_applies
from casewright.agents.cases.minds.research import in_force
from casewright.casework.token_estimate import estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Made
    from casewright.agents.cases.minds.case_file import CaseFile

MOST_TOKENS = 480
"""Of the 500 that a summary may have (seed, ``consult_grok``)."""
_TITLE = 64
"""Characters of a source's title, at least."""
_MOST_SOURCES = 5
"""Of a table, for the reasoner to choose from."""
_SHARES = (200, 120, 80, 50, 32, 20)
"""Characters that are shown of a fact's value, tried one after the other."""
RESEARCH = "Ce acte și hotărâri trebuie căutate pentru acest caz, și lipsește vreo informație esențială?"
REVIEW = "Care dintre sursele găsite contează pentru act? Numește-le după doc_id."
PLAN = "Aprobi planul documentului {draft}, sau ce îi mai lipsește?"


def consult(file: CaseFile, question: str) -> Act:
    """The call that asks the reasoner."""
    return Act(
        Call(
            "consult_grok",
            {
                "case_id": file.briefing.case_id,
                "context_summary": summarise(file, question),
                "specific_question": question.format(draft=file.kind.draft),
            },
        )
    )


def find_consultation(file: CaseFile, question: str, made: Sequence[Made]) -> Made | None:
    """The last call of these that put this question; None where none did."""
    wanted = question.format(draft=file.kind.draft)
    return next(
        (
            one
            for one in reversed(made)
            if one.call.name == "consult_grok" and one.call.arguments.get("specific_question") == wanted
        ),
        None,
    )


def summarise(file: CaseFile, question: str = "") -> str:
    """The case in lines; of long facts the beginning stands for the rest, the shorter the more there are.

    Sources stand in it with their titles where the question is about them, else those in use by their doc_id.
    """
    reviewing = question == REVIEW
    facts = [f"- {fact.label}: {file.facts[fact.id]}" for fact in file.wanted() if fact.id in file.facts]
    text = ""
    for share in _SHARES:
        sources = _sources(file, max(share, _TITLE)) if reviewing else _in_use(file)
        lines = [*_head(file, whole=not reviewing), *sources, "FAPTE:"]
        text = "\n".join((*lines, *(_cut_fact(fact, share) for fact in facts)))
        if estimate_tokens(text) <= MOST_TOKENS:
            return text
    return shorten(text)


def shorten(text: str) -> str:
    """As many of the text's lines as fit, whole."""
    lines = text.splitlines()
    while len(lines) > 1 and estimate_tokens("\n".join(lines)) > MOST_TOKENS:
        lines.pop()
    return "\n".join(lines)


def _head(file: CaseFile, *, whole: bool) -> list[str]:
    today = write_date(file.briefing.today)
    case = f"CAZ: {file.kind.name['ro']}, nivelul {file.briefing.tier}. Data de azi: {today}."
    if not whole:
        return [case]
    lines = [
        case,
        f"LIPSESC: {'; '.join(_lacking(file)) or 'nimic'}.",
        _limit(file),
        f"PĂRȚI: {'; '.join(_parties(file)) or 'niciuna'}.",
        f"PLAN: {file.kind.draft}, după model.",
    ]
    return [line for line in lines if line]


def _in_use(file: CaseFile) -> list[str]:
    used = [
        str(one.get("doc_id")) for found in file.sources.values() for one in found if one.get("status") == "applied"
    ]
    return [f"SURSE: {', '.join(used)}."] if used else []


def _cut_fact(fact: str, share: int) -> str:
    label, separator, value = fact.partition(": ")
    return f"{label}{separator}{_cut(value, share)}"


def _lacking(file: CaseFile) -> list[str]:
    facts = [fact.label for fact in file.wanted() if fact.needed and fact.id not in file.known]
    return [*facts, *(wanted.label["ro"] for wanted in file.parties_wanted() if wanted.id not in file.parties)]


def _limit(file: CaseFile) -> str:
    limit, last = file.kind.limit, file.last_day
    if limit is None:
        return ""
    if last is None:
        return f"TERMEN: necunoscut ({limit.source})."
    passed = "; a trecut" if file.late else ""
    return f"TERMEN: ultima zi {write_date(last)} ({limit.source}){passed}."


def _parties(file: CaseFile) -> list[str]:
    return [f"{name} {party.get('partyId')}" for name, party in file.parties.items()]


def _sources(file: CaseFile, share: int) -> list[str]:
    """Acts and decisions in force, a line each, those first that seem to be about the case."""
    facts = " ".join(file.known.values())
    lines = []
    for heading, name, applies in (
        ("ACTE", "legislation", act_applies),
        ("HOTĂRÂRI", "jurisprudence", decision_applies),
    ):
        found = sorted(
            (one for one in file.sources[name] if in_force(one)),
            key=lambda one: not applies(file.kind, str(one.get("title")), facts),
        )
        if found:
            lines.append(f"{heading}: {'; '.join(_source(one, share) for one in found[:_MOST_SOURCES])}.")
    return lines


def _source(one: Mapping[str, Any], share: int) -> str:
    return f"{one.get('doc_id')} = {_cut(str(one.get('title') or '').replace(';', ','), share)}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
