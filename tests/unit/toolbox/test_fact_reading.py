"""When facts are read, of what, and what happens where that fails."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.documents import Page
from casewright.domain.ids import DocumentId, MatterId
from casewright.errors import ToolFailed, UnreadableDocument
from casewright.toolbox.facts.current_facts import CurrentFacts
from casewright.toolbox.facts.reading import FactReading, place_of
from casewright.tools.cancellation import Cancellation, current
from tests.fakes.governed import TENANT
from tests.fakes.labelled_facts import LabelledFacts
from tests.fakes.memory_matter import MemoryMatter
from tests.shelf import reading

if TYPE_CHECKING:
    from casewright.domain.documents import Document, Reading

pytestmark = pytest.mark.requirement("documents-facts")

LEASE = "governing_law: Romania\nterm: three years\n"


def lease(text: str = LEASE, **parts: Any) -> tuple[FactReading, Document, Reading]:
    """A document whose facts nobody read, and what would."""
    matter = MemoryMatter()
    key = DocumentId(matter.add("lease.txt", text)["document_id"])
    document = matter.documents.get(TENANT, MatterId(matter.id), key)
    stored = matter.documents.reading(TENANT, MatterId(matter.id), key)
    assert document is not None
    assert stored is not None
    return replace(matter.facts, **parts), document, stored


def kept(facts: FactReading, document: Document) -> int | None:
    """How many facts are kept of the document; None where nothing was read."""
    read = facts.facts.read(TENANT, [document.id]).get(document.id)
    return None if read is None else len(read.facts)


def test_facts_of_a_short_text_are_read_as_it_is_put_in() -> None:
    """A longer one waits until somebody asks."""
    for most, count in ((len(LEASE), 2), (len(LEASE) - 1, None), (0, None)):
        facts, document, stored = lease(at_ingest=most)
        facts.read_new(document, stored)
        assert kept(facts, document) == count


def test_a_reader_that_fails_does_not_keep_a_document_out() -> None:
    """It is in, unread; who asks is told."""
    facts, document, stored = lease("unreadable", at_ingest=1_000)

    facts.read_new(document, stored)

    assert kept(facts, document) is None
    with pytest.raises(UnreadableDocument, match="its reader failed on it"):
        facts.read(document)


def test_the_reader_is_told_that_a_text_is_masked() -> None:
    """That of a case's document, whichever way it is read."""
    reader = LabelledFacts()
    facts, document, stored = lease(reader=reader, is_masked=lambda *_: True)

    facts.read(document)
    facts.read(document, stored)

    assert [one.masked for one in reader.texts] == [True, True]


def test_values_that_are_read_otherwise_are_read_again() -> None:
    """What is kept names both versions."""
    facts, document, stored = lease(value_version="values 1")
    read = facts.read(document)
    assert read is not None
    assert read.reader == "labels 1, values 1"

    assert facts.is_current(read, stored.text)
    assert not replace(facts, value_version="values 2").is_current(read, stored.text)
    assert not facts.is_current(read, f"{stored.text} ")


def test_the_section_of_a_fact_is_that_of_all_of_it() -> None:
    """None where it goes over two sections; the page is where it begins."""
    stored = reading("One.", "Two.", "Three.")
    assert place_of(stored, 0, 4) == (1, "1")
    assert place_of(stored, 5, 9) == (2, "1")
    assert place_of(stored, 0, 9) == (1, "1")
    assert place_of(stored, 5, 12) == (2, None)
    assert place_of(replace(stored, pages=()), 0, 4) == (None, "1")
    assert place_of(replace(stored, pages=(Page(1, 0, 16),)), 10, 12) == (1, "2")


def test_a_call_that_is_given_up_reads_no_further() -> None:
    """What was read until then is kept."""
    matter = MemoryMatter()
    for name in ("a.txt", "b.txt", "c.txt"):
        matter.add(name, f"{LEASE}{name}")
    documents = matter.documents.of_matter(TENANT, MatterId(matter.id))
    cancellation = Cancellation()
    facts = replace(matter.facts, reader=_GivenUp(cancellation))
    token = current.set(cancellation)
    try:
        with pytest.raises(ToolFailed, match="given up"):
            CurrentFacts(facts, TENANT, MatterId(matter.id), seconds=lambda: 0.0).look_at(documents)
    finally:
        current.reset(token)

    assert [kept(facts, document) for document in documents] == [2, None, None]


class _GivenUp(LabelledFacts):
    """The call is given up while it reads the first document."""

    def __init__(self, cancellation: Cancellation) -> None:
        super().__init__()
        self._cancellation = cancellation

    def read(self, text: Any) -> Any:
        self._cancellation.request()
        return super().read(text)
