"""The contradiction finder by rules: where documents say otherwise than each other, and whether a third one helps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.minds.challenges import challenge, own_evidence
from casewright.agents.debate.minds.claim_sentences import describe_defects, describe_dispute
from casewright.agents.debate.minds.disputes import CONTRADICTIONS, LABELS, heaviest_first, mislabelled
from casewright.agents.debate.minds.lookup import ClaimSources, look_up, search
from casewright.agents.debate.minds.names import cite, metric_words, name_of, subjects
from casewright.agents.debate.minds.outside_sources import (
    LONGEST_POINT,
    MOST_POINTS,
    ask_outside,
    company_of,
    tell_outside,
)
from casewright.agents.debate.minds.passage_support import find_support
from casewright.agents.debate.minds.positions import hold_position, opposing_ids
from casewright.agents.debate.minds.speech import Account, Speech
from casewright.agents.debate.minds.turn_digest import Ground, TurnDigest
from casewright.domain.claims import Materiality
from casewright.domain.debates import Stance
from casewright.evidence.metrics import metric_name
from casewright.evidence.muhasabah.record import FalsifiabilityTest, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView, Draft, ToolBox, Turn
    from casewright.agents.debate.minds.disputes import Dispute
    from casewright.agents.debate.minds.lookup import Passage
    from casewright.domain.ids import ClaimId

_TOLD = 8
_SEARCHED = 3
LOOKED_UP = 20
_NOTHING = "No material claim is contradicted by another claim about the same subject and period."
_NOTHING_LEFT = "Every dispute about a material claim is settled by a verified one; nothing new speaks against that."


@dataclass(slots=True)
class Searched:
    """What searches gave for disputes that the register does not settle: by its first claim, the side borne out."""

    borne_out: dict[ClaimId, tuple[ClaimView, Passage]] = field(default_factory=dict)

    def settles(self, dispute: Dispute) -> bool:
        """Whether a passage outside of the dispute bears out one side of it."""
        return dispute.camps[0][0].id in self.borne_out

    @property
    def evidence(self) -> Sequence[str]:
        """The passages."""
        return [passage.evidence for _, passage in self.borne_out.values()]


class RuleBasedContradictionFinder:
    """Fits ``mind.Mind``."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """Which figures stand against each other, and what it did to tell which holds."""
        reading, speech = TurnDigest(turn), Speech(turn)
        blind = turn.stage is Stage.OPENING_POSITION
        again = turn.round_number > 1
        looked_up = ClaimSources() if blind else await look_up(tools, _heads_first(reading.disputes), LOOKED_UP)
        # In the first round it asks for evidence; from the second on it has a look at what there is.
        searched = await search_disputes(reading, tools, looked_up) if again else Searched()
        for dispute in (unsettled(reading) if again else reading.disputes)[:_TOLD]:
            _tell(speech, dispute, searched, looked_up)
        if not blind:
            for dispute in reading.disputes[:_TOLD]:
                _challenge(speech, dispute)
        for view in () if again else _mislabelled(reading)[:_TOLD]:
            speech.say(*describe_defects(view, [kind.value for kind in LABELS]), relies=[view], doubts=[view])
        if not speech.lines:
            speech.say(_NOTHING_LEFT if reading.disputes else _NOTHING)
        open_ones = unsettled(reading, searched)
        if open_ones and turn.stage is Stage.CONTRADICTIONS and turn.round_number == 1:
            tell_outside(speech, await ask_outside(tools, company_of(open_ones[0].claims), _metrics(open_ones)))
        if open_ones and not blind:
            # Another one each round: what was looked for once is not looked for again while there are others.
            asked = open_ones[min(turn.round_number, len(open_ones)) - 1]
            speech.structured["retrieval_request"] = {"query": query(asked)}
        follows = reading.position(grounds(reading, searched))
        about = [view for one in reading.disputes for view in one.claims] or reading.critical
        position, cites = hold_position(
            turn, follows, rests_on=about, by=searched.evidence or opposing_ids(reading.material)
        )
        return speech.draft(position.confidence, _account(reading), position=position, cites=cites)


def grounds(reading: TurnDigest, searched: Searched | None = None) -> Sequence[Ground]:
    """Disputes that nothing settles: about a CRITICAL claim, the deal's own figure is not known, and it declines."""
    return [
        Ground(Stance.DECLINE if one.heaviest is Materiality.CRITICAL else Stance.CONDITIONAL, one.claims)
        for one in unsettled(reading, searched)
    ]


def unsettled(reading: TurnDigest, searched: Searched | None = None) -> Sequence[Dispute]:
    """Disputes in which no figure is verified alone, and none borne out by a passage of another document."""
    return [one for one in reading.disputes if not one.settled and not (searched and searched.settles(one))]


