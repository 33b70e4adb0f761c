"""The tool ``list_calculations``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.calculations import CalcType
from casewright.toolbox.calculations.calc_view import CalcView
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class ListCalculationsInput(Arguments):
    """Input of the ``list_calculations`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    calc_type: CalcType | None = Field(default=None, description="Only calculations of this type")


class ListCalculationsOutput(BaseModel):
    """The calculations, oldest first."""

    calculations: list[CalcView]
    total_count: int


def list_calculations(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListCalculationsInput, context: CallContext) -> ListCalculationsOutput | Failure:
        deal = matter_of(arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        there = stores.calculations.of_deal(context.tenant, deal)
        found = [CalcView.of(one) for one in there if arguments.calc_type in (None, one.type)]
        return ListCalculationsOutput(calculations=found, total_count=len(found))

    return Tool(
        name="list_calculations",
        description="List the calculations of a deal with their inputs, grades and hashes.",
        arguments=ListCalculationsInput,
        output=ListCalculationsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        reads=("the deal's calculations",),
    )
