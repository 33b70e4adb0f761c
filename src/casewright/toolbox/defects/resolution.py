"""A defect's end: cured or waived by a person with a reason, and the claim graded at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.defects import DefectStatus
from casewright.domain.evidence import Grade
from casewright.domain.ids import DefectId
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.deals.assessment_view import SHOWN, RegradedView
from casewright.toolbox.deals.deal_events import tell_assessed, tell_resolved
from casewright.toolbox.deals.defect_view import DefectView
from casewright.toolbox.deals.person import given_reason, require_person
from casewright.toolbox.deals.reassessment import reassess
from casewright.tools.arguments import Arguments
from casewright.tools.calls import Failure

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.calls import CallContext


class ResolveDefectInput(Arguments):
    """Input of the tools ``cure_defect`` and ``waive_defect``."""

    deal_id: str = Field(description="UUID of the deal")
    defect_id: str = Field(description="UUID of the defect")
    reason: str = Field(description="Why, in a sentence: it is kept with the defect", min_length=1, max_length=2_000)


class ResolveDefectOutput(BaseModel):
    """The defect as it is now, its claim's grade, and every claim that stands otherwise because of it."""

    defect: DefectView
    new_grade: Grade
    regraded: list[RegradedView]


def resolve(
    stores: DealStores, arguments: ResolveDefectInput, context: CallContext, status: DefectStatus
) -> ResolveDefectOutput | Failure:
    """End an open defect. Raises ``NotFound``, and ``InvalidInput`` where it is open no more."""
    require_person(context, "cure a defect" if status is DefectStatus.CURED else "waive a defect")
    reason = given_reason(arguments.reason)
    deal = stores.deal_of(context, arguments.deal_id)
    if isinstance(deal, Failure):
        return deal
    with stores.transaction.together():
        found = stores.defects.get(context.tenant, DefectId(arguments.defect_id.lower()))
        if found is None or found.deal != deal:
            raise NotFound(
                f"Defect {arguments.defect_id!r} not found in this deal: 'casewright defects list' shows the ids"
            )
        resolved = replace(
            found, status=status, resolved_by=context.actor.id, reason=reason, resolved_at=stores.clock.now()
        )
        if found.status is not DefectStatus.OPEN or not stores.defects.resolve(resolved):
            raise InvalidInput(
                f"The defect is {found.status.value.lower()} already, by {found.resolved_by}: it stays so"
            )
        assessment = reassess(stores, context.tenant, deal, [found.claim])
        tell_resolved(resolved)
        tell_assessed(assessment)
    grade = assessment.grade_of(found.claim)
    if grade is None:
        raise NotFound(f"Claim {found.claim!r} of the defect not found")
    changed = [RegradedView.of(one) for one in assessment.regraded[:SHOWN]]
    return ResolveDefectOutput(defect=DefectView.of(resolved), new_grade=grade, regraded=changed)
