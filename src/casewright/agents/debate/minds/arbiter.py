"""The arbiter by rules: it rules on challenges by register and chains, and recommends the gravest that holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.minds import contradiction_finder, risk_officer, sanad_breaker
from casewright.agents.debate.minds.claim_sentences import tell_claim
from casewright.agents.debate.minds.lookup import look_up
from casewright.agents.debate.minds.names import cite, metric_words, name_of, shown_name, subjects
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.reasons import against_the_deal, for_the_deal
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import TurnDigest
from casewright.domain.claims import Materiality, Verdict
from casewright.domain.debates import AgentRole, Stance
from casewright.domain.defects import DefectType
from casewright.domain.evidence import SourceType
from casewright.domain.human_gates import GatePriority
from casewright.evidence.challenges import validate_challenge
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView, Draft, ToolBox, Turn
    from casewright.agents.debate.minds.contradiction_finder import Searched
    from casewright.agents.debate.minds.lookup import ClaimSources
    from casewright.agents.debate.minds.turn_digest import Ground
    from casewright.evidence.challenges import Challenge

_LOOKED_UP = 16
_TOLD = 6
_REVIEWED = 20
_FOR = "These verified claims speak for the deal."
_AGAINST = "These verified claims speak against the deal."
_STANCES = {
    Stance.PROCEED: "Recommendation: PROCEED, because nothing stands against the claims that matter.",
    Stance.CONDITIONAL: "Recommendation: CONDITIONAL, on what is named below.",
    Stance.DECLINE: "Recommendation: DECLINE as the evidence stands.",
    Stance.ABSTAIN: "No recommendation (ABSTAIN), because the register holds nothing verified that matters.",
}


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A ruling and why."""

    challenge: Challenge
    upheld: bool
    reason: str
    contradicted: bool = False


class RuleBasedArbiter:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """The rulings of the round and the recommendation."""
        reading, speech = TurnDigest(turn), Speech(turn)
        suspects = [view for one in turn.challenges for view in _views(one, reading) if not _on_record(one, view)]
        disputed = [view for one in contradiction_finder.unsettled(reading) for view in one.claims]
        looked_up = await look_up(tools, [*suspects, *disputed], _LOOKED_UP)
        searched = await contradiction_finder.search_disputes(reading, tools, looked_up)
        ruled = [_rule(one, reading, looked_up) for one in turn.challenges]
        speech.structured["decisions"] = [_decision(one) for one in ruled]
        follows = reading.recommendation(every_ground(reading, searched))
        bearing, against = _verified(for_the_deal(reading)), against_the_deal(reading)
        by = searched.evidence or opposing_ids(reading.material)
        position, cites = hold_position(turn, follows, rests_on=(bearing or against)[:_TOLD], by=by)
        position = reading.within_record(position)
        speech.say(_STANCES[position.stance])
        if turn.missing and position.stance in (Stance.CONDITIONAL, Stance.ABSTAIN):
            speech.say(f"What is missing to go ahead: {turn.missing.words}.")
        # It relies on nothing of grade D.
        for heading, views in ((_FOR, bearing), (_AGAINST, against)):
            if views:
                speech.say(heading)
            for view in views[:_TOLD]:
                tell_claim(speech, reading, view, None)
        _tell_open(reading, speech, searched)
        _tell_conditions(reading, speech)
        _tell_rulings(speech, ruled)
        await _ask_people(reading, tools)
        for question in turn.state.open_questions:
            speech.ask(question)
        return speech.draft(position.confidence, _account(reading), position=position, cites=cites)


def every_ground(reading: TurnDigest, searched: Searched) -> Sequence[Ground]:
    """What the other roles' rules see, together."""
    disputed = contradiction_finder.grounds(reading, searched)
    return [*sanad_breaker.grounds(reading), *disputed, *risk_officer.grounds(reading)]


def _rule(one: Challenge, reading: TurnDigest, looked_up: ClaimSources) -> _Ruled:
    first = validate_challenge(one)
    views = _views(one, reading)
    if not first.valid:
        return _Ruled(one, upheld=False, reason=first.reason or "")
    if not views or one.defect_type not in DefectType.__members__:
        return _Ruled(one, upheld=False, reason="It names no claim of this deal, or no type of the taxonomy.")
    if all(_on_record(one, view) for view in views):
        words = f"The register has an open {one.defect_type} against {cite(*views)}, with its evidence."
        return _Ruled(one, upheld=True, reason=words)
    shown = [_shown_by_chain(one.defect_type or "", view, looked_up) for view in views]
    if all(shown):
        return _Ruled(one, upheld=True, reason=f"The chain of {cite(*views)} shows it.")
    contradicted = any(found is False for found in shown)
    words = (
        f"The chain of {cite(*views)} shows otherwise."
        if contradicted
        else (f"Neither the register nor the chain of {cite(*views)} bears it out.")
    )
    return _Ruled(one, upheld=False, reason=words, contradicted=contradicted)


def _views(one: Challenge, reading: TurnDigest) -> Sequence[ClaimView]:
    return [reading.by_id[claim] for claim in one.claim_refs if claim in reading.by_id]


def _on_record(one: Challenge, view: ClaimView) -> bool:
    return any(defect.type == one.defect_type for defect in view.defects)


