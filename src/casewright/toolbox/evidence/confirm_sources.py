"""The tool ``confirm_sources``: a person says that documents are what their content says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.evidence import SourceType
from casewright.domain.sources import DocumentSource
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, SOURCE_DESCRIBED, tell_assessed, tell_described
from casewright.toolbox.deals.document_places import DealDocuments, PlaceError
from casewright.toolbox.deals.person import require_person
from casewright.toolbox.evidence.known_sources import KnownSource, keep_source, known_sources
from casewright.toolbox.evidence.list_sources import ListedSource
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId
    from casewright.toolbox.deals.deal_stores import DealStores


class ConfirmSourcesInput(Arguments):
    """Input of the ``confirm_sources`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    document: str | None = Field(
        default=None,
        description="Filename or UUID of the document; left out, all whose kind was recognised and nobody has said",
        min_length=1,
        max_length=4096,
    )


class ConfirmSourcesOutput(BaseModel):
    """What was confirmed, what is left, and how the deal stands with it; no assessment where nothing was confirmed."""

    confirmed: list[ListedSource]
    said_before: int = Field(description="Documents of which a person had said a kind")
    unknown: list[ListedSource] = Field(description="Documents whose content does not say enough: describe them")
    assessment: AssessmentView | None


def confirm_sources(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ConfirmSourcesInput, context: CallContext) -> ConfirmSourcesOutput | Failure:
        require_person(context, "confirm what a source is")
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        chosen = _chosen(stores, context, deal, arguments.document)
        said = sum(one.is_said for one in chosen)
        unsaid = [one for one in chosen if not one.is_said]
        unknown = [one for one in unsaid if one.recognised.source_type is SourceType.UNKNOWN]
        known = [one for one in unsaid if one.recognised.source_type is not SourceType.UNKNOWN]
        assessment = None
        with stores.transaction.together():
            sources = [_source(one, context, deal, stores.clock.now()) for one in known]
            kept = [(source, keep_source(stores, source)) for source in sources]
            if kept:
                found = assess(stores, context.tenant, deal)
                for source, items in kept:
                    tell_described(source, items)
                tell_assessed(found)
                assessment = AssessmentView.of(found)
        confirmed = [replace(one, described=source) for one, source in zip(known, sources, strict=True)]
        return ConfirmSourcesOutput(
            confirmed=[ListedSource.of(one) for one in confirmed],
            said_before=said,
            unknown=[ListedSource.of(one) for one in unknown],
            assessment=assessment,
        )

    return Tool(
        name="confirm_sources",
        description="Say, as a person, that a document of a deal is the kind of source that its content says, or that "
        "all are whose kind nobody has said; their evidence and the claims that rest on it are graded at once.",
        arguments=ConfirmSourcesInput,
        output=ConfirmSourcesOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        reads=("the deal's documents",),
        writes=("what the sources are", "defects", "gates", "grades"),
        emits=(SOURCE_DESCRIBED, *ASSESSING),
    )


def _chosen(stores: DealStores, context: CallContext, deal: MatterId, name: str | None) -> Sequence[KnownSource]:
    """The documents that are asked about. Raises ``NotFound``, and ``InvalidInput`` for one that says nothing."""
    every = known_sources(stores, context.tenant, deal)
    if name is None:
        return every
    try:
        document = DealDocuments(stores.documents, context.tenant, deal).named(name)
    except PlaceError as error:
        raise NotFound(str(error)) from error
    chosen = [one for one in every if one.document.id == document.id]
    for one in chosen:
        if not one.is_said and one.recognised.source_type is SourceType.UNKNOWN:
            raise InvalidInput(
                f"{document.filename!r} does not say what it is ({one.recognised.why}): "
                "say it with 'casewright deal source DEAL DOCUMENT --type KIND'"
            )
    return chosen


def _source(known: KnownSource, context: CallContext, deal: MatterId, at: datetime) -> DocumentSource:
    day = known.recognised.source_date
    return DocumentSource(
        tenant=context.tenant,
        deal=deal,
        document=known.document.id,
        source_type=known.recognised.source_type,
        source_system=None,
        upstream_origin=None,
        source_date=None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC),
        described_by=context.actor.id,
        described_at=at,
    )
