"""The tool ``get_case_details``: the whole case file, as the seed has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores


class GetCaseDetailsInput(Arguments):
    """Input of the ``get_case_details`` tool."""

    case_id: str = Field(description="The ID of the case to retrieve details for")


class GetCaseDetailsOutput(BaseModel):
    """The case file, with placeholders where personal data would stand."""

    status: Literal["success"] = "success"
    case_details: dict[str, Any]


def get_case_details(*, stores: CaseStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: GetCaseDetailsInput, context: CallContext) -> GetCaseDetailsOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        return GetCaseDetailsOutput(case_details=dict(case.details))

    return Tool(
        name="get_case_details",
        description=(
            "The case file: summary, facts, user statements, objectives, parties, documents, legal research, drafts, "
            "timeline and notes. Parties stand there as placeholders such as {{party0.lastName}}."
        ),
        arguments=GetCaseDetailsInput,
        output=GetCaseDetailsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases",),
        idempotent=True,
        reads=("the case file",),
    )
