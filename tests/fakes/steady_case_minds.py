"""Minds of cases that decide by the case file alone, so that any process goes on where another one ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.mind import Act, Ask, Stage, Tell, TierSaid
from tests.fakes.scripted_case_minds import act, consult, look_up, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.mind import Briefing, Step
    from casewright.domain.ids import MatterId, TenantId

GOOD, BAD = "# Notă\n\nSubsemnata {{party0.firstName}}.", "# Notă\n\nSubsemnata {{party7.firstName}}."


class SteadyAssistant:
    """Notes a fact, researches, has a plan approved, drafts, and tells; its draft is ``text``."""

    called = "steady assistant"

    def __init__(self, text: str = GOOD) -> None:
        self._text = text

    async def tier(self, said: Sequence[str], language: str) -> TierSaid:
        return TierSaid(1, "amendă")

    async def step(self, stage: Stage, briefing: Briefing) -> Step:
        if stage in (Stage.RETRY, Stage.TICKET, Stage.CONSULT, Stage.ASK_USER):
            return _erring(stage, briefing)
        if stage is Stage.DRAFT:
            return write("Nota", 1, self._text)(briefing)
        if stage is Stage.RESEARCH:
            return look_up()(briefing)
        details = briefing.details
        if not details["facts"]:
            fact = {"id": "f1", "fact": "Amenda este de 500 lei.", "source": "user"}
            return act("update_case_details", updates={"facts": [fact]})(briefing)
        if details["draft_status"]:
            return Tell("Proiectul este gata.")
        looked_up = any(made.call.name == "query_bigquery" for made in briefing.made)
        return consult("Care este planul?" if looked_up else "Ce cercetăm?")(briefing)


def _erring(stage: Stage, briefing: Briefing) -> Step:
    assert briefing.failure is not None
    if stage is Stage.RETRY:
        return Act(briefing.failure.call)
    if stage is Stage.CONSULT:
        return consult("Instrumentul a eșuat, cum procedăm?")(briefing)
    if stage is Stage.ASK_USER:
        return Ask("Cine este partea?")
    return act("create_support_ticket", issue_description="Proiectul nu poate fi tipărit.")(briefing)


class SteadyReasoner:
    """Asks for research first, approves the plan then, and where something failed sends to the user."""

    called = "steady reasoner"

    async def advise(self, summary: str, question: str, before: Sequence[tuple[str, str]]) -> str:
        if "cercetăm" in question:
            return "Căutați.\nACȚIUNE: cercetează\nSUBIECT: contravenții"
        if "planul" in question:
            return "Bun.\nACȚIUNE: redactează\nPLAN APROBAT: Nota"
        return "Întrebați utilizatorul.\nACȚIUNE: întreabă"


class SteadyMinds:
    """Fits ``CaseMinds``."""

    def __init__(self, text: str = GOOD) -> None:
        self._text = text

    def assistant(self, tenant: TenantId, case: MatterId) -> SteadyAssistant:
        return SteadyAssistant(self._text)

    def reasoner(self, tenant: TenantId, case: MatterId) -> SteadyReasoner:
        return SteadyReasoner()
