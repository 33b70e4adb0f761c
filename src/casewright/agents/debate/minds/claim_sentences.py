"""Sentences that several roles use: a claim with its figure, its source and its grade, plainer and plainer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.debate.minds.names import (
    by_source,
    calculation_name,
    capital,
    cite,
    cite_calc,
    claim_words,
    metric_words,
    name_of,
)
from casewright.agents.debate.minds.turn_digest import holds
from casewright.domain.claims import Polarity, Verdict
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import CalcView, ClaimView
    from casewright.agents.debate.minds.disputes import Dispute
    from casewright.agents.debate.minds.lookup import ClaimSources
    from casewright.agents.debate.minds.speech import Speech
    from casewright.agents.debate.minds.turn_digest import TurnDigest


def describe_claim(view: ClaimView, source: str | None) -> Sequence[str | None]:
    """What a claim says, by which source, and how it stands."""
    stands = f"grade {view.grade}, {view.verdict}"
    words = claim_words(view)
    plain = f"{capital(metric_words(view))} {cite(view)} stands at {stands}{_opinion(view)}."
    return (
        words and source and f"{capital(words)}, by the {source} {cite(view)}; {stands}{_opinion(view)}.",
        words and f"{capital(words)} {cite(view)}; {stands}{_opinion(view)}.",
        plain,
        f"{cite(view)} stands at {stands}{_opinion(view)}.",
    )


def tell_claim(speech: Speech, reading: TurnDigest, view: ClaimView, source: str | None) -> None:
    """Say what a claim says, with the figure that it was before where that is why it speaks for the deal or against."""
    before = _before(reading, view)
    changed = () if before is None else describe_change(view, before, source)
    if before is None or speech.turn.correction or not speech.say(*changed, relies=[view, before]):
        speech.say(*describe_claim(view, source), relies=[view])


def describe_change(view: ClaimView, before: ClaimView, source: str | None) -> Sequence[str | None]:
    """What a claim says, beside what it was the period before."""
    now, then = (None if one.value is None else measure_value(one.value) for one in (view, before))
    way = "up" if now is not None and then is not None and now.low > then.low else "down"
    stands = f"grade {view.grade}, {view.verdict}"
    was = f"{way} from {before.shown} for {before.period}"
    return (
        source and f"{capital(name_of(view))}: {view.shown}, by the {source}, {was} {cite(view, before)}; {stands}.",
        f"{capital(name_of(view))}: {view.shown}, {was} {cite(view, before)}; {stands}.",
    )


def _before(reading: TurnDigest, view: ClaimView) -> ClaimView | None:
    """The claim for the period before, where it holds, has another figure and is no reason to the contrary."""
    before = reading.by_id.get(view.before) if view.before else None
    if before is None or not holds(before) or before.value is None or view.value is None or before.shown == view.shown:
        return None
    return before if before.polarity is view.polarity or before.polarity is not Polarity.BAD else None


def describe_calculation(view: CalcView, inputs: Sequence[ClaimView]) -> Sequence[str | None]:
    """What a calculation gives, and from which claims."""
    return (
        f"{calculation_name(view)}: {view.shown} {cite_calc(view)}, grade {view.grade}, from {cite(*inputs)}.",
        f"{calculation_name(view)}: {view.shown} {cite_calc(view)}.",
        f"{calculation_name(view)} {cite_calc(view)} stands at grade {view.grade}.",
    )


def describe_dispute(dispute: Dispute, looked_up: ClaimSources) -> Sequence[str | None]:
    """Which figures stand against each other, by which sources, and whether one of them holds."""
    first, others = dispute.camps[0], dispute.camps[1:]
    heads = [first[0], *(camp[0] for camp in others)]
    words = metric_words(heads[0])
    figures = " against ".join(f"{view.shown} {cite(view)}" for view in heads)
    sourced = " against ".join(f"{view.shown}{by_source(looked_up.source(view))} {cite(view)}" for view in heads)
    if dispute.settled:
        end = f"the verified one holds, at grade {heads[0].grade}"
    elif any(view.verdict is Verdict.VERIFIED for view in heads):
        end = "more than one of them counts as verified"
    else:
        end = "none of them is verified"
    return (
        f"Sources disagree about {name_of(heads[0])}: {sourced}; {end}.",
        f"Sources disagree about {name_of(heads[0])}: {figures}; {end}.",
        f"Sources disagree about {words}: {figures}; {end}.",
        f"Sources disagree about {words} {cite(*heads)}; {end}.",
        f"{cite(*heads)} disagree; {end}.",
    )


def describe_defects(view: ClaimView, kinds: Sequence[str]) -> Sequence[str | None]:
    """Which open defects of these kinds a claim has, and what follows."""
    open_ones = [defect for defect in view.defects if defect.type.value in kinds]
    listing = ", ".join(dict.fromkeys(defect.type.value for defect in open_ones))
    cures = ", ".join(dict.fromkeys(defect.cure.value for defect in open_ones))
    words = claim_words(view)
    return (
        words
        and f"{capital(words)} {cite(view)} has an open {listing} and stands at grade {view.grade}; cure: {cures}"
        f"{_opinion(view)}.",
        (
            f"{capital(metric_words(view))} {cite(view)} has an open {listing} and stands at grade {view.grade}"
            f"{_opinion(view)}."
        ),
        f"{cite(view)} has an open {listing}{_opinion(view)}.",
    )


def _opinion(view: ClaimView) -> str:
    return " [subjective]" if view.subjective else ""
