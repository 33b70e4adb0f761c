"""What the facts of several documents say to a question: which meet its conditions, a table, a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.document_facts import band, by_field, facts_of, was_read
from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.agents.document.minds.telling import not_asked
from casewright.domain.facts import FIELD
from casewright.questions.frame import fields_asked
from casewright.questions.meeting import Met, document_meets, outcome_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent
    from casewright.questions.conditions import Condition
    from casewright.questions.frame import QuestionFrame

_MOST, _FACTS, _WORDS = 20, 3, 160


@dataclass(frozen=True, slots=True)
class _Document:
    name: str
    met: list[Met]

    @property
    def outcome(self) -> str:
        """What all conditions come to."""
        return outcome_of(self.met)


def facts_told(intent: Intent, found: Mapping[str, Any]) -> str:
    """The answer to the question that the intent frames, from the facts of each document."""
    frame = intent.frame
    documents = [one for one in found.get("documents", []) if isinstance(one, dict)]
    if frame is None or not documents:
        return "No facts of documents were read."
    conditions = [one for one in frame.conditions if one.kind == "fact"]
    if frame.asked == "documents" and conditions:
        lines = _which(documents, conditions)
    else:
        lines = _table(documents, fields_asked(frame), side_by_side=frame.asked == "comparison")
    return "\n".join([*lines, *not_read(documents), *_more(found), *left_out(frame)])


def left_out(frame: QuestionFrame, asked: Sequence[Condition] = ()) -> list[str]:
    """What of the question was not asked, in its own words; ``asked`` are conditions on clauses that were."""
    said = [*frame.not_asked]
    said += [one.words for one in frame.conditions if one.kind == "clause" and frame.fields and one not in asked]
    return not_asked(said, frame.unread, romanian=False)


def _which(documents: Sequence[Mapping[str, Any]], conditions: Sequence[Condition]) -> list[str]:
    read = [_judged(one, conditions) for one in documents if was_read(one)]
    asked = "; ".join(_named(one) for one in conditions)
    groups = {outcome: [one for one in read if one.outcome == outcome] for outcome in ("yes", "not_known", "no")}
    lines = [f"{len(groups['yes'])} of {_counted(len(read))} (asked of their facts: {asked}):"]
    if not groups["yes"]:
        lines = [f"I found none of {_counted(len(read))} that is so (asked of their facts: {asked})."]
    for one in groups["yes"][:_MOST]:
        lines.append(f"- {one.name}: {'; '.join(because(met) for met in one.met)}")
    if len(groups["yes"]) > _MOST:
        lines.append(f"- … and {len(groups['yes']) - _MOST} more")
    if groups["not_known"]:
        lines.append("I could not tell, since it was not found there: " + _names(groups["not_known"], conditions))
    if groups["no"]:
        lines.append("Not so: " + "; ".join(_why_not(one) for one in groups["no"][:_MOST]) + ".")
    return lines


def _judged(document: Mapping[str, Any], conditions: Sequence[Condition]) -> _Document:
    told = {**document, "facts": facts_of(document)}
    return _Document(str(document["filename"]), document_meets(conditions, told))


def because(met: Met) -> str:
    """The words that decide."""
    return "none found" if met.fact is None else _fact(met.fact)


def _why_not(one: _Document) -> str:
    met = next(met for met in one.met if met.outcome == "no")
    shown = str(((met.fact or {}).get("value") or {}).get("shown") or "")
    return f"{one.name} ({shown})" if shown and shown != "yes" else one.name


def _names(listed: Sequence[_Document], conditions: Sequence[Condition]) -> str:
    said = []
    for one in listed[:_MOST]:
        missing = [
            condition.name for condition, met in zip(conditions, one.met, strict=True) if met.outcome == "not_known"
        ]
        said.append(f"{one.name} ({', '.join(dict.fromkeys(missing))})")
    more = f" and {len(listed) - _MOST} more" if len(listed) > _MOST else ""
    return f"{', '.join(said)}{more}."


def _named(condition: Condition) -> str:
    return f"{'not ' if condition.negated else ''}{' '.join(condition.words.split())}"


def _table(documents: Sequence[Mapping[str, Any]], fields: Sequence[str], *, side_by_side: bool) -> list[str]:
    lines = []
    read = [one for one in documents if was_read(one)][:_MOST]
    stated = {one["filename"]: by_field(one) for one in read}
    if side_by_side:
        for field in fields:
            if not any(field in facts for facts in stated.values()):
                continue
            lines.append(f"{FIELD[field].label}:")
            lines += [f"- {name}: {_cell(facts.get(field))}" for name, facts in stated.items()]
        absent = [FIELD[field].label for field in fields if not any(field in facts for facts in stated.values())]
        if absent:
            lines.append(f"Found in none: {', '.join(absent)}.")
        return lines
    for name, facts in stated.items():
        lines.append(f"{name}:")
        lines += [f"- {FIELD[field].label}: {_cell(facts.get(field))}" for field in fields if field in facts]
        absent = [FIELD[field].label.lower() for field in fields if field not in facts]
        if absent:
            lines.append(f"- not found: {', '.join(absent)}")
    return lines


def _cell(facts: Sequence[Mapping[str, Any]] | None) -> str:
    if not facts:
        return "not found"
    values: dict[str, Mapping[str, Any]] = {}
    for one in facts:
        values.setdefault(str((one.get("value") or {}).get("shown") or one["quote"]), one)
    return "; ".join(_fact(one) for one in list(values.values())[:_FACTS])


def _fact(fact: Mapping[str, Any]) -> str:
    shown = str((fact.get("value") or {}).get("shown") or "")
    cited = whole_items([{"citation": fact}])
    quote = write_quote(fact, _WORDS) if cited else f"“{fact['quote']}”"
    told = f"{shown}: " if shown and shown != "yes" else ""
    return f"{told}{quote} ({band(fact)})"


def not_read(documents: Sequence[Mapping[str, Any]]) -> list[str]:
    """Which documents' facts were not read, and why."""
    unread = [
        f"{one['filename']} ({one['reading'].get('reason') or 'not yet'})" for one in documents if not was_read(one)
    ]
    return [f"Not read: {', '.join(unread[:_MOST])}."] if unread else []


def _more(found: Mapping[str, Any]) -> list[str]:
    left = [*(found.get("left") or [])]
    if found.get("next_first") is None and not left:
        return []
    return ["Not all documents of the matter were looked at: `contract_facts` reads all."]


def _counted(number: int) -> str:
    return "1 document" if number == 1 else f"{number} documents"
