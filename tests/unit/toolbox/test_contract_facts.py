"""``contract_facts``: facts with their places, what was not found, what was not read, and what amends what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from casewright.domain.amendments import AmendmentKind
from casewright.domain.documents import Furniture, FurnitureKind
from casewright.domain.ids import DocumentId, MatterId
from casewright.toolbox.facts.current_facts import ENOUGH
from tests.fakes.governed import TENANT
from tests.fakes.labelled_facts import LabelledFacts
from tests.fakes.memory_matter import MemoryMatter

pytestmark = pytest.mark.requirement("documents-facts")

LEASE = "document_name: Lease\ngoverning_law: Romania\neffective_date: 2020-01-02\nterm: three years\n"


def facts(matter: MemoryMatter, **arguments: object) -> dict[str, Any]:
    result = matter.call("contract_facts", **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


def test_facts_come_with_value_words_and_place() -> None:
    """The JSON is the specification's; what was looked for and not found is told from what nobody looked for."""
    matter = MemoryMatter()
    matter.fact_reader.fields = ("document_name", "governing_law", "effective_date", "term", "venue")
    lease = matter.add("lease.txt", LEASE)
    [document] = facts(matter, fields=["Governing Law", "effective_date", "venue", "insurance"])["documents"]

    law = LEASE.index("Romania")
    [day, romania] = document["facts"]
    assert romania == {
        "field": "governing_law",
        "value": {"type": "text", "text": "Romania", "shown": "Romania"},
        "quote": "Romania",
        "start": law,
        "end": law + 7,
        "page": None,
        "section": "2",
        "confidence": 0.9,
        "how": "rule",
        "document_id": lease["document_id"],
        "filename": "lease.txt",
        "skipped": None,
        "ocr": None,
        "amended_by": None,
    }
    assert day["value"] == {"type": "date", "date": "2020-01-02", "shown": "2 January 2020"}
    assert (document["document_id"], document["filename"]) == (lease["document_id"], "lease.txt")
    assert document["reading"] == {
        "state": "read",
        "reason": None,
        "reader": "labels 1",
        "fields_not_found": ["venue"],
        "fields_not_looked_for": ["insurance"],
        "fields_rejected": [],
    }


def test_words_that_have_no_value_are_shown_with_none() -> None:
    """The place is there, and its value is null."""
    matter = MemoryMatter()
    matter.add("lease.txt", "effective_date: the first day of the term\n")

    [fact] = facts(matter)["documents"][0]["facts"]

    assert (fact["value"], fact["quote"]) == (None, "the first day of the term")


def test_furniture_in_a_fact_is_left_out_of_its_words() -> None:
    """As in every quote."""
    matter = MemoryMatter()
    document = matter.add("lease.txt", "venue: the courts PAGE 3 of Cluj\n")
    key = DocumentId(document["document_id"])
    stored = matter.documents.get(TENANT, MatterId(matter.id), key)
    reading = matter.documents.reading(TENANT, MatterId(matter.id), key)
    assert stored is not None
    assert reading is not None
    at = reading.text.index("PAGE")
    matter.documents.rewrite(stored, replace(reading, furniture=(Furniture(at, at + 6, FurnitureKind.FOOTER),)))

    [fact] = facts(matter)["documents"][0]["facts"]

    assert (fact["quote"], fact["skipped"]) == ("the courts […] of Cluj", [[at - 1, at + 7]])
    assert matter.fact_reader.texts[-1].furniture == ((at, at + 6),)


def test_documents_are_asked_for_by_id_and_by_name() -> None:
    """In the order asked; what is not there, and what is no field, is said."""
    matter = MemoryMatter()
    first, _, third = (matter.add(name, f"{LEASE}{name}") for name in ("in/a.txt", "b.txt", "c.txt"))

    found = facts(matter, document_ids=[third["document_id"]], filenames=["A.txt"])
    assert [one["filename"] for one in found["documents"]] == ["c.txt", "in/a.txt"]
    assert [one["filename"] for one in facts(matter, first=1, limit=1)["documents"]] == ["b.txt"]
    assert facts(matter, first=1, limit=1)["next_first"] == 2
    assert facts(matter, document_ids=[first["document_id"]])["next_first"] is None

    assert "No document 'd.txt' in this matter" in matter.call("contract_facts", filenames=["d.txt"]).content
    assert "There is no field 'goverming law': say one such as governing_law" in (
        matter.call("contract_facts", fields=["goverming law"]).content
    )
    assert "not found" in matter.call("contract_facts", document_ids=["x"]).content


def test_what_was_not_read_is_not_called_not_found() -> None:
    """A file without text, and one that the reader fails on, are counted by their reason; the others are read."""
    matter = MemoryMatter()
    matter.add("lease.txt", LEASE)
    matter.add("broken.txt", "unreadable")
    matter.add("empty.txt", "BROKEN")

    found = facts(matter, fields=["insurance"])

    by_name = {one["filename"]: one["reading"] for one in found["documents"]}
    assert by_name["lease.txt"]["fields_not_found"] == ["insurance"]
    assert by_name["broken.txt"]["state"] == by_name["empty.txt"]["state"] == "not read"
    assert by_name["broken.txt"]["fields_not_found"] == []
    assert by_name["broken.txt"]["reason"] == "its reader failed on it (ValueError)"
    assert sum(found["not_read"].values()) == 2
    assert found["not_read"]["failed"] == 1
    assert "I could not find insurance in 1 of 3 documents that were read" in found["message"]


