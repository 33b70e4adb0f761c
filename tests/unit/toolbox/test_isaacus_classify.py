"""Tests of casewright.toolbox.documents.isaacus_classify."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.errors import Unavailable
from casewright.iql import parse
from casewright.toolbox.documents.isaacus_classify import DEFAULT_TYPES, types_of
from casewright.tools.calls import Status
from tests.fakes.memory_matter import MemoryMatter

LAW, INDEMNITY, TERMINATION = (
    "This is a governing law clause.",
    "This is an indemnity clause.",
    "This is a termination clause.",
)
SCORES = {
    LAW: {"law": 0.95},
    INDEMNITY: {"indemnif": 0.9, "law": 0.7},
    TERMINATION: {"indemnif": 0.3, "end this": 0.6},
}
LONG = "3. The Supplier indemnifies the Customer. " + "Very long. " * 80
TEXT = (
    "1. The law of England and Wales governs this whole agreement.\n2. English law.\n"
    f"{LONG}\n4. Either party may end this agreement at any time by a notice in writing."
)


def classified(matter: MemoryMatter, **arguments: object) -> dict[str, Any]:
    result = matter.call("isaacus_classify", **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


@pytest.mark.requirement("classify-tool")
def test_each_chunk_gets_its_best_type() -> None:
    """A chunk of at least 50 characters is of its best type where that is above 0.6; best first, cut at 500."""
    matter = MemoryMatter(SCORES)
    matter.add("a.txt", TEXT)
    found = classified(matter)
    assert list(found) == ["clauses", "total_found", "clause_types_searched", "message"]
    assert [(one["clause_type"], round(one["confidence"], 2)) for one in found["clauses"]] == [
        ("Governing Law", 0.95),
        ("Indemnity", 0.9),
    ]
    assert (found["total_found"], found["clause_types_searched"]) == (2, list(DEFAULT_TYPES))
    assert list(found["clauses"][0]) == [
        *("clause_type", "confidence", "text_excerpt", "document_id", "filename", "citation"),
    ]
    indemnity = found["clauses"][1]
    assert len(indemnity["text_excerpt"]) == 500
    whole = matter.call("get_document_text", document_id=indemnity["document_id"]).structured
    assert isinstance(whole, dict)
    citation = indemnity["citation"]
    assert whole["text"][citation["start"] : citation["end"]] == citation["quote"]
    assert citation["quote"].startswith(indemnity["text_excerpt"])


def test_default_types_are_the_contracts() -> None:
    """The fifteen types, in the contract's order, each with a query that parses."""
    assert list(DEFAULT_TYPES) == [
        *("Termination", "Indemnity", "Limitation of Liability", "Confidentiality", "Non-Compete", "Force Majeure"),
        *("Dispute Resolution", "Governing Law", "Assignment", "Warranty", "Payment Terms", "Intellectual Property"),
        *("Insurance", "Notice", "Amendment"),
    ]
    for query in DEFAULT_TYPES.values():
        parse(query)


@pytest.mark.parametrize(
    ("given", "types"),
    [
        ("termination, INDEMNITY clause", {name: DEFAULT_TYPES[name] for name in ("Termination", "Indemnity")}),
        ("Step-in right,,", {"Step-in right": "{IS step-in right}"}),
        ("liability cap", {"liability cap": "{IS liability cap clause}"}),
        ("spare {parts}", {"spare {parts}": "{This is a clause about spare \\{parts\\}.}"}),
        (" , ", {}),
    ],
)
def test_types_of_ones_own(given: str, types: dict[str, str]) -> None:
    """Types are given by name: a default one's, a template's, or any words, brackets included."""
    assert types_of(given) == types
    for query in types.values():
        parse(query)


def test_nothing_of_a_type_says_so() -> None:
    """Where nothing is above the line the message says what was looked at and what to try."""
    matter = MemoryMatter(SCORES)
    matter.add("a.txt", "Nothing of interest stands in this paragraph, long as it may be.")
    found = classified(matter, clause_types="Indemnity")
    assert (found["clauses"], found["total_found"], found["clause_types_searched"]) == ([], 0, ["Indemnity"])
    assert "Looked at a.txt" in found["message"]


def test_no_type_is_told() -> None:
    """A list without a name, or one without end, is an error that says how many."""
    matter = MemoryMatter(SCORES)
    matter.add("a.txt", TEXT)
    for given in (" , ", ",".join(f"type {number}" for number in range(41))):
        assert "Give 1 to 40" in matter.call("isaacus_classify", clause_types=given).content


def test_scorer_that_fails_gets_the_seeds_words() -> None:
    """A backend that fails is told as the seed says."""
    matter = MemoryMatter(SCORES, failure=Unavailable("down"))
    matter.add("a.txt", TEXT)
    result = matter.call("isaacus_classify")
    assert (result.status, result.structured) == (Status.ERROR, {"error": "Isaacus API error: down"})
