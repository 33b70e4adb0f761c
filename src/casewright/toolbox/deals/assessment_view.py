"""What an assessment changed, as results tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.claims import ClaimAction, Verdict
from casewright.domain.evidence import Grade
from casewright.toolbox.deals.defect_view import DefectView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.toolbox.deals.assessment import Assessment, Regraded

SHOWN = 100
"""How many changed claims a result tells one by one."""


class RegradedView(BaseModel):
    """A claim that stands otherwise than before."""

    claim_id: str
    claim_text: str
    grade_before: Grade
    claim_grade: Grade
    claim_verdict: Verdict
    claim_action: ClaimAction

    @classmethod
    def of(cls, regraded: Regraded) -> RegradedView:
        """The view of one change."""
        return cls(
            claim_id=regraded.claim.id,
            claim_text=regraded.claim.text,
            grade_before=regraded.claim.standing.grade,
            claim_grade=regraded.now.grade,
            claim_verdict=regraded.now.verdict,
            claim_action=regraded.now.action,
        )


class AssessmentView(BaseModel):
    """What came of looking over a deal; each list holds 100 at most, the counts are whole."""

    claims: int
    grades: dict[Grade, int] = Field(description="How many claims have each grade now")
    defects_filed: int
    gates_opened: int
    regraded_count: int
    defects: list[DefectView] = Field(description="Those that were filed now")
    regraded: list[RegradedView]
    withdrawn_count: int = Field(description="Defects of the detectors that ended, because their premise went")
    withdrawn: list[DefectView] = Field(description="Those that ended now, each with what changed as its reason")
    gates_withdrawn: int = Field(description="Gates that ended, because what they asked about is no more")

    @classmethod
    def of_none(cls, grades: Mapping[Grade, int]) -> AssessmentView:
        """The view where nothing was to be done, of a deal with so many claims of each grade."""
        return cls(
            claims=sum(grades.values()),
            grades={grade: grades.get(grade, 0) for grade in Grade},
            defects_filed=0,
            gates_opened=0,
            regraded_count=0,
            defects=[],
            regraded=[],
            withdrawn_count=0,
            withdrawn=[],
            gates_withdrawn=0,
        )

    @classmethod
    def of(cls, assessment: Assessment) -> AssessmentView:
        """The view of an assessment."""
        claims = assessment.record.claims
        return cls(
            claims=len(claims),
            grades={grade: sum(claim.standing.grade is grade for claim in claims) for grade in Grade},
            defects_filed=len(assessment.defects),
            gates_opened=len(assessment.gates),
            regraded_count=len(assessment.regraded),
            defects=[DefectView.of(one) for one in assessment.defects[:SHOWN]],
            regraded=[RegradedView.of(one) for one in assessment.regraded[:SHOWN]],
            withdrawn_count=len(assessment.withdrawn),
            withdrawn=[DefectView.of(one) for one in assessment.withdrawn[:SHOWN]],
            gates_withdrawn=len(assessment.withdrawn_gates),
        )
