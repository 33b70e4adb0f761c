"""The tool ``date_deal``: of what day a deal is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.errors import InvalidInput
from casewright.evidence.period_names import read_day
from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.assessment_view import AssessmentView
from casewright.toolbox.deals.deal_events import ASSESSING, tell_assessed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from datetime import date

    from casewright.toolbox.deals.deal_stores import DealStores


class DateDealInput(Arguments):
    """Input of the ``date_deal`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    as_of: str | None = Field(
        default=None, description="The day from which ages are counted, such as 2026-05-29; null: always today"
    )


class DateDealOutput(BaseModel):
    """The day, null where it is always today, and how the deal stands as of it."""

    as_of: str | None
    assessment: AssessmentView


def date_deal(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: DateDealInput, context: CallContext) -> DateDealOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        day = _day(arguments.as_of)
        with stores.transaction.together():
            stores.sources.date_deal(context.tenant, deal, day)
            counted = "today" if day is None else day.isoformat()
            found = assess(stores, context.tenant, deal, f"ages are counted from {counted}")
            tell_assessed(found)
        return DateDealOutput(as_of=arguments.as_of, assessment=AssessmentView.of(found))

    return Tool(
        name="date_deal",
        description="Say as of what day a deal is looked at: how old a source is counts from then.",
        arguments=DateDealInput,
        output=DateDealOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        writes=("the deal's day", "defects", "grades"),
        emits=ASSESSING,
    )


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return read_day(text)
    except ValueError as error:
        raise InvalidInput(f"as_of is {text!r}; {error}") from error
