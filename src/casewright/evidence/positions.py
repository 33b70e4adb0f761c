"""Changing one's mind, and what the debate changed: a position moves by new evidence only.

Source: spec/evidence-and-debate.md, "A change of position needs …".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.debates import Stance
from casewright.evidence.challenges import ValidationResult

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.domain.claims import Verdict
    from casewright.domain.debates import AgentRole, Position
    from casewright.domain.ids import ClaimId, EvidenceId

_CAUTION = (Stance.DECLINE, Stance.CONDITIONAL, Stance.PROCEED)


def validate_change(
    before: Position,
    after: Position,
    *,
    cited: Collection[EvidenceId],
    on_table: Collection[EvidenceId],
    existing: Collection[EvidenceId],
) -> ValidationResult:
    """Whether ``before`` may become ``after`` by the evidence ``cited``.

    Any other stance or verdict is a change; being more or less sure of the same is none. ``on_table`` is the evidence
    that the debate had before, ``existing`` all that is known of the deal.
    """
    if before.same_view(after):
        return ValidationResult(valid=True)
    if any(one in existing and one not in on_table for one in cited):
        return ValidationResult(valid=True)
    said = f"A change of position from {before.stance} to {after.stance}"
    if before.stance is after.stance:
        said = f"A change of verdict within {after.stance}"
    return ValidationResult(valid=False, reason=f"{said} needs an evidence id that was not on the table before")


@dataclass(frozen=True, slots=True)
class ChangedMind:
    """What one role held at the start and at the end."""

    role: AgentRole
    before: Stance
    after: Stance
    verdicts: Mapping[ClaimId, tuple[Verdict | None, Verdict | None]]
    """The verdicts that differ, as they were and as they are."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What the debate changed: the baseline vote's outcome, the recommendation, and who came to hold what else."""

    baseline: Stance
    outcome: Stance
    changed: tuple[ChangedMind, ...]

    @property
    def changed_the_outcome(self) -> bool:
        """Whether the plain vote before the debate would have recommended something else."""
        return self.baseline is not self.outcome


def vote(positions: Mapping[AgentRole, Position]) -> Stance:
    """The stance that most hold; of those equally held the most cautious; ABSTAIN where everybody abstains."""
    held = Counter(position.stance for position in positions.values() if not position.abstains)
    if not held:
        return Stance.ABSTAIN
    return next(stance for stance in _CAUTION if held[stance] == max(held.values()))


def effect(
    baseline: Mapping[AgentRole, Position], final: Mapping[AgentRole, Position], recommendation: Position
) -> Effect:
    """What changed between the blind opening positions and the end. Who spoke only once changed nothing."""
    changed = []
    for role in sorted(baseline.keys() & final.keys()):
        before, after = baseline[role], final[role]
        if not before.same_view(after):
            changed.append(ChangedMind(role, before.stance, after.stance, _verdicts(before, after)))
    return Effect(vote(baseline), recommendation.stance, tuple(changed))


def _verdicts(before: Position, after: Position) -> dict[ClaimId, tuple[Verdict | None, Verdict | None]]:
    pairs = {
        claim: (before.verdicts.get(claim), after.verdicts.get(claim))
        for claim in sorted(before.verdicts.keys() | after.verdicts.keys())
    }
    return {claim: pair for claim, pair in pairs.items() if pair[0] is not pair[1]}
