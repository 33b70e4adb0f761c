"""What has been said in a debate so far, added up: positions, evidence before it, challenges, questions, scores.

The turns are the record; everything here follows from them and from the rulings, in one order, whichever of two roles
that spoke side by side was done first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.state import (
    ArbiterDecision,
    DebateMessage,
    DebateState,
    challenge_from_json,
)
from casewright.domain.claims import Verdict
from casewright.domain.debates import AgentRole, Position, Stance, StopReason
from casewright.domain.ids import ClaimId, EvidenceId
from casewright.evidence.utility import ChallengeOutcome, Ruling, utility_scores

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from casewright.agents.debate.deal_view import DealView
    from casewright.evidence.challenges import Challenge

EVIDENCE_CALL = "evidence"
"""The stage of the evidence call, at which nobody speaks."""
_ORDER = (*(one.value for one in Stage if one is not Stage.CLOSE), EVIDENCE_CALL, Stage.CLOSE.value)
_STEPS = {name: place for place, name in enumerate(_ORDER)}
_STEPS[Stage.RISKS.value] = _STEPS[Stage.CONTRADICTIONS.value]
_ROLES = {role.value: place for place, role in enumerate(AgentRole)}
Moment = tuple[int, int]
"""Round and step: what happened side by side has the same."""


class TurnRecord(TypedDict):
    """One turn, as plain data. ``output`` is missing where the gate rejected it, and then ``failed`` is true.

    ``position`` is the one that was taken, ``refused`` why one was not; ``fresh`` the evidence that the turn put
    before the debate; ``rejections`` the violations of each rejected draft; ``found`` what an evidence call brought.
    """

    round: int
    stage: str
    role: str
    output: dict[str, Any] | None
    message: dict[str, Any] | None
    position: dict[str, Any] | None
    refused: str | None
    cited: list[str]
    fresh: list[str]
    challenges: list[dict[str, Any]]
    questions: list[str] | None
    query: str | None
    gate: dict[str, Any] | None
    rejections: list[list[dict[str, str]]]
    failed: bool
    wrote: bool
    searched: list[str]
    found: list[dict[str, Any]]
    calls: list[dict[str, Any]]


class RulingRecord(TypedDict):
    """How a round was closed: what came of each challenge, and the arbiter's decision."""

    round: int
    rulings: list[dict[str, Any]]
    decision: dict[str, Any]


def empty_turn(round_number: int, stage: str, role: str) -> TurnRecord:
    """A turn at which nothing was said yet."""
    return TurnRecord(
        round=round_number,
        stage=str(stage),
        role=str(role),
        output=None,
        message=None,
        position=None,
        refused=None,
        cited=[],
        fresh=[],
        challenges=[],
        questions=None,
        query=None,
        gate=None,
        rejections=[],
        failed=False,
        wrote=False,
        searched=[],
        found=[],
        calls=[],
    )


def step(turn: TurnRecord) -> Moment:
    """When the turn was."""
    return turn["round"], _STEPS[turn["stage"]]


