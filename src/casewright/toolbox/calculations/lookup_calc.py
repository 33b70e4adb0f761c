"""The tool ``lookup_calc``: a calculation by its id, with what went into it (agent-framework seed, 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.calculations import CalcType
from casewright.domain.evidence import Grade
from casewright.toolbox.calculations.calc_view import CalcInputView, CalcView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.calculations import CalcInput, Calculation
    from casewright.domain.claims import Claim
    from casewright.toolbox.deals.sight import Sight
    from casewright.tools.ports.claims import ClaimStore


class LookupCalcInput(Arguments):
    """Input of the ``lookup_calc`` tool."""

    calc_id: str = Field(description="UUID of the calculation")
    include_inputs: bool = Field(default=True, description="Include input claim details")


class FoundCalc(BaseModel):
    """The calculation. ``output`` is null where the formula has no number to give, and ``remark`` says why."""

    calc_id: str
    deal_id: str
    calc_type: CalcType
    output: dict[str, Any] | None
    shown: str | None
    remark: str | None
    formula: str
    formula_hash: str
    reproducibility_hash: str
    code_version: str
    made_by: str
    made_at: str


class FoundInput(CalcInputView):
    """One input as it was used, and the claim that says it as it stands today; null where that is gone."""

    claim_text: str | None
    claim_grade_now: Grade | None


class GradedInput(BaseModel):
    """An input's part in the calculation's grade."""

    name: str
    claim_id: str
    grade: Grade
    material: bool


class CalcSanad(BaseModel):
    """The calculation's grade, the worst among its material inputs, and why."""

    grade: Grade
    explanation: list[str]
    inputs: list[GradedInput]


class CalcLookupResult(BaseModel):
    """The calculation, its inputs where they were asked for, and what its grade follows from."""

    calc: FoundCalc
    inputs: list[FoundInput] | None
    calc_sanad: CalcSanad


def lookup_calc(*, claims: ClaimStore, sight: Sight) -> Tool:
    """The tool over these stores."""

    def run(arguments: LookupCalcInput, context: CallContext) -> CalcLookupResult:
        found = sight.calculation(context, tool, arguments.calc_id)
        inputs = None
        if arguments.include_inputs:
            inputs = [_input(one, claims.get(context.tenant, one.claim)) for one in found.inputs]
        return CalcLookupResult(calc=_calc(found), inputs=inputs, calc_sanad=_sanad(found))

    tool = Tool(
        name="lookup_calc",
        description=(
            "Retrieve a deterministic calculation: its result, formula and hashes, the claims that went into it, and "
            "the grade that follows from theirs."
        ),
        arguments=LookupCalcInput,
        output=CalcLookupResult,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("evidence", "debate"),
        idempotent=True,
        reads=("the calculation and its input claims",),
    )
    return tool


def _calc(found: Calculation) -> FoundCalc:
    return FoundCalc.model_validate(CalcView.of(found).model_dump(include=set(FoundCalc.model_fields)))


def _input(given: CalcInput, claim: Claim | None) -> FoundInput:
    return FoundInput(
        **CalcInputView.of(given).model_dump(),
        claim_text=None if claim is None else claim.text,
        claim_grade_now=None if claim is None else claim.standing.grade,
    )


def _sanad(found: Calculation) -> CalcSanad:
    return CalcSanad(
        grade=found.grade,
        explanation=list(found.explanation),
        inputs=[
            GradedInput(name=one.name, claim_id=one.claim, grade=one.grade, material=one.material)
            for one in found.inputs
        ],
    )
