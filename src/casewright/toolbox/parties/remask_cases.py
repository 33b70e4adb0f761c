"""The tool ``remask_cases``: what cases have stored is masked again, by the rules and the spellings of today.

The rules of masking get better, and what was stored before stays as it was masked then. Parties are indexed anew, so
that each is known in every spelling, and every text of every case passes the firewall once more. Done twice, nothing
changes the second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.casework.declared_strangers import match_strangers
from casewright.errors import Refused
from casewright.toolbox.cases.case_events import REMASKED
from casewright.toolbox.cases.case_view import MaskedView
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.canonical import Json
    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.remasking import Remasking
    from casewright.toolbox.parties.party_files import PartyFiles


class RemaskCasesInput(Arguments):
    """Input of the ``remask_cases`` tool."""


class RemaskedCase(BaseModel):
    """A case of which something was masked."""

    case_id: str
    masked: MaskedView


class RemaskCasesOutput(BaseModel):
    """What was done, and which cases an agent was working on: these are as they were."""

    parties: int = Field(description="Parties that were indexed anew")
    cases: int = Field(description="Cases that were looked through")
    changed: list[RemaskedCase] = Field(description="Those of which something was masked")
    busy: list[str] = Field(description="Ids of cases that an agent was working on: ask again")


def remask_cases(*, files: PartyFiles, firewall: CaseFirewall, remask: Remasking) -> Tool:
    """The tool over these files: party management, which may open the vault."""

    def run(_arguments: RemaskCasesInput, context: CallContext) -> RemaskCasesOutput:
        tenant, stores = context.tenant, files.stores
        parties = stores.parties.all(tenant)
        for party in parties:
            files.index_anew(party)
        changed: list[RemaskedCase] = []
        busy: list[str] = []
        cases = [case.id for case in stores.cases.all(tenant)]
        for case in cases:
            try:
                with remask.undisturbed(tenant, [case]):
                    masked = remask(tenant, case, strangers_of(tenant, case))
                    stores.cases.note_masked(tenant, case)
            except Refused:
                busy.append(case)
                continue
            if masked.replaced:
                counts: dict[str, Json] = dict(masked.replaced)
                emit(REMASKED, {"case_id": case, "masked": counts})
                changed.append(RemaskedCase(case_id=case, masked=masked))
        return RemaskCasesOutput(parties=len(parties), cases=len(cases), changed=changed, busy=busy)

    def strangers_of(tenant: TenantId, case: MatterId) -> dict[int, str]:
        """The strangers of the case who are one of its parties, as they are known now."""
        known, found = firewall.known(tenant, case), dict[int, str]()
        for part in files.stores.parties.of_case(tenant, case):
            found |= match_strangers(known, part.alias, files.open(tenant, part.party))
        return found

    return Tool(
        name="remask_cases",
        description=(
            "Mask again what all cases have stored, after the rules of masking were mended: every party is indexed "
            "anew in every spelling, every stored text passes the firewall once more. Done twice, nothing changes."
        ),
        arguments=RemaskCasesInput,
        output=RemaskCasesOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("parties", "cases"),
        timeout=3_600.0,
        idempotent=True,
        reads=("the vault",),
        writes=("the index of parties", "texts of all cases"),
        emits=(REMASKED,),
    )
