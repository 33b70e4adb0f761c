"""The sanad breaker by rules: which chains do not hold, by the register's defects and by a look of its own.

Of its own it looks for what no detector of the register decides: a source whose kind nobody knows (UNKNOWN_SOURCE), a
primary claim that names no evidence (MISSING_LINK), and a share of something above the whole (IMPLAUSIBILITY).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.minds.challenges import by_defect, challenge, own_evidence
from casewright.agents.debate.minds.claim_sentences import describe_defects
from casewright.agents.debate.minds.lookup import look_up
from casewright.agents.debate.minds.names import capital, cite, metric_words, name_of, subjects
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import Ground, TurnDigest
from casewright.domain.claims import ClaimType, Materiality
from casewright.domain.debates import AgentRole, Stance
from casewright.domain.defects import CureProtocol, DefectSeverity, DefectType
from casewright.domain.evidence import Corroboration
from casewright.domain.values import Percentage
from casewright.evidence.metrics import metric_name
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.agents.debate.mind import ClaimView, DefectView, Draft, ToolBox, Turn

CHAIN = (
    DefectType.BROKEN_CHAIN,
    DefectType.CONCEALMENT,
    DefectType.CIRCULARITY,
    DefectType.CHAIN_GRAFTING,
    DefectType.CHRONO_IMPOSSIBLE,
    DefectType.UNKNOWN_SOURCE,
    DefectType.MISSING_LINK,
    DefectType.IMPLAUSIBILITY,
)
"""Types of defects that are about how a claim came here, not about what another one says."""
_PARTS = re.compile(r"\b(?:share|churn|margin|ownership|market penetration|utili[sz]ation)\b")
_LOOKED_UP = 12
_TOLD = 10


class RuleBasedSanadBreaker:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """Which chains do not hold, or that those looked at do."""
        reading, speech = TurnDigest(turn), Speech(turn)
        broken = {view.id for view in reading.broken}
        flawed = [view for view in reading.material if chain_defects(view) or view.id in broken]
        blind = turn.stage is Stage.OPENING_POSITION
        suspected = () if blind else await _look(reading, tools)
        for view in flawed[:_TOLD]:
            told = describe_defects(view, [kind.value for kind in CHAIN]) if chain_defects(view) else _stands_low(view)
            speech.say(*told, relies=[view], doubts=[view])
            for defect in () if blind else _first_of_each_type(chain_defects(view)):
                by_defect(speech, view, defect)
        for view, kind in suspected:
            if challenge(speech, [view], kind, _why(view, kind), own_evidence(view)):
                speech.say(*_why(view, kind), relies=[view], doubts=[view])
        if not speech.lines:
            _nothing_found(reading, speech)
        for view in flawed:
            for defect in chain_defects(view)[:1]:
                speech.ask(*_question(view, defect))
            if not chain_defects(view):
                speech.ask(f"Which place of a document bears out {metric_words(view)} {cite(view)}?")
        about = flawed or reading.critical
        follows = reading.position(grounds(reading))
        position, cites = hold_position(turn, follows, rests_on=about, by=opposing_ids(reading.material))
        return speech.draft(position.confidence, _account(flawed or reading.material), position=position, cites=cites)


def chain_defects(view: ClaimView) -> Sequence[DefectView]:
    """The claim's open defects of its chain, the gravest first."""
    order = list(DefectSeverity)
    found = [defect for defect in view.defects if defect.type in CHAIN]
    return sorted(found, key=lambda defect: (order.index(defect.severity), defect.type.value, defect.id))


def _first_of_each_type(defects: Sequence[DefectView]) -> Iterable[DefectView]:
    """One challenge names a type, however often the register has it open on the claim."""
    return {defect.type: defect for defect in reversed(defects)}.values()


def grounds(reading: TurnDigest) -> Sequence[Ground]:
    """Broken chains: grave enough to decline under a CRITICAL claim, a condition under one of HIGH materiality."""
    broken = {view.id for view in reading.broken}
    return [
        Ground(
            Stance.DECLINE if view.id in broken and view.materiality is Materiality.CRITICAL else Stance.CONDITIONAL,
            (view,),
        )
        for view in reading.material
        if view.id in broken or chain_defects(view)
    ]


