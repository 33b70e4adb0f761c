"""The risk officer by rules: what the figures mean if they are right, what nobody has shown, and what is not there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.minds.challenges import by_defect
from casewright.agents.debate.minds.claim_sentences import describe_claim, tell_claim
from casewright.agents.debate.minds.limits import CONCENTRATED, LIMITS, PATTERN
from casewright.agents.debate.minds.lookup import ClaimSources, Passage, look_up, search
from casewright.agents.debate.minds.names import (
    by_source,
    calculation_name,
    capital,
    cite,
    cite_calc,
    claim_words,
    metric_words,
    name_of,
    shown_name,
    subjects,
)
from casewright.agents.debate.minds.outside_sources import (
    COMPANY_FACTS,
    ask_outside,
    company_of,
    lacking,
    tell_outside,
)
from casewright.agents.debate.minds.passage_support import proof
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.reasons import against_the_deal
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import Ground, TurnDigest
from casewright.domain.claims import ClaimClass, Polarity, Verdict
from casewright.domain.debates import Stance
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId
from casewright.domain.values import Count, Monetary, Percentage
from casewright.evidence.metrics import metric_name
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from casewright.agents.debate.mind import CalcView, ClaimView, Draft, ToolBox, Turn
    from casewright.agents.debate.minds.limits import Limit


_LIMITED = "The terms have to answer the limit that is crossed by {claims}."
_CONCENTRATION = "The terms have to cover how much hangs on a single buyer, by {claims}."
_CLAUSE = "Consent, a waiver or a price is needed for the clause behind {claims}."
_PATTERN = "The price has to rest on the verified figures, and the seller has to answer for {claims}."
_PROOF = "Proof has to come first for {claims}."
_ONE_CUSTOMER = re.compile(
    r"\b(?:largest|biggest|top|main) (?:customer|client)\b.*\b(?:share|concentration)\b|\bcustomer concentration\b"
)
_FOR_COUNSEL = (Polarity.BAD, Polarity.UNKNOWN)
_TOLD = 6
LOOKED_UP = 8
_SEARCHED = 3


class RuleBasedRiskOfficer:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """What could go wrong."""
        reading, speech = TurnDigest(turn), Speech(turn)
        blind = turn.stage is Stage.OPENING_POSITION
        terms = _terms(reading)
        asked = [*reading.unproved, *terms, *against_the_deal(reading)]
        looked_up = ClaimSources() if blind else await look_up(tools, asked, LOOKED_UP)
        proofs = await search_proofs(reading, tools, looked_up) if turn.round_number > 1 else {}
        _tell_calculations(reading, speech)
        _tell_concentration(reading, speech)
        _tell_against(reading, speech, looked_up)
        _tell_pattern(reading, speech)
        _tell_unproved(reading, speech, looked_up, proofs)
        _tell_old(reading, speech, blind=blind)
        _tell_absent(speech)
        if turn.stage is Stage.RISKS and turn.round_number == 1:
            for view in terms:
                speech.say(*_for_counsel(view, looked_up.source(view)), relies=[view])
        if not speech.lines:
            speech.say("No calculated figure crosses a limit, and no material claim is without proof.")
        if turn.stage is Stage.RISKS and turn.round_number == 1:
            points = lacking(turn.claims, COMPANY_FACTS)
            tell_outside(speech, await ask_outside(tools, company_of(turn.claims), points))
        still = unproved(reading, proofs)
        if still and not blind:
            speech.structured["retrieval_request"] = {"query": _query(still[0])}
        follows = reading.position(grounds(reading, proofs))
        about = [view for ground in grounds(reading, proofs) for view in ground.claims] or reading.critical
        passages = [passage.evidence for passage in proofs.values()]
        position, cites = hold_position(turn, follows, rests_on=about, by=passages or opposing_ids(reading.material))
        return speech.draft(position.confidence, _account(reading), position=position, cites=cites)


Proofs = Mapping[ClaimId, Passage]
"""Passages of other documents that give the figure of a claim which nothing in the register verifies."""


def grounds(reading: TurnDigest, proofs: Proofs = MappingProxyType({})) -> Sequence[Ground]:
    """Figures beyond a limit, too large a customer, figures contradicted in a row, lack of proof, absent papers."""
    found = [Ground(limit.stance, tuple(reading.inputs(calc)), _LIMITED) for calc, limit in crossed(reading)]
    found += [Ground(Stance.CONDITIONAL, (view,), _CONCENTRATION) for view in _concentrated(reading)]
    found += [Ground(Stance.CONDITIONAL, (view,), _CLAUSE) for view in _clauses(reading)]
    overruled = _overruled(reading)
    if len(overruled) >= PATTERN:
        found.append(Ground(Stance.CONDITIONAL, tuple(overruled), _PATTERN))
    found += [Ground(Stance.CONDITIONAL, (view,), _PROOF) for view in unproved(reading, proofs)]
    if reading.turn.absent:
        found.append(Ground(Stance.CONDITIONAL, ()))
    return found


def unproved(reading: TurnDigest, proofs: Proofs) -> Sequence[ClaimView]:
    """CRITICAL claims that nothing verifies and no passage bears out."""
    return [view for view in reading.unproved if view.id not in proofs]


async def search_proofs(reading: TurnDigest, tools: ToolBox, looked_up: ClaimSources) -> Proofs:
    """Look for documents beyond those that unproved claims rest on."""
    found: dict[ClaimId, Passage] = {}
    for view in [view for view in reading.unproved if view.id in looked_up.items][:_SEARCHED]:
        passages = await search(tools, reading.turn.deal_id, _query(view))
        passage = proof(view, passages, looked_up.documents([view]))
        if passage is not None:
            found[view.id] = passage
    return found


def _query(view: ClaimView) -> str:
    return " ".join(one for one in (view.metric or view.text, view.period, view.entity) if one)[:500]


def crossed(reading: TurnDigest) -> Sequence[tuple[CalcView, Limit]]:
    """The calculations of grade C or better that lie beyond a limit, each with the gravest it crosses."""
    found = []
    for calc in sorted(reading.turn.calcs, key=lambda one: (one.type.value, one.id)):
        number = _number(calc)
        if number is None or calc.grade is Grade.D:
            continue
        limit = next((one for one in LIMITS if one.type is calc.type and one.crossed(number)), None)
        if limit is not None:
            found.append((calc, limit))
    return found


def _number(calc: CalcView) -> Decimal | None:
    match calc.output:
        case Monetary(amount, _):
            return amount
        case Percentage(fraction):
            return fraction
        case Count(number, _):
            return number
        case _:
            return None


def _concentrated(reading: TurnDigest) -> Sequence[ClaimView]:
    return [
        view
        for view in reading.material
        if view.metric is not None
        and isinstance(view.value, Percentage)
        and view.value.fraction >= CONCENTRATED
        and _ONE_CUSTOMER.search(metric_name(view.metric))
        and view.id not in reading.answered
    ]


def _overruled(reading: TurnDigest) -> Sequence[ClaimView]:
    """Of material claims that lost against a verified one, the heaviest about each subject."""
    found: dict[tuple[str, str | None], ClaimView] = {}
    for view in reading.material:
        if view.id in reading.answered:
            found.setdefault((metric_words(view), view.period), view)
    return list(found.values())


def _terms(reading: TurnDigest) -> Sequence[ClaimView]:
    """Terms of contracts, verified and material, that only counsel can weigh: those against the deal first.

    What speaks for the deal is no risk, and what says nothing either way, such as who owns how much, no question.
    """
    views = (view for view in reading.holding if view.claim_class is ClaimClass.LEGAL_TERMS)
    weighed = [view for view in views if view.verdict is Verdict.VERIFIED and view.polarity in _FOR_COUNSEL]
    return sorted(weighed, key=lambda view: view.polarity is not Polarity.BAD)[:_TOLD]


def _clauses(reading: TurnDigest) -> Sequence[ClaimView]:
    """The terms among them that speak against the deal."""
    return [view for view in _terms(reading) if view.polarity is Polarity.BAD]


def _tell_calculations(reading: TurnDigest, speech: Speech) -> None:
    for calc, limit in crossed(reading)[:_TOLD]:
        inputs = reading.inputs(calc)
        speech.say(
            f"{calculation_name(calc)}: {calc.shown} {cite_calc(calc)}, from {cite(*inputs)}, {limit.words}.",
            f"{calculation_name(calc)}: {calc.shown} {cite_calc(calc)} {limit.words}.",
            f"{calculation_name(calc)} {cite_calc(calc)} {limit.words}.",
            relies=inputs,
            calcs=[calc],
        )


def _tell_concentration(reading: TurnDigest, speech: Speech) -> None:
    for view in _concentrated(reading)[:_TOLD]:
        speech.say(
            f"{capital(name_of(view))}: {view.shown} {cite(view)}, more than the house's limit for a single customer.",
            f"{cite(view)} is more than the house's limit for a single customer.",
            relies=[view],
        )


def _tell_against(reading: TurnDigest, speech: Speech, looked_up: ClaimSources) -> None:
    """Verified figures that speak against the deal; terms of contracts and large customers are told apart."""
    told = {view.id for view in (*_concentrated(reading), *_terms(reading))}
    views = [view for view in against_the_deal(reading) if view.id not in told][:_TOLD]
    if views:
        speech.say("These verified claims speak against the deal.")
    for view in views:
        tell_claim(speech, reading, view, looked_up.source(view))


def _tell_pattern(reading: TurnDigest, speech: Speech) -> None:
    overruled = _overruled(reading)
    if len(overruled) >= PATTERN:
        speech.say(
            f"Verified claims contradict what is said about {subjects(overruled)} {cite(*overruled)}: a pattern "
            "that other figures of the same sources may share.",
            f"Verified claims contradict {cite(*overruled)}.",
            relies=overruled,
            doubts=overruled,
        )


def _tell_unproved(reading: TurnDigest, speech: Speech, looked_up: ClaimSources, proofs: Proofs) -> None:
    for view in reading.unproved[:_TOLD]:
        speech.say(*describe_claim(view, looked_up.source(view)), relies=[view])
        if view.id in proofs:
            speech.say(f"A passage of another document, of grade {proofs[view.id].grade}, bears out {cite(view)}.")
            continue
        speech.ask(
            f"Which document of grade B or better shows {name_of(view)}: {view.shown} {cite(view)}?"
            if view.shown
            else None,
            f"Which document of grade B or better shows {metric_words(view)} {cite(view)}?",
            f"Which document shows {cite(view)}?",
        )


def _tell_old(reading: TurnDigest, speech: Speech, *, blind: bool) -> None:
    old = [view for view in reading.material if any(one.type is DefectType.STALENESS for one in view.defects)]
    for view in old[:_TOLD]:
        words = claim_words(view)
        speech.say(
            words and f"{capital(words)} {cite(view)} comes from a source older than its metric allows.",
            f"{capital(metric_words(view))} {cite(view)} comes from a source older than its metric allows.",
            f"{cite(view)} comes from an old source.",
            relies=[view],
            doubts=[view],
        )
        speech.ask(
            f"Is there a newer source for {metric_words(view)} {cite(view)}?",
            f"Is there a newer source for {cite(view)}?",
        )
        for defect in () if blind else view.defects:
            if defect.type is DefectType.STALENESS:
                by_defect(speech, view, defect)


def _tell_absent(speech: Speech) -> None:
    if not speech.turn.absent:
        return
    for name in speech.turn.missing.concealed[:_TOLD]:
        speech.say(
            f"The document {shown_name(name)} was withheld, as a person confirmed: the seller has to show it.",
            "A document was withheld, as a person confirmed: the seller has to show it.",
        )
    speech.say("The data room's index names a document that is not in the room: it has to be asked for.")
    for name in speech.turn.absent[:_TOLD]:
        speech.ask(f"Why is {shown_name(name)} named in the index and not in the data room?")
    speech.ask("Why does the data room lack a document that its index names?")


def _for_counsel(view: ClaimView, source: str | None) -> Sequence[str | None]:
    """A term, and that it speaks against the deal where its words say so."""
    words = claim_words(view)
    weigh = "for counsel to weigh"
    if view.polarity is Polarity.BAD:
        weigh = "against the deal, and for counsel to weigh"
    return (
        words and f"{capital(words)}{by_source(source)} {cite(view)}: this is {weigh}.",
        words and f"{capital(words)} {cite(view)}: this is {weigh}.",
        f"{capital(metric_words(view))} {cite(view)} is {weigh}.",
        f"{cite(view)} is {weigh}.",
    )


def _account(reading: TurnDigest) -> Account:
    about = subjects(reading.unproved or reading.material[:3]) or "the deal"
    return Account(
        evidence_summary="Calculations, material claims without proof, old sources, absent documents, terms.",
        counter_hypothesis="The documents that are missing exist and show what is claimed.",
        tests=(
            FalsifiabilityTest(
                f"The missing proof about {about} is handed over",
                "A document of grade B or better about the same subject and period",
                "The risk falls away where the document shows the claimed figure within rounding",
            ),
        ),
        uncertainties=(
            Uncertainty(
                "The register holds only what was put into the data room",
                "A risk that no document names is not seen",
                "Ask the company for a list of claims, disputes and commitments",
            ),
        ),
        failure_modes=("A limit that suits one kind of business is applied to another",),
        justification="It follows from the limits crossed and from the material claims that nothing proves.",
    )
