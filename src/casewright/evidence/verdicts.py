"""What the evidence says about a claim, and what to do about it (spec/evidence-and-debate.md, "Verdict").

The spec fixes one thing about the action: grade D or CONTRADICTED never has NONE. Here the first that fits holds:

======================  ==================================================================================
HUMAN_GATE              an open FATAL defect; or grade D on a claim of HIGH or CRITICAL materiality
RED_FLAG                CONTRADICTED or INFLATED
FLAG                    grade D; an open MAJOR defect; an open MINOR defect that more data would not mend
REQUEST_DATA            UNVERIFIED; or STALENESS, which a newer source mends
NONE                    everything else
======================  ==================================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import SURE, ClaimAction, Materiality, Verdict
from casewright.domain.defects import CURE, SEVERITY, CureProtocol, DefectSeverity
from casewright.domain.evidence import Grade

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.defects import DefectType
    from casewright.domain.ids import ClaimId
    from casewright.evidence.record import Conflict

INFLATED_ABOVE = 0.05
"""A claim further above a stronger source is INFLATED."""


def verdict(
    claim: Claim,
    grade: Grade,
    defects: Sequence[DefectType],
    conflicts: Sequence[Conflict],
    called: Callable[[ClaimId], str],
) -> tuple[Verdict, str]:
    """The first verdict that fits, and the sentence that says why.

    ``defects`` are the types of the open ones, ``conflicts`` those of this claim that nobody has settled; ``called``
    gives the words for the source of another claim.
    """
    if claim.subjective:
        return Verdict.SUBJECTIVE, "SUBJECTIVE: it is marked as opinion, which no source can prove."
    inflated = [it for it in conflicts if it.strength > 0 and it.excess > INFLATED_ABOVE]
    if inflated:
        worst = max(inflated, key=_gravity)
        return Verdict.INFLATED, f"INFLATED: {_percent(worst)} above a stronger source, the {called(worst.other)}."
    against = [it for it in conflicts if it.strength >= 0]
    if against:
        worst = max(against, key=_gravity)
        source = "a stronger source" if worst.strength else "a source as good as its own"
        side = "above" if worst.excess > 0 else "below"
        return Verdict.CONTRADICTED, f"CONTRADICTED: {_percent(worst)} {side} {source}, the {called(worst.other)}."
    return _without_conflict(claim, grade, defects)


def action(claim: Claim, grade: Grade, verdict: Verdict, defects: Sequence[DefectType]) -> tuple[ClaimAction, str]:
    """What to do, and the sentence that says why."""
    severities = {SEVERITY[kind] for kind in defects}
    if DefectSeverity.FATAL in severities:
        return ClaimAction.HUMAN_GATE, "HUMAN_GATE: a person has to look at the FATAL defect."
    if grade is Grade.D and claim.materiality in (Materiality.HIGH, Materiality.CRITICAL):
        return ClaimAction.HUMAN_GATE, f"HUMAN_GATE: grade D on a claim of {claim.materiality} materiality."
    if verdict in (Verdict.CONTRADICTED, Verdict.INFLATED):
        return ClaimAction.RED_FLAG, f"RED_FLAG: it is {verdict}."
    if grade is Grade.D:
        return ClaimAction.FLAG, "FLAG: grade D."
    lasting = sorted(kind for kind in defects if CURE[kind] is not CureProtocol.REQUEST_SOURCE)
    if DefectSeverity.MAJOR in severities or lasting:
        return ClaimAction.FLAG, f"FLAG: open {', '.join(sorted(defects))}."
    if defects or verdict is Verdict.UNVERIFIED:
        why = f"open {', '.join(sorted(defects))}" if defects else "it is UNVERIFIED"
        return ClaimAction.REQUEST_DATA, f"REQUEST_DATA: {why}."
    return ClaimAction.NONE, "NONE: nothing stands against it."


def _without_conflict(claim: Claim, grade: Grade, defects: Sequence[DefectType]) -> tuple[Verdict, str]:
    sure = claim.confidence >= SURE or claim.verified_by is not None
    major = sorted({kind for kind in defects if SEVERITY[kind] is DefectSeverity.MAJOR})
    if grade in (Grade.A, Grade.B) and sure and not major:
        by = "a person verified it" if claim.verified_by is not None else f"read with confidence {claim.confidence:g}"
        return Verdict.VERIFIED, f"VERIFIED: grade {grade}, {by}, no open MAJOR defect."
    against = []
    if grade not in (Grade.A, Grade.B):
        against.append(f"grade {grade} is below B")
    if not sure:
        against.append(f"read with confidence {claim.confidence:g}, below {SURE:g}, and verified by nobody")
    if major:
        against.append(f"open MAJOR {', '.join(major)}")
    return Verdict.UNVERIFIED, f"UNVERIFIED: {'; '.join(against)}."


def _gravity(conflict: Conflict) -> tuple[int, float, float, str]:
    return conflict.strength, abs(conflict.excess), conflict.excess, conflict.other


def _percent(conflict: Conflict) -> str:
    return f"{abs(conflict.excess) * 100:,.1f} %"
