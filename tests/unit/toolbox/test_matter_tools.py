"""Tests of the tools that people work with: matters, documents, the audit."""

from __future__ import annotations

import pytest

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter, blob_id


def test_matter_is_created_and_listed() -> None:
    """A new matter has a number of its year and stands first in the list."""
    matter = MemoryMatter()
    created = matter.governed.call("create_matter", {"title": " Alpha ", "kind": "deal"}).structured
    assert isinstance(created, dict)
    assert (created["title"], created["kind"], created["number"], created["status"]) == (
        *("Alpha", "deal"),
        *("M-2025-002", "active"),
    )
    listed = matter.governed.call("list_matters").structured
    assert isinstance(listed, dict)
    assert next(one["matter_id"] for one in listed["matters"]) == created["matter_id"]
    assert listed["total_count"] == 2


BAD_TITLES = {"blank": "  ", "empty": "", "long": "x" * 201}


@pytest.mark.parametrize("case", BAD_TITLES)
def test_title_that_cannot_be_used(case: str) -> None:
    """A blank or overlong title is an invalid argument that names it."""
    result = MemoryMatter().governed.call("create_matter", {"title": BAD_TITLES[case]})
    assert result.status is Status.INVALID_ARGUMENTS
    assert "'title'" in result.content


@pytest.mark.requirement("documents-once")
def test_same_file_twice_is_one_document() -> None:
    """The same bytes under another name are the same document, and it is said so; keep_name makes it another."""
    matter = MemoryMatter()
    first = matter.add("a.txt", "One clause.")
    again = matter.add("b.txt", "One clause.")
    assert (again["document_id"], again["filename"], again["duplicate"]) == (first["document_id"], "a.txt", True)
    named = matter.add("b.txt", "One clause.", keep_name=True)
    assert named["document_id"] != first["document_id"]
    assert named["duplicate"] is False


def test_features_are_prepared_when_a_document_comes() -> None:
    """Adding a document has the features of its chunks computed."""
    matter = MemoryMatter()
    matter.add("a.txt", "One.\nTwo.")
    assert matter.scores.prepared == 2


def test_unreadable_document_is_kept_with_its_error() -> None:
    """A file that cannot be read is a document with status error and the sentence that says what to do."""
    added = MemoryMatter().add("a.txt", "BROKEN")
    assert (added["status"], added["chunks"], added["error"]) == ("error", 0, "'a.txt' is broken: mend it")


def test_unknown_blob() -> None:
    """A blob that is not kept is not found, and no document is made."""
    matter = MemoryMatter()
    result = matter.call("add_document", blob_id="0" * 64, filename="a.txt")
    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")
    assert matter.documents.of_matter(TENANT, matter.matters.all(TENANT)[0].id) == []


def test_find_documents_by_content() -> None:
    """Contents that the matter has are found by hash, and by hash and name where the name was kept."""
    matter = MemoryMatter()
    plain = matter.add("a.txt", "A")["document_id"]
    named = matter.add("b.txt", "B", keep_name=True)["document_id"]
    contents = [
        {"sha256": blob_id("A")},
        {"sha256": blob_id("B")},
        {"sha256": blob_id("B"), "filename": "b.txt"},
        {"sha256": blob_id("C")},
    ]
    found = matter.call("find_documents", contents=contents).structured
    assert found == {"document_ids": [plain, None, named, None]}


@pytest.mark.requirement("documents-list")
def test_list_matter_documents() -> None:
    """Documents come newest first with type, size and status, and a summary counts them."""
    matter = MemoryMatter()
    empty = matter.call("list_matter_documents").structured
    assert isinstance(empty, dict)
    assert empty["message"] == "No documents have been uploaded to this matter yet."
    matter.add("a.txt", "ä")
    matter.add("b.bin", "BROKEN")
    found = matter.call("list_matter_documents").structured
    assert isinstance(found, dict)
    assert [one["filename"] for one in found["documents"]] == ["b.bin", "a.txt"]
    newest = found["documents"][1]
    assert list(newest) == [
        *("document_id", "filename", "file_type", "file_size", "processing_status", "uploaded_at", "reading"),
    ]
    assert (newest["file_type"], newest["file_size"], newest["processing_status"]) == ("text/plain", 2, "ready")
    assert found["summary"] == {"ready_for_search": 1, "still_processing": 0, "failed": 1}
    assert found["total_count"] == 2


