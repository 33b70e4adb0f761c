"""The tool ``list_defects``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.defects import DefectSeverity, DefectStatus
from casewright.toolbox.deals.defect_view import DefectView
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


class ListDefectsInput(Arguments):
    """Input of the ``list_defects`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    status: DefectStatus | None = Field(default=DefectStatus.OPEN, description="Only these; null lists all")
    severity: DefectSeverity | None = Field(default=None, description="Only these; null lists all")
    claim_id: str | None = Field(default=None, description="Only those of this claim")


class ListedDefect(DefectView):
    """A defect beside the words of its claim."""

    claim_text: str


class ListDefectsOutput(BaseModel):
    """The defects, gravest first, then oldest."""

    defects: list[ListedDefect]
    total_count: int


def list_defects(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListDefectsInput, context: CallContext) -> ListDefectsOutput | Failure:
        deal = matter_of(arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        wanted = None if arguments.claim_id is None else arguments.claim_id.lower()
        found = [
            defect
            for defect in stores.defects.of_deal(context.tenant, deal)
            if arguments.status in (None, defect.status)
            and arguments.severity in (None, defect.severity)
            and wanted in (None, defect.claim)
        ]
        texts = {claim.id: claim.text for claim in stores.claims.of_deal(context.tenant, deal)} if found else {}
        order = list(DefectSeverity)
        found.sort(key=lambda defect: order.index(defect.severity))
        views = [
            ListedDefect(**DefectView.of(defect).model_dump(), claim_text=texts.get(defect.claim, ""))
            for defect in found
        ]
        return ListDefectsOutput(defects=views, total_count=len(views))

    return Tool(
        name="list_defects",
        description="List the defects of a deal's claims, gravest first, with what would cure each.",
        arguments=ListDefectsInput,
        output=ListDefectsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence",),
        reads=("the deal's defects",),
    )
