"""Documents named in words, asked through the tools: searched and read alone, told, and never narrowed by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.memory_matter import MemoryMatter

ALPHA = """RESELLER AGREEMENT

This Reseller Agreement is made on 4 May 2020 between Alphatron Ltd ("Alphatron") and Meridian Inc. (the "Reseller").

1. Either party may terminate on sixty days' notice in writing.

2. This Agreement is governed by the laws of England."""
BETA = """SUPPLY AGREEMENT

This Supply Agreement is made on 7 June 2019 between Betamax GmbH ("Betamax") and Meridian Inc. (the "Buyer").

1. Either party may terminate on ninety days' notice in writing.

2. This Agreement is governed by the laws of Germany."""


@pytest.fixture
def matter() -> MemoryMatter:
    """Two contracts whose file names say nothing."""
    made = MemoryMatter()
    made.add("scan1.txt", ALPHA)
    made.add("scan2.txt", BETA)
    return made


def called(matter: MemoryMatter, tool: str, **arguments: object) -> dict[str, Any]:
    result = matter.call(tool, **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


@pytest.mark.requirement("named-documents")
def test_search_asks_the_named_document(matter: MemoryMatter) -> None:
    """Only passages of the named contract come back, and its name is no word that is looked for."""
    named = called(matter, "isaacus_search", query="notice to terminate under the Alphatron agreement", threshold=0.0)
    assert {one["filename"] for one in named["results"]} == {"scan1.txt"}
    assert [(one["filenames"], one["by"], one["certain"]) for one in named["named"]] == [(["scan1.txt"], "party", True)]
    assert named["which"] is None
    plain = called(matter, "isaacus_search", query="notice to terminate", document_ids=named["named"][0]["documents"])
    assert named["results"][0]["similarity"] == plain["results"][0]["similarity"]


@pytest.mark.requirement("named-documents")
def test_one_answer_is_read_from_the_named_document(matter: MemoryMatter) -> None:
    """The same question has another answer in another contract."""
    matter.fact_reader.fields = ("insurance",)  # laws are not looked for as facts here: search reads them
    for words, law in (("Alphatron", "the laws of England"), ("Betamax", "the laws of Germany")):
        answer = called(matter, "isaacus_extract", question=f"Which law governs our contract with {words}?")
        assert answer["answer"] == law


@pytest.mark.requirement("named-asks")
def test_name_of_two_documents_is_asked_about(matter: MemoryMatter) -> None:
    """Both are searched, and the question comes back with their names."""
    found = called(matter, "isaacus_search", query="notice in the agreement with Meridian", threshold=0.0)
    assert found["named"][0]["certain"] is False
    assert found["which"].endswith("Which one do you mean?")
    assert "scan1.txt" in found["which"]
    assert "scan2.txt" in found["which"]


@pytest.mark.requirement("named-asks")
def test_name_of_nothing_narrows_nothing(matter: MemoryMatter) -> None:
    """A name that no document has stays in the query; so does every name where none is to be read."""
    other = called(matter, "isaacus_search", query="notice in the Gammatec agreement", threshold=0.0)
    assert other["named"] == []
    assert {one["filename"] for one in other["results"]} == {"scan1.txt", "scan2.txt"}
    unread = called(matter, "isaacus_search", query="Alphatron agreement", threshold=0.0, read_names=False)
    assert unread["named"] == []
    assert {one["filename"] for one in unread["results"]} == {"scan1.txt", "scan2.txt"}


def test_chosen_documents_are_not_left(matter: MemoryMatter) -> None:
    """A name does not lead out of the documents that were asked for by id."""
    listed = called(matter, "list_matter_documents")["documents"]
    beta = next(one["document_id"] for one in listed if one["filename"] == "scan2.txt")
    query = "notice in the Alphatron agreement"
    found = called(matter, "isaacus_search", query=query, document_ids=[beta], threshold=0.0)
    assert {one["filename"] for one in found["results"]} == {"scan2.txt"}
    assert found["named"] == []


@pytest.mark.requirement("named-documents")
def test_listing_says_what_words_name(matter: MemoryMatter) -> None:
    """The listing tells it for whoever plans calls; without a question it says nothing of names."""
    listed = called(matter, "list_matter_documents", named_in="liability cap in the supply agreement with Betamax")
    assert [one["filenames"] for one in listed["named"]] == [["scan2.txt"]]
    assert listed["rest"] == "liability cap"
    assert listed["total_count"] == 2
    assert called(matter, "list_matter_documents")["named"] is None


def test_renamed_document_is_known_by_its_new_name(matter: MemoryMatter) -> None:
    """Names are read again where a document is called otherwise."""
    listed = called(matter, "list_matter_documents", named_in="notice in zorbion-2.txt")
    assert listed["named"] == []
    matter.add("zorbion-2.txt", "1. Notice is given by post.")
    listed = called(matter, "list_matter_documents", named_in="notice in zorbion-2.txt")
    assert [one["by"] for one in listed["named"]] == ["file name"]
