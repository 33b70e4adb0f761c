"""The tool ``verify_claim``: a person has looked at the source and says that it says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import Field

from casewright.domain.claims import ClaimClass
from casewright.domain.evidence import NodeKind, TransmissionNode
from casewright.domain.ids import NodeId
from casewright.errors import InvalidInput
from casewright.toolbox.claims.claim_view import ClaimView, by_claim
from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.deal_events import ASSESSING, VERIFIED, tell_assessed, tell_claim
from casewright.toolbox.deals.person import require_person
from casewright.toolbox.deals.reassessment import reassess
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.claims import Claim
    from casewright.toolbox.deals.deal_stores import DealStores


class VerifyClaimInput(Arguments):
    """Input of the ``verify_claim`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    claim_id: str = Field(description="UUID of the claim")


def verify_claim(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: VerifyClaimInput, context: CallContext) -> ClaimView | Failure:
        require_person(context, "verify a claim")
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        with stores.transaction.together():
            claim = stores.claim(context.tenant, deal, arguments.claim_id)
            if claim.verified_by is not None:
                raise InvalidInput(f"Claim {claim.id} was verified by {claim.verified_by} before")
            stores.claims.verify(context.tenant, verified(claim, context))
            # A clause that a person verified may contradict what is asserted of all contracts.
            if claim.claim_class is ClaimClass.LEGAL_TERMS:
                found = assess(stores, context.tenant, deal)
            else:
                found = reassess(stores, context.tenant, deal, [claim.id])
            record = found.record
            now = next(one for one in record.claims if one.id == claim.id)
            tell_claim(VERIFIED, now)
            tell_assessed(found)
        return ClaimView.of(now, by_claim(record.defects).get(claim.id, ()), record.documents)

    def verified(claim: Claim, context: CallContext) -> Claim:
        last = claim.sanad.nodes[-1].id if claim.sanad.nodes else None
        step = TransmissionNode(
            id=NodeId(str(uuid4())),
            kind=NodeKind.HUMAN_VERIFY,
            actor=context.actor.id,
            inputs=(f"claim:{claim.id}",) if last is None else (f"node:{last}",),
            outputs=(f"claim:{claim.id}",),
            at=stores.clock.now(),
        )
        chain = replace(claim.sanad, nodes=(*claim.sanad.nodes, step))
        return replace(claim, verified_by=context.actor.id, sanad=chain)

    return Tool(
        name="verify_claim",
        description="Say, as a person, that a claim's source says what the claim says; the claim is graded at once.",
        arguments=VerifyClaimInput,
        output=ClaimView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        writes=("who verified the claim", "grades"),
        emits=(VERIFIED, *ASSESSING),
    )
