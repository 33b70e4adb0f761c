"""The tool ``add_claim``: one claim, entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.claims import Basis, ClaimClass, ClaimType, Materiality, Polarity
from casewright.domain.evidence import SourceType
from casewright.toolbox.claims.claim_view import ClaimView, by_claim
from casewright.toolbox.claims.entry import Entered, enter
from casewright.toolbox.claims.import_text import RawRow
from casewright.toolbox.claims.row_fields import LONGEST_TEXT
from casewright.toolbox.deals.deal_events import ADDED, ASSESSING, tell_claim
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class EvidenceInput(Arguments):
    """A place in a document of the deal: by quote, by start and end, or by cell."""

    document: str = Field(description="Filename or UUID of the document", min_length=1, max_length=4096)
    quote: str | None = Field(default=None, description="Words that stand there, word for word")
    start: int | None = Field(default=None, ge=0, description="Where it begins, in characters")
    end: int | None = Field(default=None, ge=0, description="Where it ends")
    cell: str | None = Field(default=None, description="The cell, such as ARR!C7")
    source_type: SourceType | None = Field(default=None, description="What kind of source it is, where not described")
    source_system: str | None = Field(default=None, description="Where it was got from")
    upstream_origin: str | None = Field(default=None, description="What its figures were taken from")
    source_date: str | None = Field(default=None, description="The date that it bears, such as 2026-01-31")


class AddClaimInput(Arguments):
    """Input of the ``add_claim`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    claim_text: str = Field(description="What is claimed, in a sentence", min_length=1, max_length=LONGEST_TEXT)
    claim_class: ClaimClass = Field(description="What the claim is about")
    claim_type: ClaimType = Field(default=ClaimType.PRIMARY, description="primary, or derived from other claims")
    materiality: Materiality = Field(default=Materiality.MEDIUM, description="How much the deal depends on it")
    value_struct: dict[str, Any] | None = Field(
        default=None, description='Its value, such as {"type": "monetary", "amount": "12500000", "currency": "EUR"}'
    )
    metric: str | None = Field(default=None, description="What is measured, such as arr")
    entity: str | None = Field(default=None, description="Whose figure it is")
    period: str | None = Field(default=None, description="FY2025, LTM 2025-09, 2025-Q3, 2025-09 or 2025-09-30")
    basis: Basis = Field(default=Basis.ACTUAL, description="actual, or forecast")
    subjective: bool = Field(default=False, description="True for an opinion")
    polarity: Polarity | None = Field(default=None, description="What it is for who buys the company, where known")
    evidence: list[EvidenceInput] = Field(default=[], description="Where it stands, the primary place first")
    derived_from: list[str] = Field(default=[], description="UUIDs of claims that a derived one comes from")


class AddClaimOutput(BaseModel):
    """The claim as it stands now; ``notes`` say what to know about its places."""

    claim: ClaimView
    notes: list[str]


def add_claim(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: AddClaimInput, context: CallContext) -> AddClaimOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        fields = arguments.model_dump(mode="json", exclude={"deal_id"}, exclude_none=True, exclude_defaults=True)
        entered = enter(stores, context, deal, [RawRow(1, fields)], tell, few=True)
        if isinstance(entered, Failure):
            return entered
        [built], record = entered.built, entered.assessment.record
        claim = next(one for one in record.claims if one.id == built.claim.id)
        view = ClaimView.of(claim, by_claim(record.defects).get(claim.id, ()), record.documents)
        return AddClaimOutput(claim=view, notes=list(built.notes))

    def tell(entered: Entered) -> None:
        [built] = entered.built
        tell_claim(ADDED, next(one for one in entered.assessment.record.claims if one.id == built.claim.id))

    return Tool(
        name="add_claim",
        description="Enter one claim into a deal by hand, with the places in documents that say so.",
        arguments=AddClaimInput,
        output=AddClaimOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        reads=("the deal's documents",),
        writes=("a claim", "defects", "gates", "grades"),
        emits=(ADDED, *ASSESSING),
    )
