"""Which format a name claims, and what bytes seem to be."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.formats import FORMATS, format_of, seeming_of
from tests.unit.adapters.ingest.pdf_files import pdf
from tests.unit.adapters.ingest.word_files import packed, word


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("A.PDF", "application/pdf"),
        ("a.b.md", "text/markdown"),
        ("dir.txt/page.HTM", "text/html"),
        (r"c:\x\n.txt", "text/plain"),
    ],
)
def test_name_claims_a_format_by_its_extension(name: str, media_type: str) -> None:
    """The last extension counts, in any case, with any path before it."""
    claimed = format_of(name)

    assert claimed is not None
    assert claimed.media_type == media_type


@pytest.mark.parametrize("name", ["", "txt", "a.doc", "dir.txt/file", ".txt", "a.txt~"])
def test_other_names_claim_none(name: str) -> None:
    """A name without an extension that is read claims no format."""
    assert format_of(name) is None


def test_extensions_are_written_in_one_way() -> None:
    """Extensions are lower case with their dot, and none is there twice."""
    extensions = [entry.extension for entry in FORMATS]

    assert len(set(extensions)) == len(extensions)
    assert all(extension.startswith(".") and extension == extension.lower() for extension in extensions)


@pytest.mark.parametrize(
    ("data", "seeming"),
    [
        (pdf(["x"]), "pdf"),
        (word("x"), "docx"),
        (packed({"xl/workbook.xml": b""}), "xlsx"),
        (packed({"ppt/presentation.xml": b""}), "pptx"),
        (packed({"a": b""}), "zip"),
        (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.text", "odf"),
        (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/epub+zip", "epub"),
        (b"{\\rtf1 x}", "rtf"),
        (b"\xff\xd8\xff\xe0", "image"),
        (b"RIFF\0\0\0\0WEBP", "image"),
        (b"RIFF\0\0\0\0WAVE", "media"),
        (b"\0\0\0\x18ftypmp42", "media"),
        (b"\x7fELF", "program"),
        (b"\x1f\x8b\x08", "archive"),
        (b"%!PS-Adobe", "postscript"),
        (b"  \n<!DOCTYPE html>", "html"),
        (b'<?xml version="1.0"?><!-- x --><HTML>', "html"),
        (b"<p>no", "other"),
        (b"The %PDF-1.4 header", "other"),
        (b"", "other"),
    ],
)
def test_bytes_seem_what_their_signature_says(data: bytes, seeming: str) -> None:
    """Signatures are found, and text that mentions one is not taken for it."""
    assert seeming_of(data) == seeming
