"""The tool ``describe_source``: what kind of source a document of a deal is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.evidence import Grade, SourceType
from casewright.domain.sources import DocumentSource
from casewright.errors import InvalidInput, NotFound
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.claims.row_fields import read_moment
from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, SOURCE_DESCRIBED, tell_assessed, tell_described
from casewright.toolbox.deals.document_places import DealDocuments, PlaceError
from casewright.toolbox.evidence.known_sources import keep_source
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId
    from casewright.toolbox.deals.assessment import Assessment
    from casewright.toolbox.deals.deal_stores import DealStores


class DescribeSourceInput(Arguments):
    """Input of the ``describe_source`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    document: str = Field(description="Filename or UUID of the document", min_length=1, max_length=4096)
    source_type: SourceType = Field(description="What kind of source it is; its grade follows from that")
    source_date: str | None = Field(default=None, description="The date that it bears, such as 2026-01-31")
    upstream_origin: str | None = Field(
        default=None, max_length=300, description="What its figures were taken from: sources of one origin count as one"
    )
    source_system: str | None = Field(default=None, max_length=300, description="Where it was got from")


class DescribeSourceOutput(BaseModel):
    """The source as it is known now, how many items of evidence it has, and how the deal stands with it."""

    document_id: str
    filename: str
    source_type: SourceType
    source_grade: Grade
    source_date: str | None
    upstream_origin: str | None
    source_system: str | None
    evidence: int
    assessment: AssessmentView


def describe_source(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: DescribeSourceInput, context: CallContext) -> DescribeSourceOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        try:
            document = DealDocuments(stores.documents, context.tenant, deal).named(arguments.document)
        except PlaceError as error:
            raise NotFound(str(error)) from error
        source = _source(arguments, context, deal, document, stores.clock.now())
        with stores.transaction.together():
            items = keep_source(stores, source)
            found = assess(stores, context.tenant, deal)
            tell_described(source, items)
            tell_assessed(found)
        return _output(document, source, items, found)

    return Tool(
        name="describe_source",
        description="Say what kind of source a document of a deal is, its date and what its figures were taken from; "
        "its evidence and the claims that rest on it are graded at once.",
        arguments=DescribeSourceInput,
        output=DescribeSourceOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        writes=("what the source is", "defects", "gates", "grades"),
        emits=(SOURCE_DESCRIBED, *ASSESSING),
    )


def _source(
    arguments: DescribeSourceInput, context: CallContext, deal: MatterId, document: Document, at: datetime
) -> DocumentSource:
    return DocumentSource(
        tenant=context.tenant,
        deal=deal,
        document=document.id,
        source_type=arguments.source_type,
        source_system=arguments.source_system,
        upstream_origin=arguments.upstream_origin,
        source_date=_moment(arguments.source_date),
        described_by=context.actor.id,
        described_at=at,
    )


def _output(document: Document, source: DocumentSource, evidence: int, assessment: Assessment) -> DescribeSourceOutput:
    return DescribeSourceOutput(
        document_id=document.id,
        filename=document.filename,
        source_type=source.source_type,
        source_grade=SOURCE_GRADE[source.source_type],
        source_date=None if source.source_date is None else source.source_date.isoformat(),
        upstream_origin=source.upstream_origin,
        source_system=source.source_system,
        evidence=evidence,
        assessment=AssessmentView.of(assessment),
    )


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    found = read_moment(text)
    if found is None:
        raise InvalidInput(f"source_date is {text!r}; write the day as 2026-01-31, or a time with its zone")
    return found
