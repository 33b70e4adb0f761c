"""Calculations: every formula by hand, everything that is refused, and hashes that anyone gets again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import date
from decimal import ROUND_FLOOR, Decimal, localcontext
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casewright.domain.calculations import CalcInput, CalcType
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.errors import InvalidInput
from casewright.evidence.calculation.admission import input_from
from casewright.evidence.calculation.calculate import CalculationResult, calculate, calculation_grade
from casewright.evidence.calculation.formulas import FORMULAS, Measure
from casewright.evidence.calculation.hashes import formula_hash, reproducibility_hash
from casewright.evidence.calculation.returns import CashFlow, internal_rate_of_return, net_present_value
from casewright.evidence.period_names import read_period
from casewright.evidence.value_struct import to_struct
from tests.deals import ANALYST, DEAL, TENANT, claim
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from casewright.domain.claims import Claim
    from casewright.domain.values import Value
    from tests.unit.evidence.cases import Case


def value_of(written: str, currency: str = "EUR") -> Value:
    """``12.5``, ``12 USD``, ``10 %`` or ``40 customers`` as a value."""
    number, _, unit = written.partition(" ")
    if unit == "%":
        return Percentage(Decimal(number) / 100)
    if not unit or unit.isupper():
        return Monetary(Decimal(number), unit or currency)
    return Count(Decimal(number), unit)


def one_input(name: str, of: str, written: object, currency: str) -> CalcInput:
    amount, when = written if isinstance(written, list) else (written, None)
    period = None if when is None else read_period(str(when))
    return CalcInput(name, ClaimId(of), value_of(str(amount), currency), Grade.B, True, period)


def inputs_of(case: Case) -> dict[str, list[CalcInput]]:
    """The case's inputs, each from a claim of its name."""
    currency = case.get("currency", "EUR")
    return {
        name: [one_input(name, f"{name}-{place}", flow, currency) for place, flow in enumerate(written)]
        if name == "cash_flow"
        else [one_input(name, name, written, currency)]
        for name, written in case["inputs"].items()
    }


def worked(of: CalcType, inputs: Mapping[str, Sequence[CalcInput]]) -> CalculationResult:
    return calculate(of, inputs, deal=DEAL, tenant=TENANT, code_version="1.2.3")


@pytest.mark.requirement("calculations")
@pytest.mark.parametrize("case", cases("calculations"))
def test_result_is_that_worked_out_by_hand(case: Case) -> None:
    """The formula gives what the spec's definition gives by hand, with four places."""
    result = worked(CalcType(case["type"]), inputs_of(case))
    assert (None if result.output is None else to_struct(result.output)) == case.get("gives")
    assert result.remark == case.get("remark")
    assert result.formula == FORMULAS[result.type].expression


@pytest.mark.requirement("calculation-inputs")
@pytest.mark.parametrize("case", cases("bad_calculations"))
def test_what_cannot_be_calculated_is_refused(case: Case) -> None:
    """The error names the input, its claim and the reason."""
    with pytest.raises(InvalidInput) as refused:
        worked(CalcType(case["type"]), inputs_of(case))
    for part in case["says"]:
        assert part in str(refused.value)


@pytest.mark.requirement("calculations")
def test_every_type_has_a_formula_and_a_case() -> None:
    """All twelve are there, and each is worked out by hand at least once."""
    assert set(FORMULAS) == set(CalcType)
    assert {parameter.values[0]["type"] for parameter in cases("calculations")} == {kind.value for kind in CalcType}


@pytest.mark.requirement("calculation-inputs")
@pytest.mark.parametrize(
    ("of", "says"),
    [
        (claim("c", value=value_of("12"), derived_from=["d"]), "which is derived"),
        (claim("c", value=value_of("12"), subjective=True), "marked as opinion"),
        (claim("c", value=value_of("12"), confidence=0.949), "confidence 0.949, below 0.95"),
        (claim("c"), "no single figure"),
        (claim("c", value=Text("a lot")), "no single figure"),
        (claim("c", value=Date(date(2025, 1, 1))), "no single figure"),
        (claim("c", value=Range(Percentage(Decimal(0)), Percentage(Decimal(1)))), "no single figure"),
    ],
)
def test_claim_that_may_not_feed_is_refused(of: Claim, says: str) -> None:
    """Derived claims, opinion, what was not surely read and what has no figure feed nothing."""
    with pytest.raises(InvalidInput, match=f"revenue is claim c.*{says}"):
        input_from("revenue", of)


@pytest.mark.requirement("calculation-inputs")
def test_sure_or_verified_claim_feeds() -> None:
    """A claim read with 0.95, or verified by a person, is taken with value, period and grade."""
    period = Period(PeriodKind.YEAR, date(2025, 12, 31))
    for of in (
        claim("c", value=value_of("12"), period=period, confidence=0.95),
        claim("c", value=value_of("12"), period=period, confidence=0.2, verified_by=ANALYST),
    ):
        taken = input_from("revenue", of, material=False)
        assert taken == CalcInput("revenue", of.id, value_of("12"), of.standing.grade, False, period)


