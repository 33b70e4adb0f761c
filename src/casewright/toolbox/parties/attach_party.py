"""The tool ``attach_party``: a party gets its part and its alias in a case, and its names are masked there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from casewright.casework.declared_strangers import match_strangers
from casewright.domain.parties import Attachment
from casewright.errors import InvalidInput
from casewright.toolbox.cases.case_view import MaskedView, PartView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.parties import Party
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.toolbox.cases.remasking import Remasking
    from casewright.toolbox.parties.party_files import PartyFiles
    from casewright.toolbox.parties.party_view import PartySight

_WORD = 100


class AttachPartyInput(Arguments):
    """Input of the ``attach_party`` tool."""

    case_id: str = Field(description="The ID of the case")
    party_id: str = Field(description="UUID of the party")
    role: str = Field(description="Its role, such as reclamant, pârât, angajator", min_length=1, max_length=_WORD)
    called: list[str] = Field(
        default_factory=list, description="Words it may be called by, such as chiriașul; no names", max_length=20
    )


class AttachPartyOutput(PartView):
    """The part, and what was masked in what the case had stored by then."""

    masked: MaskedView


def attach_party(
    *, stores: CaseStores, sight: PartySight, firewall: CaseFirewall, files: PartyFiles, remask: Remasking
) -> Tool:
    """The tool over these stores; the party's own files tell which of the case's strangers it is."""

    def run(arguments: AttachPartyInput, context: CallContext) -> AttachPartyOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        party = sight.party(context, arguments.party_id)
        words = (arguments.role.strip(), *(word.strip() for word in arguments.called))
        with remask.undisturbed(context.tenant, [case.id]):
            part = attached(case, party, words)
            known, values = firewall.known(context.tenant, case.id), files.open(context.tenant, party.id)
            masked = remask(context.tenant, case.id, match_strangers(known, part.alias, values))
        return AttachPartyOutput(**PartView.of(part, party).model_dump(), masked=masked)

    def attached(case: Case, party: Party, words: Sequence[str]) -> Attachment:
        with stores.transaction.together():
            given = Attachment(case.tenant, case.id, party.id, "", words[0], tuple(words[1:]), stores.clock.now())
            part = stores.parties.attach(given)
            _require_no_names(words, case.tenant, case.id)
            stores.change(case, lambda details: _with_part(details, part))
        return part

    def _require_no_names(words: Sequence[str], tenant: TenantId, case: MatterId) -> None:
        masked = firewall.masking(tenant, case)
        if any("{{" in word or not word or len(word) > _WORD or masked(word).replaced for word in words):
            raise InvalidInput(
                "A role, and what a party is called by, are short words such as pârât or chiriașul: names are no part "
                "of them"
            )

    return Tool(
        name="attach_party",
        description=(
            "Give a party its part in a case: it becomes party0, party1 … there, and its names and numbers are masked "
            "in everything the case has stored. Attached again, it keeps its alias and gets the new role."
        ),
        arguments=AttachPartyInput,
        output=AttachPartyOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("parties", "cases"),
        timeout=300.0,
        writes=("the case's parties", "its stored texts"),
    )


def _with_part(details: Mapping[str, Any], part: Attachment) -> Mapping[str, Any]:
    """The details with this part among the parties, in place of what was there under its alias."""
    entry = {"partyId": part.alias, "role_in_case": part.role, "aliases": list(part.called)}
    others = [one for one in details["parties_involved"] if one["partyId"] != part.alias]
    return {**details, "parties_involved": [*others, entry]}
