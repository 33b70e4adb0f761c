"""The tool ``list_gates``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.human_gates import GatePriority, GateStatus
from casewright.toolbox.gates.gate_view import GateView
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class ListGatesInput(Arguments):
    """Input of the ``list_gates`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    status: GateStatus | None = Field(default=GateStatus.OPEN, description="Only these; null lists all")


class ListGatesOutput(BaseModel):
    """The gates, most urgent first, then oldest."""

    gates: list[GateView]
    total_count: int


def list_gates(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListGatesInput, context: CallContext) -> ListGatesOutput | Failure:
        deal = matter_of(arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        there = stores.gates.of_deal(context.tenant, deal)
        found = [gate for gate in there if arguments.status in (None, gate.status)]
        order = list(GatePriority)
        found.sort(key=lambda gate: -order.index(gate.priority))
        return ListGatesOutput(gates=[GateView.of(gate) for gate in found], total_count=len(found))

    return Tool(
        name="list_gates",
        description="List the gates of a deal at which a person has to decide, most urgent first.",
        arguments=ListGatesInput,
        output=ListGatesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        reads=("the deal's gates",),
    )
