"""The tool ``update_case_details``: fields of the case file by dot paths, all of an update or nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from casewright.casework.details import InvalidField
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.cases.case_view import Done
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores


class UpdateCaseDetailsInput(Arguments):
    """Input of the ``update_case_details`` tool."""

    case_id: str = Field(description="The ID of the case to update")
    updates: dict[str, Any] = Field(
        description=(
            "Values by dot path. A list for facts, user_statements, objectives, case_timeline, internal_notes, "
            "agent_interactions.log, summary.history or draft_status is appended, items with a known id are merged; "
            "any other value replaces. objectives.0.status addresses an element. Facts: {timestamp, source, fact, "
            "confidence high|medium|low}; objectives: {objective, status pending|achieved|abandoned}; "
            "legal_research.legislation and .jurisprudence: {doc_id, title, status considered|applied|irrelevant}"
        )
    )


def update_case_details(*, stores: CaseStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: UpdateCaseDetailsInput, context: CallContext) -> Done | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        try:
            stores.update(case, arguments.updates)
        except InvalidField as error:
            return failed(str(error))
        return Done()

    return Tool(
        name="update_case_details",
        description="Change the case file by dot paths. Nothing is written where any path or value is invalid.",
        arguments=UpdateCaseDetailsInput,
        output=Done,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        writes=("the case file",),
    )