def test_one_claim_is_given_once() -> None:
    """The same claim twice, or two claims where one is wanted, is a mistake and no sum."""
    flow = one_input("cash_flow", "c", ["-5", "FY2024"], "EUR")
    with pytest.raises(InvalidInput, match="claim c is given twice as cash_flow"):
        worked(CalcType.IRR, {"cash_flow": [flow, flow]})
    two = [one_input("value", name, "5", "EUR") for name in ("a", "b")]
    with pytest.raises(InvalidInput, match="takes one claim as value, and 2 were given"):
        worked(CalcType.MOIC, {"value": two, "invested": [one_input("invested", "i", "5", "EUR")]})
    with pytest.raises(InvalidInput, match="made ready as value and is given as invested"):
        worked(CalcType.MOIC, {"value": two[:1], "invested": two[1:]})


GIVEN = {
    "revenue": [replace(one_input("revenue", "r", "100", "EUR"), grade=Grade.B)],
    "cogs": [replace(one_input("cogs", "c", "40", "EUR"), grade=Grade.C)],
}


@pytest.mark.requirement("calculations")
def test_grade_is_the_worst_of_the_material_inputs() -> None:
    """An input that is not material does not count; one that is must be there."""
    result = worked(CalcType.GROSS_MARGIN, GIVEN)
    assert result.grade is Grade.C
    assert result.explanation == (
        "GROSS_MARGIN = (revenue - cogs) / revenue (version 1).",
        "cogs = EUR 40 (claim c, grade C).",
        "revenue = EUR 100 (claim r, grade B).",
        "Result: 60 %.",
        "Grade C: the worst of its material inputs is cogs (claim c).",
    )
    immaterial = replace(GIVEN["cogs"][0], material=False)
    assert worked(CalcType.GROSS_MARGIN, {**GIVEN, "cogs": [immaterial]}).grade is Grade.B
    with pytest.raises(InvalidInput, match="no input is marked as material"):
        calculation_grade([immaterial])


@pytest.mark.requirement("calculation-hashes")
def test_hashes_are_those_of_the_written_form() -> None:
    """Anyone can get both hashes with nothing but the canonical JSON, written out here, and SHA-256."""
    formula = '"calc_type":"GROSS_MARGIN",%s"expression":"(revenue - cogs) / revenue",%s"version":"1"}'
    cogs, revenue = (
        f'{{"claim":"{of}","material":true,"name":"{name}","period":null,'
        f'"value":{{"amount":"{amount}","currency":"EUR","type":"monetary"}}}}'
        for of, name, amount in (("c", "cogs", "40"), ("r", "revenue", "100"))
    )
    whole = "{" + formula % (
        '"code_version":"1.2.3","deal":"deal-1",',
        f'"inputs":[{cogs},{revenue}],"output":{{"fraction":"0.6","type":"percentage"}},"remark":null,"tenant":"ours",',
    )
    result = worked(CalcType.GROSS_MARGIN, GIVEN)
    turned = reproducibility_hash(
        FORMULAS[result.type], result.inputs[::-1], result.output, None, code_version="1.2.3", deal=DEAL, tenant=TENANT
    )
    assert turned == result.reproducibility_hash
    assert result.formula_hash == f"sha256:{sha256(('{' + formula % ('', '')).encode()).hexdigest()}"
    assert result.reproducibility_hash == f"sha256:{sha256(whole.encode()).hexdigest()}"


@pytest.mark.requirement("calculation-hashes")
def test_hash_depends_on_all_that_must_be_the_same() -> None:
    """Another value, claim, period, name, type, code, deal or tenant is another hash; another grade is not."""
    base = worked(CalcType.GROSS_MARGIN, GIVEN)
    cogs = GIVEN["cogs"][0]
    changed = [
        replace(cogs, value=value_of("41")),
        replace(cogs, claim=ClaimId("other")),
        replace(cogs, period=Period(PeriodKind.YEAR, date(2025, 12, 31))),
        replace(cogs, period=Period(PeriodKind.LTM, date(2025, 12, 31))),
        replace(cogs, material=False),
    ]
    hashes = {worked(CalcType.GROSS_MARGIN, {**GIVEN, "cogs": [one]}).reproducibility_hash for one in changed}
    hashes |= {
        calculate(CalcType.GROSS_MARGIN, GIVEN, deal=deal, tenant=tenant, code_version=version).reproducibility_hash
        for deal, tenant, version in (
            (type(DEAL)("other"), TENANT, "1.2.3"),
            (DEAL, type(TENANT)("other"), "1.2.3"),
            (DEAL, TENANT, "1.2.4"),
        )
    }
    assert len(hashes - {base.reproducibility_hash}) == len(changed) + 3
    regraded = worked(CalcType.GROSS_MARGIN, {**GIVEN, "cogs": [replace(cogs, grade=Grade.D)]})
    assert (regraded.grade, regraded.reproducibility_hash) == (Grade.D, base.reproducibility_hash)
    assert len({formula_hash(formula) for formula in FORMULAS.values()}) == len(FORMULAS)


