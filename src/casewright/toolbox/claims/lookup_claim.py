"""The tool ``lookup_claim``: a claim by its id, with its chain and its evidence (agent-framework seed, 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.asked_documents import names_of
from casewright.toolbox.claims.chain_view import EvidenceView, SanadView
from casewright.toolbox.claims.claim_view import ClaimView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.sight import Sight
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.ports.defects import DefectStore
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.together import Together


class LookupClaimInput(Arguments):
    """Input of the ``lookup_claim`` tool."""

    claim_id: str = Field(description="UUID of the claim")
    include_sanad: bool = Field(default=False, description="Include Sanad chain details")
    include_evidence: bool = Field(default=False, description="Include evidence items")


class ClaimLookupResult(BaseModel):
    """The claim; its chain and its evidence, the primary item first, where they were asked for."""

    claim: ClaimView
    sanad: SanadView | None
    evidence: list[EvidenceView] | None


def lookup_claim(
    *, claims: ClaimStore, defects: DefectStore, documents: DocumentStore, sight: Sight, transaction: Together
) -> Tool:
    """The tool over these stores."""

    def run(arguments: LookupClaimInput, context: CallContext) -> ClaimLookupResult:
        with transaction.reading():
            return look_up(arguments, context)

    def look_up(arguments: LookupClaimInput, context: CallContext) -> ClaimLookupResult:
        claim = sight.claim(context, tool, arguments.claim_id)
        asked = claim.sanad.evidence if arguments.include_evidence else ()
        there = {item.id: item for item in claims.evidence(context.tenant, claim.deal, asked)} if asked else {}
        stands_in = {item.span.document for item in there.values() if item.span is not None}
        stands_in |= set() if claim.span is None else {claim.span.document}
        names = names_of(documents, context.tenant, claim.deal, stands_in)
        own = defects.of_claims(context.tenant, claim.deal, [claim.id])
        items = None
        if arguments.include_evidence:
            items = [EvidenceView.of(there[one], names) for one in claim.sanad.evidence if one in there]
        return ClaimLookupResult(
            claim=ClaimView.of(claim, own, names),
            sanad=SanadView.of(claim) if arguments.include_sanad else None,
            evidence=items,
        )

    tool = Tool(
        name="lookup_claim",
        description=(
            "Retrieve a claim from the registry: what it says, its grade and why, its verdict, its defects. With "
            "include_sanad its chain of transmission, with include_evidence the quotes that it rests on."
        ),
        arguments=LookupClaimInput,
        output=ClaimLookupResult,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence", "debate"),
        idempotent=True,
        reads=("the claim, its chain, its evidence and its defects",),
    )
    return tool
