"""Facts are read once by each version of the reader: as a document is put in, or when they are first asked for."""

from __future__ import annotations

import logging
from bisect import bisect_right
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from casewright.domain.facts import FactText
from casewright.domain.kept_facts import FactsRead, PlacedFact, text_digest
from casewright.domain.skipping import spans_of
from casewright.errors import CasewrightError, IntegrityError, ToolFailed, UnreadableDocument
from casewright.toolbox.documents.stored_chunks import section_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.documents import Document, Reading
    from casewright.domain.facts import FoundFact
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.facts import FactReader, FactStore, ValueOf

_log = logging.getLogger("casewright.facts")


@dataclass(frozen=True, slots=True)
class FactReading:
    """Reads facts and keeps them. ``value`` makes a value of the words of a field that stand in a text.

    ``is_masked`` says whether a matter's texts are masked: those of cases are. Texts of more than ``at_ingest``
    characters are read when they are first asked about, not as they are put in.
    """

    documents: DocumentStore
    facts: FactStore
    reader: FactReader
    value: ValueOf
    is_masked: Callable[[TenantId, MatterId], bool]
    clock: Clock
    at_ingest: int = 0
    value_version: str = ""

    @property
    def version(self) -> str:
        """What is kept of another version is read again: the reader's, and that of what makes values."""
        return f"{self.reader.version}, {self.value_version}" if self.value_version else self.reader.version

    def is_current(self, read: FactsRead | None, text: str) -> bool:
        """Whether what was read is what the reader of now would read of this text."""
        return read is not None and read.reader == self.version and read.text_sha256 == text_digest(text)

    def read(self, document: Document, reading: Reading | None = None) -> FactsRead | None:
        """Read the document's facts and keep them; None where it has no text.

        Raises ``UnreadableDocument`` where the reader fails on it, ``IntegrityError`` where its model cannot be used,
        and what the stores raise.
        """
        if reading is None:
            reading = self.documents.reading(document.tenant, document.matter, document.id)
        if reading is None:
            return None
        text = self.text_of(document, reading)
        try:
            found, looked_for = placed(self.reader.read(text), reading, self.value), self.reader.looks_for(text)
        except (ToolFailed, IntegrityError):
            raise  # the call was given up, or no document can be read
        except Exception as error:  # whatever its words do to a reader, the other documents are read
            _log.warning("the facts of document %s were not read: %s", document.id, type(error).__name__)
            raise UnreadableDocument(f"its reader failed on it ({type(error).__name__})") from error
        read = FactsRead(
            tenant=document.tenant,
            matter=document.matter,
            document=document.id,
            reader=self.version,
            text_sha256=text_digest(reading.text),
            looked_for=tuple(sorted(looked_for)),
            facts=found,
            read_at=self.clock.now(),
        )
        self.facts.keep(read)
        return read

    def read_new(self, document: Document, reading: Reading) -> None:
        """Read the facts of a document that was just put in, if its text is short enough.

        Nothing is raised: the document is in, and its facts can be read when they are asked for.
        """
        if len(reading.text) > self.at_ingest:
            return
        try:
            self.read(document, reading)
        except ToolFailed:
            raise  # the call was given up
        except CasewrightError as error:
            _log.warning("the facts of document %s were not read as it was put in: %s", document.id, error)

    def text_of(self, document: Document, reading: Reading) -> FactText:
        """What the reader reads of the document."""
        return FactText(
            text=reading.text,
            chunks=reading.chunks,
            sections=reading.sections or (),
            furniture=spans_of(reading.furniture),
            masked=self.is_masked(document.tenant, document.matter),
        )


def placed(found: Sequence[FoundFact], reading: Reading, value: ValueOf) -> tuple[PlacedFact, ...]:
    """What was found in a reading's text, with its values, pages and sections."""
    around: dict[str, list[tuple[int, int]]] = {}
    for one in found:
        around.setdefault(one.field, []).append((one.start, one.end))
    return tuple(
        PlacedFact(
            one.field,
            value(one.field, reading.text, one.start, one.end, around=around),
            one.start,
            one.end,
            *place_of(reading, one.start, one.end),
            one.confidence,
            one.how,
        )
        for one in found
    )


def place_of(reading: Reading, start: int, end: int) -> tuple[int | None, str | None]:
    """The page on which the stretch begins, and the section that all of it stands in; None where not certain."""
    at = bisect_right([page.start for page in reading.pages], start) - 1
    page = reading.pages[max(at, 0)].number if reading.pages else None
    first = bisect_right(reading.chunks, start, key=lambda chunk: chunk.end)
    touched = takewhile(lambda chunk: chunk.start < end, islice(reading.chunks, first, None))
    labels = {section_label(chunk.section) for chunk in touched}
    return page, labels.pop() if len(labels) == 1 else None
