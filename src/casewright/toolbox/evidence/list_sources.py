"""The tool ``list_sources``: what kind of source each document of a deal is, why, and who said so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.evidence import Grade, SourceType
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.evidence.known_sources import KnownSource, known_sources
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class ListSourcesInput(Arguments):
    """Input of the ``list_sources`` tool."""

    deal_id: str = Field(description="UUID of the deal")


class ListedSource(BaseModel):
    """A document as a source: what counts now, and what its content says."""

    document_id: str
    filename: str
    source_type: SourceType = Field(description="What counts: what a person said, else what was recognised")
    source_grade: Grade = Field(description="The best grade of evidence from it")
    said_by: str | None = Field(description="The person who said so; null where nobody did")
    recognised: SourceType = Field(description="What its content says that it is; unknown where it does not say enough")
    recognised_date: str | None = Field(description="The day that it bears, as its content says")
    why: str = Field(description="What in the content says so")

    @classmethod
    def of(cls, source: KnownSource) -> ListedSource:
        """The view of one document."""
        said, day = source.described if source.is_said else None, source.recognised.source_date
        return cls(
            document_id=source.document.id,
            filename=source.document.filename,
            source_type=source.kind,
            source_grade=SOURCE_GRADE[source.kind],
            said_by=None if said is None else said.described_by,
            recognised=source.recognised.source_type,
            recognised_date=None if day is None else day.isoformat(),
            why=source.recognised.why,
        )


class ListSourcesOutput(BaseModel):
    """Every document, by name, and how many nobody has said a kind of."""

    sources: list[ListedSource]
    unsaid: int


def list_sources(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListSourcesInput, context: CallContext) -> ListSourcesOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        found = known_sources(stores, context.tenant, deal)
        return ListSourcesOutput(
            sources=[ListedSource.of(one) for one in found], unsaid=sum(not one.is_said for one in found)
        )

    return Tool(
        name="list_sources",
        description="List the documents of a deal with the kind of source that each is, what in its content says so, "
        "and whether a person did.",
        arguments=ListSourcesInput,
        output=ListSourcesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        timeout=600.0,
        reads=("the deal's documents",),
    )
