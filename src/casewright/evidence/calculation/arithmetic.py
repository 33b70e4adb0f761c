"""Working out an expression in exact decimals; whatever it divides by must be above 0."""

from __future__ import annotations

import ast
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACES = Decimal("0.0001")
"""Results have four places, rounded half up."""
EXACT = Context(prec=200, rounding=ROUND_HALF_UP)
"""More digits than the products of values that can be stored have."""


def round_result(number: Decimal) -> Decimal:
    """``number`` with four places, a tie away from zero."""
    result = number.quantize(PLACES, context=EXACT)
    return result if result else abs(result)  # no −0


def work_out(expression: str, numbers: Mapping[str, Decimal]) -> Decimal:
    """What ``expression`` comes to, not rounded. Raises ``InvalidInput`` naming a denominator that is not above 0."""
    return _value(_tree(expression), numbers)


@lru_cache
def _tree(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _value(tree: ast.expr, numbers: Mapping[str, Decimal]) -> Decimal:
    match tree:
        case ast.Name(id=name):
            return numbers[name]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return EXACT.add(_value(left, numbers), _value(right, numbers))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return EXACT.subtract(_value(left, numbers), _value(right, numbers))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return EXACT.multiply(_value(left, numbers), _value(right, numbers))
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            below = _value(right, numbers)
            if below <= 0:
                raise InvalidInput(f"{ast.unparse(right)} is {below:f}, and what is divided by must be above 0")
            return EXACT.divide(_value(left, numbers), below)
    raise TypeError(f"formulas have no {ast.dump(tree)}")
