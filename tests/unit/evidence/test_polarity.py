"""What claims say for or against a deal, by cases; and which claim is the one for the period before."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.debate.minds.limits import CONCENTRATED, LIMITS
from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, Claim, ClaimClass, Polarity, Verdict
from casewright.domain.values import Count, Monetary, Percentage, Text, Value
from casewright.evidence.period_names import read_period
from casewright.evidence.polarity import earlier_claims, of_calculation, of_figure, polarity
from tests.fakes.claims_of_a_deal import claim
from tests.unit.evidence.cases import Case, cases


def value_of(text: str | None) -> Value | None:
    """``EUR 5``, ``5 months`` or a fraction."""
    if text is None:
        return None
    head, _, tail = str(text).partition(" ")
    if head == "EUR":
        return Monetary(Decimal(tail), "EUR")
    return Count(Decimal(head), tail) if tail else Percentage(Decimal(head))


def claim_of(case: Case, value: Value | None) -> Claim:
    """The claim of a case."""
    made = claim("one", value, text=case.get("text", "It is so."), metric=case.get("metric"))
    standing = replace(made.standing, verdict=Verdict(case.get("verdict", "VERIFIED")))
    return replace(
        made,
        standing=standing,
        subjective=case.get("subjective", False),
        claim_class=ClaimClass(case.get("class", "FINANCIAL")),
        basis=Basis(case.get("basis", "actual")),
        polarity=Polarity(case["stated"]) if "stated" in case else None,
    )


@pytest.mark.parametrize("case", cases("polarity"))
def test_what_a_claim_says_of_the_deal(case: Case) -> None:
    """Sign, change, limit, standing and words decide, in the order of the page."""
    words = case.get("words")
    value = Text(words) if words else value_of(case.get("value"))
    before = claim_of(case, value_of(case["before"])) if "before" in case else None
    assert polarity(claim_of(case, value), before) is Polarity(case["says"])


@pytest.mark.parametrize("limit", LIMITS, ids=lambda one: f"{one.type} {one.stance}")
def test_what_crosses_the_risk_officers_limits_speaks_against_the_deal(limit: Any) -> None:
    """The limits of the page and those of the risk officer are the same: none is crossed by a good figure."""
    beyond = limit.below - Decimal("0.01") if limit.below is not None else limit.above + Decimal("0.01")
    values: dict[CalcType, Value] = {
        CalcType.RUNWAY: Count(beyond, "months"),
        CalcType.CAC_PAYBACK: Count(beyond, "months"),
        CalcType.LTV_CAC_RATIO: Count(beyond, "x"),
        CalcType.MOIC: Count(beyond, "x"),
        CalcType.NPV: Monetary(beyond, "EUR"),
    }
    assert of_calculation(limit.type, values.get(limit.type, Percentage(beyond))) is Polarity.BAD
    assert of_figure("largest customer share", Percentage(CONCENTRATED)) is Polarity.BAD


@given(st.decimals(-(10**12), 10**12, places=2), st.sampled_from(["revenue", "churn", "net loss", "cash", "nrr", "x"]))
def test_no_figure_is_good_and_bad(amount: Decimal, metric: str) -> None:
    """Whatever the figure: what its fall would say, its rise does not, and a loss never speaks for the deal."""
    up = of_figure(metric, Monetary(amount, "EUR"), Monetary(amount - abs(amount) - 1, "EUR"))
    down = of_figure(metric, Monetary(amount, "EUR"), Monetary(amount + abs(amount) + 1, "EUR"))
    assert not (up is down is Polarity.GOOD) or metric == "nrr"
    if metric == "net loss":
        assert Polarity.GOOD not in (up, down)


def test_the_period_before_is_the_nearest_of_its_kind() -> None:
    """A year follows a year, a quarter the same one of the year before, a day one of a quarter before at least."""

    def of(period: str, amount: str) -> Claim:
        return claim(period, Monetary(Decimal(amount), "EUR"), metric="Revenue", period=read_period(period))

    years, quarters = (
        [of("FY2023", "5"), of("FY2024", "7"), of("FY2025", "9")],
        [of("2024-Q3", "2"), of("2025-Q2", "4")],
    )
    third = of("2025-Q3", "3")
    inflated = of("2024-12-31", "9")
    inflated = replace(inflated, standing=replace(inflated.standing, verdict=Verdict.INFLATED))
    days = [of("2025-06-30", "8"), of("2025-11-30", "7"), of("2025-12-31", "9")]

    found = earlier_claims([*reversed(years), *quarters, third, inflated, *days])

    assert found[years[2].id] == years[1]
    assert found[years[1].id] == years[0]
    assert years[0].id not in found
    assert found[third.id] == quarters[0]
    assert found[days[2].id] == days[0]
    assert days[0].id not in found
