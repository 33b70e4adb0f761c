"""Tests of casewright.toolbox.documents.find_section."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.adapters.ingest.reader import FileReader
from casewright.toolbox.documents.find_section import LONGEST_QUOTE
from tests.fakes.memory_matter import MemoryMatter

CLAUSE = "This clause says what it says in a sentence of some length."
LEASE = (
    f"LEASE\n\n1. Rent. {CLAUSE}\n\n1.1 The Tenant pays (a) the rent; (b) the charges; and (c) the taxes.\n\n"
    f"1.2 {CLAUSE}\n\n2. Law. English law governs it.\n\nSchedule 1\n\n1. Rooms. {CLAUSE}\n\n2. Keys. {CLAUSE}\n"
)
LONG = "1. Words. " + "A sentence among many of its kind. " * 200 + "\n\n2. End. Here it ends."


@pytest.fixture
def matter() -> MemoryMatter:
    """A matter with a lease."""
    matter = MemoryMatter(reader=FileReader())
    matter.add("lease.txt", LEASE)
    return matter


def found(matter: MemoryMatter, reference: str, **arguments: object) -> dict[str, Any]:
    result = matter.call("find_section", reference=reference, **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


@pytest.mark.requirement("sections-tool")
def test_clause_is_quoted_with_its_place(matter: MemoryMatter) -> None:
    """The words stand at the place that is named, which is all of the clause."""
    (one,) = found(matter, "Clause 1.1")["sections"]
    assert (one["label"], one["name"], one["path"], one["certain"]) == ("1.1", "1.1", ["1", "1.1"], True)
    citation = one["citation"]
    assert LEASE[one["start"] : one["end"]] == citation["quote"] == LEASE[citation["start"] : citation["end"]]
    assert citation["quote"].startswith("1.1 The Tenant pays")
    assert citation["quote"].endswith("the taxes.")


@pytest.mark.requirement("sections-tool")
def test_item_in_the_middle_of_a_clause(matter: MemoryMatter) -> None:
    """An item that runs on in the clause's lines is found in it."""
    (one,) = found(matter, "clause 1.1(b)")["sections"]
    assert (one["name"], one["citation"]["quote"]) == ("1.1(b)", "(b) the charges;")


@pytest.mark.requirement("sections-tool")
def test_several_are_all_named(matter: MemoryMatter) -> None:
    """The body's clause and the schedule's, and those of every document; a range is each of its clauses."""
    matter.add("sale.txt", f"1. Price. {CLAUSE}\n\n2. Law. {CLAUSE}")
    names = [(one["filename"], one["name"]) for one in found(matter, "clause 2")["sections"]]
    assert sorted(names) == [("lease.txt", "2"), ("lease.txt", "Schedule 1, 2"), ("sale.txt", "2")]
    assert len(found(matter, "clauses 1.1 to 1.2")["sections"]) == 2


@pytest.mark.requirement("sections-tool")
def test_what_is_not_there_is_told_with_what_is(matter: MemoryMatter) -> None:
    """No quote, but the numbers that there are; a document without numbers is said to have none."""
    matter.add("note.txt", "A note of no clauses at all.")
    answer = found(matter, "clause 1.9")
    assert (answer["sections"], answer["total_found"]) == ([], 0)
    assert {one["filename"]: one["nearest"] for one in answer["not_found"]} == {
        "lease.txt": "there are 1.1 and 1.2; no 1.9",
        "note.txt": "this document has no numbered clauses that could be read",
    }
    assert "Looked at" in answer["message"]


@pytest.mark.requirement("sections-tool")
def test_long_clause_is_quoted_from_its_beginning(matter: MemoryMatter) -> None:
    """A quote ends with a sentence; the place of the whole clause is given."""
    added = matter.add("long.txt", LONG)
    (one,) = found(matter, "clause 1", document_ids=[added["document_id"]])["sections"]
    quote = one["citation"]["quote"]
    assert LONGEST_QUOTE // 2 < len(quote) <= LONGEST_QUOTE
    assert quote.endswith("kind.")
    assert LONG[one["start"] : one["end"]] == LONG[: LONG.index("\n\n2.")].strip()
    assert one["end"] > one["citation"]["end"]


@pytest.mark.requirement("sections-tool")
@pytest.mark.parametrize("reference", ["the rent", "(b)", "clause 1 of the lease", "!"])
def test_what_names_no_clause_is_refused(matter: MemoryMatter, reference: str) -> None:
    """The sentence shows how a clause is named."""
    result = matter.call("find_section", reference=reference)
    assert not result.success
    assert "'Clause 12.1'" in result.content


@pytest.mark.requirement("sections-tool")
def test_unknown_document_is_refused(matter: MemoryMatter) -> None:
    """An id that the matter does not have is told."""
    result = matter.call("find_section", reference="clause 1", document_ids=["0" * 36])
    assert not result.success
    assert "not found in this matter" in result.content


@pytest.mark.requirement("sections-tool")
def test_document_read_before_sections_were_kept() -> None:
    """It is said that nobody looked, and what makes them found; nothing is guessed."""
    matter = MemoryMatter()
    matter.add("lease.txt", LEASE)
    (one,) = found(matter, "clause 1")["not_found"]
    assert "reread_documents" in one["nearest"]
