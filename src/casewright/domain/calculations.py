"""Calculations over claims that anyone can repeat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.evidence import Grade
    from casewright.domain.ids import ActorId, CalcId, ClaimId, MatterId, TenantId
    from casewright.domain.periods import Period
    from casewright.domain.values import Value


class CalcType(StrEnum):
    """What is calculated (spec/evidence-and-debate.md, "Calculations")."""

    IRR = "IRR"
    NPV = "NPV"
    MOIC = "MOIC"
    GROSS_MARGIN = "GROSS_MARGIN"
    NRR = "NRR"
    CAC_PAYBACK = "CAC_PAYBACK"
    VALUATION_MULTIPLE = "VALUATION_MULTIPLE"
    RUNWAY = "RUNWAY"
    BURN_RATE = "BURN_RATE"
    LTV = "LTV"
    LTV_CAC_RATIO = "LTV_CAC_RATIO"
    GROWTH_RATE = "GROWTH_RATE"


@dataclass(frozen=True, slots=True)
class CalcInput:
    """One input: the claim that says it, under the name the formula gives it, as it stood when it was used.

    ``period`` is the claim's, which says when a cash flow flows.
    """

    name: str
    claim: ClaimId
    value: Value
    grade: Grade
    material: bool = True
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Calculation:
    """One result. ``output`` is None where the formula has no number to give, and ``remark`` says why ("not burning").

    The hashes are ``sha256:<hex>`` over canonical JSON: ``formula_hash`` of the formula, ``reproducibility_hash`` of
    formula, inputs, output, ``code_version``, deal and tenant.
    """

    id: CalcId
    tenant: TenantId
    deal: MatterId
    type: CalcType
    inputs: tuple[CalcInput, ...]
    output: Value | None
    remark: str | None
    formula: str
    formula_hash: str
    reproducibility_hash: str
    code_version: str
    grade: Grade
    explanation: tuple[str, ...]
    made_by: ActorId
    made_at: datetime
