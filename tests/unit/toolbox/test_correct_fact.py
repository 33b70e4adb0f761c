"""``correct_fact``: what a person says to a fact wins, stays, and can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.domain.ids import DocumentId, MatterId
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

pytestmark = pytest.mark.requirement("documents-facts")

LEASE = "governing_law: Romania\neffective_date: 2020-01-02\nvenue: the courts of Cluj\n\nThis is for three years.\n"
TERM = LEASE.index("three years")
LAW = LEASE.index("Romania")
DAY = LEASE.index("2020")


class Desk:
    """A lease whose facts were read, and a person who says something of them."""

    def __init__(self) -> None:
        self.matter = MemoryMatter()
        self.document = self.matter.add("lease.txt", LEASE)["document_id"]
        self.facts()

    def facts(self, *fields: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.told(*fields)["documents"][0]["facts"]
        return found

    def told(self, *fields: str) -> dict[str, Any]:
        result = self.matter.call("contract_facts", fields=list(fields) or None)
        assert isinstance(result.structured, dict), result.content
        return result.structured

    def say(self, action: str, field: str, place: tuple[int, int] | None = None, **more: object) -> dict[str, Any]:
        where = {} if place is None else {"start": place[0], "end": place[1]}
        result = self.matter.call(
            "correct_fact", document_id=self.document, action=action, field=field, **where, **more
        )
        assert isinstance(result.structured, dict), result.content
        return result.structured

    def refused(self, action: str, field: str, place: tuple[int, int] | None = None, **more: object) -> str:
        where = {} if place is None else {"start": place[0], "end": place[1]}
        result = self.matter.call(
            "correct_fact", document_id=self.document, action=action, field=field, **where, **more
        )
        assert not result.success
        return result.content


def test_a_confirmed_fact_is_a_persons_word() -> None:
    """It is certain, and nobody has to read it again."""
    desk = Desk()

    said = desk.say("confirm", "Governing Law", (LAW, LAW + 7))

    assert (said["number"], said["field"], said["rejected"]) == (1, "governing_law", False)
    [fact] = desk.facts("governing_law")
    assert said["facts"] == [fact]
    assert (fact["how"], fact["confidence"], fact["quote"]) == ("person", 1.0, "Romania")


def test_a_fact_gets_another_place_or_another_value() -> None:
    """The new one stands in place of the old one, also where a newer reader finds the old one again."""
    desk = Desk()
    desk.say("replace", "effective_date", (DAY, DAY + 10), value="2021-03-04")
    [fact] = desk.facts("effective_date")
    assert (fact["value"]["shown"], fact["quote"], fact["how"]) == ("4 March 2021", "2020-01-02", "person")

    desk.say("replace", "venue", (LEASE.index("the courts"), LEASE.index("\n\n")), new_start=DAY, new_end=DAY + 4)
    assert [one["quote"] for one in desk.facts("venue")] == ["2020"]

    desk.matter.fact_reader.version = "labels 2"
    assert [one["quote"] for one in desk.facts("venue", "effective_date")] == ["2020-01-02", "2020"]


def test_a_corrected_fact_is_corrected_again() -> None:
    """It is named by where it is shown now; the last word counts."""
    desk = Desk()
    desk.say("replace", "governing_law", (LAW, LAW + 7), new_start=TERM, new_end=TERM + 5)
    desk.say("replace", "governing_law", (TERM, TERM + 5), new_start=TERM, new_end=TERM + 11)
    assert [one["quote"] for one in desk.facts("governing_law")] == ["three years"]

    desk.say("withdraw", "governing_law", (TERM, TERM + 11))
    assert [(one["quote"], one["how"]) for one in desk.facts("governing_law")] == [("Romania", "rule")]


def test_a_missing_fact_is_added_and_a_wrong_one_rejected() -> None:
    """Added by its place; rejected by its place or for the whole field; each can be taken back."""
    desk = Desk()
    desk.say("add", "term", (TERM, TERM + 11))
    assert [one["value"]["text"] for one in desk.facts("term")] == ["three years"]

    desk.say("reject", "governing_law", (LAW, LAW + 7))
    told = desk.told("governing_law")["documents"][0]
    assert (told["facts"], told["reading"]["fields_not_found"]) == ([], ["governing_law"])
    desk.say("withdraw", "governing_law", (LAW, LAW + 7))
    assert [one["quote"] for one in desk.facts("governing_law")] == ["Romania"]

    assert desk.say("reject", "term")["rejected"]
    reading = desk.told("term")["documents"][0]["reading"]
    assert (reading["fields_rejected"], reading["fields_not_found"]) == (["term"], [])
    desk.say("withdraw", "term")
    assert desk.told("term")["documents"][0]["reading"]["fields_not_found"] == ["term"]


def test_nothing_is_changed_by_a_word_that_means_nothing() -> None:
    """The sentence says what is wrong and what to do."""
    desk = Desk()
    law = (LAW, LAW + 7)

    assert "No fact 'term' stands at 3–9 of 'lease.txt'" in desk.refused("confirm", "term", (3, 9))
    assert "say which: its start and end" in desk.refused("confirm", "term")
    assert "say where it stands" in desk.refused("add", "term")
    assert "There is no field 'colour'" in desk.refused("add", "colour", (3, 9))
    assert "goes beyond it" in desk.refused("add", "term", (3, 9_999))
    assert "does not lie behind" in desk.refused("add", "term", (9, 3))
    assert "go together" in desk.refused("replace", "governing_law", law, new_start=3)
    assert "say where it stands instead" in desk.refused("replace", "governing_law", law)
    assert "leave them out" in desk.refused("confirm", "governing_law", law, new_start=3, new_end=9)
    assert "leave it out" in desk.refused("confirm", "governing_law", law, value="x")
    assert "Nothing stands at" in desk.refused("add", "term", (LEASE.index("\n\n"), LEASE.index("\n\n") + 2))
    assert "'soon' could not be read" in desk.refused("replace", "effective_date", (DAY, DAY + 10), value="soon")
    assert "nothing to withdraw" in desk.refused("withdraw", "governing_law", law)
    assert "nothing to withdraw" in desk.refused("withdraw", "governing_law")
    assert [one["how"] for one in desk.facts("governing_law")] == ["rule"]


def test_an_earlier_reading_is_not_corrected() -> None:
    """The document that took its place is named."""
    desk = Desk()
    documents, matter = desk.matter.documents, MatterId(desk.matter.id)
    [stored] = documents.of_matter(TENANT, matter)
    newer = documents.reading(TENANT, matter, stored.id)
    assert newer is not None
    documents.replace(stored, newer, by=DocumentId("newer"))

    assert "read anew as document newer" in desk.refused("confirm", "governing_law", (LAW, LAW + 7))
    assert [one["document_id"] for one in desk.told()["documents"]] == ["newer"]


def test_corrections_of_another_text_do_not_hold() -> None:
    """A document that has another text by now says that what was said of the old one is to be said anew."""
    desk = Desk()
    desk.say("confirm", "governing_law", (LAW, LAW + 7))
    other = desk.matter.add("other.txt", LEASE.replace("Romania", "Hungary"))["document_id"]
    documents, matter = desk.matter.documents, MatterId(desk.matter.id)
    stored = {str(one.id): one for one in documents.of_matter(TENANT, matter)}
    documents.rewrite(stored[desk.document], documents.reading(TENANT, matter, stored[other].id))

    told = desk.told("governing_law")

    assert {one["facts"][0]["how"] for one in told["documents"]} == {"rule"}
    [warning] = told["warnings"]
    assert "one correction was made in a text that it does not have any more" in warning
