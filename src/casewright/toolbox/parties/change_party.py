"""The tool ``change_party``: some of a party's details are replaced, added or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.casework.declared_strangers import match_strangers
from casewright.toolbox.parties.party_fields import DETAILS, PartyDetails, checked_details
from casewright.toolbox.parties.party_view import PartySight, PartyView
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.remasking import Remasking
    from casewright.toolbox.parties.party_files import PartyFiles


class ChangePartyInput(PartyDetails):
    """Input of the ``change_party`` tool."""

    party_id: str = Field(description="UUID of the party")


def change_party(*, files: PartyFiles, sight: PartySight, firewall: CaseFirewall, remask: Remasking) -> Tool:
    """The tool over these files; what is stored of the party's cases is masked again."""

    def run(arguments: ChangePartyInput, context: CallContext) -> PartyView:
        party = sight.party(context, arguments.party_id)
        values = checked_details(party.kind, {**files.open(context.tenant, party.id), **arguments.given()})
        cases = files.stores.parties.cases_of(context.tenant, party.id)
        with remask.undisturbed(context.tenant, cases):
            after = files.change(party, values)
            for case in cases:
                part = files.stores.part(context.tenant, case, party.id)
                known = firewall.known(context.tenant, case)
                remask(context.tenant, case, match_strangers(known, part.alias, values))
        return sight.view(context, after)

    return Tool(
        name="change_party",
        description="Replace some of a party's details; an empty text removes one. The others stay.",
        arguments=ChangePartyInput,
        output=PartyView,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("parties",),
        timeout=300.0,
        sensitive=DETAILS,
        reads=("the vault",),
        writes=("the party", "the vault", "texts of its cases"),
    )
