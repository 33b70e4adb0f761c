"""One calculation: inputs checked, the formula worked out, the result hashed, graded and explained."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, assert_never

from casewright.domain.calculations import CalcType
from casewright.domain.values import Count, Monetary, Percentage
from casewright.errors import InvalidInput
from casewright.evidence.calculation.arithmetic import round_result, work_out
from casewright.evidence.calculation.formulas import FORMULAS, Measure
from casewright.evidence.calculation.hashes import formula_hash, in_order, reproducibility_hash
from casewright.evidence.calculation.returns import CashFlow, internal_rate_of_return, net_present_value
from casewright.evidence.display import show_value
from casewright.evidence.sources import worst
from casewright.evidence.value_struct import number_problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.calculations import CalcInput
    from casewright.domain.evidence import Grade
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.periods import Period
    from casewright.domain.values import Value
    from casewright.evidence.calculation.formulas import Formula, Input


@dataclass(frozen=True, slots=True)
class CalculationResult:
    """What a calculation gives; its fields are those of ``domain.calculations.Calculation``."""

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


def calculate(
    calc_type: CalcType,
    inputs: Mapping[str, Sequence[CalcInput]],
    *,
    deal: MatterId,
    tenant: TenantId,
    code_version: str,
) -> CalculationResult:
    """Work out the formula of ``calc_type`` over ``inputs``, by the names that ``FORMULAS`` gives them.

    The result has four decimal places, rounded half up. The order of inputs changes nothing. Raises ``InvalidInput``
    naming the input: one missing, unknown, given twice or of the wrong measure, several currencies or units, something
    that is divided by and not above 0, cash flows without day or change of sign, or a rate that is not found.
    """
    formula = FORMULAS[calc_type]
    given = _checked(formula, inputs)
    output, remark = _result(formula, given)
    ordered = in_order([one for many in given.values() for one in many])
    grade, why = calculation_grade(ordered)
    return CalculationResult(
        type=calc_type,
        inputs=ordered,
        output=output,
        remark=remark,
        formula=formula.expression,
        formula_hash=formula_hash(formula),
        reproducibility_hash=reproducibility_hash(
            formula, ordered, output, remark, code_version=code_version, deal=deal, tenant=tenant
        ),
        code_version=code_version,
        grade=grade,
        explanation=(*_steps(formula, ordered), f"Result: {remark if output is None else show_value(output)}.", why),
    )


def calculation_grade(inputs: Sequence[CalcInput]) -> tuple[Grade, str]:
    """The worst grade among the material inputs, and the sentence that says whose it is.

    To see how a stored calculation stands now, give its inputs with the grades that their claims have now.
    """
    material = [given for given in inputs if given.material]
    if not material:
        raise InvalidInput("no input is marked as material; the grade of a calculation is that of its material inputs")
    grade = worst(given.grade for given in material)
    weakest = min((given for given in material if given.grade is grade), key=lambda given: (given.name, given.claim))
    return grade, f"Grade {grade}: the worst of its material inputs is {weakest.name} (claim {weakest.claim})."


def _checked(formula: Formula, inputs: Mapping[str, Sequence[CalcInput]]) -> Mapping[str, tuple[CalcInput, ...]]:
    """``inputs`` by name, each as the formula wants it."""
    names = {wanted.name: wanted for wanted in formula.inputs}
    for name in inputs:
        if name not in names:
            raise InvalidInput(f"{formula.type} has no input {name!r}; it takes {', '.join(names)}")
    given = {name: tuple(inputs.get(name, ())) for name in names}
    for name, wanted in names.items():
        _check(formula, wanted, given[name])
    every = [one for many in given.values() for one in many]
    _check_currency(every)
    compared = [one for one in every if names[one.name].measure is Measure.MONEY_OR_COUNT]
    if len({_unit(one.value) for one in compared}) > 1:
        told = " and ".join(f"{_named(one)} is {show_value(one.value)}" for one in compared)
        raise InvalidInput(f"{told}; they cannot be compared, so give two figures of one currency or unit")
    return {name: many for name, many in given.items() if many}


def _check(formula: Formula, wanted: Input, given: Sequence[CalcInput]) -> None:
    if not given and not wanted.optional:
        raise InvalidInput(f"{formula.type} needs {wanted.name}: {wanted.words}, {wanted.measure}")
    if len(given) > 1 and not wanted.many:
        raise InvalidInput(f"{formula.type} takes one claim as {wanted.name}, and {len(given)} were given")
    seen = set()
    for one in given:
        if one.name != wanted.name:
            raise InvalidInput(f"claim {one.claim} was made ready as {one.name} and is given as {wanted.name}")
        if one.claim in seen:
            raise InvalidInput(f"claim {one.claim} is given twice as {wanted.name}; give each claim once")
        seen.add(one.claim)
        if not _measures(wanted.measure, one.value):
            raise InvalidInput(f"{_named(one)} is {show_value(one.value)}, and must be {wanted.measure}")
        problem = number_problem(_number(one.value))
        if problem:
            raise InvalidInput(f"{_named(one)} cannot be calculated with: {problem}")
        if wanted.many and one.period is None:
            raise InvalidInput(f"{_named(one)} has no period; a cash flow needs the day or the year in which it flows")


def _check_currency(given: Sequence[CalcInput]) -> None:
    named: dict[str, CalcInput] = {}
    for one in given:
        if isinstance(one.value, Monetary):
            named.setdefault(one.value.currency, one)
    if len(named) > 1:
        told = " and ".join(f"{_named(one)} is in {currency}" for currency, one in sorted(named.items()))
        raise InvalidInput(f"{told}; calculations take one currency, so give claims in the same one")


def _measures(measure: Measure, value: Value) -> bool:
    match measure:
        case Measure.MONEY:
            return isinstance(value, Monetary)
        case Measure.SHARE:
            return isinstance(value, Percentage)
        case Measure.MONTHS:
            return isinstance(value, Count) and value.unit.casefold() in ("month", "months")
        case Measure.MULTIPLE:
            return isinstance(value, Count) and value.unit == "x"
        case Measure.MONEY_OR_COUNT:
            return isinstance(value, Monetary | Count)
        case _:
            assert_never(measure)


def _result(formula: Formula, given: Mapping[str, tuple[CalcInput, ...]]) -> tuple[Value | None, str | None]:
    numbers = {name: _number(many[0].value) for name, many in given.items()}
    if formula.none_below is not None:
        name, remark = formula.none_below
        if numbers[name] <= 0:
            return None, remark
    match formula.type:
        case CalcType.IRR:
            number = internal_rate_of_return(_flows(given["cash_flow"]))
        case CalcType.NPV:
            number = net_present_value(_flows(given["cash_flow"]), numbers["rate"])
        case _:
            if formula.type is CalcType.BURN_RATE and "months" not in numbers:
                numbers["months"] = _months_between(given["start_cash"][0], given["end_cash"][0])
            number = work_out(formula.expression, numbers)
    problem = number_problem(round_result(number))
    if problem:
        raise InvalidInput(f"{formula.type} comes to a number that cannot be kept: {problem}")
    return _measured(formula, round_result(number), given), None


def _measured(formula: Formula, number: Decimal, given: Mapping[str, tuple[CalcInput, ...]]) -> Value:
    match formula.output:
        case Measure.MONEY:
            values = (one.value for many in given.values() for one in many)
            return Monetary(number, next(value.currency for value in values if isinstance(value, Monetary)))
        case Measure.SHARE:
            return Percentage(number)
        case Measure.MONTHS:
            return Count(number, "months")
        case _:
            return Count(number, "x")


def _flows(given: Sequence[CalcInput]) -> list[CashFlow]:
    return [CashFlow(_number(one.value), _period(one)) for one in given]


def _months_between(start: CalcInput, end: CalcInput) -> Decimal:
    """The whole months from the day of ``start`` to that of ``end``."""
    first, last = _period(start), _period(end)
    months = (last.end.year - first.end.year) * 12 + last.end.month - first.end.month
    whole = first.end.day == last.end.day or (_ends_month(first), _ends_month(last)) == (True, True)
    if months < 1 or not whole:
        raise InvalidInput(
            f"start_cash is as of {first.end.isoformat()} and end_cash as of {last.end.isoformat()}, which are not "
            "whole months apart, the earlier one first; give a claim for months"
        )
    return Decimal(months)


def _ends_month(period: Period) -> bool:
    return (period.end + timedelta(days=1)).day == 1


def _period(given: CalcInput) -> Period:
    if given.period is None:
        raise InvalidInput(f"{_named(given)} has no period, and the months between start and end cannot be counted")
    return given.period


def _number(value: Value) -> Decimal:
    match value:
        case Monetary(number, _) | Percentage(number) | Count(number, _):
            return number
        case _:
            raise TypeError(f"{value!r} has no single number")


def _unit(value: Value) -> str:
    return value.currency if isinstance(value, Monetary) else value.unit.casefold() if isinstance(value, Count) else ""


def _named(given: CalcInput) -> str:
    return f"{given.name} (claim {given.claim})"


def _steps(formula: Formula, ordered: Sequence[CalcInput]) -> tuple[str, ...]:
    inputs = (
        f"{given.name} = {show_value(given.value)}{f', {given.period}' if given.period else ''} "
        f"(claim {given.claim}, grade {given.grade}{'' if given.material else ', not material'})."
        for given in ordered
    )
    return (f"{formula.type} = {formula.expression} (version {formula.version}).", *inputs)
