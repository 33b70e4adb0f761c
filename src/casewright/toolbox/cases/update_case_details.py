"""The tool ``update_case_details``: fields of the case file by dot paths, all of an update or nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from casewright.casework.details import InvalidField, update_details
from casewright.domain.actors import ActorKind
from casewright.domain.cases import CaseStatus
from casewright.errors import Refused
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.cases.case_view import Done
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

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

        def changed(before: Mapping[str, Any]) -> Mapping[str, Any]:
            after = update_details(before, arguments.updates)
            if context.actor.kind is not ActorKind.PERSON or case.status is CaseStatus.TIER_PENDING:
                _require_said(before, after)
            return after

        try:
            stores.change(case, changed)
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


def _require_said(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """What was said decides the tier: while it is open nobody changes it, and a model never. Raises ``Refused``."""
    said = before.get("user_statements", [])
    if after.get("user_statements", [])[: len(said)] != said:
        raise Refused("What the user said stays as it was said: user_statements can be added to, not changed")
