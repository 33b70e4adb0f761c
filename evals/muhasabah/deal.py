"""The deal that the corpus speaks of: its claims and calculations under short names, one claim of another deal too."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from casewright.domain.calculations import CalcInput, CalcType, Calculation
from casewright.domain.claims import Basis, Claim, ClaimAction, ClaimClass, ClaimType, Materiality, Standing, Verdict
from casewright.domain.evidence import Corroboration, Grade, Sanad
from casewright.domain.ids import ActorId, CalcId, ClaimId, MatterId, TenantId
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.evidence.muhasabah.citable import Citable

if TYPE_CHECKING:
    from casewright.domain.values import Value

_SPACE = UUID("5a3c1b0e-8f44-4f0a-9d53-0b7a52a1c1de")
_AT = datetime(2026, 2, 1, tzinfo=UTC)
_TENANT, _BY = TenantId("corpus"), ActorId("corpus")

DEAL, OTHER_DEAL = MatterId(str(uuid5(_SPACE, "deal"))), MatterId(str(uuid5(_SPACE, "other deal")))
_FY25 = Period(PeriodKind.YEAR, date(2025, 12, 31))
_FY24 = Period(PeriodKind.YEAR, date(2024, 12, 31))
_DEC31 = Period(PeriodKind.DAY, date(2025, 12, 31))
_DEC = Period(PeriodKind.MONTH, date(2025, 12, 31))


def claim_id(name: str) -> ClaimId:
    """The id of the claim of that name, there or not."""
    return ClaimId(str(uuid5(_SPACE, f"claim {name}")))


def calc_id(name: str) -> CalcId:
    """The id of the calculation of that name, there or not."""
    return CalcId(str(uuid5(_SPACE, f"calc {name}")))


def _eur(amount: str) -> Monetary:
    return Monetary(Decimal(amount), "EUR")


def _share(fraction: str) -> Percentage:
    return Percentage(Decimal(fraction))


def _count(number: str, unit: str) -> Count:
    return Count(Decimal(number), unit)


def _claim(
    name: str,
    text: str,
    value: Value | None,
    period: Period | None = None,
    *,
    weak: bool = False,
    subjective: bool = False,
    deal: MatterId = DEAL,
) -> Claim:
    grade, corroboration = (Grade.C, Corroboration.AHAD_1) if weak else (Grade.A, Corroboration.MUTAWATIR)
    return Claim(
        id=claim_id(name),
        tenant=_TENANT,
        deal=deal,
        text=text,
        claim_class=ClaimClass.OTHER,
        claim_type=ClaimType.PRIMARY,
        materiality=Materiality.HIGH,
        value=value,
        metric=name,
        entity="acme",
        period=period,
        basis=Basis.ACTUAL,
        subjective=subjective,
        confidence=1.0,
        verified_by=None,
        span=None,
        source_calc=None,
        derived_from=(),
        sanad=Sanad((), ()),
        standing=Standing(grade, Verdict.UNVERIFIED, ClaimAction.NONE, corroboration, ()),
        notes=(),
        made_by=_BY,
        made_at=_AT,
    )


_CLAIMS = (
    _claim("arr", "Annual recurring revenue was EUR 12.5m at the end of FY2025.", _eur("12500000"), _FY25),
    _claim("arr_deck", "ARR FY2025: EUR 14m", _eur("14000000.00"), _FY25, weak=True),
    _claim("revenue", "Revenue of FY2025: EUR 18,750,000", _eur("18750000"), _FY25),
    _claim("revenue_prior", "Revenue of FY2024: EUR 15,000,000", _eur("15000000"), _FY24),
    _claim("cogs", "Cost of goods sold of FY2025: EUR 7,125,000", _eur("7125000"), _FY25),
    _claim("cash", "Cash at bank on 31 December 2025: EUR 4,200,000", _eur("4200000"), _DEC31),
    _claim("burn", "Net burn in December 2025: EUR 350,000", _eur("350000"), _DEC),
    _claim("growth", "Revenue grew by 25 % in FY2025.", _share("0.25"), _FY25),
    _claim("doubled", "Revenue grew by 100 % in FY2022.", _share("1"), Period(PeriodKind.YEAR, date(2022, 12, 31))),
    _claim("churn", "Monthly churn, Q4 2025: 1.8 %", _share("0.018"), Period(PeriodKind.QUARTER, date(2025, 12, 31))),
    _claim("usage", "Usage growth in Q3 2025: (7 %)", _share("-0.07"), Period(PeriodKind.QUARTER, date(2025, 9, 30))),
    _claim("customers", "Paying customers on 31 December 2025: 423", _count("423", "customers"), _DEC31),
    _claim("employees", "Headcount on 31 December 2025: 87", _count("87", "employees"), _DEC31),
    _claim("ltv_cac", "LTV/CAC 3.2x", _count("3.2", "x"), _FY25),
    _claim("term", "The initial term is thirty-six months.", _count("36", "months")),
    _claim("founded", "Date of incorporation: 12 March 2015", Date(date(2015, 3, 12))),
    _claim("story", "Acme was founded in 2015 in Cluj by two engineers.", Text("founded in 2015 by two engineers")),
    _claim(
        "seed",
        "Acme raised USD 2m in a seed round in June 2021.",
        Monetary(Decimal(2000000), "USD"),
        Period(PeriodKind.MONTH, date(2021, 6, 30)),
    ),
    _claim("fine", "A fine of RON 1,250 was paid.", Monetary(Decimal(1250), "RON")),
    _claim("market", "The market is estimated at EUR 3.4bn.", _eur("3400000000"), weak=True),
    _claim("valuation", "Valuation EUR 40m to EUR 50m", Range(_eur("40000000"), _eur("50000000"))),
    _claim("profit", "Acme is profitable since the autumn.", None),
    _claim("product", "A second product was launched.", None),
    _claim("law", "This lease is governed by the law of Romania.", None),
    _claim("code", "All rights in the source code are the company's.", None),
    _claim("team", "The team is excellent.", None, weak=True, subjective=True),
    _claim("foreign", "ARR was EUR 9m.", _eur("9000000"), _FY25, deal=OTHER_DEAL),
)


def _calculation(name: str, kind: CalcType, output: Value, *inputs: str) -> Calculation:
    by_id = {claim.id: claim for claim in _CLAIMS}
    used = ((one, by_id[claim_id(one)]) for one in inputs)
    return Calculation(
        id=calc_id(name),
        tenant=_TENANT,
        deal=DEAL,
        type=kind,
        inputs=tuple(CalcInput(one, claim.id, claim.value or Text(""), claim.standing.grade) for one, claim in used),
        output=output,
        remark=None,
        formula="",
        formula_hash="",
        reproducibility_hash="",
        code_version="1",
        grade=Grade.A,
        explanation=(),
        made_by=_BY,
        made_at=_AT,
    )


_CALCULATIONS = (
    _calculation("margin", CalcType.GROSS_MARGIN, _share("0.6200"), "revenue", "cogs"),
    _calculation("runway", CalcType.RUNWAY, _count("12.0000", "months"), "cash", "burn"),
)

CITABLE = Citable(
    deal=DEAL,
    claims={claim.id: claim for claim in _CLAIMS},
    calculations={calc.id: calc for calc in _CALCULATIONS},
)
"""What an output of this deal may cite, and one claim that it may not."""
