"""The tool ``list_drafts``: the drafts of a case, as its details have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores


class ListDraftsInput(Arguments):
    """Input of the ``list_drafts`` tool."""

    case_id: str = Field(description="The ID of the case")


class ListDraftsOutput(BaseModel):
    """The drafts, oldest first."""

    drafts: list[dict[str, Any]] = Field(
        description="draft_firestore_id, draft_name, revision, pdf_gcs_path, generated_at, status, user_feedback"
    )


def list_drafts(*, stores: CaseStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListDraftsInput, context: CallContext) -> ListDraftsOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        return ListDraftsOutput(drafts=list(case.details.get("draft_status", [])))

    return Tool(
        name="list_drafts",
        description="The drafts of a case: name, revision, where the PDF is, and what the user said about it.",
        arguments=ListDraftsInput,
        output=ListDraftsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases", "drafts"),
        reads=("the case file",),
    )
