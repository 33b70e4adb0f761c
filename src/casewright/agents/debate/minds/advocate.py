"""The advocate by rules: the strongest case that the register allows, with what it depends on named at its grade.

It relies on every CRITICAL claim that no better one contradicts, because a case for the deal cannot leave out what the
deal depends on, and on verified claims of HIGH materiality. What stands badly among them it says, and relies on still:
whether the case may rest on that is for the debate to stop over, not for the advocate to hide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.minds.claim_sentences import describe_calculation, describe_claim
from casewright.agents.debate.minds.lookup import ClaimSources, look_up
from casewright.agents.debate.minds.names import capital, cite, metric_words, subjects
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import OVERSTATED, Ground, TurnDigest, fatal
from casewright.domain.claims import Materiality, Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.evidence import Grade
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView, Draft, ToolBox, Turn

MOST_HIGH = 8
"""Claims of HIGH materiality that the case takes in, beside the CRITICAL ones."""
MOST_TOLD = 12
MOST_CALCULATIONS = 4
_CASE = "The case for the deal is what it depends on, each claim as the register grades it."
_AGAIN = "The case is as it was stated; what it depends on stands like this now."


class RuleBasedAdvocate:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """The case, or the answer to what was held against it."""
        reading, speech = TurnDigest(turn), Speech(turn)
        relied = relied_on(reading)
        follows = reading.position(grounds(reading)) if relied else Position(Stance.ABSTAIN, 0.0, reading.verdicts())
        position, cites = hold_position(turn, follows, rests_on=relied, by=opposing_ids(reading.material))
        if turn.stage is Stage.REBUTTAL:
            _answer(reading, speech, relied)
        else:
            await _state_case(reading, speech, relied, tools)
        if not speech.lines:
            speech.say("The register holds no claim that a case for the deal could rest on.")
        return speech.draft(position.confidence, _account(relied), position=position, cites=cites)


def relied_on(reading: TurnDigest) -> Sequence[ClaimView]:
    """What the case rests on, the heaviest first; of verified claims about one subject the best."""
    lost = {view.id for one in reading.disputes for camp in one.camps[1:] for view in camp}
    standing = [view for view in reading.material if view.id not in lost]
    critical = [view for view in standing if view.materiality is Materiality.CRITICAL]
    high = [
        view
        for view in standing
        if view.materiality is not Materiality.CRITICAL and view.verdict is Verdict.VERIFIED and not fatal(view)
    ]
    about = {(view.metric, view.period): view for view in reversed([*critical, *high])}
    first = {view.id for view in about.values()}
    return [*critical, *[view for view in high if view.id in first][:MOST_HIGH]]


def grounds(reading: TurnDigest) -> Sequence[Ground]:
    """What even the advocate would have settled first: a CRITICAL claim that does not bear the case."""
    failing = [
        view
        for view in relied_on(reading)
        if view.materiality is Materiality.CRITICAL
        and (view.grade is Grade.D or view.verdict in OVERSTATED or fatal(view))
    ]
    return [Ground(Stance.CONDITIONAL, (view,)) for view in failing]


async def _state_case(reading: TurnDigest, speech: Speech, relied: Sequence[ClaimView], tools: ToolBox) -> None:
    """The case in full in the first round; before it, and after it, what it rests on."""
    turn = reading.turn
    in_full = turn.stage is Stage.ADVOCATE_OPENING and turn.round_number == 1
    bearing = [view for view in relied if view.grade is not Grade.D]
    told = bearing[:MOST_TOLD] if in_full else [view for view in bearing if view.materiality is Materiality.CRITICAL]
    told = (told or bearing)[:MOST_TOLD]
    looked_up = await look_up(tools, told, MOST_TOLD) if in_full else ClaimSources()
    if told:
        speech.say(_AGAIN if turn.round_number > 1 else _CASE)
    for view in told:
        speech.say(*describe_claim(view, looked_up.source(view)), relies=[view])
    if in_full:
        _tell_calculations(reading, speech)
    for view in (view for view in relied if view.grade is Grade.D):
        speech.say(*_depends(view), relies=[view])
    rest = [view for view in bearing if view not in told]
    if rest:
        speech.say(f"The case rests on these as well: {cite(*rest)}.", relies=rest)


def _depends(view: ClaimView) -> Sequence[str]:
    return (
        (
            f"The case also depends on {metric_words(view)} {cite(view)}, which stands at grade D: a person has to "
            "look at it before the case can rest on it."
        ),
        f"The case also depends on {cite(view)}, which stands at grade D.",
    )


def _tell_calculations(reading: TurnDigest, speech: Speech) -> None:
    """The calculations of which every input stands at C or better; their inputs are relied on."""
    lost = reading.answered
    told = 0
    for calc in sorted(reading.turn.calcs, key=lambda one: (one.grade.value, one.type.value, one.id)):
        inputs = reading.inputs(calc)
        sound = len(inputs) == len(calc.inputs) and not any(
            view.grade is Grade.D or view.verdict in OVERSTATED or view.id in lost for view in inputs
        )
        if calc.output is not None and sound and told < MOST_CALCULATIONS:
            told += speech.say(*describe_calculation(calc, inputs), relies=inputs, calcs=[calc])


def _answer(reading: TurnDigest, speech: Speech, relied: Sequence[ClaimView]) -> None:
    resting = {view.id for view in relied}
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
    apart = [view for view in views if view.id not in resting]
    if apart:
        speech.say(
            f"The case does not rest on what is challenged in {subjects(apart)} {cite(*apart)}.",
            f"The case does not rest on {cite(*apart)}.",
        )
    if not views:
        speech.say("No challenge of this round names a claim that the case rests on.")
    if relied:
        speech.say(f"It rests on {cite(*relied)}.", relies=relied)


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
