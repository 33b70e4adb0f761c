"""Combines the scores of statements along a tree, block by block, in buffers that are used again.

The operators, with their score for one piece of text (seed: IQL tool contract, "Score Semantics")::

    A AND B     min(A, B)
    A OR B      max(A, B)
    NOT A       1 - A
    A + B + C   the mean of all
    A > B       contract: (A - B + 1) / 2       strict: A where A > B, else 0
    A < B       contract: (B - A + 1) / 2       strict: B where B > A, else 0

A chain of comparisons is the AND of its links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, assert_never

import numpy as np

from casewright.errors import InvalidInput
from casewright.iql.tree import And, Comparison, Invocation, Mean, Not, Or, Statement, postorder, statements

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from casewright.iql.tree import Node, Sign

    Floats = NDArray[np.float64]
    Numbers = NDArray[Any]  # any real dtype: read as it is, so that float32 scores are not copied

Semantics = Literal["contract", "strict"]
SEMANTICS: tuple[Semantics, ...] = ("contract", "strict")

_BLOCK = 16_384
"""Elements in one go: a few buffers of this size stay in a processor's cache."""


def read_scores(root: Node, scores: Mapping[str, ArrayLike]) -> dict[str, Numbers]:
    """The given scores of each of the statements of ``root`` as an array, all of one shape, as yet unchecked.

    Raises InvalidInput, naming the statement, for scores that are missing, not real numbers, or of another shape
    than those of the first statement.
    """
    vectors: dict[str, Numbers] = {}
    for statement in statements(root):
        if statement not in vectors:
            if statement not in scores:
                raise InvalidInput(f"There are no scores for the statement {statement!r}.")
            vectors[statement] = _real(statement, scores[statement])
    first, *rest = vectors.items()
    for statement, vector in rest:
        if vector.shape != first[1].shape:
            raise InvalidInput(
                f"The scores for the statement {statement!r} have the shape {vector.shape}, those for {first[0]!r} "
                f"have {first[1].shape}: give every statement a score for the same texts."
            )
    return vectors


def evaluate(nodes: Sequence[Node], vectors: Mapping[str, Numbers], semantics: str) -> list[Floats]:
    """The score of each of ``nodes``, in [0, 1], in the shape of ``vectors``, never sharing their memory.

    Raises InvalidInput, naming the statement, for scores outside [0, 1] and NaN; and for an unknown ``semantics``.
    """
    if semantics not in SEMANTICS:
        raise InvalidInput(f"There is no semantics {semantics!r}: choose 'contract' or 'strict'.")
    shape = next(iter(vectors.values())).shape
    flat = {statement: vector.reshape(-1) for statement, vector in vectors.items()}
    size = next(iter(flat.values())).size
    machines = [_Machine(postorder(node), strict=semantics == "strict") for node in nodes]
    results = [np.empty(size, dtype=np.float64) for _ in nodes]
    for start in range(0, size, _BLOCK):
        block = slice(start, start + _BLOCK)
        pieces = {statement: vector[block] for statement, vector in flat.items()}
        _check_bounds(pieces)
        for machine, result in zip(machines, results, strict=True):
            result[block] = machine.run(pieces)
    return [result.reshape(shape) for result in results]


def _real(statement: str, given: ArrayLike) -> Numbers:
    try:
        vector = np.asarray(given)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"The scores for the statement {statement!r} are not an array of numbers.") from error
    if vector.dtype.kind not in "biuf":
        raise InvalidInput(
            f"The scores for the statement {statement!r} are of type {vector.dtype}: give numbers from 0 to 1."
        )
    return vector


def _check_bounds(pieces: Mapping[str, Numbers]) -> None:
    for statement, piece in pieces.items():
        low, high = piece.min(), piece.max()
        if not (low >= 0 and high <= 1):
            wrong = "NaN" if low != low else repr(float(low if low < 0 else high))
            raise InvalidInput(f"A score for the statement {statement!r} is {wrong}: scores are numbers from 0 to 1.")


class _Machine:
    """Runs a tree's nodes, children first, on a stack of which every level owns one buffer.

    A statement's scores are put on the stack as they are and never written to; an operator writes to the buffers
    that belong to the levels of its own operands.
    """

    def __init__(self, program: Sequence[Node], *, strict: bool) -> None:
        self._program = program
        self._link = _strict if strict else _contract
        self._buffers: list[Floats] = []

    def run(self, pieces: Mapping[str, Numbers]) -> Numbers:
        """The score of the last node for one block; valid until the next run."""
        stack: list[Numbers] = []
        for node in self._program:
            match node:
                case Statement():
                    stack.append(pieces[node.text])
                case Invocation():
                    pass
                case Not():
                    level = len(stack) - 1
                    stack[level] = np.subtract(1.0, stack[level], out=self._buffer(level, stack), dtype=np.float64)
                case And() | Or() | Mean() | Comparison():
                    level = len(stack) - len(node.operands)
                    stack[level:] = [self._combine(node, stack, level)]
                case _:
                    assert_never(node)
        return stack[0]

    def _combine(self, node: And | Or | Mean | Comparison, stack: list[Numbers], level: int) -> Floats:
        match node:
            case And():
                return self._fold(np.minimum, stack, level)
            case Or():
                return self._fold(np.maximum, stack, level)
            case Mean():
                total = self._fold(np.add, stack, level)
                return np.divide(total, len(node.operands), out=total)
            case Comparison():
                return self._chain(node.signs, stack, level)
            case _:
                assert_never(node)

    def _fold(self, operator: np.ufunc, stack: list[Numbers], level: int) -> Floats:
        out = self._buffer(level, stack)
        operator(stack[level], stack[level + 1], out=out, dtype=np.float64)
        for operand in stack[level + 2 :]:
            operator(out, operand, out=out)
        return out

    def _chain(self, signs: Sequence[Sign], stack: list[Numbers], level: int) -> Floats:
        weakest = self._buffer(level, stack)
        for place, sign in enumerate(signs, start=level):
            left, right = stack[place], stack[place + 1]
            out = self._buffer(place, stack)  # the left side's own, which no later link needs
            self._link(*((left, right) if sign == ">" else (right, left)), out)
            np.minimum(weakest, out, out=weakest)
        return weakest

    def _buffer(self, level: int, stack: list[Numbers]) -> Floats:
        while level >= len(self._buffers):
            self._buffers.append(np.empty(_BLOCK, dtype=np.float64))
        return self._buffers[level][: stack[level].size]


def _contract(favoured: Numbers, other: Numbers, out: Floats) -> None:
    np.subtract(favoured, other, out=out, dtype=np.float64)
    out += 1.0
    out *= 0.5


def _strict(favoured: Numbers, other: Numbers, out: Floats) -> None:
    np.multiply(favoured, favoured > other, out=out, dtype=np.float64)
