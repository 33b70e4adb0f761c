"""The tool ``assess_deal``: the detectors look over a deal, and every claim is graded anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, tell_assessed
from casewright.toolbox.deals.premises import is_as_assessed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class AssessDealInput(Arguments):
    """Input of the ``assess_deal`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    unless_assessed: bool = Field(
        default=False, description="Leave it as it is where nothing that counts changed since it was last assessed"
    )


def assess_deal(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: AssessDealInput, context: CallContext) -> AssessmentView | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        with stores.transaction.together():
            if arguments.unless_assessed and is_as_assessed(stores, context.tenant, deal):
                return AssessmentView.of_none(stores.claims.grades(context.tenant, deal))
            found = assess(stores, context.tenant, deal)
            tell_assessed(found)
        return AssessmentView.of(found)

    return Tool(
        name="assess_deal",
        description="Look over a deal's claims: file defects and gates that are not filed yet, grade every claim.",
        arguments=AssessDealInput,
        output=AssessmentView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        reads=("the deal's claims, evidence and documents",),
        writes=("defects", "gates", "grades"),
        emits=ASSESSING,
    )
