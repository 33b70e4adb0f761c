"""When a debate ends: a pure function of what is known after a round.

Source: spec/evidence-and-debate.md, "Stop, first match wins". The order is that of ``StopReason``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality
from casewright.domain.debates import MAX_ROUNDS, AgentRole, StopReason
from casewright.domain.evidence import Grade
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.debates import Position
    from casewright.domain.ids import ClaimId

SPREAD = Decimal("0.10")
"""How far the confidences of a consensus may lie apart."""
AGREEING = 3
"""How many must hold a position for it to be a consensus."""

_RELYING = (AgentRole.ADVOCATE, AgentRole.ARBITER)
_MATERIAL = (Materiality.HIGH, Materiality.CRITICAL)


@dataclass(frozen=True, slots=True)
class Reliance:
    """A claim in the supported_claim_ids of a role's output of this round, as it stands now."""

    role: AgentRole
    claim: ClaimId
    materiality: Materiality
    grade: Grade

    @property
    def is_material(self) -> bool:
        """Whether it is a material position: being challenged is not reliance (spec, "Weak source")."""
        return self.role in _RELYING and self.materiality in _MATERIAL


@dataclass(frozen=True, slots=True)
class StopInputs:
    """What the stop check looks at after round ``round_number``.

    ``positions`` are those held after this round and ``earlier`` those after the round before (None in the first);
    ``retrieval_done`` says that the evidence call that was asked for has run, ``new_evidence`` how many evidence ids
    came to the table in this round.
    """

    round_number: int
    max_rounds: int = MAX_ROUNDS
    gate_failed: bool = False
    reliances: tuple[Reliance, ...] = ()
    positions: Mapping[AgentRole, Position] = field(default_factory=lambda: MappingProxyType({}))
    earlier: Mapping[AgentRole, Position] | None = None
    retrieval_asked: bool = False
    retrieval_done: bool = False
    new_evidence: int = 0
    open_questions: int = 0

    def __post_init__(self) -> None:
        check_rounds(self.max_rounds)
        if self.round_number < 1:
            raise InvalidInput(f"The round number {self.round_number!r} is below 1: rounds count from 1.")

    def as_json(self) -> dict[str, object]:
        """Plain data without floats, in one order whatever the inputs' order was: equal inputs hash alike."""
        return {
            "round_number": self.round_number,
            "max_rounds": self.max_rounds,
            "gate_failed": self.gate_failed,
            "reliances": sorted([one.role, one.claim, one.materiality, one.grade] for one in set(self.reliances)),
            "positions": _positions(self.positions),
            "earlier": None if self.earlier is None else _positions(self.earlier),
            "retrieval_asked": self.retrieval_asked,
            "retrieval_done": self.retrieval_done,
            "new_evidence": self.new_evidence,
            "open_questions": self.open_questions,
        }


def check_rounds(max_rounds: int) -> None:
    """Raise ``InvalidInput`` for a number of rounds that no debate may have."""
    if not 1 <= max_rounds <= MAX_ROUNDS:
        raise InvalidInput(f"max_rounds is {max_rounds!r}: a debate has from 1 to {MAX_ROUNDS} rounds.")


def stop_reason(inputs: StopInputs) -> StopReason | None:
    """Why the debate ends after this round, the first reason that holds; None where it goes on."""
    if inputs.gate_failed or critical_claims(inputs):
        return StopReason.CRITICAL_DEFECT
    if _consensus(inputs.positions):
        return StopReason.CONSENSUS
    if _stable(inputs.positions, inputs.earlier):
        return StopReason.STABLE_DISSENT
    if inputs.retrieval_asked and inputs.retrieval_done and not inputs.new_evidence and inputs.open_questions:
        return StopReason.EVIDENCE_EXHAUSTED
    if inputs.round_number >= inputs.max_rounds:
        return StopReason.MAX_ROUNDS
    return None


def critical_claims(inputs: StopInputs) -> tuple[ClaimId, ...]:
    """The claims of grade D in a material position, sorted."""
    return tuple(sorted({one.claim for one in inputs.reliances if one.is_material and one.grade is Grade.D}))


def _consensus(positions: Mapping[AgentRole, Position]) -> bool:
    """Whether those who do not abstain are enough, agree, and are about as sure as each other.

    They agree where their stances are the same and no two give one claim different verdicts: who gives none on a
    claim abstains on that claim.
    """
    holding = [position for position in positions.values() if not position.abstains]
    if len(holding) < AGREEING or len({position.stance for position in holding}) > 1:
        return False
    # Through decimals: 0.4 − 0.3 is more than 0.1 in binary.
    sure = [Decimal(str(position.confidence)) for position in holding]
    return max(sure) - min(sure) <= SPREAD and not any(_contradict(*pair) for pair in combinations(holding, 2))


def _contradict(one: Position, other: Position) -> bool:
    return any(one.verdicts[claim] is not other.verdicts[claim] for claim in one.verdicts.keys() & other.verdicts)


def _stable(now: Mapping[AgentRole, Position], before: Mapping[AgentRole, Position] | None) -> bool:
    """Whether everybody holds what they held a round ago, however sure they are of it now."""
    if not now or before is None or now.keys() != before.keys():
        return False
    return all(now[role].same_view(before[role]) for role in now)


def _positions(positions: Mapping[AgentRole, Position]) -> dict[str, object]:
    return {
        role.value: {
            "stance": position.stance.value,
            "confidence": str(position.confidence),
            "verdicts": {claim: position.verdicts[claim].value for claim in sorted(position.verdicts)},
        }
        for role, position in sorted(positions.items())
    }
