"""The whole clause that an answer stands in, with its link: of a passage that was read, else of the document's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.quotes import write_quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST: Final = 4_000
"""Characters of a clause that are quoted."""
_BOUND: Final = re.compile(
    r"\n\s*\n"
    r"|\n(?=[ \t]*(?:#{1,6} |\d{1,2}(?:\.\d{1,2})*[.)]?[ \t]|\([a-z]{1,4}\)[ \t]"
    r"|(?:ARTICLE|Article|Section|Clause|Art\.)[ \t]))"
)


def passage_around(place: Mapping[str, Any], passages: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The longest passage that was read and holds more than ``place`` itself; None where there is none."""
    start, end = int(place["start"]), int(place["end"])
    around = [
        one
        for one in passages
        if one["document_id"] == place["document_id"]
        and int(one["start"]) <= start
        and end <= int(one["end"])
        and int(one["end"]) - int(one["start"]) > end - start
    ]
    return max(around, key=lambda one: int(one["end"]) - int(one["start"]), default=None)


def calls_for(place: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the call that reads the text around ``place``."""
    return {"document_id": place["document_id"], "max_length": int(place["end"]) + LONGEST}


def clause_in(place: Mapping[str, Any], found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The clause of the document's text that ``place`` stands in: from where one begins to where the next one does."""
    text, start, end = str(found["text"]), int(place["start"]), int(place["end"])
    before = [hit.end() for hit in _BOUND.finditer(text, 0, start + 1) if hit.end() <= start]
    low = before[-1] if before else 0
    after = _BOUND.search(text, end)
    high = min(after.start() if after else len(text), low + LONGEST)
    clause = text[low:high]
    low += len(clause) - len(clause.lstrip())
    return {**place, "start": low, "end": low + len(clause.strip()), "quote": clause.strip(), "skipped": []}


def shown_clause(clause: Mapping[str, Any]) -> str:
    """The clause as it is written, quoted whole."""
    return f"It stands in:\n- {write_quote(clause, LONGEST)}"
