"""Which calls an overview of documents needs. What comes back of the first may lead to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.overviews.asked import KINDS
from casewright.agents.document.minds.overviews.reading import LONGEST
from casewright.iql import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.agents.document.minds.turn import Answered

Call = tuple[str, dict[str, Any]]

MOST_SUMMARIES: Final = 4
"""How many documents are summarised at once: more, and nobody reads them."""
MOST_OTHERS: Final = 24
"""How many others of the matter a document is held against; with its own calls it stays within one answer's calls."""
FEWEST_OTHERS: Final = 3

TEMPLATES: Final[Mapping[str, str]] = {
    "termination": "termination clause",
    "termination for convenience": "termination for convenience clause",
    "indemnity": "indemnity clause",
    "limitation of liability": "liability limitation clause",
    "confidentiality": "confidentiality clause",
    "force majeure": "force majeure liability limitation clause",
    "arbitration or mediation": "adr clause",
    "entire agreement": "entire agreement clause",
    "representations or warranties": "representation or warranty clause",
    "payment": "payment clause",
}
"""The kinds of clause that are counted in documents, with their templates."""
STATEMENTS: Final = {template: parse(f"{{IS {template}}}").statements[0] for template in TEMPLATES.values()}
"""What each template says, by which results name it."""
COUNTED: Final = " OR ".join(f"{{IS {template}}}" for template in TEMPLATES.values())


def summary_calls(targets: Sequence[str], made: Callable[[Call], Answered | None]) -> tuple[list[Call], list[str]]:
    """The text of each document, then its facts; ``made`` has the results so far."""
    notes = []
    if len(targets) > MOST_SUMMARIES:
        many = f"That would be {len(targets)} summaries at once"
        notes.append(f"{many}; these are the first {MOST_SUMMARIES}: ask for the rest apart.")
    texts: list[Call] = [text_call(one) for one in targets[:MOST_SUMMARIES]]
    answered = [made(one) for one in texts]
    if any(one is None for one in answered):
        return texts, notes
    read = [call for call, one in zip(texts, answered, strict=True) if one is not None and one.succeeded]
    return [*texts, *(facts_call(call[1]["document_id"]) for call in read)], notes


def comparison_calls(
    first: str, second: str, *, kinds: Sequence[str], subject: str, fields: Sequence[str]
) -> list[Call]:
    """The facts, the clauses by kind and the text of both; of one subject only its facts and clauses."""
    types = ", ".join(kinds or ([subject.replace(",", " ")] if subject else KINDS))
    calls: list[Call] = []
    for one in (first, second):
        if fields or not (kinds or subject):
            calls.append(facts_call(one, fields))
        calls.append(("isaacus_classify", {"clause_types": types, "document_ids": [one]}))
        if not (kinds or subject):
            calls.append(text_call(one))
    return calls


def unusual_calls(target: str, others: Sequence[str]) -> list[Call]:
    """The facts of each, which kinds of clause each has, and where the one has them.

    No clause reaches a score of 1, so the query brings back the best score of each statement in each document and no
    clauses: a matter's worth of them would not fit into what models are shown.
    """
    compared = [target, *others[:MOST_OTHERS]]
    counted = {"query": COUNTED, "scope": "document", "threshold": 1.0, "exact": True, "document_ids": compared}
    types = ", ".join(TEMPLATES.values())
    return [
        *(facts_call(one) for one in compared),
        ("isaacus_iql", counted),
        ("isaacus_classify", {"clause_types": types, "document_ids": [target]}),
    ]


def text_call(document: str) -> Call:
    """The call for a document's text, as much of it as fits."""
    return "get_document_text", {"document_id": document, "max_length": LONGEST}


def facts_call(document: str, fields: Sequence[str] = ()) -> Call:
    """The call for one document's facts: those of several may be more than models are shown."""
    return "contract_facts", {"document_ids": [document], **({"fields": list(fields)} if fields else {})}
