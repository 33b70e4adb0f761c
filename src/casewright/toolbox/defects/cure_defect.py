"""The tool ``cure_defect``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import DefectStatus
from casewright.toolbox.deals.deal_events import ASSESSING, CURED
from casewright.toolbox.defects.resolution import ResolveDefectInput, ResolveDefectOutput, resolve
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.deals.deal_stores import DealStores


def cure_defect(*, stores: DealStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ResolveDefectInput, context: CallContext) -> ResolveDefectOutput | Failure:
        return resolve(stores, arguments, context, DefectStatus.CURED)

    return Tool(
        name="cure_defect",
        description="Say that an open defect of a claim is cured, and by what; the claim is graded at once.",
        arguments=ResolveDefectInput,
        output=ResolveDefectOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        writes=("the defect", "grades"),
        emits=(CURED, *ASSESSING),
    )
