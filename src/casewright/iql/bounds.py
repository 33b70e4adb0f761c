"""What a query's score can still be where some of its statements are not scored yet.

Every operator rises or falls with each of its operands, and so do the machine numbers it is computed in, operation
for operation as in ``evaluate``: bounds of the statements give bounds of the query, and where both bounds of a text
meet, they are exactly the score that ``evaluate`` gives it, whatever the open statements turn out to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

import numpy as np

from casewright.iql.tree import And, Comparison, Invocation, Mean, Not, Or, Statement, postorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.iql.tree import Node, Sign

    Floats = NDArray[np.float64]
    Scores = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest and the highest score there can be, one of each a text."""

    low: Floats
    high: Floats

    @property
    def met(self) -> NDArray[np.bool_]:
        """Which texts have their score already."""
        return np.equal(self.low, self.high)


def bounds(root: Node, low: Scores, high: Scores, semantics: str) -> Bounds:
    """The bounds of ``root``'s score from those of its statements, which have one shape and lie in [0, 1]."""
    link = _strict if semantics == "strict" else _contract
    stack: list[Bounds] = []
    for node in postorder(root):
        match node:
            case Statement():
                text = node.text
                stack.append(Bounds(np.asarray(low[text], np.float64), np.asarray(high[text], np.float64)))
            case Invocation():
                pass
            case Not():
                inner = stack.pop()
                stack.append(Bounds(1.0 - inner.high, 1.0 - inner.low))
            case And() | Or() | Mean() | Comparison():
                at = len(stack) - len(node.operands)
                stack[at:] = [_combined(node, stack[at:], link)]
            case _:
                assert_never(node)
    return stack[0]


def _combined(node: And | Or | Mean | Comparison, parts: Sequence[Bounds], link: Callable[..., Floats]) -> Bounds:
    match node:
        case And():
            return _folded(np.minimum, parts)
        case Or():
            return _folded(np.maximum, parts)
        case Mean():
            total = _folded(np.add, parts)
            return Bounds(total.low / len(parts), total.high / len(parts))
        case Comparison():
            return _folded(np.minimum, [_linked(*pair, link) for pair in _pairs(node.signs, parts)])
        case _:
            assert_never(node)


def _folded(operator: np.ufunc, parts: Sequence[Bounds]) -> Bounds:
    low, high = parts[0].low, parts[0].high
    for part in parts[1:]:
        low, high = operator(low, part.low), operator(high, part.high)
    return Bounds(low, high)


def _pairs(signs: Sequence[Sign], parts: Sequence[Bounds]) -> list[tuple[Bounds, Bounds]]:
    """Each link of a chain as what it favours and the other side."""
    links = zip(parts, signs, parts[1:], strict=False)
    return [(left, right) if sign == ">" else (right, left) for left, sign, right in links]


def _linked(favoured: Bounds, other: Bounds, link: Callable[..., Floats]) -> Bounds:
    return Bounds(link(favoured.low, other.high), link(favoured.high, other.low))


def _contract(favoured: Floats, other: Floats) -> Floats:
    return ((favoured - other) + 1.0) * 0.5


def _strict(favoured: Floats, other: Floats) -> Floats:
    return favoured * (favoured > other)
