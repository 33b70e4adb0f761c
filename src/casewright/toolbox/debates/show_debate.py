"""The tool ``show_debate``: one debate with what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.debates.debate_view import DebateView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.debates.debated_deal import DebatedDeals


class ShowDebateInput(Arguments):
    """Input of the ``show_debate`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    debate_id: str | None = Field(default=None, description="UUID of the debate; left out, the deal's newest")


def show_debate(*, deals: DebatedDeals) -> Tool:
    """The tool over these deals."""

    def run(arguments: ShowDebateInput, context: CallContext) -> DebateView | Failure:
        deal = deals.deal(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        return DebateView.of(deals.debate(context, deal.id, arguments.debate_id))

    return Tool(
        name="show_debate",
        description=(
            "Show a debate: the recommendation with its confidence, the argument round by round, dissent that was "
            "preserved, the blind vote before it, why it stopped, and its range in the audit."
        ),
        arguments=ShowDebateInput,
        output=DebateView,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("debate",),
        reads=("the debate",),
    )
