"""The tool ``detach_party``: a party's part in a case ends; its alias is never given again there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.cases.case_view import CaseView
from casewright.toolbox.cases.show_case import view_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores


class DetachPartyInput(Arguments):
    """Input of the ``detach_party`` tool."""

    case_id: str = Field(description="The ID of the case")
    party_id: str = Field(description="UUID of the party, or its alias in the case, such as party1")


def detach_party(*, stores: CaseStores) -> Tool:
    """The tool over these stores."""

    def run(arguments: DetachPartyInput, context: CallContext) -> CaseView | Failure | None:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        part = stores.part(context.tenant, case.id, arguments.party_id)
        with stores.transaction.together():
            stores.parties.detach(context.tenant, case.id, part.party)
            after = stores.change(
                case,
                lambda details: {
                    **details,
                    "parties_involved": [one for one in details["parties_involved"] if one["partyId"] != part.alias],
                },
            )
        return view_of(stores, after)

    return Tool(
        name="detach_party",
        description="End a party's part in a case. Placeholders of it stay in texts and can no longer be filled in.",
        arguments=DetachPartyInput,
        output=CaseView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("parties", "cases"),
        writes=("the case's parties",),
    )
