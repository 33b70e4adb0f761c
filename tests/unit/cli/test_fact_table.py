"""What ``contract_facts`` answers with as a table: whose word counts, and why a cell is empty."""

from __future__ import annotations

import pytest

from casewright.cli.fact_table import as_table
from casewright.domain.amendments import AmendmentKind
from casewright.domain.facts import FactHow
from casewright.evidence.facts.fact_table import CellState
from casewright.toolbox.facts.fact_view import (
    AmendmentLink,
    ContractFactsOutput,
    DocumentFacts,
    FactsReading,
    FactView,
    FieldInForce,
)
from casewright.toolbox.facts.value_view import DateView

pytestmark = pytest.mark.requirement("facts-command")


def view(day: str, document: str, *, amended_by: str | None = None) -> FactView:
    return FactView(
        field="expiration_date",
        value=DateView(type="date", date=day, shown=day),
        quote=f"ends on {day}",
        start=5,
        end=20,
        page=2,
        section=None,
        confidence=0.8,
        how=FactHow.RULE,
        document_id=document,
        filename=f"{document}.pdf",
        ocr=0.9,
        amended_by=amended_by,
    )


def answered() -> ContractFactsOutput:
    later = FieldInForce(
        field="expiration_date",
        document_id="b",
        filename="b.pdf",
        kind=AmendmentKind.AMENDS,
        facts=[view("2029-12-31", "b")],
    )
    lease = DocumentFacts(
        document_id="a",
        filename="a.pdf",
        reading=FactsReading(
            state="read",
            fields_not_found=["venue"],
            fields_not_looked_for=["insurance"],
            fields_rejected=["governing_law"],
        ),
        facts=[view("2027-12-31", "a", amended_by="b")],
        amended_by=[AmendmentLink(document_id="b", filename="b.pdf", kind=AmendmentKind.AMENDS)],
        in_force=[later],
    )
    unread = DocumentFacts(
        document_id="c", filename="c.pdf", reading=FactsReading(state="not read", reason="no text"), facts=[]
    )
    return ContractFactsOutput(documents=[lease, unread])


def test_later_word_stands_first_and_says_where_it_stands() -> None:
    """The document's own fact stays beside it, marked as amended."""
    cell = as_table("M", answered(), None).rows[0].cells["expiration_date"]
    assert [(fact.shown, fact.place, fact.amended) for fact in cell.facts] == [
        ("31 December 2029", "b.pdf, p. 2, OCR", False),
        ("31 December 2027", "p. 2, OCR", True),
    ]
    assert [fact.trust for fact in cell.facts] == ["medium 0.80, rule"] * 2


def test_empty_cells_differ() -> None:
    """Not found is empty; every other reason is a word."""
    lease, unread = as_table("M", answered(), None).rows
    marks = {name: cell.mark for name, cell in lease.cells.items() if name in ("venue", "insurance", "governing_law")}
    assert marks == {"venue": "", "insurance": "not looked for", "governing_law": "not there, a person said so"}
    assert {cell.state for cell in unread.cells.values()} == {CellState.NOT_READ}
    assert (unread.not_read, lease.amended_by) == ("no text", ("b.pdf",))


def test_columns_are_the_fields_asked_for() -> None:
    """All of them where none is named; else those that the answer speaks of, in the order of the fields."""
    assert len(as_table("M", answered(), None).fields) == 45
    asked = as_table("M", answered(), ["Venue", "insurance", "expiration_date", "governing_law"])
    assert asked.fields == ("expiration_date", "governing_law", "venue", "insurance")
    assert asked.silent_fields == ["venue"]
    assert asked.found_fields == ["expiration_date", "governing_law"]
