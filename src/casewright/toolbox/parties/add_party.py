"""The tool ``add_party``: a person or an organisation, its details sealed in the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import Field

from casewright.domain.ids import PartyId
from casewright.domain.parties import Party, PartyKind
from casewright.toolbox.parties.party_fields import DETAILS, PartyDetails, checked_details
from casewright.toolbox.parties.party_view import PartySight, PartyView
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.toolbox.parties.party_files import PartyFiles


class AddPartyInput(PartyDetails):
    """Input of the ``add_party`` tool."""

    kind: PartyKind = Field(description="individual or organisation")


def add_party(*, files: PartyFiles, sight: PartySight, new_id: Callable[[], UUID] = uuid4) -> Tool:
    """The tool over these files."""

    def run(arguments: AddPartyInput, context: CallContext) -> PartyView:
        values = checked_details(arguments.kind, arguments.given())
        party = Party(
            id=PartyId(str(new_id())),
            tenant=context.tenant,
            kind=arguments.kind,
            has=tuple(values),
            version=1,
            made_by=context.owner,
            made_at=files.stores.clock.now(),
        )
        files.add(party, values)
        return sight.view(context, party)

    return Tool(
        name="add_party",
        description=(
            "Add a person (firstName, lastName, cnp, address, email, phone) or an organisation (organizationName, cui, "
            "registrationNumber, registeredAddress, contact). attach_party gives it a part in a case."
        ),
        arguments=AddPartyInput,
        output=PartyView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("parties",),
        sensitive=DETAILS,
        writes=("a party", "the vault"),
    )
