"""What the rule-based minds read out of a turn: which claims matter, what stands against them, how well all stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.agents.debate.minds.disputes import compare, heaviest_first
from casewright.domain.claims import Materiality, Verdict
from casewright.domain.debates import Position, Stance
from casewright.domain.defects import DefectSeverity
from casewright.domain.evidence import Grade
from casewright.evidence.polarity import OVERSTATED
from casewright.evidence.recommending import cautious

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.debate.mind import CalcView, ClaimView, DefectView, Turn
    from casewright.agents.debate.minds.disputes import Compared, Dispute
    from casewright.domain.ids import ClaimId

MATERIAL = (Materiality.HIGH, Materiality.CRITICAL)


@dataclass(frozen=True, slots=True)
class Ground:
    """A reason against going ahead as if nothing were the matter: what it asks for, and the claims it is about.

    ``condition`` says what has to be done about them, without figures; ``{claims}`` stands where they are named.
    """

    stance: Stance
    claims: tuple[ClaimView, ...]
    condition: str = "A condition has to cover {claims}."


class TurnDigest:
    """One turn's claims, looked through once."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.by_id: Mapping[ClaimId, ClaimView] = {view.id: view for view in turn.claims}

    @cached_property
    def material(self) -> Sequence[ClaimView]:
        """Claims of HIGH and CRITICAL materiality that are no opinions, the heaviest and best first.

        Where the deal has none, those of the highest materiality that it has: what nobody called material is all there
        is to argue about then.
        """
        found = sorted((view for view in self.turn.claims if not view.subjective), key=heaviest_first)
        heavy = [view for view in found if view.materiality in MATERIAL]
        return heavy or [view for view in found if view.materiality is found[0].materiality]

    @property
    def critical(self) -> Sequence[ClaimView]:
        """Those of CRITICAL materiality."""
        return [view for view in self.material if view.materiality is Materiality.CRITICAL]

    @cached_property
    def disputes(self) -> Sequence[Dispute]:
        """Disputes in which a material claim stands."""
        ids = {view.id for view in self.material}
        return [one for one in self._compared.disputes if any(view.id in ids for view in one.claims)]

    @cached_property
    def _compared(self) -> Compared:
        return compare(self.turn.claims)

    @cached_property
    def answered(self) -> Mapping[ClaimId, ClaimView]:
        """Claims that lost a settled dispute, each with the verified one that holds in its place."""
        return {
            view.id: one.camps[0][0] for one in self.disputes if one.settled for camp in one.camps[1:] for view in camp
        }

    @cached_property
    def broken(self) -> Sequence[ClaimView]:
        """Material claims with an open FATAL defect, or of grade D for any other reason."""
        return [view for view in self.material if view.grade is Grade.D or fatal(view)]

    @cached_property
    def unproved(self) -> Sequence[ClaimView]:
        """CRITICAL claims that nothing verifies: no verified claim says the same, and none answers for them."""
        proved = self._compared.borne_out | self.answered.keys()
        return [view for view in self.critical if view.verdict is Verdict.UNVERIFIED and view.id not in proved]

    @cached_property
    def holding(self) -> Sequence[ClaimView]:
        """Material claims that may be a reason for something: of a grade above D, not contradicted, no FATAL defect."""
        return [view for view in self.material if holds(view)]

    def verdicts(self) -> dict[ClaimId, Verdict]:
        """The register's verdict on every material claim."""
        views = (view for view in self.turn.claims if view.materiality in MATERIAL)
        return {view.id: view.verdict for view in sorted(views, key=lambda view: view.id)}

    def position(self, grounds: Sequence[Ground]) -> Position:
        """What follows from the grounds: the gravest of them, PROCEED where there is none.

        ABSTAIN where the deal has no claim to hold anything on. The confidence is the record's.
        """
        if not self.material:
            return Position(Stance.ABSTAIN, 0.0, self.verdicts())
        stances = {ground.stance for ground in grounds}
        if Stance.DECLINE in stances:
            return Position(Stance.DECLINE, self.turn.bears, self.verdicts())
        if Stance.CONDITIONAL in stances:
            return Position(Stance.CONDITIONAL, self.turn.bears, self.verdicts())
        return Position(Stance.PROCEED, self.turn.bears, self.verdicts())

    def recommendation(self, grounds: Sequence[Ground]) -> Position:
        """The position of who recommends: never PROCEED while something is missing, CONDITIONAL in its place; ABSTAIN
        where nothing that matters is verified.
        """
        return self.within_record(self.position(grounds))

    def within_record(self, position: Position) -> Position:
        """The position as far as the record allows to recommend it, whatever was held before."""
        verified = any(view.verdict is Verdict.VERIFIED for view in self.material)
        return replace(position, stance=cautious(position.stance, self.turn.missing, is_verified=verified))

    def inputs(self, calc: CalcView) -> Sequence[ClaimView]:
        """The claims that a calculation was made of."""
        return [self.by_id[claim] for _, claim in calc.inputs if claim in self.by_id]


def fatal(view: ClaimView) -> Sequence[DefectView]:
    """The claim's open FATAL defects."""
    return [defect for defect in view.defects if defect.severity is DefectSeverity.FATAL]


def holds(view: ClaimView) -> bool:
    """Whether a claim stands well enough to be a reason: nothing better contradicts it, and its evidence is sound."""
    return view.grade is not Grade.D and view.verdict not in OVERSTATED and not fatal(view)