def _shown_by_chain(kind: str, view: ClaimView, looked_up: ClaimSources) -> bool | None:
    """Whether the claim's evidence shows the defect; None where a look at it cannot tell."""
    items = looked_up.items.get(view.id)
    if kind == DefectType.UNKNOWN_SOURCE and items:  # being unknown is no defect of itself
        return None if items[0].get("source_type") == SourceType.UNKNOWN.value else False
    if kind == DefectType.MISSING_LINK and items is not None and not view.derived_from:
        return None if items else True
    if kind == DefectType.IMPLAUSIBILITY:
        return True if sanad_breaker.more_than_all(view) else None
    return None


def _decision(one: _Ruled) -> dict[str, Any]:
    return {
        "challenge_id": one.challenge.challenge_id,
        "upheld": one.upheld,
        "reason": one.reason,
        "contradicted": one.contradicted,
    }


def _verified(views: Sequence[ClaimView]) -> Sequence[ClaimView]:
    return [view for view in views if view.verdict is Verdict.VERIFIED]


def _tell_open(reading: TurnDigest, speech: Speech, searched: Searched) -> None:
    """What stands in the way, without figures: they are the other roles', and not relied on here.

    Where nothing is relied on, not even a period is named: that would be a fact without a claim to rest on.
    """
    if reading.broken:
        speech.say(
            f"The evidence of {subjects(reading.broken)} does not hold {cite(*reading.broken[:_TOLD])}.",
            f"The evidence of {cite(*reading.broken[:_TOLD])} does not hold.",
            doubts=reading.broken[:_TOLD],
        )
    for dispute in contradiction_finder.unsettled(reading, searched)[:_TOLD]:
        heads = [camp[0] for camp in dispute.camps]
        speech.say(
            f"It is open which figure for {name_of(heads[0])} holds {cite(*heads)}." if speech.relied else None,
            f"It is open which figure for {metric_words(heads[0])} holds {cite(*heads)}.",
            f"It is open which of these holds {cite(*heads)}.",
            doubts=heads,
        )


def _tell_conditions(reading: TurnDigest, speech: Speech) -> None:
    """What the risk officer's rules call for, subject by subject."""
    grounds = {tuple(view.id for view in one.claims): one for one in risk_officer.grounds(reading)}
    for ground in list(grounds.values())[:_TOLD]:
        if ground.claims:
            references = cite(*ground.claims)
            speech.say(
                ground.condition.format(claims=f"{subjects(ground.claims)} {references}"),
                ground.condition.format(claims=references),
                f"A condition has to cover {references}.",
                doubts=ground.claims,
            )
        elif reading.turn.missing.concealed:
            for name in reading.turn.missing.concealed[:_TOLD]:
                speech.say(
                    f"The document {shown_name(name)}, withheld as a person confirmed, has to be handed over first.",
                    "A document that was withheld, as a person confirmed, has to be handed over first.",
                )
        elif reading.turn.absent:
            speech.say("What the data room's index names and the room lacks has to be handed over.")


def _tell_rulings(speech: Speech, ruled: Sequence[_Ruled]) -> None:
    upheld = [one for one in ruled if one.upheld]
    refused = [one for one in ruled if not one.upheld]
    if upheld:
        kinds = ", ".join(sorted({str(one.challenge.defect_type) for one in upheld}))
        speech.say(f"Challenges upheld, each because the register or the chain shows it: {kinds}.")
    if refused:
        speech.say("Challenges that nothing bears out are not upheld.")


async def _ask_people(reading: TurnDigest, tools: ToolBox) -> None:
    """Put the claims whose evidence does not hold before a person. The tool opens no gate twice.

    Where the advocate rests the case on one of them the debate stops, and puts it before a person itself.
    """
    relied = {
        claim
        for message in reading.turn.state.messages
        if message.role is AgentRole.ADVOCATE
        for claim in message.claim_refs
    }
    views = [view for view in reading.broken if view.id not in relied][:_REVIEWED]
    if not views:
        return
    critical = any(view.materiality is Materiality.CRITICAL for view in views)
    await tools.call(
        "request_human_review",
        {
            "claim_ids": sorted(view.id for view in views),
            "reason": f"The evidence of these claims does not hold, and the deal's case depends on them: "
            f"{', '.join(sorted({defect.type.value for view in views for defect in view.defects})) or 'grade D'}.",
            "priority": (GatePriority.CRITICAL if critical else GatePriority.HIGH).value,
            "required_role": "PARTNER",
        },
    )


def _account(reading: TurnDigest) -> Account:
    about = subjects(reading.material[:3]) or "the deal"
    return Account(
        evidence_summary="The register's grades and verdicts on the material claims, open defects and challenges.",
        counter_hypothesis=f"Documents about {about} that the room does not hold cure the open defects.",
        tests=(
            FalsifiabilityTest(
                "The open questions are answered by documents",
                "What each question asks for",
                "The recommendation changes where an answer changes the grade or the verdict of a material claim",
            ),
        ),
        uncertainties=(
            Uncertainty(
                "The rulings are as good as the register's chains",
                "A chain that was entered wrongly is ruled on as it was entered",
                "Let a person follow the claims that the recommendation rests on to their documents",
            ),
        ),
        failure_modes=("A ruling is overtaken when a defect is cured or waived",),
        justification="It is the gravest of what the roles' grounds call for, surer the more grounds there are.",
    )
