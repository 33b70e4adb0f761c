"""The tool ``correct_fact``: a person confirms a fact, corrects it, or says that it is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.domain.facts import FIELD, FactHow, FactValue
from casewright.domain.ids import DocumentId
from casewright.domain.kept_facts import CorrectionKind, FactCorrection, PlacedFact, text_digest
from casewright.domain.skipping import quote_text, spans_of, within
from casewright.errors import InvalidInput, NotFound
from casewright.evidence.facts.corrections import Corrected, corrected
from casewright.toolbox.facts.asked_fields import asked_field
from casewright.toolbox.facts.fact_view import FactSource, FactView, fact_view
from casewright.toolbox.facts.reading import FactReading, place_of
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document, Reading

Span = tuple[int, int]


class CorrectFactInput(Arguments):
    """Input of the ``correct_fact`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")
    field: str = Field(description="The field, such as governing_law")
    action: CorrectionKind = Field(
        description="confirm: it is right. replace: it stands elsewhere or has another value. add: it was not found. "
        "reject: it is not there, or without a place, the document says nothing of the field. withdraw: take back what "
        "was said before"
    )
    start: int | None = Field(
        default=None, ge=0, description="Where the fact stands: its start, as contract_facts says"
    )
    end: int | None = Field(default=None, ge=1, description="And its end; of what is added, where it stands")
    new_start: int | None = Field(default=None, ge=0, description="With replace: where it stands instead")
    new_end: int | None = Field(default=None, ge=1, description="With replace: and its end")
    value: str | None = Field(
        default=None,
        max_length=2_000,
        description="With replace and add: the value in words, such as '12 March 2021', '30 days' or 'Romania'; where "
        "left out, it is read from the words that stand there",
    )


class CorrectFactOutput(BaseModel):
    """What holds now: the field's facts, people's first; ``rejected`` where somebody said that it has none.

    ``number`` counts what was said to the facts of this document.
    """

    document_id: str
    filename: str
    field: str
    action: CorrectionKind
    number: int
    facts: list[FactView]
    rejected: bool


def correct_fact(*, reading: FactReading) -> Tool:
    """The tool over these parts."""

    def run(arguments: CorrectFactInput, context: CallContext) -> CorrectFactOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = reading.documents.get(context.tenant, matter, DocumentId(arguments.document_id.lower()))
        if document is None:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        stored = reading.documents.reading(context.tenant, matter, document.id)
        if stored is None or document.status is not DocumentStatus.READY:
            raise InvalidInput(
                f"{document.filename!r} has no text (status: {document.status.value}): nothing stands in it"
            )
        if document.replaced_by is not None:
            raise InvalidInput(
                f"{document.filename!r} was read anew as document {document.replaced_by}: say it of that one"
            )
        desk = _Desk(reading, document, stored)
        about, fact = desk.meant(arguments)
        correction = FactCorrection(
            tenant=context.tenant,
            matter=matter,
            document=document.id,
            number=0,
            text_sha256=desk.digest,
            kind=arguments.action,
            field=asked_field(arguments.field),
            about=about,
            fact=fact,
            decided_by=context.actor.id,
            decided_at=reading.clock.now(),
        )
        kept = reading.facts.correct(correction)
        return desk.told(kept)

    return Tool(
        name="correct_fact",
        description=(
            "Say of a fact of a document that it is right, that it stands elsewhere or has another value, that it is "
            "missing or not there; or take such a word back. What a person says counts before what was read."
        ),
        arguments=CorrectFactInput,
        output=CorrectFactOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        reads=("the document and its facts",),
        writes=("what people say to the document's facts",),
    )


class _Desk:
    """A document with its facts as they are now, on which a person says something."""

    def __init__(self, reading: FactReading, document: Document, stored: Reading) -> None:
        self.reading, self.document, self.stored = reading, document, stored
        self.digest = text_digest(stored.text)
        said = reading.facts.corrections(document.tenant, [document.id]).get(document.id, ())
        self.said = [one for one in said if one.text_sha256 == self.digest]
        read = reading.facts.read(document.tenant, [document.id]).get(document.id)
        self.read = read if reading.is_current(read, stored.text) else None
        self.now = self._with(self.said)

    def meant(self, asked: CorrectFactInput) -> tuple[Span | None, PlacedFact | None]:
        """What the word is about, and what holds then. Raises ``InvalidInput`` for what means nothing."""
        field = asked_field(asked.field)
        place, new = _span("start", asked.start, asked.end), _span("new_start", asked.new_start, asked.new_end)
        if new is not None and asked.action is not CorrectionKind.REPLACE:
            raise InvalidInput("new_start and new_end go with replace only: leave them out")
        if asked.value is not None and asked.action not in (CorrectionKind.REPLACE, CorrectionKind.ADD):
            raise InvalidInput("value goes with replace and add only: leave it out")
        if asked.action is CorrectionKind.ADD:
            if place is None:
                raise InvalidInput("to add a fact, say where it stands: start and end")
            return None, self._stated(field, place, asked.value)
        if asked.action is CorrectionKind.WITHDRAW:
            return self._said_before(field, place), None
        if place is None:
            if asked.action is CorrectionKind.REJECT:
                return None, None
            raise InvalidInput(f"to {asked.action.value} a fact, say which: its start and end, as contract_facts says")
        fact, about = self._known(field, place)
        if asked.action is CorrectionKind.CONFIRM:
            return about, replace(fact, confidence=1.0, how=FactHow.PERSON)
        if asked.action is CorrectionKind.REJECT:
            return about, None
        if new is None and asked.value is None:
            raise InvalidInput("to replace a fact, say where it stands instead, or its value, or both")
        return about, self._stated(field, new or place, asked.value)

    def told(self, kept: FactCorrection) -> CorrectFactOutput:
        """What holds with the word that was just kept."""
        now = self._with([*self.said, kept])
        reading = self.stored
        source = FactSource(self.document, reading.text, spans_of(reading.furniture), reading.recognised)
        return CorrectFactOutput(
            document_id=self.document.id,
            filename=self.document.filename,
            field=kept.field,
            action=kept.kind,
            number=kept.number,
            facts=[fact_view(fact, source) for fact in now.facts if fact.field == kept.field],
            rejected=kept.field in now.rejected,
        )

    def _with(self, said: Sequence[FactCorrection]) -> Corrected:
        return corrected(() if self.read is None else self.read.facts, said)

    def _known(self, field: str, place: Span) -> tuple[PlacedFact, Span]:
        """The fact that is shown at the place, and the place by which corrections know it."""
        for fact in self.now.facts:
            if (fact.field, fact.start, fact.end) == (field, *place):
                return fact, self.now.origins.get((field, place), (field, place))[1]
        unread = "" if self.read is not None else ", and its facts were not read yet"
        raise InvalidInput(
            f"No fact {field!r} stands at {place[0]}–{place[1]} of {self.document.filename!r}{unread}: contract_facts "
            "says where facts stand, and add says one that was not found"
        )

    def _said_before(self, field: str, place: Span | None) -> Span | None:
        """The place that an earlier word was on, None for one on the whole field."""
        if place is None:
            if field in self.now.rejected:
                return None
            raise InvalidInput(f"Nobody said that {self.document.filename!r} has no {field!r}: nothing to withdraw")
        about = self.now.origins.get((field, place), (field, place))[1]
        if any(_about(one) == (field, about) for one in self.said):
            return about
        at = f"{place[0]}–{place[1]} of {self.document.filename!r}"
        raise InvalidInput(f"Nobody said anything to {field!r} at {at}: nothing to withdraw")

    def _stated(self, field: str, place: Span, words: str | None) -> PlacedFact:
        """The fact as the person states it. Raises ``InvalidInput`` for a place that holds nothing."""
        text, (start, end) = self.stored.text, place
        if end > len(text):
            raise InvalidInput(f"{self.document.filename!r} ends at {len(text)}: {start}–{end} goes beyond it")
        if not quote_text(text, start, end, within(start, end, spans_of(self.stored.furniture))).strip():
            raise InvalidInput(f"Nothing stands at {start}–{end} of {self.document.filename!r}: name the words")
        page, section = place_of(self.stored, start, end)
        value = self._value(field, place) if words is None else self._value_in(field, words)
        return PlacedFact(field, value, start, end, page, section, 1.0, FactHow.PERSON)

    def _value(self, field: str, place: Span) -> FactValue | None:
        around: dict[str, list[Span]] = {field: [place]}
        for fact in self.now.facts:
            around.setdefault(fact.field, []).append((fact.start, fact.end))
        return self.reading.value(field, self.stored.text, *place, around=around)

    def _value_in(self, field: str, words: str) -> FactValue:
        value = self.reading.value(field, words, 0, len(words))
        if value is None:
            raise InvalidInput(
                f"{words!r} could not be read as {FIELD[field].label.lower()!r}: say it as a contract would, such as "
                "'12 March 2021', 'three years', 'USD 1,000,000' or 'Romania'"
            )
        return value


def _about(one: FactCorrection) -> tuple[str, Span | None]:
    if one.about is None and one.fact is not None:
        return one.field, (one.fact.start, one.fact.end)
    return one.field, one.about


def _span(name: str, start: int | None, end: int | None) -> Span | None:
    if (start is None) != (end is None):
        raise InvalidInput(f"{name} and {name.replace('start', 'end')} go together: give both, or neither")
    if start is None or end is None:
        return None
    if end <= start:
        raise InvalidInput(f"{name.replace('start', 'end')} {end} does not lie behind {name} {start}")
    return start, end
