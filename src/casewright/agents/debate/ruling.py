"""How a round is closed: what comes of each challenge, and what it was worth.

A challenge that the arbiter lets in and upholds becomes a defect of the claim, filed in the role of the sanad breaker,
whose tool that is; the deal is graded anew at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.agents.debate import agent_output
from casewright.agents.debate.events import DebateEvent
from casewright.agents.debate.ledger import empty_turn
from casewright.agents.debate.run import ledger
from casewright.agents.debate.state import ArbiterDecision, ChallengeRuling
from casewright.agents.streaming import tell
from casewright.domain.debates import AgentRole
from casewright.domain.defects import CURE, SEVERITY, DefectStatus, DefectType
from casewright.evidence.challenges import qualify, rule_on
from casewright.evidence.utility import WORTH, ChallengeOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.agent_output import StatedRuling
    from casewright.agents.debate.deal_view import DealView
    from casewright.agents.debate.ledger import Ledger, RulingRecord, TurnRecord
    from casewright.agents.debate.role_tools import RoleTools
    from casewright.agents.debate.run import Run, State
    from casewright.evidence.challenges import Challenge, ValidationResult

RULED = "debate.challenge_ruled"
NOT_UPHELD = "The arbiter did not uphold it"


async def close_round(run: Run, state: State) -> tuple[RulingRecord, DealView, TurnRecord]:
    """The rulings of this round, the deal after them, and the turn that made its calls."""
    number, known, before = state["round"], ledger(state), await run.view(state)
    closing = next(one for one in known.in_round(number) if one["role"] == AgentRole.ARBITER and one["output"])
    output = closing["output"] or {}
    decided = {one.challenge_id: one for one in agent_output.decisions(output["structured_content"])}
    tools = run.tools(AgentRole.SANAD_BREAKER.value, number, f"round {number}, rulings")
    rulings = [
        await _ruled(one, decided.get(one.challenge_id), before, known, tools) for one in known.challenges(number)
    ]
    rulings += _again(known, decided, number)
    after = await run.look() if tools.wrote else before
    for one in rulings:
        _weigh(one, state["grades"], after)
    for one in rulings:
        tell(
            DebateEvent(
                "ruling", f"{one['agent_id']}: {one['outcome']}{': ' + one['reason'] if one['reason'] else ''}", number
            )
        )
        await run.trail.record(RULED, one, role=AgentRole.ARBITER.value, round_number=number, status=one["outcome"])
    decision = _decision(run, number, known, rulings, output["content"], closing)
    made = empty_turn(number, closing["stage"], AgentRole.SANAD_BREAKER.value)
    made["calls"] = [one.to_json() for one in tools.made]
    return {"round": number, "rulings": rulings, "decision": decision.to_json()}, after, made


async def _ruled(
    challenge: Challenge, decided: StatedRuling | None, view: DealView, known: Ledger, tools: RoleTools
) -> dict[str, Any]:
    found = _let_in(challenge, view, known)
    ruled = {
        "challenge_id": challenge.challenge_id,
        "agent_id": challenge.agent_id,
        "claims": list(challenge.claim_refs),
        "valid": found.valid,
        "reason": found.reason or (decided.reason if decided is not None else NOT_UPHELD),
        "outcome": ChallengeOutcome.FRIVOLOUS.value,
        "defects": [],
    }
    if not found.valid:
        return ruled
    if decided is None or not decided.upheld:
        against = decided is not None and decided.contradicted
        outcome = ChallengeOutcome.CONTRADICTED if against else ChallengeOutcome.OVERRULED
        return {**ruled, "outcome": outcome.value}
    defects = await _flag(challenge, view, tools)
    return {**ruled, "outcome": ChallengeOutcome.UPHELD.value, "defects": defects}


def _let_in(challenge: Challenge, view: DealView, known: Ledger) -> ValidationResult:
    """The arbiter's checks; what a search of this debate found exists, and belongs where the challenge puts it."""
    belong = view.belongings
    searched = {f"evidence:{one}" for one in known.searched}
    cited = searched.intersection(qualify(one) for one in challenge.evidence_refs)
    if cited:
        of_claim = dict(belong.of_claim)
        for claim in challenge.claim_refs:
            if claim in of_claim:
                of_claim[claim] = {*of_claim[claim], *cited}
        belong = replace(belong, of_claim=of_claim, existing={*belong.existing, *cited})
    return rule_on(challenge, belong)


async def _flag(challenge: Challenge, view: DealView, tools: RoleTools) -> list[str]:
    """File the defect on each challenged claim that does not have it; what came of it, a line each."""
    kind = DefectType(challenge.defect_type or "")
    there = {one.claim for one in view.record.defects if one.type is kind and one.status is DefectStatus.OPEN}
    filed = []
    for claim in challenge.claim_refs:
        if claim in there:
            filed.append(f"{kind} is open on {claim} already")
            continue
        reply = await tools.call(
            "flag_defect",
            {
                "claim_id": claim,
                "defect_type": kind.value,
                "severity": SEVERITY[kind].value,
                "description": f"Challenged by {challenge.agent_id} and upheld by the arbiter: {challenge.description}",
                "evidence_refs": list(challenge.evidence_refs),
                "cure_protocol": CURE[kind].value,
            },
        )
        filed.append(f"{kind} filed on {claim}" if reply.success else f"{kind} on {claim} was refused: {reply.content}")
    return filed


def _again(known: Ledger, decided: Mapping[str, StatedRuling], number: int) -> list[dict[str, Any]]:
    """Challenges of earlier rounds that the arbiter has since seen contradicted."""
    return [
        {
            "challenge_id": one.challenge_id,
            "agent_id": one.agent_id,
            "claims": list(one.claim_refs),
            "valid": True,
            "reason": decided[one.challenge_id].reason,
            "outcome": ChallengeOutcome.CONTRADICTED.value,
            "defects": [],
        }
        for earlier in range(number)
        for one in known.challenges(earlier)
        if one.challenge_id in decided and decided[one.challenge_id].contradicted
    ]


def _weigh(ruled: dict[str, Any], grades: Mapping[str, str], after: DealView) -> None:
    """Whether an upheld challenge changed a grade, by what the claims had when the round began."""
    changed = {
        claim: [grades[claim], after.grades[claim]]
        for claim in ruled["claims"]
        if claim in after.grades and grades.get(claim, after.grades[claim]) != after.grades[claim]
    }
    if ruled["outcome"] == ChallengeOutcome.UPHELD and changed:
        ruled["outcome"] = ChallengeOutcome.CHANGED_A_GRADE.value
        ruled["grades"] = changed


def _decision(
    run: Run, number: int, known: Ledger, rulings: list[dict[str, Any]], rationale: str, closing: TurnRecord
) -> ArbiterDecision:
    adjusted: dict[str, float] = {}
    for one in rulings:
        worth = float(WORTH[ChallengeOutcome(one["outcome"])])
        adjusted[one["agent_id"]] = round(adjusted.get(one["agent_id"], 0.0) + worth, 2)
    own = known.positions.get(AgentRole.ARBITER)
    others = [held for role, held in known.positions.items() if role is not AgentRole.ARBITER and not held.abstains]
    return ArbiterDecision(
        decision_id=run.name(number, "decision"),
        round_number=number,
        challenges_validated=tuple(
            ChallengeRuling(one["challenge_id"], one["valid"], one["reason"] or None) for one in rulings
        ),
        dissent_preserved=own is not None and any(held.stance is not own.stance for held in others),
        utility_adjustments=adjusted,
        rationale=rationale,
        timestamp=(closing["message"] or {}).get("timestamp") or run.now(),
    )
