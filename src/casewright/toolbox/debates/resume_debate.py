"""The tool ``resume_debate``: go on with a debate that was cut off, or that a person's decision was awaited in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.debates.debate_view import DebateView
from casewright.toolbox.debates.run_debate import TIMEOUT
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.debates.debated_deal import DebatedDeals
    from casewright.tools.ports.debates import DebateHolder


class ResumeDebateInput(Arguments):
    """Input of the ``resume_debate`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    debate_id: str | None = Field(default=None, description="UUID of the debate; left out, the deal's newest")


def resume_debate(*, holder: DebateHolder, deals: DebatedDeals) -> Tool:
    """The tool over this holder."""

    async def run(arguments: ResumeDebateInput, context: CallContext) -> DebateView | Failure:
        deal = await asyncio.to_thread(deals.deal, context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        debate = await asyncio.to_thread(deals.debate, context, deal.id, arguments.debate_id)
        return DebateView.of(await holder.resume(context.actor, deal, debate))

    return Tool(
        name="resume_debate",
        description=(
            "Go on with a debate that was cut off, that waits at a gate which a person has decided since, or that "
            "ended at claims of grade D whose gate was decided: the stop check is then made again."
        ),
        arguments=ResumeDebateInput,
        output=DebateView,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("debate",),
        timeout=TIMEOUT,
        reads=("the deal's claims, evidence and documents",),
        writes=("the debate", "defects", "gates", "grades"),
    )
