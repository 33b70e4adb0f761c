"""The tool ``show_party``: a party's details, for a person who may see them; no result is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.parties.party_view import PartySight, PartyView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.parties.party_files import PartyFiles


class ShowPartyInput(Arguments):
    """Input of the ``show_party`` tool."""

    party_id: str = Field(description="UUID of the party")


class ShowPartyOutput(PartyView):
    """The party with its details, from the vault."""

    details: dict[str, str]


def show_party(*, files: PartyFiles, sight: PartySight) -> Tool:
    """The tool over these files."""

    def run(arguments: ShowPartyInput, context: CallContext) -> ShowPartyOutput:
        party = sight.party(context, arguments.party_id)
        view = sight.view(context, party)
        return ShowPartyOutput(**view.model_dump(), details=dict(files.open(context.tenant, party.id)))

    return Tool(
        name="show_party",
        description="Show a party's details: names, numbers, addresses. For people only; who looked is recorded.",
        arguments=ShowPartyInput,
        output=ShowPartyOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("parties",),
        reads=("the vault",),
        reveals=True,
    )
