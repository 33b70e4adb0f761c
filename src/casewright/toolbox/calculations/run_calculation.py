"""The tool ``run_calculation``: a figure worked out from claims, so that anybody can repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import BaseModel, Field

from casewright.domain.calculations import CalcType, Calculation
from casewright.domain.claims import Materiality
from casewright.domain.ids import CalcId
from casewright.evidence.calculation.admission import input_from
from casewright.evidence.calculation.calculate import calculate
from casewright.toolbox.calculations.calc_view import CalcView
from casewright.toolbox.claims.calculated_claim import claim_from
from casewright.toolbox.claims.claim_view import ClaimView, by_claim
from casewright.toolbox.deals.assessment import assess
from casewright.toolbox.deals.deal_events import (
    ADDED,
    ASSESSING,
    CALCULATED,
    tell_assessed,
    tell_calculated,
    tell_claim,
)
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.calculations import CalcInput
    from casewright.domain.claims import Claim
    from casewright.domain.ids import MatterId
    from casewright.toolbox.deals.deal_stores import DealStores


class InputClaim(Arguments):
    """One input of a formula: the name that the formula gives it, and the claim that says it."""

    name: str = Field(description="The input's name in the formula, such as cash", min_length=1, max_length=100)
    claim_id: str = Field(description="UUID of a primary claim of the deal")
    material: bool = Field(default=True, description="False: its grade does not count for the result's")


class RunCalculationInput(Arguments):
    """Input of the ``run_calculation`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    calc_type: CalcType = Field(description="What is calculated")
    inputs: list[InputClaim] = Field(description="The inputs; cash flows may be many of one name", max_length=1_000)
    as_claim: bool = Field(default=False, description="True: the result becomes a derived claim, too")
    materiality: Materiality = Field(default=Materiality.MEDIUM, description="Of that claim")


class RunCalculationOutput(BaseModel):
    """The calculation; ``known`` where the same one was there before. ``claim`` is null without ``as_claim``."""

    calc: CalcView
    known: bool
    claim: ClaimView | None


def run_calculation(*, stores: DealStores, code_version: str) -> Tool:
    """The tool over these stores; ``code_version`` is part of what makes a result the same."""
    calculation = _CalculationRun(stores, code_version)
    return Tool(
        name="run_calculation",
        description="Work out a figure from primary claims of a deal by one of the formulas, with hashes by which "
        "anybody can repeat it.",
        arguments=RunCalculationInput,
        output=RunCalculationOutput,
        handler=calculation.run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        reads=("the input claims",),
        writes=("a calculation", "a derived claim where asked for"),
        emits=(ADDED, CALCULATED, *ASSESSING),
    )


@dataclass(frozen=True, slots=True)
class _CalculationRun:
    """Runs a formula over claims of a deal and keeps the result."""

    stores: DealStores
    code_version: str

    def run(self, arguments: RunCalculationInput, context: CallContext) -> RunCalculationOutput | Failure:
        deal = self.stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        given = [(one, self.stores.claim(context.tenant, deal, one.claim_id)) for one in arguments.inputs]
        inputs: dict[str, list[CalcInput]] = {}
        for one, claim in given:
            inputs.setdefault(one.name, []).append(input_from(one.name, claim, material=one.material))
        made = self._calculate(arguments.calc_type, inputs, context, deal)
        with self.stores.transaction.together():
            kept = self.stores.calculations.add(made)
            view = None
            if kept.id == made.id:
                tell_calculated(kept)
            if arguments.as_claim:
                view = self._derive_claim(kept, [claim for _, claim in given], arguments.materiality, context)
        return RunCalculationOutput(calc=CalcView.of(kept), known=kept.id != made.id, claim=view)

    def _calculate(
        self, kind: CalcType, inputs: dict[str, list[CalcInput]], context: CallContext, deal: MatterId
    ) -> Calculation:
        found = calculate(kind, inputs, deal=deal, tenant=context.tenant, code_version=self.code_version)
        return Calculation(
            id=CalcId(str(uuid4())),
            tenant=context.tenant,
            deal=deal,
            type=found.type,
            inputs=found.inputs,
            output=found.output,
            remark=found.remark,
            formula=found.formula,
            formula_hash=found.formula_hash,
            reproducibility_hash=found.reproducibility_hash,
            code_version=found.code_version,
            grade=found.grade,
            explanation=found.explanation,
            made_by=context.actor.id,
            made_at=self.stores.clock.now(),
        )

    def _derive_claim(
        self, calculation: Calculation, sources: list[Claim], materiality: Materiality, context: CallContext
    ) -> ClaimView:
        claim = claim_from(calculation, sources, materiality, actor=context.actor.id, at=self.stores.clock.now())
        if not self.stores.claims.known(context.tenant, [claim.id]):
            self.stores.claims.add([claim], [])
            tell_claim(ADDED, claim)
        found = assess(self.stores, context.tenant, calculation.deal)
        tell_assessed(found)
        record = found.record
        now = next(one for one in record.claims if one.id == claim.id)
        return ClaimView.of(now, by_claim(record.defects).get(claim.id, ()), record.documents)
