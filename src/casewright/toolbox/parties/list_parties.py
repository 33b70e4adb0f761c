"""The tool ``list_parties``: the parties of a case, or all that the caller may see, without their details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.cases.case_view import PartView
from casewright.toolbox.cases.show_case import parts_of
from casewright.toolbox.parties.party_view import PartySight, PartyView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores


class ListPartiesInput(Arguments):
    """Input of the ``list_parties`` tool."""

    case_id: str | None = Field(default=None, description="The ID of a case; left out, all parties you may see")


class ListPartiesOutput(BaseModel):
    """Parts in the case that was named, else parties."""

    parts: list[PartView]
    parties: list[PartyView]


def list_parties(*, stores: CaseStores, sight: PartySight) -> Tool:
    """The tool over these stores and what the caller may see."""

    def run(arguments: ListPartiesInput, context: CallContext) -> ListPartiesOutput | Failure:
        if arguments.case_id is None:
            views = [sight.view(context, party) for party in sight.all(context)]
            return ListPartiesOutput(parts=[], parties=views)
        case = stores.case_of(context, arguments.case_id)
        return case if isinstance(case, Failure) else ListPartiesOutput(parts=parts_of(stores, case), parties=[])

    return Tool(
        name="list_parties",
        description="List the parties of a case by alias, role and kind, or every party that you may see.",
        arguments=ListPartiesInput,
        output=ListPartiesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("parties", "cases"),
        reads=("parties, not their details",),
    )
