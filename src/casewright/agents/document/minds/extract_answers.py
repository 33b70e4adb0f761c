"""What the result of a single question says, for a person: the answer and its place, or what was looked for in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds import cues
from casewright.agents.document.minds.quotes import sentence_around, whole_items, write_quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent

_NAMED, _OTHERS, _NEAREST = 3, 8, 3
_LONG = 400
_BY = {"facts": "the facts of the documents", "clauses": "clause scores", "search": "search"}


def extracted(intent: Intent, found: Mapping[str, Any]) -> str:
    """The answer with its quote and how often such answers were right; else what was looked for, and what is nearest.

    Never a statement that the documents do not hold something: only that it was not found, and by what.
    """
    if found.get("found") and found.get("primary_citation"):
        lines = _answer(intent, found)
    elif found.get("how") == "judgement":
        lines = ["I cannot judge that: it asks for an opinion, and I only show what stands in the documents."]
        lines += _nearest(found, "What stands nearest to it:")
    else:
        lines = [f"I could not find {_sought(found)}{_where(found)}."]
        lines += _nearest(found, "Nearest passages, which may not answer it:")
    return "\n".join([*lines, *_coverage(found)])


def _answer(intent: Intent, found: Mapping[str, Any]) -> list[str]:
    citation = found["primary_citation"]
    listed = [str(one["shown"]) for one in found.get("values") or [] if one.get("shown")]
    said = _told(found.get("value"), citation, listed)
    opening = "Perhaps: " if found.get("band") == "perhaps" else ""
    if cues.YES_OR_NO.search(intent.words) and not said:
        opening += "there is a passage about it: " if opening else "There is a passage about it: "
    lines = [f"{opening}{said}{write_quote(citation)} ({_sure(found)})"]
    around = sentence_around(citation, found.get("citations") or [])
    if around is not None and (around["start"], around["end"]) != (citation["start"], citation["end"]):
        lines.append(f"- in the sentence {write_quote(around, _LONG)}")
    others = whole_items(found.get("others"))
    for one in others[:_OTHERS]:
        perhaps = "perhaps " if one.get("band") == "perhaps" else ""
        lines.append(
            f"- {perhaps}{_told(one.get('value'), one['citation'])}{write_quote(one['citation'])} ({_sure(one)})"
        )
    if len(others) > _OTHERS:
        lines.append(f"- … and {len(others) - _OTHERS} documents more")
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


def _where(found: Mapping[str, Any]) -> str:
    looked = found.get("looked_in") or {}
    names, number = [str(one) for one in looked.get("documents", [])], int(looked.get("number", 0))
    if not number:
        return " in the documents"
    where = ", ".join(names) if number <= _NAMED else f"{number} documents"
    by = [_BY.get(str(one), str(one)) for one in looked.get("by", [])]
    return f" in {where}" + (f", looking by {', then '.join(by)}" if by else "")


def _nearest(found: Mapping[str, Any], said: str) -> list[str]:
    nearest = whole_items([{"citation": one} for one in found.get("nearest") or []])[:_NEAREST]
    return [said, *(f"- {write_quote(one['citation'])}" for one in nearest)] if nearest else []


def _coverage(found: Mapping[str, Any]) -> list[str]:
    """What was not read, and what of the question was not asked."""
    lines = []
    unread = [str(one) for one in (found.get("looked_in") or {}).get("not_read", [])]
    if unread:
        lines.append(f"Not read: {'; '.join(unread[:_OTHERS])}.")
    left = [str(one) for one in found.get("not_asked") or []]
    if left:
        lines.append(f"Not asked: {', '.join(f'“{one}”' for one in left)}.")
    return lines
