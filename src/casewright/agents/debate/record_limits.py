"""What the record allows an output to say: which claims may be reasons, how sure it may be, what may be recommended.

Source: spec/evidence-and-debate.md, "Positions" and "Coverage comes first". The rules bind minds of every kind.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.agent_output import listed
from casewright.agents.debate.minds.turn_digest import holds
from casewright.domain.claims import Polarity
from casewright.domain.debates import AgentRole, Stance
from casewright.evidence.muhasabah.enforcer import AGAINST, CHALLENGED
from casewright.evidence.muhasabah.violations import MuhasabahViolation, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.agents.debate.mind import Draft, Turn
    from casewright.agents.debate.state import AgentOutput

CAPPED = "The record bears a confidence of {bears} at most; {stated} was stated."


def within_record(draft: Draft, bears: float) -> Draft:
    """The draft, as sure as the record bears at most; where it was surer, a note says so beside the position."""
    structured, account = draft.structured, draft.muhasabah
    position = structured.get("position")
    stated = position.get("confidence") if isinstance(position, dict) else None
    if isinstance(position, dict) and isinstance(stated, int | float) and stated > bears:
        note = CAPPED.format(bears=bears, stated=stated)
        structured = {**structured, "position": {**position, "confidence": bears, "note": note}}
    if account.confidence > bears:
        words = [account.confidence_justification, CAPPED.format(bears=bears, stated=account.confidence)]
        account = replace(account, confidence=bears, confidence_justification=" ".join(filter(None, words)))
    return replace(draft, structured=structured, muhasabah=account)


def reasons_against(output: AgentOutput, turn: Turn) -> Iterator[MuhasabahViolation]:
    """Claims that speak the other way than the position they are given for.

    The advocate's reasons, and the arbiter's for PROCEED, speak for the deal or say nothing; what else is relied on is
    listed as speaking against it. A role that newly declines a deal in which nothing is missing names something that
    does not speak for it.
    """
    said, views = output.structured_content, {view.id: view for view in turn.claims}
    position = said.get("position")
    stance = position.get("stance") if isinstance(position, dict) else None
    supported = [views[one] for one in listed(output.muhasabah_record.supported_claim_ids) if one in views]
    if output.role is AgentRole.ADVOCATE or (output.role is AgentRole.ARBITER and stance == Stance.PROCEED.value):
        conceded = set(listed(said.get(AGAINST) or ()))
        for view in supported:
            if view.polarity is Polarity.BAD and view.id not in conceded:
                detail = (
                    f"Claim {view.id} speaks against the deal or is contradicted ({view.verdict}): it is no reason for "
                    f"it. Say so and list it in {AGAINST}, or leave it out"
                )
                yield MuhasabahViolation(Rule.REASON_AGAINST, detail)
        return
    held = None if turn.own is None else turn.own.stance.value
    if stance != Stance.DECLINE.value or held == stance or turn.missing or turn.absent or turn.calcs:
        return
    cited = [*supported, *(views[one] for one in listed(said.get(CHALLENGED) or ()) if one in views)]
    if cited and all(view.polarity is Polarity.GOOD and holds(view) and not view.defects for view in cited):
        detail = f"Every claim that this position rests on speaks for the deal and holds: {stance} needs another reason"
        yield MuhasabahViolation(Rule.REASON_AGAINST, detail)


def caution(output: AgentOutput, turn: Turn) -> Iterator[MuhasabahViolation]:
    """An arbiter that recommends a deal of which too much is open or unread."""
    position: Any = output.structured_content.get("position")
    if output.role is not AgentRole.ARBITER or not isinstance(position, dict) or not turn.missing:
        return
    if position.get("stance") == Stance.PROCEED.value:
        detail = f"PROCEED is not to be recommended: {turn.missing.words}. CONDITIONAL or ABSTAIN may be"
        yield MuhasabahViolation(Rule.RECORD_INVALID, detail)
