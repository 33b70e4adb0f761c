"""The tool ``list_debates``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.debates.debate_view import DebateItem
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.debates.debated_deal import DebatedDeals


class ListDebatesInput(Arguments):
    """Input of the ``list_debates`` tool."""

    deal_id: str = Field(description="UUID of the deal")


class ListDebatesOutput(BaseModel):
    """The deal's debates, oldest first."""

    debates: list[DebateItem]
    total_count: int


def list_debates(*, deals: DebatedDeals) -> Tool:
    """The tool over these deals."""

    def run(arguments: ListDebatesInput, context: CallContext) -> ListDebatesOutput | Failure:
        deal = deals.deal(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        held = deals.debates.of_deal(context.tenant, deal.id)
        return ListDebatesOutput(debates=[DebateItem.of(one) for one in held], total_count=len(held))

    return Tool(
        name="list_debates",
        description="List the debates that were held, or are being held, about a deal.",
        arguments=ListDebatesInput,
        output=ListDebatesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("debate",),
        reads=("the deal's debates",),
    )