def test_facts_are_read_once_and_again_by_a_newer_reader() -> None:
    """What another version reads otherwise is said by the call that read it."""
    matter = MemoryMatter()
    matter.add("lease.txt", LEASE)
    assert facts(matter)["changed"] == []
    facts(matter)
    assert len(matter.fact_reader.texts) == 1

    matter.fact_reader.version, matter.fact_reader.fields = "labels 2", ("document_name", "governing_law")
    changed = facts(matter)["changed"]

    assert [one["field"] for one in changed] == ["effective_date", "term"]
    assert [one["quote"] for one in changed[0]["before"]] == ["2020-01-02"]
    assert (changed[0]["after"], changed[0]["reader_before"], changed[0]["reader"]) == ([], "labels 1", "labels 2")
    assert facts(matter)["changed"] == []


def test_a_long_call_ends_and_the_next_goes_on() -> None:
    """After some minutes no further document is begun; what is left is named and not called read."""
    matter = MemoryMatter()
    for name in ("a.txt", "b.txt", "c.txt"):
        matter.add(name, f"{LEASE}{name}")
    slow = _Slow(matter)
    object.__setattr__(matter.facts, "reader", slow)

    first = facts(matter)
    assert [one["reading"]["state"] for one in first["documents"]] == ["read", "not read", "not read"]
    assert (first["not_read"], len(first["left"])) == ({"not yet": 2}, 2)
    second = facts(matter)
    assert [one["reading"]["state"] for one in second["documents"]] == ["read", "read", "not read"]


class _Slow(LabelledFacts):
    """Every document takes it longer than a call lasts."""

    def __init__(self, matter: MemoryMatter) -> None:
        super().__init__()
        self._matter = matter

    def read(self, text: Any) -> Any:
        self._matter.seconds += ENOUGH + 1
        return super().read(text)


def amended(kind: AmendmentKind, *, base: str = LEASE, later: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is told of a lease, and of the document that amends it."""
    matter = MemoryMatter()
    lease = matter.add("lease.txt", base)
    change = matter.add("change.txt", later)
    ids = {"document_id": change["document_id"], "amended_id": lease["document_id"]}
    assert matter.call("confirm_amendment", **ids, kind=kind.value).success
    [one] = facts(matter, filenames=["lease.txt"])["documents"]
    [other] = facts(matter, filenames=["change.txt"])["documents"]
    return one, other


def test_a_confirmed_amendment_has_the_last_word_on_what_it_states() -> None:
    """Both are shown; its own title and day are its own, and what it does not state stays."""
    later = "document_name: First Amendment\neffective_date: 2022-01-02\nterm: five years\n"
    lease, change = amended(AmendmentKind.AMENDS, later=later)

    assert {one["field"]: one["amended_by"] for one in lease["facts"]} == {
        "document_name": None,
        "effective_date": None,
        "term": change["document_id"],
        "governing_law": None,
    }
    [term] = lease["in_force"]
    assert (term["field"], term["filename"], term["facts"][0]["quote"]) == ("term", "change.txt", "five years")
    assert [(one["filename"], one["kind"]) for one in lease["amended_by"]] == [("change.txt", "amends")]
    assert [(one["filename"], one["kind"]) for one in change["amends"]] == [("lease.txt", "amends")]
    assert all(one["amended_by"] is None for one in change["facts"])


def test_an_amendment_that_nobody_confirmed_is_said_and_changes_nothing() -> None:
    """Until a person confirms or rejects it."""
    matter = MemoryMatter()
    lease = matter.add("lease.txt", LEASE)
    change = matter.add("change.txt", "FIRST AMENDMENT TO THE LEASE AGREEMENT\n\nterm: five years\n")

    told = facts(matter)
    [warning] = told["warnings"]
    assert "one document says that it amends another one (change.txt), which nobody has confirmed" in warning
    assert all(one["in_force"] == [] for one in told["documents"])

    ids = {"document_id": change["document_id"], "amended_id": lease["document_id"]}
    assert matter.call("confirm_amendment", **ids, holds=False).success
    assert facts(matter)["warnings"] == []


def test_a_restatement_speaks_of_itself_for_both() -> None:
    """Title and days of a contract that was restated are those of the restatement."""
    lease, _ = amended(AmendmentKind.RESTATES, later="document_name: Restated Lease\n")

    assert [one["field"] for one in lease["in_force"]] == ["document_name"]


def test_the_latest_of_several_amendments_counts() -> None:
    """By their days; where one has none, the order is said not to be certain."""
    matter = MemoryMatter()
    lease = matter.add("lease.txt", LEASE)
    for name, day, term in (("1.txt", "2023-05-01", "nine years"), ("2.txt", "2021-05-01", "four years")):
        one = matter.add(name, f"agreement_date: {day}\nterm: {term}\n")
        matter.call("confirm_amendment", document_id=one["document_id"], amended_id=lease["document_id"])
    found = facts(matter, filenames=["lease.txt"], fields=["term"])
    assert found["documents"][0]["in_force"][0]["facts"][0]["quote"] == "nine years"
    assert found["warnings"] == []

    undated = matter.add("3.txt", "term: ten years\n")
    matter.call("confirm_amendment", document_id=undated["document_id"], amended_id=lease["document_id"])
    [warning] = facts(matter, filenames=["lease.txt"], fields=["term"])["warnings"]
    assert "which is the latest is not certain" in warning
