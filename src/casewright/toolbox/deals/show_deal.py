"""The tool ``show_deal``: a deal at a glance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.actors import RECOGNITION
from casewright.domain.claims import Verdict
from casewright.domain.defects import DefectSeverity, DefectStatus
from casewright.domain.documents import DocumentStatus
from casewright.domain.evidence import Grade, SourceType
from casewright.domain.human_gates import GateStatus
from casewright.errors import NotFound
from casewright.evidence.coverage import Coverage
from casewright.toolbox.deals.defect_view import DefectView
from casewright.toolbox.matters.create_matter import MatterView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.defects import Defect
    from casewright.domain.ids import MatterId
    from casewright.evidence.record import DealRecord
    from casewright.toolbox.deals.deal_stores import DealStores

_WITHDRAWN_SHOWN = 5


class ShowDealInput(Arguments):
    """Input of the ``show_deal`` tool."""

    deal_id: str = Field(description="UUID of the deal")


class SourceView(BaseModel):
    """A document of the deal as a source.

    ``source_type`` is what it was described as; left out, what all of its evidence says; null where they differ.
    ``described`` says whether a person did.
    """

    document_id: str
    filename: str
    status: DocumentStatus
    source_type: SourceType | None
    described: bool
    source_date: str | None
    claims: int = Field(description="How many claims rest on it")


class DocumentCoverageView(BaseModel):
    """How much of one document was read."""

    document_id: str
    filename: str
    figures: int = Field(description="Cells with numbers, and amounts in words")
    claimed: int = Field(description="Those at which a claim stands")
    tables: int
    is_financial: bool
    set_aside: dict[str, int] = Field(description="Numbers that are no figures, by reason")
    why_not: str | None = Field(description="Why nothing of it could be read")


class ContractCoverageView(BaseModel):
    """What one contract was read for beside its figures; kinds of clauses are called as fields of facts are."""

    document_id: str
    filename: str
    clauses: int = Field(description="Clauses of it that are claims")
    found: list[str]
    not_found: list[str] = Field(description="Looked for, and no claim: it may say it in words that no reader knows")
    facts_read: bool = Field(description="Whether a reader of facts has read it")


class CoverageView(BaseModel):
    """How much of the room was read: claims at figures, of all figures."""

    share: float | None = Field(description="From 0 to 1; null where the room has no figures")
    financial_share: float | None = Field(description="The same of its financial documents")
    figures: int
    claimed: int
    bound: float = Field(description="Below this financial share nothing is recommended")
    documents: list[DocumentCoverageView]
    contracts: list[ContractCoverageView]


class ShowDealOutput(BaseModel):
    """How many claims there are and how they stand, what is open, and the sources."""

    deal: MatterView
    as_of: str = Field(description="The day from which ages are counted")
    claims: int
    grades: dict[Grade, int]
    verdicts: dict[Verdict, int]
    open_defects: dict[DefectSeverity, int]
    open_gates: int
    withdrawn_count: int = Field(description="Defects that ended because the detectors found them no more")
    withdrawn: list[DefectView] = Field(description="Those that ended last, newest first; 5 at most")
    calculations: int
    coverage: CoverageView
    sources: list[SourceView]


def show_deal(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ShowDealInput, context: CallContext) -> ShowDealOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        matter = stores.matters.get(context.tenant, deal)
        if matter is None:
            raise NotFound(f"Matter {arguments.deal_id!r} not found: 'casewright matter list' shows the ids")
        record = stores.record(context.tenant, deal)
        found = [claim.standing for claim in record.claims]
        open_defects = [one.severity for one in record.defects if one.status is DefectStatus.OPEN]
        gates = stores.gates.of_deal(context.tenant, deal)
        withdrawn = _withdrawn(record)
        return ShowDealOutput(
            deal=MatterView.of(matter),
            as_of=record.as_of.isoformat(),
            claims=len(found),
            grades={grade: sum(one.grade is grade for one in found) for grade in Grade},
            verdicts={verdict: sum(one.verdict is verdict for one in found) for verdict in Verdict},
            open_defects={severity: open_defects.count(severity) for severity in DefectSeverity},
            open_gates=sum(gate.status is GateStatus.OPEN for gate in gates),
            withdrawn_count=len(withdrawn),
            withdrawn=[DefectView.of(one) for one in withdrawn[:_WITHDRAWN_SHOWN]],
            calculations=len(record.calculations),
            coverage=CoverageView.model_validate((record.coverage or Coverage()).as_json()),
            sources=_sources(stores, context, matter.id, record),
        )

    return Tool(
        name="show_deal",
        description="Show a deal at a glance: claims by grade and verdict, open defects and gates, its sources.",
        arguments=ShowDealInput,
        output=ShowDealOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        reads=("the deal",),
    )


def _withdrawn(record: DealRecord) -> list[Defect]:
    """The defects that the detectors withdrew, newest first."""
    ended = [(one.resolved_at, one) for one in record.defects if one.is_withdrawn and one.resolved_at is not None]
    return [one for _, one in sorted(ended, key=lambda pair: (pair[0], pair[1].id), reverse=True)]


def _resting(record: DealRecord) -> Counter[str]:
    """How many claims rest on each document."""
    counted: Counter[str] = Counter()
    for claim in record.claims:
        items = (record.evidence.get(name) for name in claim.sanad.evidence)
        counted.update({item.span.document for item in items if item is not None and item.span is not None})
    return counted


def _types(record: DealRecord) -> dict[str, set[SourceType]]:
    """What the evidence from each document says that it is."""
    found: dict[str, set[SourceType]] = {}
    for item in record.evidence.values():
        if item.span is not None:
            found.setdefault(item.span.document, set()).add(item.source_type)
    return found


def _sources(stores: DealStores, context: CallContext, deal: MatterId, record: DealRecord) -> list[SourceView]:
    described = stores.sources.of_deal(context.tenant, deal)
    resting, types = _resting(record), _types(record)
    views = []
    for document in sorted(stores.documents.of_matter(context.tenant, deal), key=lambda one: one.filename):
        source, said = described.get(document.id), types.get(document.id, set())
        dated = document.dated if source is None or source.source_date is None else source.source_date
        views.append(
            SourceView(
                document_id=document.id,
                filename=document.filename,
                status=document.status,
                source_type=source.source_type if source is not None else next(iter(said)) if len(said) == 1 else None,
                described=source is not None and source.described_by != RECOGNITION,
                source_date=None if dated is None else dated.isoformat(),
                claims=resting[document.id],
            )
        )
    return views
