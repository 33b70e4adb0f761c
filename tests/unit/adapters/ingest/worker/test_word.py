"""What a Word file holds, where cases cannot say it."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.word import read_word
from tests.unit.adapters.ingest.word_files import packed, repacked, word


def text_of(data: bytes) -> str:
    answer = read_word(data)
    assert isinstance(answer, Extract)
    return answer.text


def test_headings_stand_where_the_extract_says() -> None:
    """Every heading of the file is in the extract with its level and its place."""
    answer = read_word(word({"heading": "One", "level": 1}, "text", {"heading": "Two", "level": 2}))

    assert isinstance(answer, Extract)
    assert [(answer.text[h.start : h.end], h.level) for h in answer.headings] == [("One", 1), ("Two", 2)]


def test_archive_with_a_password_is_encrypted() -> None:
    """An entry that is marked as encrypted needs a password."""
    data = bytearray(packed({"word/document.xml": b"x"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1

    assert read_word(bytes(data)) == Fault("encrypted")


def test_archive_of_countless_entries_is_not_opened() -> None:
    """A ZIP of more entries than a document has is refused."""
    assert read_word(packed({f"{number}": b"" for number in range(10_001)})) == Fault("unpacked")


@pytest.mark.requirement("documents-no-entities")
def test_entities_are_not_resolved() -> None:
    """An entity that would read a file, or grow without end, is not replaced by what it names."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    hostile = (
        '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a "grown">]>'
        f'<w:document xmlns:w="{space}"><w:body><w:p><w:r><w:t>x&file;&a;</w:t></w:r></w:p></w:body></w:document>'
    )

    text = text_of(repacked(word("x"), {"word/document.xml": hostile.encode()}))

    assert "root" not in text
    assert "grown" not in text