_AMOUNTS = st.decimals(min_value=-(10**9), max_value=10**9, places=2, allow_nan=False, allow_infinity=False)
_FLOWS = st.lists(st.tuples(_AMOUNTS, st.dates(date(2000, 1, 1), date(2040, 12, 31))), min_size=2, max_size=8)


@pytest.mark.requirement("calculation-hashes")
@given(_FLOWS, st.randoms(use_true_random=False), st.integers(0, 6))
def test_order_and_zeros_change_nothing(flows: list[tuple[Decimal, date]], random: Random, zeros: int) -> None:
    """The same cash flows in any order, with any number of zeros behind them, give the same result and hash."""
    given = [
        CalcInput(
            "cash_flow", ClaimId(f"c{place}"), Monetary(amount, "EUR"), Grade.B, True, Period(PeriodKind.DAY, day)
        )
        for place, (amount, day) in enumerate(flows)
    ]
    rate = CalcInput("rate", ClaimId("rate"), Percentage(Decimal("0.1")), Grade.A)
    longer = [
        replace(one, value=Monetary(Decimal(f"{one.value.amount:f}{'0' * zeros}"), "EUR"))
        for one in random.sample(given, len(given))
        if isinstance(one.value, Monetary)
    ]
    first = worked(CalcType.NPV, {"cash_flow": given, "rate": [rate]})
    second = worked(CalcType.NPV, {"rate": [rate], "cash_flow": longer})
    assert (first.output, first.reproducibility_hash) == (second.output, second.reproducibility_hash)


@pytest.mark.requirement("calculation-hashes")
def test_caller_context_changes_nothing() -> None:
    """Neither precision nor rounding of the caller's decimals shows in a result."""
    case = {"inputs": {"cash_flow": [["-100", "2023-03-01"], ["60", "2024-02-01"], ["61.55", "2025-07-01"]]}}
    first = worked(CalcType.IRR, inputs_of(case))
    with localcontext() as context:
        context.prec, context.rounding = 3, ROUND_FLOOR
        assert worked(CalcType.IRR, inputs_of(case)) == first
        assert worked(CalcType.GROSS_MARGIN, GIVEN) == worked(CalcType.GROSS_MARGIN, GIVEN)


_ELSEWHERE = """
import json
from tests.unit.evidence.test_calculation import inputs_of, worked
from tests.unit.evidence.cases import cases
from casewright.domain.calculations import CalcType
found = [worked(CalcType(one.values[0]["type"]), inputs_of(one.values[0])) for one in cases("calculations")]
print(json.dumps([[one.reproducibility_hash, str(one.output)] for one in found]))
"""


@pytest.mark.requirement("calculation-hashes")
@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_gets_the_same(seed: str) -> None:
    """A process with another hash seed, locale and time zone gets every result and hash again."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Apia"}
    ran = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE], env=environment, capture_output=True, text=True, check=True
    )
    here = [worked(CalcType(one.values[0]["type"]), inputs_of(one.values[0])) for one in cases("calculations")]
    assert json.loads(ran.stdout) == [[one.reproducibility_hash, str(one.output)] for one in here]


@pytest.mark.requirement("calculations")
@given(_FLOWS)
def test_rate_of_return_makes_the_flows_worth_nothing(flows: list[tuple[Decimal, date]]) -> None:
    """Where a rate is found, the present value changes its sign within half a place of it."""
    given = [CashFlow(amount, Period(PeriodKind.DAY, day)) for amount, day in flows]
    try:
        rate = internal_rate_of_return(given)
    except InvalidInput:
        assume(False)
    half = Decimal("0.00005")
    below, above = net_present_value(given, rate - half), net_present_value(given, rate + half)
    assert below * above <= 0


def test_only_arithmetic_is_worked_out() -> None:
    """Every formula but the two sums over cash flows is plain arithmetic over its own inputs."""
    for formula in FORMULAS.values():
        if formula.type in (CalcType.IRR, CalcType.NPV):
            continue
        names = {wanted.name for wanted in formula.inputs}
        words = "".join(letter if letter.isalpha() or letter == "_" else " " for letter in formula.expression).split()
        assert set(words) == names
        assert formula.output in (Measure.MONEY, Measure.SHARE, Measure.MONTHS, Measure.MULTIPLE)
