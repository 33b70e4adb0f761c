"""The two hashes of a calculation: what formula it was, and everything that would have to be the same again.

Both are SHA-256 over canonical JSON. Inputs are sorted and decimals written in one way, so that neither the order in
which inputs are given nor ``12.50`` in place of ``12.5`` changes them.
"""

from __future__ import annotations

from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.canonical import canonical_json
from casewright.domain.values import Count, Monetary, Percentage, Range
from casewright.evidence.calculation.arithmetic import EXACT
from casewright.evidence.value_struct import to_struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.canonical import Json
    from casewright.domain.calculations import CalcInput
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.values import Value
    from casewright.evidence.calculation.formulas import Formula


def formula_hash(formula: Formula) -> str:
    """``sha256:<hex>`` of type, expression and version."""
    return _hash(_formula(formula))


def reproducibility_hash(
    formula: Formula,
    inputs: Sequence[CalcInput],
    output: Value | None,
    remark: str | None,
    *,
    code_version: str,
    deal: MatterId,
    tenant: TenantId,
) -> str:
    """``sha256:<hex>`` of the formula, the inputs, the output (or the remark in its place), code, deal and tenant.

    Grades are left out: they may change while the figures stay.
    """
    return _hash(
        {
            **_formula(formula),
            "inputs": [_input(given) for given in in_order(inputs)],
            "output": None if output is None else to_struct(_one_way(output)),
            "remark": remark,
            "code_version": code_version,
            "deal": deal,
            "tenant": tenant,
        }
    )


def in_order(inputs: Sequence[CalcInput]) -> tuple[CalcInput, ...]:
    """``inputs`` by name, then by day and claim."""
    return tuple(sorted(inputs, key=lambda given: (given.name, _day(given), given.claim)))


def _day(given: CalcInput) -> str:
    return given.period.end.isoformat() if given.period else ""


def _formula(formula: Formula) -> Mapping[str, Json]:
    return {"calc_type": formula.type.value, "expression": formula.expression, "version": formula.version}


def _input(given: CalcInput) -> Mapping[str, Json]:
    return {
        "name": given.name,
        "claim": given.claim,
        "value": to_struct(_one_way(given.value)),
        "period": None if given.period is None else f"{given.period.kind}:{given.period.end.isoformat()}",
        "material": given.material,
    }


def _one_way(value: Value) -> Value:
    """``value`` with its decimals written without zeros at the end."""
    match value:
        case Monetary(amount, currency):
            return Monetary(_plain(amount), currency)
        case Percentage(fraction):
            return Percentage(_plain(fraction))
        case Count(number, unit):
            return Count(_plain(number), unit)
        case Range():
            raise TypeError("a range is no input")
        case _:
            return value


def _plain(number: Decimal) -> Decimal:
    return number.normalize(EXACT) if number else Decimal(0)


def _hash(value: Json) -> str:
    return f"sha256:{sha256(canonical_json(value)).hexdigest()}"
