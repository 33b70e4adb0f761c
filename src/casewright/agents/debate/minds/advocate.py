"""The advocate by rules: the strongest case that the register allows, and what that case has to bear.

Its reasons are claims that speak for the deal and hold. CRITICAL claims that do not hold, and that no better one
contradicts, are no reasons, but a case for the deal cannot leave out what the deal depends on: it names and relies on
them still, and whether the case may rest on that is for the debate to stop over, not for the advocate to hide. What
speaks against the deal it concedes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.minds.claim_sentences import (
    describe_calculation,
    describe_claim,
    tell_claim,
)
from casewright.agents.debate.minds.lookup import ClaimSources, look_up
from casewright.agents.debate.minds.names import capital, cite, metric_words, subjects
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.reasons import against_the_deal, depended_on, for_the_deal, taken_as_given
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import Ground, TurnDigest, fatal, holds
from casewright.domain.claims import Materiality, Polarity, Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.evidence import Grade
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty
from casewright.evidence.polarity import of_calculation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView, Draft, ToolBox, Turn

MOST_HIGH = 8
"""Reasons of HIGH materiality that the case takes in, beside the CRITICAL ones."""
MOST_TOLD = 12
MOST_CALCULATIONS = 4
MOST_CONCEDED = 8
_CASE = "These claims speak for the deal, each as the register grades it."
_AGAIN = "The case is as it was stated; what speaks for the deal stands like this now."
_GIVEN = "The case takes as given what speaks neither for the deal nor against it by itself."


class RuleBasedAdvocate:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """The case, or the answer to what was held against it."""
        reading, speech = TurnDigest(turn), Speech(turn)
        case = Case.of(reading)
        follows = reading.position(grounds(reading)) if case.rests_on else _abstain(reading)
        position, cites = hold_position(turn, follows, rests_on=case.rests_on, by=opposing_ids(reading.material))
        if turn.stage is Stage.REBUTTAL:
            _answer(reading, speech, case)
        else:
            await _state_case(reading, speech, case, tools)
        if not speech.lines:
            speech.say("The register holds no claim that a case for the deal could rest on.")
        return speech.draft(position.confidence, _account(case.rests_on), position=position, cites=cites)


@dataclass(frozen=True, slots=True)
class Case:
    """What the advocate has: ``reasons`` for the deal, what it takes as ``given``, what the deal ``depends`` on and
    does not hold, and what it ``concedes`` to speak against the deal.
    """

    reasons: Sequence[ClaimView]
    given: Sequence[ClaimView]
    depends: Sequence[ClaimView]
    concedes: Sequence[ClaimView]

    @classmethod
    def of(cls, reading: TurnDigest) -> Case:
        """The case that the register allows."""
        speaking = for_the_deal(reading)
        critical = [view for view in speaking if view.materiality is Materiality.CRITICAL]
        other = [view for view in speaking if view.materiality is not Materiality.CRITICAL]
        return cls(
            [*critical, *other[:MOST_HIGH]],
            taken_as_given(reading, heaviest=bool(speaking))[:MOST_TOLD],
            depended_on(reading),
            against_the_deal(reading)[:MOST_CONCEDED],
        )

    @property
    def rests_on(self) -> Sequence[ClaimView]:
        """What it relies on."""
        return [*self.reasons, *self.given, *self.depends]


def grounds(reading: TurnDigest) -> Sequence[Ground]:
    """What even the advocate would have settled first: a CRITICAL claim that does not bear the case."""
    return [Ground(Stance.CONDITIONAL, (view,)) for view in depended_on(reading)]


def _abstain(reading: TurnDigest) -> Position:
    return Position(Stance.ABSTAIN, 0.0, reading.verdicts())


async def _state_case(reading: TurnDigest, speech: Speech, case: Case, tools: ToolBox) -> None:
    """The case in full in the first round; before it, and after it, what it rests on."""
    turn = reading.turn
    in_full = turn.stage is Stage.ADVOCATE_OPENING and turn.round_number == 1
    heavy = [view for view in case.reasons if view.materiality is Materiality.CRITICAL]
    told = (case.reasons if in_full else heavy or case.reasons)[:MOST_TOLD]
    looked_up = await look_up(tools, [*told, *case.given], MOST_TOLD) if in_full else ClaimSources()
    if told:
        speech.say(_AGAIN if turn.round_number > 1 else _CASE)
    for view in told:
        tell_claim(speech, reading, view, looked_up.source(view))
    if in_full:
        _tell_calculations(reading, speech)
    _tell_rest(speech, [view for view in case.reasons if view not in told])
    if case.given:
        speech.say(_GIVEN)
        for view in case.given[:MOST_TOLD]:
            speech.say(*describe_claim(view, looked_up.source(view)), relies=[view])
    for view in case.depends:
        speech.say(*_depends(view), relies=[view])
    _concede(speech, case.concedes)


def _tell_rest(speech: Speech, rest: Sequence[ClaimView]) -> None:
    if rest:
        speech.say(
            f"For it speak {subjects(rest)} as well {cite(*rest)}.",
            f"For it speak these as well: {cite(*rest)}.",
            relies=rest,
        )


def _concede(speech: Speech, against: Sequence[ClaimView]) -> None:
    """Name what speaks against the deal. It is no reason of the case, and not relied on."""
    if against:
        speech.say(
            f"Against it speak {subjects(against)}, and the case has to bear that {cite(*against)}.",
            f"Against it speak these, and the case has to bear them: {cite(*against)}.",
        )


def _depends(view: ClaimView) -> Sequence[str]:
    words = metric_words(view)
    if view.grade is Grade.D or fatal(view):
        state = f"which stands at grade {view.grade}"
        ends = "a person has to look at it before the case can rest on it"
    else:
        state = "which other sources contradict"
        ends = "it is no reason for the deal before that is settled"
    return (
        f"The case also depends on {words} {cite(view)}, {state}: {ends}.",
        f"The case also depends on {cite(view)}, {state}.",
    )


def _tell_calculations(reading: TurnDigest, speech: Speech) -> None:
    """The calculations that speak for the deal and of which every input holds; their inputs are relied on."""
    lost = reading.answered
    told = 0
    for calc in sorted(reading.turn.calcs, key=lambda one: (one.grade.value, one.type.value, one.id)):
        inputs = reading.inputs(calc)
        sound = len(inputs) == len(calc.inputs) and all(
            holds(view) and view.polarity is not Polarity.BAD and view.id not in lost for view in inputs
        )
        speaks = of_calculation(calc.type, calc.output) is Polarity.GOOD
        if sound and speaks and told < MOST_CALCULATIONS:
            told += speech.say(*describe_calculation(calc, inputs), relies=inputs, calcs=[calc])


def _answer(reading: TurnDigest, speech: Speech, case: Case) -> None:
    resting = {view.id for view in case.rests_on}
    challenged = [
        reading.by_id[claim]
        for one in reading.turn.challenges
        if one.agent_id != AgentRole.ADVOCATE
        for claim in one.claim_refs
        if claim in reading.by_id
    ]
    views = list({view.id: view for view in challenged}.values())
    for view in (view for view in views if view.id in resting):
        speech.say(*_conceded_or_not(view), relies=[view])
    for apart in speech.nameable([view for view in views if view.id not in resting]):
        speech.say(
            f"The case does not rest on what is challenged in {subjects(apart)} {cite(*apart)}.",
            f"The case does not rest on {cite(*apart)}.",
        )
    if not views:
        speech.say("No challenge of this round names a claim that the case rests on.")
    for rested in speech.nameable(case.rests_on):
        speech.say(f"It rests on {subjects(rested)} {cite(*rested)}.", f"It rests on {cite(*rested)}.", relies=rested)


def _conceded_or_not(view: ClaimView) -> Sequence[str]:
    name = capital(metric_words(view))
    if view.verdict is Verdict.VERIFIED and not fatal(view):
        return (
            (
                f"{name} {cite(view)} stays in the case: it is verified at grade {view.grade}, and what speaks against "
                "it is graded lower or minor."
            ),
            f"{cite(view)} stays in the case.",
        )
    return (
        (
            f"I concede the challenge against {metric_words(view)} {cite(view)}: it stands at grade {view.grade}, "
            f"{view.verdict}, and the case needs it."
        ),
        f"I concede the challenge against {cite(view)}.",
    )


def _account(relied: Sequence[ClaimView]) -> Account:
    weak = [view for view in relied if view.grade is not Grade.A]
    about = subjects(weak or relied) or "the deal"
    return Account(
        evidence_summary="The register's claims of CRITICAL and HIGH materiality, with their grades and verdicts.",
        counter_hypothesis=f"The sources about {about} share an origin or a mistake that no document here shows.",
        tests=(
            FalsifiabilityTest(
                f"A source of a better grade says something else about {about}",
                "An independent source of grade A about the same subject and period",
                "The case fails where a claim that it rests on differs from that source by more than rounding",
            ),
        ),
        uncertainties=(
            Uncertainty(
                f"Few independent sources bear out the claims about {about}",
                "A mistake in one source would go through to the case",
                "Ask for a second, independent source",
            ),
        ),
        failure_modes=("A claim that the case rests on loses its grade when a person looks at it",),
        justification="It follows from the grades and verdicts of the material claims, weighted by materiality.",
    )
