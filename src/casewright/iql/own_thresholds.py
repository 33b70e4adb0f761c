"""Which texts match where every statement has a threshold of its own.

What answers a statement differs, and with it from which score on its matches are best told from the rest.

AND, OR and NOT work on "the score is at least its threshold". A mean is held against the mean of its operands'
thresholds, a comparison's score against 0.5: a half is what its formula gives two sides that are alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

import numpy as np

from casewright.errors import InvalidInput
from casewright.iql.evaluate import evaluate
from casewright.iql.tree import And, Comparison, Invocation, Mean, Not, Or, Statement, postorder, statements

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from casewright.iql.tree import Node

    Flags = NDArray[np.bool_]
    Numbers = NDArray[Any]

ALIKE = 0.5
"""What a comparison's score is held against."""


def holding(root: Node, scores: Mapping[str, Numbers], thresholds: Mapping[str, float], semantics: str) -> Flags:
    """Where ``root`` holds, in the shape of ``scores``; ``thresholds`` has one for each of its statements.

    Raises InvalidInput, naming the statement, for a threshold that is missing or no number from 0 to 1, and as
    ``evaluate`` does.
    """
    for statement in statements(root):
        _check(statement, thresholds.get(statement))
    order = _as_flags(root)
    weighed = [node for node in order if isinstance(node, Statement | Mean | Comparison)]
    found = iter(evaluate(weighed, scores, semantics))
    stack: list[Flags] = []
    for node in order:
        match node:
            case Statement() | Mean() | Comparison():
                stack.append(np.asarray(next(found) >= _threshold(node, thresholds)))
            case Not():
                stack[-1] = ~stack[-1]
            case And() | Or():
                level = len(stack) - len(node.operands)
                join = np.logical_and if isinstance(node, And) else np.logical_or
                stack[level:] = [join.reduce(stack[level:])]
            case Invocation():
                pass
            case _:
                assert_never(node)
    return stack[0]


def _as_flags(root: Node) -> list[Node]:
    """The nodes that hold or do not, children first: what stands in a mean or comparison only has a score."""
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        match node:
            case Not():
                waiting.append(node.operand)
            case And() | Or():
                waiting.extend(node.operands)
            case Invocation():
                waiting.append(node.expansion)
            case _:
                pass
    return order[::-1]


def _threshold(root: Node, thresholds: Mapping[str, float]) -> float:
    """What the node's score is held against: of NOT A, 1 less A's; of all others but comparisons, their parts' mean."""
    stack: list[float] = []
    for node in postorder(root):
        match node:
            case Statement():
                stack.append(float(thresholds[node.text]))
            case Not():
                stack[-1] = 1.0 - stack[-1]
            case Invocation():
                pass
            case And() | Or() | Mean() | Comparison():
                level = len(stack) - len(node.operands)
                mean = sum(stack[level:]) / len(node.operands)
                stack[level:] = [ALIKE if isinstance(node, Comparison) else mean]
            case _:
                assert_never(node)
    return stack[0]


def _check(statement: str, threshold: object) -> None:
    if threshold is None:
        raise InvalidInput(f"There is no threshold for the statement {statement!r}.")
    if not isinstance(threshold, int | float | np.floating) or not 0 <= threshold <= 1:
        raise InvalidInput(
            f"The threshold {threshold!r} for the statement {statement!r} cannot be used: give a number from 0 to 1."
        )