@pytest.mark.requirement("documents-text")
def test_get_document_text() -> None:
    """A document's text comes by id or by name; over max_length it is cut and says so."""
    matter = MemoryMatter()
    document = matter.add("a.txt", "0123456789")["document_id"]
    for choice in ({"document_id": document}, {"document_id": document.upper()}, {"filename": "a.txt"}):
        found = matter.call("get_document_text", **choice).structured
        assert isinstance(found, dict)
        assert (found["text"], found["character_count"], found["truncated"]) == ("0123456789", 10, False)
    cut = matter.call("get_document_text", document_id=document, max_length=4).structured
    assert isinstance(cut, dict)
    assert (cut["text"], cut["truncated"]) == ("0123[... text truncated ...]", True)


MISCHOSEN: dict[str, tuple[dict[str, object], str]] = {
    "nothing": ({}, "Which document? Give 'document_id' or 'filename'"),
    "unknown id": ({"document_id": "x"}, "Document 'x' not found in this matter"),
    "unknown name": ({"filename": "x"}, "Document 'x' not found in this matter"),
    "two of a name": ({"filename": "twin.txt"}, "2 documents are called 'twin.txt': choose by 'document_id'"),
    "not ready": ({"filename": "broken.txt"}, "Document is not ready (status: error)"),
}


@pytest.mark.parametrize("case", MISCHOSEN)
def test_document_that_cannot_be_given(case: str) -> None:
    """A document that is not there, not clear or not ready is an error that says what to do."""
    matter = MemoryMatter()
    matter.add("twin.txt", "A")
    matter.add("twin.txt", "B")
    matter.add("broken.txt", "BROKEN")
    choice, message = MISCHOSEN[case]
    result = matter.call("get_document_text", **choice)
    assert result.status is Status.ERROR
    assert message in result.content


MATTER_TOOLS: dict[str, dict[str, object]] = {
    "list_matter_documents": {},
    "get_document_text": {"filename": "a"},
    "document_changes": {"document_id": "a"},
    "find_documents": {"contents": []},
    "add_document": {"blob_id": "0" * 64, "filename": "a"},
}


@pytest.mark.parametrize("tool", MATTER_TOOLS)
def test_matter_id_that_is_none(tool: str) -> None:
    """Every tool on a matter answers an id that is no UUID with the seed's object."""
    result = MemoryMatter().governed.call(tool, {"matter_id": "nonsense", **MATTER_TOOLS[tool]})
    assert result.structured == {"error": "Invalid matter ID format"}


@pytest.mark.requirement("storage-tenants")
@pytest.mark.parametrize("tool", [*MATTER_TOOLS, "isaacus_iql"])
def test_foreign_matter_reads_like_a_missing_one(tool: str) -> None:
    """A matter of another tenant answers exactly like one that does not exist."""
    matter = MemoryMatter()
    arguments = MATTER_TOOLS.get(tool, {"query": "{x}"})
    answers = []
    for asked in (matter.new_matter(TenantId("rival")), "00000000-0000-4000-8000-000000000000"):
        result = matter.governed.call(tool, {"matter_id": asked, **arguments})
        answers.append((result.status, result.content.replace(asked, "ID"), result.structured))
    assert answers[0] == answers[1]
    assert answers[0][0] is Status.ERROR


def test_read_audit() -> None:
    """The audit can be read newest last, filtered by tool, matter and person, and reading it is recorded too."""
    matter = MemoryMatter()
    matter.governed.call("list_matters")
    matter.call("list_matter_documents")
    found = matter.governed.call("read_audit", {"last": 2}).structured
    assert isinstance(found, dict)
    assert [event["tool_name"] for event in found["events"]] == ["list_matter_documents", "read_audit"]
    assert found["total_count"] == 5
    about = matter.governed.call("read_audit", {"about_matter": matter.id}).structured
    assert isinstance(about, dict)
    assert {event["tool_name"] for event in about["events"]} == {"list_matter_documents"}
    acts = matter.governed.call("read_audit", {"acts_only": True}).structured
    assert isinstance(acts, dict)
    assert {event["tool_name"] for event in acts["events"]} == {"list_matter_documents"}
    nobody = matter.governed.call("read_audit", {"agent_id": "nobody"}).structured
    assert isinstance(nobody, dict)
    assert nobody["events"] == []


def test_only_the_policy_opens_the_audit() -> None:
    """A client may not read the audit."""
    client = CallContext(Actor(TENANT, ActorId("cy"), "CLIENT"))
    assert MemoryMatter().governed.call("read_audit", {}, client).status is Status.DENIED
