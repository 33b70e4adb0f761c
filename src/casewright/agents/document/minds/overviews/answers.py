"""Overviews as answers: which results of a turn belong to one, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.overviews.comparison import Side, compared
from casewright.agents.document.minds.overviews.reading import reading_of
from casewright.agents.document.minds.overviews.stated import stated_in
from casewright.agents.document.minds.overviews.summary import summarised
from casewright.agents.document.minds.overviews.unusual import unusual_told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.turn import Answered


def summaries(results: Sequence[Answered]) -> list[str]:
    """A summary of each document whose text was read."""
    said = []
    for one in _of(results, "get_document_text"):
        reading = reading_of(one.found)
        if reading is None:
            said.append("The text was too long to be read whole: `get_document_text` shows it.")
            continue
        facts = _about(results, "contract_facts", reading.document_id)
        said.append(summarised(reading, stated_in(facts)))
    return said


def comparison(results: Sequence[Answered], kinds: Sequence[str]) -> str:
    """Two documents side by side, from what was read of each."""
    ids = list(dict.fromkeys(document for one in results for document in _documents(one)))[:2]
    left, right = (_side(results, document) for document in ids)
    return compared(left, right, kinds)


def unusual(results: Sequence[Answered]) -> str:
    """What stands out in the first document that facts were asked of."""
    stated = [found for one in _of(results, "contract_facts") if (found := stated_in(one.found)) is not None]
    counted = next((one.found for one in _of(results, "isaacus_iql")), None)
    clauses = next((one.found for one in _of(results, "isaacus_classify")), None)
    if not stated:
        return "No facts of documents were read."
    return unusual_told(stated[0], stated[1:], counted, clauses)


def _side(results: Sequence[Answered], document: str) -> Side:
    facts = stated_in(_about(results, "contract_facts", document))
    reading = reading_of(_about(results, "get_document_text", document))
    clauses = _about(results, "isaacus_classify", document)
    names = [facts.filename if facts else "", reading.filename if reading else "", _named(clauses)]
    return Side(next((name for name in names if name), document), facts, reading, clauses)


def _named(clauses: Mapping[str, Any] | None) -> str:
    return next((str(one["filename"]) for one in (clauses or {}).get("clauses", []) if "filename" in one), "")


def _of(results: Sequence[Answered], name: str) -> list[Answered]:
    return [one for one in results if one.name == name and one.succeeded and one.found is not None]


def _about(results: Sequence[Answered], name: str, document: str) -> Mapping[str, Any] | None:
    return next((one.found for one in _of(results, name) if document in _documents(one)), None)


def _documents(one: Answered) -> list[str]:
    given = one.arguments.get("document_ids") or [one.arguments.get("document_id")]
    return [str(document) for document in given]
