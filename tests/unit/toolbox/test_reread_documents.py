"""Tests of reread_documents: what an older version read is read anew, and nothing that is cited moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.documents import READER_VERSION, DocumentStatus, ReadingReport, ReadingState
from casewright.domain.ids import BlobId, DocumentId, MatterId
from casewright.toolbox.asked_documents import document_names
from casewright.toolbox.documents.reread_documents import reread_documents
from casewright.tools.calls import Status
from tests.fakes.governed import TENANT, Governed
from tests.fakes.memory_matter import MemoryMatter
from tests.fakes.one_at_a_time import OneAtATime
from tests.fakes.plain_reader import PlainReader

if TYPE_CHECKING:
    from casewright.domain.documents import Document, Reading
    from casewright.tools.calls import ToolResult

pytestmark = pytest.mark.requirement("documents-reread")
RULES = '[tools.reread_documents]\nroles = ["ADMIN"]'


class Reader(PlainReader):
    """Reads what it is told to in place of some bytes."""

    def __init__(self) -> None:
        self.instead: dict[bytes, bytes] = {}
        self.pages: int | None = None

    def read(self, data: bytes, filename: str) -> Reading:
        reading = super().read(self.instead.get(data, data), filename)
        return replace(reading, report=replace(reading.report, pages_read=self.pages))


class Shelf:
    """A matter whose documents were read by an older version."""

    def __init__(self) -> None:
        self.matter, self.reader, self.now = MemoryMatter(), Reader(), 0.0
        self.governed = Governed(
            reread_documents(
                documents=self.matter.documents,
                blobs=self.matter.blobs,
                transaction=OneAtATime(),
                reader=self.reader,
                scores=self.matter.scores,
                words=self.matter.words,
                seconds=self._seconds,
            ),
            rules=RULES,
            matters=self.matter.matters,
        )

    def _seconds(self) -> float:
        self.now += 100
        return self.now

    def add(self, name: str, text: str) -> Document:
        """A document of these bytes, as the older version left it."""
        self.matter.blobs.put(TENANT, text.encode())
        added = DocumentId(self.matter.add(name, text)["document_id"])
        document = self.get(added)
        assert document.reader_version == READER_VERSION
        old = replace(document, reader_version=1)
        self.matter.documents.rewrite(old, self.matter.documents.reading(TENANT, old.matter, old.id))
        return old

    def get(self, document: DocumentId) -> Document:
        found = self.matter.documents.get(TENANT, MatterId(self.matter.id), document)
        assert found is not None
        return found

    def reread(self, *ids: str) -> Any:
        """What the call says."""
        done = self.call(*ids)
        assert done.success, done.error
        return done.structured

    def call(self, *ids: str) -> ToolResult:
        chosen = {"document_ids": list(ids)} if ids else {}
        return self.governed.call("reread_documents", {"matter_id": self.matter.id, **chosen})


def test_same_text_is_cut_anew_in_place() -> None:
    """The document keeps its id and its text; what is current is not touched again."""
    shelf = Shelf()
    old = shelf.add("a.txt", "One.\nTwo.")

    done = shelf.reread()

    [one] = done["documents"]
    assert (one["document_id"], one["outcome"], one["chunks"]) == (old.id, "cut anew", 2)
    assert shelf.get(old.id).reader_version == READER_VERSION
    assert shelf.reread() == {"documents": [], "left": []}
    assert shelf.reread(old.id)["documents"][0]["outcome"] == "cut anew"


def test_another_text_becomes_a_document_beside_the_old_one() -> None:
    """The old text stays where it is for what cites it, out of lists; the new one has its name and its place."""
    shelf = Shelf()
    old = shelf.add("a.txt", "One.")
    shelf.reader.instead[b"One."] = b"One, read better.\nTwo."

    [one] = shelf.reread()["documents"]

    documents, matter = shelf.matter.documents, MatterId(shelf.matter.id)
    new = DocumentId(one["new_document_id"])
    assert one["outcome"] == "replaced"
    assert [known.id for known in documents.of_matter(TENANT, matter)] == [new]
    assert documents.text(TENANT, new) == "One, read better.\nTwo."
    assert documents.text(TENANT, old.id) == "One."
    assert shelf.get(old.id).replaced_by == new
    assert document_names(documents, TENANT, matter) == {old.id: "a.txt (earlier reading)", new: "a.txt"}
    assert shelf.matter.add("a.txt", "One.")["document_id"] == new, "the same file is still one document"
    assert documents.delete(TENANT, matter, new)
    assert documents.of_matter(TENANT, matter, replaced=True) == [], "what was read of a deleted file is gone"


def test_what_could_not_be_read_is_tried_again() -> None:
    """It gets its text where it is read now, and its new reason where it is not."""
    shelf = Shelf()
    broken, mended = shelf.add("a.txt", "BROKEN one"), shelf.add("b.txt", "BROKEN two")
    shelf.reader.instead[b"BROKEN two"] = b"Two."

    outcomes = {one["filename"]: one for one in shelf.reread()["documents"]}

    assert outcomes["a.txt"]["outcome"] == "unreadable"
    assert "mend it" in outcomes["a.txt"]["reason"]
    assert outcomes["b.txt"]["outcome"] == "read anew"
    assert shelf.get(mended.id).status is DocumentStatus.READY
    assert shelf.get(broken.id).status is DocumentStatus.ERROR


def test_scans_are_tried_again() -> None:
    """A document whose pages were pictures is looked at whatever version read it: text recognition may be there now."""
    shelf = Shelf()
    scan, mixed = shelf.add("a.txt", "BROKEN"), shelf.add("b.txt", "Two.")
    for document, state in ((scan, ReadingState.NEEDS_OCR), (mixed, ReadingState.PART)):
        known = replace(shelf.get(document.id), reader_version=READER_VERSION, report=ReadingReport(state, "x", 0, "y"))
        shelf.matter.documents.rewrite(known, None)
    shelf.reader.instead[b"BROKEN"] = b"One."

    assert [one["outcome"] for one in shelf.reread()["documents"]] == ["read anew", "read anew"]


@pytest.mark.parametrize(("pages", "outcome"), [(4, "kept"), (5, "replaced"), (6, "replaced")])
def test_pages_that_were_read_are_not_lost(pages: int, outcome: str) -> None:
    """Without text recognition fewer pages can be read than before: the document stays, and it is said why."""
    shelf = Shelf()
    old = shelf.add("a.txt", "One.\nTwo.")
    known = replace(old, report=ReadingReport(ReadingState.PART, "x", 5, "y"))
    shelf.matter.documents.rewrite(known, shelf.matter.documents.reading(TENANT, old.matter, old.id))
    shelf.reader.instead[b"One.\nTwo."], shelf.reader.pages = b"Three.", pages

    [one] = shelf.reread()["documents"]

    assert one["outcome"] == outcome
    if outcome == "kept":
        assert one["reason"].startswith("4 of its pages can be read now, and 5 were before")
        assert shelf.matter.documents.text(TENANT, old.id) == "One.\nTwo."


def test_without_its_original_the_stored_text_is_cut() -> None:
    """Formats whose headings only the file tells are left as they are, and it is said."""
    shelf = Shelf()
    lost, word = shelf.add("a.txt", "One.\nTwo."), shelf.add("b.docx", "Three.")
    for document in (lost, word):
        shelf.matter.blobs.discard(TENANT, BlobId(document.blob))

    outcomes = {one["filename"]: one for one in shelf.reread()["documents"]}

    assert outcomes["a.txt"]["outcome"] == "cut anew"
    assert outcomes["b.docx"]["outcome"] == "kept"
    assert "add it again" in outcomes["b.docx"]["reason"]


def test_a_text_is_never_lost_to_a_reader_that_fails() -> None:
    """A document that can be asked can still be asked."""
    shelf = Shelf()
    old = shelf.add("a.txt", "One.")
    shelf.reader.instead[b"One."] = b"BROKEN"

    [one] = shelf.reread()["documents"]

    assert one["outcome"] == "kept"
    assert shelf.matter.documents.text(TENANT, old.id) == "One."


def test_a_long_call_stops_and_the_next_goes_on() -> None:
    """Every call does one document at least and says how many are left."""
    shelf = Shelf()
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        shelf.add(name, f"Text of {name}.")

    first = shelf.reread()
    second = shelf.reread(*first["left"])

    assert (len(first["documents"]), len(first["left"])) == (3, 1)
    assert (len(second["documents"]), second["left"]) == (1, [])


def test_unknown_documents_are_told_before_anything_is_done() -> None:
    """A wrong id changes nothing."""
    shelf = Shelf()
    old = shelf.add("a.txt", "One.")

    done = shelf.call(old.id, "00000000-0000-4000-8000-000000000000")

    assert done.status is Status.ERROR
    assert "not found" in (done.error or "")
    assert shelf.get(old.id).reader_version == 1
