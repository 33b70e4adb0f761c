"""The facts of a matter's documents as the tool ``contract_facts`` answers with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.amendments import AmendmentKind
from casewright.domain.facts import FactHow
from casewright.domain.recognition import confidence_of
from casewright.domain.skipping import gaps, quote_text, within
from casewright.toolbox.facts.value_view import ValueView, value_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document
    from casewright.domain.kept_facts import PlacedFact
    from casewright.domain.recognition import RecognisedPage
    from casewright.domain.skipping import Span


class FactView(BaseModel):
    """One fact: ``start`` to ``end`` of the document's text states it, ``quote`` is what stands there, without the
    ``skipped`` places of page furniture; ``ocr`` is how sure text recognition was of it, null where it is no scan's.

    ``value`` is null where the words could not be read as one; ``section`` is null where it is not certain.
    ``confidence`` is the measured share, in [0, 1], of such facts that were right. ``how`` is ``person`` where one
    confirmed or corrected it. ``amended_by`` is the document whose word on the field counts instead.
    """

    field: str
    value: ValueView | None
    quote: str
    start: int
    end: int
    page: int | None
    section: str | None
    confidence: float
    how: FactHow
    document_id: str
    filename: str
    skipped: list[tuple[int, int]] | None = None
    ocr: float | None = None
    amended_by: str | None = None


class AmendmentLink(BaseModel):
    """A confirmed amendment, seen from one of its two documents: the other one, and what is done."""

    document_id: str
    filename: str
    kind: AmendmentKind


class FieldInForce(BaseModel):
    """What a later, confirmed document says of a field of this one: its facts count, offsets are those of its text."""

    field: str
    document_id: str
    filename: str
    kind: AmendmentKind
    facts: list[FactView]


class FactsReading(BaseModel):
    """Whether the document's facts were read, and by what.

    ``fields_not_found`` were looked for and not found, and none of them is said of a document that is ``not read``;
    ``reason`` then says why. ``fields_not_looked_for`` are beyond what this reader reads here.
    ``fields_rejected`` were found by the reader, and a person said that they are not there.
    """

    state: Literal["read", "not read"]
    reason: str | None = None
    reader: str | None = Field(default=None, description="Name and version of what read the facts")
    fields_not_found: list[str] = Field(default_factory=list)
    fields_not_looked_for: list[str] = Field(default_factory=list)
    fields_rejected: list[str] = Field(default_factory=list)


class DocumentFacts(BaseModel):
    """A document's own facts, in the order of the fields.

    ``in_force`` are the fields on which a confirmed amendment of it has the last word; its own facts of these stay
    among ``facts``, marked ``amended_by``.
    """

    document_id: str
    filename: str
    reading: FactsReading
    facts: list[FactView]
    amends: list[AmendmentLink] = Field(default_factory=list)
    amended_by: list[AmendmentLink] = Field(default_factory=list)
    in_force: list[FieldInForce] = Field(default_factory=list)


class ChangedFacts(BaseModel):
    """A field that another version of the reader reads otherwise: what was read before, and what is read now."""

    document_id: str
    filename: str
    field: str
    before: list[FactView]
    after: list[FactView]
    reader_before: str
    reader: str


class ContractFactsOutput(BaseModel):
    """The facts of the documents asked about.

    ``not_read`` counts, by reason, the documents whose facts were not read; ``left`` are those that this call did not
    come to: the next one goes on with them. ``warnings`` are for the reader of the answer.
    """

    documents: list[DocumentFacts]
    not_read: dict[str, int] = Field(default_factory=dict)
    left: list[str] = Field(default_factory=list, description="Ids of documents still to be read: call again")
    changed: list[ChangedFacts] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    next_first: int | None = Field(default=None, description="Where the next call goes on; null at the end")
    message: str | None = None


@dataclass(frozen=True, slots=True)
class FactSource:
    """A document that states facts: its text, what of it nobody reads, and which pages of it were recognised."""

    document: Document
    text: str = ""
    furniture: Sequence[Span] = ()
    recognised: Sequence[RecognisedPage] = ()


def fact_view(fact: PlacedFact, source: FactSource, *, amended_by: str | None = None) -> FactView:
    """The fact as results carry it."""
    start, end = fact.start, fact.end
    skipped = within(start, end, source.furniture)
    ocr = confidence_of(source.recognised, start, end)
    return FactView(
        document_id=source.document.id,
        filename=source.document.filename,
        skipped=list(gaps(source.text, start, end, skipped)) or None,
        ocr=None if ocr is None else round(ocr, 4),
        field=fact.field,
        value=value_view(fact.value),
        quote=quote_text(source.text, start, end, skipped),
        start=start,
        end=end,
        page=fact.page,
        section=fact.section,
        confidence=round(fact.confidence, 4),
        how=fact.how,
        amended_by=amended_by,
    )
