"""What the result of a single question says, for a person: the answer and its place, or what was looked for in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.quotes import sentence_around, whole_items, write_quote
from casewright.agents.document.minds.telling import nearest, not_asked, not_found, told
from casewright.agents.document.minds.yes_no_answers import asks_there_is, asks_whether, opening, yes_or_no

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent

_OTHERS = 8
_LONG = 400


def extracted(intent: Intent, found: Mapping[str, Any]) -> str:
    """The answer with its quote and how often such answers were right; else what was looked for, and what is nearest.

    Never a statement that the documents do not hold something: only that it was not found, and by what.
    """
    if found.get("found") and found.get("primary_citation"):
        lines = _answer(intent, found)
    elif found.get("how") == "judgement":
        lines = ["I cannot judge that: it asks for an opinion, and I only show what stands in the documents."]
        lines += nearest(found.get("nearest"), "What stands nearest to it:")
    else:
        looked = found.get("looked_in") or {}
        names, number = [str(one) for one in looked.get("documents", [])], int(looked.get("number", 0))
        by = [str(one) for one in looked.get("by", [])]
        lines = [not_found(_sought(found), names, number, by, clause=asks_there_is(intent))]
        lines += nearest(found.get("nearest"), told("nearest", romanian=False))
    return "\n".join([*lines, *_coverage(found)])


def _answer(intent: Intent, found: Mapping[str, Any]) -> list[str]:
    citation, passages = found["primary_citation"], found.get("citations") or []
    if asks_whether(intent):
        said, sentence = yes_or_no(intent, citation, passages, by_facts=found.get("how") == "facts")
        lines = [f"{opening(said, found.get('band'))}{write_quote(sentence, _LONG)} ({_sure(found)})"]
    else:
        lines = _value(found, citation, passages)
    others = whole_items(found.get("others"))
    for one in others[:_OTHERS]:
        perhaps = "perhaps " if one.get("band") == "perhaps" else ""
        lines.append(
            f"- {perhaps}{_told(one.get('value'), one['citation'])}{write_quote(one['citation'])} ({_sure(one)})"
        )
    if len(others) > _OTHERS:
        lines.append(f"- … and {len(others) - _OTHERS} documents more")
    return lines


def _value(found: Mapping[str, Any], citation: Mapping[str, Any], passages: Sequence[Mapping[str, Any]]) -> list[str]:
    """The answer with its value before its quote, and the sentence that it stands in."""
    listed = [str(one["shown"]) for one in found.get("values") or [] if one.get("shown")]
    before = "Perhaps: " if found.get("band") == "perhaps" else ""
    lines = [f"{before}{_told(found.get('value'), citation, listed)}{write_quote(citation)} ({_sure(found)})"]
    around = sentence_around(citation, passages)
    if around is not None and (around["start"], around["end"]) != (citation["start"], citation["end"]):
        lines.append(f"- in the sentence {write_quote(around, _LONG)}")
    return lines


def _told(value: Mapping[str, Any] | None, citation: Mapping[str, Any], listed: Sequence[str] = ()) -> str:
    """The value before its quote, where it says more than the quote does; of several all."""
    words = ", ".join(dict.fromkeys(listed)) if listed else str((value or {}).get("shown") or "")
    if not words or words in ("yes", "no") or " ".join(str(citation["quote"]).split()).startswith(words):
        return ""
    return f"{words}: "


def _sure(one: Mapping[str, Any]) -> str:
    """How sure an answer is, and what that is measured by."""
    band = str(one.get("band") or "perhaps")
    measured = one.get("measured") or {}
    if measured.get("answers"):
        return f"{band}: {measured['right']} of {measured['answers']} such answers were right"
    return f"{band}; how often such answers are right was not measured" if "measured" in one else band


def _sought(found: Mapping[str, Any]) -> str:
    words = " ".join(str(found.get("looked_for") or "an answer").split()).rstrip("?.! ")
    return words if len(words) <= _LONG else f"{words[:_LONG]} …"


def _coverage(found: Mapping[str, Any]) -> list[str]:
    """What was not read, and what of the question was not asked."""
    lines = []
    unread = [str(one) for one in (found.get("looked_in") or {}).get("not_read", [])]
    if unread:
        lines.append(f"Not read: {'; '.join(unread[:_OTHERS])}.")
    return [*lines, *not_asked([str(one) for one in found.get("not_asked") or []], 0, romanian=False)]
