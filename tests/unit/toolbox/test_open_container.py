"""The tool that opens containers: files are kept to be added, what cannot be taken out is a document, twice is once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.ids import MatterId
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from casewright.domain.ids import BlobId


def opened(matter: MemoryMatter, data: bytes, filename: str = "b.zip") -> Any:
    blob: BlobId = matter.originals.keep(TENANT, data)
    result = matter.call("open_container", blob_id=blob, filename=filename)
    assert result.success, result.content
    return result.structured


@pytest.mark.requirement("documents-archives", "documents-visible-states")
def test_files_are_kept_and_refusals_are_documents() -> None:
    """A file that is taken out is kept under its path, and no document yet; a locked one is a document that says so."""
    matter = MemoryMatter()
    found = opened(matter, b"a/x.txt\tOne clause.\nlocked.pdf")
    [file] = found["files"]
    assert (file["filename"], file["size"]) == ("b.zip/a/x.txt", 11)
    assert matter.blobs.get(TENANT, file["blob_id"]) == b"One clause."
    [refused] = found["not_read"]
    assert refused["error"] == "'b.zip/locked.pdf' is locked: unlock it."
    assert refused["reading"] == {
        "state": "password", "reason": "is locked", "pages_read": None, "remedy": "unlock it"
    }  # fmt: skip
    assert [one.filename for one in matter.documents.of_matter(TENANT, MatterId(matter.id))] == ["b.zip/locked.pdf"]


@pytest.mark.requirement("documents-archives")
def test_opened_twice_is_the_same() -> None:
    """Opened again after a crash or by mistake, a container gives the same files and makes no document twice."""
    matter = MemoryMatter()
    first = opened(matter, b"a.txt\tOne clause.\nlocked.pdf")
    again = opened(matter, b"a.txt\tOne clause.\nlocked.pdf")
    assert again["files"] == first["files"]
    assert again["not_read"][0] == {**first["not_read"][0], "duplicate": True}


@pytest.mark.requirement("documents-visible-states")
@pytest.mark.parametrize(("filename", "called"), [("b.zip", "b.zip"), ("m.eml", "m.eml/attachments")])
def test_container_that_cannot_be_opened(filename: str, called: str) -> None:
    """A broken archive is a document that says so; of an e-mail, which is one itself, its attachments are."""
    found = opened(MemoryMatter(), b"BROKEN", filename)
    assert [(one["filename"], one["status"]) for one in found["not_read"]] == [(called, "error")]
    assert found["files"] == []
