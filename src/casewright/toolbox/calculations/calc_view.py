"""A calculation as results show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.calculations import CalcType
from casewright.domain.evidence import Grade
from casewright.evidence.display import show_value
from casewright.evidence.value_struct import to_struct

if TYPE_CHECKING:
    from casewright.domain.calculations import CalcInput, Calculation


class CalcInputView(BaseModel):
    """One input: the claim, and its value and grade as they were used."""

    name: str
    claim_id: str
    value_struct: dict[str, Any]
    shown: str
    claim_grade: Grade
    material: bool
    period: str | None

    @classmethod
    def of(cls, given: CalcInput) -> CalcInputView:
        """The view of one input."""
        return cls(
            name=given.name,
            claim_id=given.claim,
            value_struct=dict(to_struct(given.value)),
            shown=show_value(given.value),
            claim_grade=given.grade,
            material=given.material,
            period=None if given.period is None else str(given.period),
        )


class CalcView(BaseModel):
    """One calculation; ``output`` is null where the formula has no number to give, and ``remark`` says why."""

    calc_id: str
    deal_id: str
    calc_type: CalcType
    output: dict[str, Any] | None
    shown: str | None
    remark: str | None
    grade: Grade = Field(description="The worst among the material inputs")
    explanation: list[str]
    inputs: list[CalcInputView]
    formula: str
    formula_hash: str
    reproducibility_hash: str
    code_version: str
    made_by: str
    made_at: str

    @classmethod
    def of(cls, calculation: Calculation) -> CalcView:
        """The view of one calculation."""
        output = calculation.output
        return cls(
            calc_id=calculation.id,
            deal_id=calculation.deal,
            calc_type=calculation.type,
            output=None if output is None else dict(to_struct(output)),
            shown=None if output is None else show_value(output),
            remark=calculation.remark,
            grade=calculation.grade,
            explanation=list(calculation.explanation),
            inputs=[CalcInputView.of(one) for one in calculation.inputs],
            formula=calculation.formula,
            formula_hash=calculation.formula_hash,
            reproducibility_hash=calculation.reproducibility_hash,
            code_version=calculation.code_version,
            made_by=calculation.made_by,
            made_at=calculation.made_at.isoformat(),
        )