@dataclass(frozen=True)
class Ledger:
    """Turns and rulings, added up."""

    turns: tuple[TurnRecord, ...]
    closes: tuple[RulingRecord, ...]

    @classmethod
    def of(cls, turns: Sequence[TurnRecord], closes: Sequence[RulingRecord]) -> Ledger:
        """The turns in the order of the debate."""
        ordered = sorted(turns, key=lambda one: (*step(one), _ROLES[one["role"]]))
        return cls(tuple(ordered), tuple(closes))

    def before(self, moment: Moment) -> Ledger:
        """What was known before that moment, without what is said beside it."""
        return Ledger(tuple(one for one in self.turns if step(one) < moment), self.closes)

    @cached_property
    def failure(self) -> TurnRecord | None:
        """The turn whose output the gate rejected for good."""
        return next((one for one in self.turns if one["failed"]), None)

    @cached_property
    def positions(self) -> dict[AgentRole, Position]:
        """What each role holds."""
        held = {one["role"]: one["position"] for one in self.turns if one["position"] is not None}
        return {AgentRole(role): _position(given) for role, given in held.items() if given}

    @cached_property
    def baseline(self) -> dict[AgentRole, Position]:
        """What the roles held at the blind opening."""
        return Ledger(self.in_round(0), ()).positions

    def taken_at(self, role: AgentRole) -> Moment | None:
        """When the role took the position that it holds."""
        return next((step(one) for one in reversed(self.turns) if one["role"] == role and one["position"]), None)

    @cached_property
    def table(self) -> dict[EvidenceId, Moment]:
        """The evidence that the debate has before it, and when each item came."""
        found: dict[EvidenceId, Moment] = {}
        for turn in self.turns:
            for one in turn["fresh"]:
                found.setdefault(EvidenceId(one), step(turn))
        return found

    def on_table_when_taken(self, role: AgentRole) -> set[EvidenceId]:
        """The evidence that was there when the role took its position."""
        taken = self.taken_at(role)
        return {one for one, came in self.table.items() if taken is not None and came <= taken}

    def new_in(self, round_number: int) -> int:
        """How many items of evidence came to the table in this round."""
        return sum(came[0] == round_number for came in self.table.values())

    @cached_property
    def searched(self) -> set[EvidenceId]:
        """Evidence that a search of this debate has shown to exist."""
        return {EvidenceId(one) for turn in self.turns for one in turn["searched"]}

    def in_round(self, round_number: int) -> tuple[TurnRecord, ...]:
        """The turns of a round."""
        return tuple(one for one in self.turns if one["round"] == round_number)

    def challenges(self, round_number: int | None = None) -> tuple[Challenge, ...]:
        """The challenges of a round, or of all."""
        return tuple(
            challenge_from_json(one)
            for turn in self.turns
            if round_number in (None, turn["round"])
            for one in turn["challenges"]
        )

    def asked(self, round_number: int) -> TurnRecord | None:
        """The first turn of the round that asks for evidence: there is one evidence call in a round."""
        return next((one for one in self.in_round(round_number) if one["query"]), None)

    def evidence_call(self, round_number: int) -> TurnRecord | None:
        """The evidence call of the round, where it was made."""
        return next((one for one in self.in_round(round_number) if one["stage"] == EVIDENCE_CALL), None)

    @cached_property
    def open_questions(self) -> tuple[str, ...]:
        """What is still open: the arbiter's list at each close, with what was asked since."""
        still: list[str] = []
        for turn in self.turns:
            if turn["questions"] is not None:
                still = [*([] if turn["stage"] == Stage.CLOSE else still), *turn["questions"]]
        return tuple(dict.fromkeys(still))

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """What came of every challenge, in the order of the rulings."""
        return tuple(
            Ruling(one["challenge_id"], one["agent_id"], ChallengeOutcome(one["outcome"]))
            for close in self.closes
            for one in close["rulings"]
        )

    @cached_property
    def utility(self) -> dict[str, Decimal]:
        """Each agent's utility."""
        return utility_scores(self.rulings)

    def state(
        self, view: DealView, *, debate: str, round_number: int, max_rounds: int, stop: StopReason | None = None
    ) -> DebateState:
        """The state as the roles see it."""
        return DebateState(
            deal_id=view.deal,
            round_number=max(1, round_number),
            messages=tuple(_message(one["message"]) for one in self.turns if one["message"]),
            claim_registry_ref=view.registry_ref,
            debate_id=debate,
            max_rounds=max_rounds,
            sanad_graph_ref=view.sanad_ref,
            open_questions=self.open_questions,
            utility_scores={agent: float(score) for agent, score in self.utility.items()},
            arbiter_decisions=tuple(ArbiterDecision.from_json(one["decision"]) for one in self.closes),
            consensus_reached=stop is StopReason.CONSENSUS,
            stop_reason=stop,
        )


def _position(given: dict[str, Any]) -> Position:
    """As ``position_from_json``, for data of our own."""
    verdicts = {ClaimId(claim): Verdict(verdict) for claim, verdict in given["verdicts"].items()}
    return Position(Stance(given["stance"]), given["confidence"], verdicts)


def _message(data: dict[str, Any]) -> DebateMessage:
    """As ``DebateMessage.from_json``, for data of our own: every step of a debate reads every message."""
    return DebateMessage(
        message_id=data["message_id"],
        role=AgentRole(data["role"]),
        agent_id=data["agent_id"],
        content=data["content"],
        claim_refs=tuple(data["claim_refs"]),
        calc_refs=tuple(data["calc_refs"]),
        round_number=data["round_number"],
        timestamp=data["timestamp"],
        prompt_id=data.get("prompt_id"),
        prompt_hash=data.get("prompt_hash"),
    )