async def search_disputes(reading: TurnDigest, tools: ToolBox, looked_up: ClaimSources) -> Searched:
    """Look for a document beyond those in dispute that gives one of the figures."""
    found = Searched()
    for dispute in unsettled(reading)[:_SEARCHED]:
        if not all(view.id in looked_up.items for view in dispute.claims):
            continue  # which documents its claims rest on is not known: nothing could count as another one
        passages = await search(tools, reading.turn.deal_id, query(dispute))
        side = find_support(dispute, passages, looked_up.documents(dispute.claims))
        if side is not None:
            found.borne_out[dispute.camps[0][0].id] = side
    return found


def query(dispute: Dispute) -> str:
    """What to look for to settle it."""
    view = dispute.camps[0][0]
    return " ".join(one for one in (view.metric, view.period, view.entity) if one)


def _metrics(disputes: Sequence[Dispute]) -> Sequence[str]:
    """What the disputes about the first one's company are about, as outside sources are asked for it."""
    company = company_of(disputes[0].claims)
    heads = (one.camps[0][0] for one in disputes if company_of(one.claims) == company)
    named = (metric_name(view.metric).replace(" ", "_") for view in heads if view.metric)
    return tuple(one for one in dict.fromkeys(named) if one and len(one) <= LONGEST_POINT)[:MOST_POINTS]


def _heads_first(disputes: Sequence[Dispute]) -> Sequence[ClaimView]:
    """The claims of unsettled disputes, whose documents have to be known, then the first of each camp of the others."""
    heads = [camp[0] for one in disputes if one.settled for camp in one.camps]
    return [*(view for one in disputes if not one.settled for view in one.claims), *heads]


def _mislabelled(reading: TurnDigest) -> Sequence[ClaimView]:
    """Claims with a wrong label that are material, or about what a material claim is about."""
    metrics = {view.metric for view in reading.material if view.metric}
    ids = {view.id for view in reading.material}
    views = (view for view in reading.turn.claims if mislabelled(view))
    return sorted((view for view in views if view.id in ids or view.metric in metrics), key=heaviest_first)


def _challenge(speech: Speech, dispute: Dispute) -> None:
    """Hold the register's contradictions against the claims of a dispute, all of one type at once."""
    for kind in sorted(CONTRADICTIONS):
        having = [(view, one) for view in dispute.claims for one in view.defects if one.type is kind]
        views = list({view.id: view for view, _ in having}.values())
        evidence = [reference for view in views for reference in own_evidence(view)]
        evidence += [reference for _, defect in having for reference in defect.evidence]
        if views:
            name = name_of(dispute.camps[0][0])
            why = (
                f"The figures for {name} cannot all be right: {kind.value} is open against {cite(*views)}.",
                f"{kind.value} is open against {cite(*views)}.",
            )
            challenge(speech, views, kind, why, list(dict.fromkeys(evidence)))


def _tell(speech: Speech, dispute: Dispute, searched: Searched, looked_up: ClaimSources) -> None:
    heads = [camp[0] for camp in dispute.camps]
    speech.say(*describe_dispute(dispute, looked_up), relies=heads, doubts=heads)
    if speech.turn.round_number > 1 and not searched.settles(dispute):
        speech.say("A search for another document that gives one of these figures alone has not found any.")
    side = searched.borne_out.get(heads[0].id)
    if side is not None:
        view, passage = side
        speech.say(
            f"A passage of grade {passage.grade} in a document that neither side rests on gives {view.shown} "
            f"{cite(view)} for {metric_words(view)}.",
            f"A passage of another document bears out {cite(view)}.",
            relies=[view],
        )
    elif not dispute.settled:
        figures = " or ".join(f"{view.shown} {cite(view)}" for view in heads)
        speech.ask(
            f"Which figure holds for {name_of(heads[0])}: {figures}?",
            f"Which figure holds for {metric_words(heads[0])} {cite(*heads)}?",
            f"Which of {cite(*heads)} holds?",
        )


def _account(reading: TurnDigest) -> Account:
    heads = [one.camps[0][0] for one in reading.disputes] or list(reading.material)
    about = subjects(heads) or "the deal"
    return Account(
        evidence_summary="Claims about the same metric, entity and period, held against each other after units were "
        "reconciled.",
        counter_hypothesis=f"The sources about {about} mean different things by the same name, and none is wrong.",
        tests=(
            FalsifiabilityTest(
                "The definitions behind the figures are compared",
                "How each source defines the metric and which period it counts",
                "The contradiction falls where the definitions differ and both figures follow from them",
            ),
        ),
        uncertainties=(
            Uncertainty(
                f"How each source defines {about} is not in the register",
                "A difference of definitions would look like a contradiction",
                "Ask for the definitions and a reconciliation",
            ),
        ),
        failure_modes=("A contradiction between documents that nobody took claims from stays unseen",),
        justification="It follows from how many disputes about material claims nothing settles.",
    )
