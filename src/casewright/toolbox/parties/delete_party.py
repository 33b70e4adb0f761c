"""The tool ``delete_party``: a party and all that is known of it go for good; one in an open case stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.errors import Refused
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId
    from casewright.domain.parties import Party
    from casewright.toolbox.parties.party_files import PartyFiles
    from casewright.toolbox.parties.party_view import PartySight

_DONE = (CaseStatus.ARCHIVED, CaseStatus.CLOSED)


class DeletePartyInput(Arguments):
    """Input of the ``delete_party`` tool."""

    party_id: str = Field(description="UUID of the party")


class DeletePartyOutput(BaseModel):
    """The party that is gone; ``detached_from`` are the closed cases that it was a part of."""

    party_id: str
    detached_from: list[str]


def delete_party(*, files: PartyFiles, sight: PartySight) -> Tool:
    """The tool over these files."""

    def run(arguments: DeletePartyInput, context: CallContext) -> DeletePartyOutput:
        party = sight.party(context, arguments.party_id)
        stores = files.stores
        with stores.transaction.together():
            attached = attached_to(context, party)
            for case in attached:
                stores.parties.detach(context.tenant, case, party.id)
            files.delete(context.tenant, party.id)
        return DeletePartyOutput(party_id=party.id, detached_from=list(attached))

    def attached_to(context: CallContext, party: Party) -> Sequence[MatterId]:
        """The cases that it is a part of, all closed. Raises ``Refused`` where one is open."""
        attached = files.stores.parties.cases_of(context.tenant, party.id)
        open_ones = [case for case in attached if is_open(context, case)]
        if open_ones:
            raise Refused(
                f"Party {party.id!r} is attached to the open case {open_ones[0]!r}: close the case or detach it first"
            )
        return attached

    def is_open(context: CallContext, case: MatterId) -> bool:
        found = files.stores.cases.get(context.tenant, case)
        return found is None or found.status not in _DONE

    def check(arguments: DeletePartyInput, context: CallContext) -> None:
        attached_to(context, sight.party(context, arguments.party_id))

    def preview(arguments: DeletePartyInput, context: CallContext) -> str:
        party = sight.party(context, arguments.party_id)
        attached = files.stores.parties.cases_of(context.tenant, party.id)
        details = ", ".join(party.has)
        return f"Delete the party {party.id} for good: {party.kind.value} with {details}, in {len(attached)} cases"

    return Tool(
        name="delete_party",
        description="Delete a party with everything that is known of it, for good. One in an open case stays.",
        arguments=DeletePartyInput,
        output=DeletePartyOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("parties",),
        writes=("the party", "the vault"),
        preview=preview,
        check=check,
    )