async def _look(reading: TurnDigest, tools: ToolBox) -> Sequence[tuple[ClaimView, DefectType]]:
    """What it suspects of its own: first in the claims that the advocate rests the case on."""
    cited = [
        claim
        for message in reading.turn.state.messages
        if message.role is AgentRole.ADVOCATE
        for claim in message.claim_refs
    ]
    first = [reading.by_id[claim] for claim in dict.fromkeys(cited) if claim in reading.by_id]
    views = [view for view in (*first, *reading.material) if view.claim_type is ClaimType.PRIMARY]
    await look_up(tools, views, _LOOKED_UP)
    return list(_suspected({view.id: view for view in views}.values()))


def _suspected(views: Iterable[ClaimView]) -> Iterator[tuple[ClaimView, DefectType]]:
    for view in views:
        kinds = {defect.type for defect in view.defects}
        if not view.evidence and not kinds & {DefectType.MISSING_LINK, DefectType.BROKEN_CHAIN}:
            yield view, DefectType.MISSING_LINK
        if DefectType.IMPLAUSIBILITY not in kinds and more_than_all(view):
            yield view, DefectType.IMPLAUSIBILITY


def more_than_all(view: ClaimView) -> bool:
    """Whether it says that a part is more than the whole: a share, a margin or a churn above 100 %."""
    if not isinstance(view.value, Percentage) or view.metric is None:
        return False
    return view.value.fraction > 1 and _PARTS.search(metric_name(view.metric)) is not None


def _why(view: ClaimView, kind: DefectType) -> Sequence[str]:
    words, reference = metric_words(view), cite(view)
    match kind:
        case DefectType.UNKNOWN_SOURCE:
            return (
                f"Nobody has said what kind of source {words} {reference} comes from, and the case may not rest on it.",
            )
        case DefectType.MISSING_LINK:
            return (
                f"{capital(words)} {reference} names no evidence at all, so that nothing leads from it to a document.",
            )
        case _:
            return (
                f"{capital(name_of(view))}: {view.shown} {reference} is more than the whole of what it is a share of.",
                f"{capital(words)} {reference} is more than the whole of what it is a share of.",
            )


def _stands_low(view: ClaimView) -> Sequence[str]:
    """A claim without an open defect of its chain that does not hold all the same: its quote does not say it, or its
    source counts for nothing.
    """
    name, stands = capital(metric_words(view)), f"stands at grade {view.grade}"
    return (
        f"{name} {cite(view)} {stands}: what it rests on does not bear it out.",
        f"{cite(view)} {stands}.",
    )


def _question(view: ClaimView, defect: DefectView) -> Sequence[str]:
    words = metric_words(view)
    asks = {
        CureProtocol.RECONSTRUCT_CHAIN: f"Which steps lead from a document to {words} {cite(view)}",
        CureProtocol.REQUEST_SOURCE: f"Which source does {words} {cite(view)} come from",
        CureProtocol.DISCARD_CLAIM: f"Is there a source for {words} {cite(view)}, or is the claim to be discarded",
    }
    asked = asks.get(defect.cure, f"What does a person decide about {words} {cite(view)}")
    return (
        f"{asked}, now that {defect.type.value} is open?",
        f"What cures the {defect.type.value} of {cite(view)}?",
    )


def _nothing_found(reading: TurnDigest, speech: Speech) -> None:
    """Say of the heaviest claims how well they are borne out, since no chain is broken."""
    thin = [view for view in reading.critical if view.corroboration in (Corroboration.NONE, Corroboration.AHAD_1)]
    speech.say("No chain under a material claim is broken, and none has an open defect of its own.")
    if thin:
        speech.say(
            f"No more than a single independent source bears out {subjects(thin)} {cite(*thin)}.",
            f"No more than a single independent source bears out {cite(*thin)}.",
            relies=thin,
        )


def _account(views: Sequence[ClaimView]) -> Account:
    about = subjects(views) or "the deal"
    return Account(
        evidence_summary="The chains of the material claims, their evidence and their open defects.",
        counter_hypothesis=f"The chains about {about} can be mended, and the claims stand as they are said.",
        tests=(
            FalsifiabilityTest(
                "A chain that is called broken is reconstructed",
                "The steps from the document to the claim, each with its input",
                "The challenge fails where every step names an input that exists and the claim keeps its value",
            ),
        ),
        uncertainties=(
            Uncertainty(
                f"What the sources about {about} were taken from is known only as far as the register says",
                "Sources that look independent may not be",
                "Ask where each source has its figures from",
            ),
        ),
        failure_modes=("A defect that was flagged is cured after the debate",),
        justification="It follows from the open defects of the material claims' chains.",
    )
