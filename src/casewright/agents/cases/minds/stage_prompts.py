"""What a language model is given in a step: the prompt of its stage, and the briefing as data between marks.

Source: seeds/case-agent.md, prompts 1, 3 and 5 to 8.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.messages import filled, prompt, section
from casewright.agents.cases.mind import Stage
from casewright.agents.cases.minds.exchange import bounded
from casewright.casework.kinds.catalogue import GENERAL, case_kinds
from casewright.casework.read_back import KIND, is_confirmed, kind_settled
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.mind import Briefing, Failure, Made
    from casewright.agents.cases.minds.exchange import Exchange

LONGEST_TEXT = 6_000
"""Characters of one text of the briefing that are told."""
LONGEST_RETRIED = 100_000
"""The same of a call that failed."""
_LAST_STATEMENTS, _LAST_LOG, _LAST_CALLS = 20, 15, 12
_LONGEST_TOPIC = 300
_MOST_KEYWORDS = 8
_DECISIONS = re.compile(r"jurispruden|\bpractic|\bdecizi|\bhotarar|\bsentint|\binstant")
_KEYWORD = re.compile(r"[a-z]{4,}")
_IDLE = frozenset(
    _KEYWORD.findall("pentru despre care este sunt prin privind dupa catre asupra legislatie jurisprudenta practica")
)
_NONE = "(nimic)"


def instructions(platform: str, language: str) -> str:
    """The system prompt, with the language that the user reads."""
    whole = f"{section('system', 'instructions')}\n\n{section('system', f'user_{language}')}"
    return filled(whole, platform=platform)


def tier_prompt(said: Sequence[str], exchange: Exchange) -> str:
    """Prompt 3 over all that the user has said so far."""
    told = "\n".join(exchange.mask(one) for one in said)[-LONGEST_TEXT:]
    return filled(prompt("tier"), said=bounded(told, "tier"), tiers=prompt("tiers"))


def stage_prompt(stage: Stage, briefing: Briefing, exchange: Exchange, dataset: str) -> str:
    """The prompt of the stage, filled, with what is known after it."""
    data = exchange.data(briefing_data(briefing))
    text = json.dumps(data, ensure_ascii=False, indent=1, default=str).encode("utf-8", "replace").decode()
    values = {name: exchange.mask(value) for name, value in _values(stage, briefing, dataset).items()}
    for name in ("guidance", "advice", "error_message"):
        values[name] = bounded(values[name] or _NONE, name)
    return f"{filled(_text(stage), **values)}\n\n{bounded(text, stage, briefing.case_id)}"


def _text(stage: Stage) -> str:
    match stage:
        case Stage.PLAN:
            return prompt("consultation")
        case Stage.RESEARCH | Stage.DRAFT:
            return prompt(stage.value)
        case _:
            return section("errors", stage.value)


def _values(stage: Stage, briefing: Briefing, dataset: str) -> dict[str, str]:
    advice, failure = briefing.advice, briefing.failure
    topic = "" if advice is None else one_line(advice.topic)
    name = "" if advice is None or advice.draft is None else advice.draft
    return {
        "case_id": briefing.case_id,
        "topic": topic or one_line(briefing.said or "") or "cazul de față",
        "objective": _objective(briefing.details) or "obiectivul utilizatorului",
        "table_name": table_for(topic, briefing.made),
        "keywords": ", ".join(keywords_of(topic)),
        "dataset": dataset,
        "draft_name": name,
        "revision": str(next_revision(briefing.details, name)),
        "guidance": "" if advice is None else advice.reply,
        "tool_name": "" if failure is None else failure.call.name,
        "error_message": "" if failure is None else "\n".join(failure.errors)[-LONGEST_TEXT:],
        "advice": "" if failure is None else failure.advice or "",
        "stage": stage.value,
    }


def briefing_data(briefing: Briefing) -> dict[str, Any]:
    """The briefing as JSON data; long texts and long histories are cut, and say so."""
    data: dict[str, Any] = {
        "case_id": briefing.case_id,
        "tier": briefing.tier,
        "language": briefing.language,
        "today": briefing.today.isoformat(),
        "case_details": _details(briefing.details),
        "checklist": _checklist(briefing.details, briefing.tier),
        "confirmed": is_confirmed(briefing.details),
        "parties": [dict(one) for one in briefing.parties],
        "documents": [dict(one) for one in briefing.documents],
        "user_said_now": briefing.said,
        "calls_of_this_turn": [_made(one) for one in briefing.made[-_LAST_CALLS:]],
        "reasoner_said": None if briefing.advice is None else briefing.advice.reply,
    }
    told = {name: _cut(value, LONGEST_TEXT) for name, value in data.items()}
    # The call is to be sent again, with a draft's whole text where it was one.
    failed = None if briefing.failure is None else _cut(_failure(briefing.failure), LONGEST_RETRIED)
    return {**told, "failed_call": failed}


def one_line(text: str) -> str:
    """The text in one line, cut where it is long."""
    return " ".join(text.split())[:_LONGEST_TOPIC]


def table_for(topic: str, made: Sequence[Made]) -> str:
    """Which table to look in first: decisions where the topic asks for them, or where acts were found already."""
    asked = {str(one.call.arguments.get("table_name")) for one in made if one.call.name == "query_bigquery"}
    if _DECISIONS.search(fold(topic)) or ("legislatie" in asked and "jurisprudenta" not in asked):
        return "jurisprudenta"
    return "legislatie"


def keywords_of(topic: str) -> list[str]:
    """Words of the topic worth looking for, folded, each once."""
    words = (word for word in _KEYWORD.findall(fold(topic)) if word not in _IDLE)
    return list(dict.fromkeys(words))[:_MOST_KEYWORDS]


def next_revision(details: Mapping[str, Any], name: str) -> int:
    """The revision that a new version of the draft gets."""
    listed = details.get("draft_status") or []
    known = [one.get("revision") for one in listed if isinstance(one, dict) and one.get("draft_name") == name]
    return max((number for number in known if isinstance(number, int)), default=0) + 1


def _objective(details: Mapping[str, Any]) -> str:
    listed = details.get("objectives") or []
    pending = [one for one in listed if isinstance(one, dict) and one.get("status") == "pending"]
    return one_line(str(pending[-1].get("objective", ""))) if pending else ""


def _details(details: Mapping[str, Any]) -> dict[str, Any]:
    told = dict(details)
    statements, interactions = told.get("user_statements"), told.get("agent_interactions")
    if isinstance(statements, list):
        told["user_statements"] = statements[-_LAST_STATEMENTS:]
    if isinstance(interactions, dict) and isinstance(interactions.get("log"), list):
        told["agent_interactions"] = {**interactions, "log": interactions["log"][-_LAST_LOG:]}
    return told


def _checklist(details: Mapping[str, Any], tier: int) -> dict[str, Any]:
    """The facts that a case of its kind needs, by their ids in the file; the kinds where none is settled."""
    settled = kind_settled(details)
    kind = case_kinds().get(settled)
    if kind is None:
        fitting = [one for one in case_kinds().values() if one.id == GENERAL or tier in (one.tier, *one.also)]
        return {"kinds": {f"{KIND}{one.id}": one.name["ro"] for one in fitting}}
    facts = [
        {"id": f"{kind.id}.{one.id}", "label": one.label, "type": one.reads, "needed": one.needed} for one in kind.facts
    ]
    return {"kind": f"{KIND}{kind.id}", "name": kind.name["ro"], "draft_name": kind.draft, "facts": facts}


def _made(made: Made) -> dict[str, Any]:
    result = made.content if made.structured is None else made.structured
    return {"tool": made.call.name, "arguments": dict(made.call.arguments), "status": made.status, "result": result}


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "tool": failure.call.name,
        "arguments": dict(failure.call.arguments),
        "errors": list(failure.errors),
        "reasoner_advised": failure.advice,
        "user_answered": failure.answer,
    }


def _cut(value: Any, longest: int) -> Any:  # JSON
    if isinstance(value, str):
        return value if len(value) <= longest else f"{value[:longest]} […]"
    if isinstance(value, dict):
        return {str(name): _cut(part, longest) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_cut(item, longest) for item in value]
    return value
