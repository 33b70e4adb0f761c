"""What stands in the way of recommending a deal (spec/evidence-and-debate.md, "Reading a room")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality, Verdict
from casewright.domain.debates import Stance
from casewright.domain.defects import DefectSeverity, DefectStatus

if TYPE_CHECKING:
    from casewright.domain.ids import ClaimId
    from casewright.evidence.record import DealRecord

MATERIAL = (Materiality.HIGH, Materiality.CRITICAL)


@dataclass(frozen=True, slots=True)
class Missing:
    """Why nobody may say PROCEED: no claim at all, material claims that are not verified, claims with an open FATAL or
    MAJOR defect, documents that a person confirmed to be withheld, financial documents of which nothing was read, and
    too few figures of the financial documents that became claims.
    """

    unverified: tuple[ClaimId, ...] = ()
    flawed: tuple[ClaimId, ...] = ()
    unread: tuple[str, ...] = ()
    is_thin: bool = False
    concealed: tuple[str, ...] = ()
    is_empty: bool = False

    def __bool__(self) -> bool:
        found = (self.unverified, self.flawed, self.unread, self.is_thin, self.concealed, self.is_empty)
        return any(map(bool, found))

    @property
    def words(self) -> str:
        """In a sentence without figures."""
        told = []
        if self.is_empty:
            told.append("the register holds no claim but opinions")
        if self.concealed:
            told.append("a document was withheld, as a person confirmed")
        if self.flawed:
            told.append("claims stand with an open defect that is MAJOR or FATAL")
        if self.unverified:
            told.append("claims that matter are not verified")
        if self.unread:
            told.append("financial documents gave nothing or could not be read")
        if self.is_thin:
            told.append("too few figures of the financial documents were read")
        return "; ".join(told)


NOTHING_MISSING = Missing()
"""Nothing stands in the way."""


def missing(record: DealRecord) -> Missing:
    """What is missing in the deal as it stands."""
    open_defects = [one for one in record.defects if one.status is DefectStatus.OPEN]
    coverage = record.coverage
    return Missing(
        unverified=tuple(
            claim.id
            for claim in record.claims
            if claim.materiality in MATERIAL and claim.standing.verdict not in (Verdict.VERIFIED, Verdict.SUBJECTIVE)
        ),
        flawed=tuple(dict.fromkeys(one.claim for one in open_defects if one.severity is not DefectSeverity.MINOR)),
        unread=() if coverage is None else tuple(one.filename for one in coverage.unread),
        is_thin=coverage is not None and not coverage.unread and not coverage.is_enough,
        concealed=record.concealed,
        is_empty=all(claim.subjective for claim in record.claims),
    )


def cautious(stance: Stance, missing: Missing, *, is_verified: bool) -> Stance:
    """What may be recommended: not PROCEED while something is missing, but CONDITIONAL, and ABSTAIN where no claim that
    matters is verified (``is_verified``). About an empty register nothing but ABSTAIN.
    """
    if missing.is_empty:
        return Stance.ABSTAIN
    if stance is not Stance.PROCEED or not missing:
        return stance
    return Stance.CONDITIONAL if is_verified else Stance.ABSTAIN
