"""The tool ``list_claims``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.claims import ClaimClass, Materiality, Verdict
from casewright.domain.evidence import Grade
from casewright.toolbox.asked_documents import document_names
from casewright.toolbox.claims.claim_view import ClaimView, by_claim
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.claims import Claim
    from casewright.toolbox.deals.deal_stores import DealStores


class ListClaimsInput(Arguments):
    """Input of the ``list_claims`` tool; a filter that is left out lets everything through."""

    deal_id: str = Field(description="UUID of the deal")
    claim_class: ClaimClass | None = Field(default=None, description="Only claims of this class")
    claim_grade: Grade | None = Field(default=None, description="Only claims of this grade")
    claim_verdict: Verdict | None = Field(default=None, description="Only claims with this verdict")
    materiality: Materiality | None = Field(default=None, description="Only claims of this materiality")
    offset: int = Field(default=0, ge=0, description="How many to pass over")
    limit: int = Field(default=100, ge=1, le=1_000, description="How many to return at most")


class ListClaimsOutput(BaseModel):
    """The claims in the order in which they were entered; ``total_count`` is that of all that fit."""

    claims: list[ClaimView]
    total_count: int
    offset: int


def list_claims(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListClaimsInput, context: CallContext) -> ListClaimsOutput | Failure:
        deal = matter_of(arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        found = [claim for claim in stores.claims.of_deal(context.tenant, deal) if _fits(claim, arguments)]
        part = found[arguments.offset : arguments.offset + arguments.limit]
        defects = by_claim(stores.defects.of_deal(context.tenant, deal)) if part else {}
        names = document_names(stores.documents, context.tenant, deal) if part else {}
        views = [ClaimView.of(claim, defects.get(claim.id, ()), names) for claim in part]
        return ListClaimsOutput(claims=views, total_count=len(found), offset=arguments.offset)

    return Tool(
        name="list_claims",
        description="List the claims of a deal with grades, verdicts and defects, by class, grade or materiality.",
        arguments=ListClaimsInput,
        output=ListClaimsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        reads=("the deal's claims",),
    )


def _fits(claim: Claim, wanted: ListClaimsInput) -> bool:
    return (
        wanted.claim_class in (None, claim.claim_class)
        and wanted.claim_grade in (None, claim.standing.grade)
        and wanted.claim_verdict in (None, claim.standing.verdict)
        and wanted.materiality in (None, claim.materiality)
    )
