"""The tool ``waive_defect``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.toolbox.deals.deal_events import ASSESSING, WAIVED
from casewright.toolbox.defects.resolution import ResolveDefectInput, ResolveDefectOutput, resolve
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


def waive_defect(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ResolveDefectInput, context: CallContext) -> ResolveDefectOutput | Failure:
        return resolve(stores, arguments, context, DefectStatus.WAIVED)

    return Tool(
        name="waive_defect",
        description="Waive an open defect of a claim, with a reason; the claim is graded at once.",
        arguments=ResolveDefectInput,
        output=ResolveDefectOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        writes=("the defect", "grades"),
        emits=(WAIVED, *ASSESSING),
    )
