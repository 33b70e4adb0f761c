"""A query that has been read: what it asks to be scored, and how the scores combine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput
from casewright.iql.bounds import Bounds, bounds
from casewright.iql.evaluate import evaluate, read_scores
from casewright.iql.limits import MAX_CHARACTERS
from casewright.iql.outline import outline
from casewright.iql.own_thresholds import holding
from casewright.iql.printer import write
from casewright.iql.tree import And, Comparison, affirmed_statements, meaning, postorder, statements

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from casewright.iql.tree import Node, Sign

    Scores = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Link:
    """One ``left > right`` or ``left < right`` of a query, both sides in canonical text."""

    left: str
    sign: Sign
    right: str

    @property
    def favoured(self) -> str:
        """The side that ought to score higher."""
        return self.left if self.sign == ">" else self.right


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Query:
    """What ``parse`` returns. ``str`` of it is its canonical text, which parses to an equal query.

    ``tree`` is the query with templates expanded; ``warnings`` are sentences for its author. Two queries are equal
    when their trees are.
    """

    tree: Node
    warnings: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[str, ...]:
        """The distinct statements that need scores, templates expanded, in order of first occurrence."""
        return tuple(dict.fromkeys(statements(self.tree)))

    @property
    def affirmed(self) -> tuple[str, ...]:
        """The distinct statements that the query affirms, in order: those a matching text can be shown to support.

        Affirmed is an occurrence under an even number of NOTs; of ``A > B`` only A, of ``A < B`` only B.
        """
        return tuple(dict.fromkeys(affirmed_statements(self.tree)))

    @property
    def comparisons(self) -> tuple[Link, ...]:
        """Every ``A > B`` and ``A < B`` of the query, chains taken apart, each once; empty where there is none."""
        links = [
            Link(write(left), sign, write(right))
            for node in postorder(self.tree)
            if isinstance(node, Comparison)
            for left, sign, right in zip(node.operands, node.signs, node.operands[1:], strict=False)
        ]
        return tuple(dict.fromkeys(links))

    @property
    def is_comparison(self) -> bool:
        """Whether the query as a whole is a comparison or several joined by AND, as a chain is."""
        return bool(_compared(self.tree))

    def combine(self, scores: Mapping[str, ArrayLike], semantics: str = "contract") -> NDArray[np.float64]:
        """The query's score for each text, in [0, 1], in the shape of the given scores (``()`` for single numbers).

        ``scores`` holds for each of ``statements`` the probabilities that it holds, all of one shape; others are
        ignored. ``semantics`` is what a comparison scores: ``contract`` or ``strict``.

        Raises InvalidInput, naming the statement, for scores that are missing, NaN, outside [0, 1], not numbers or
        of another shape; and for another ``semantics``.
        """
        return evaluate([self.tree], read_scores(self.tree, scores), semantics)[0]

    def matches(
        self,
        scores: Mapping[str, ArrayLike],
        threshold: float | Mapping[str, float] = 0.5,
        semantics: str = "contract",
    ) -> NDArray[np.bool_]:
        """Which texts match, in the shape of the given scores: those whose score is at least ``threshold``.

        A mapping has a threshold for each statement; what matches then is said in ``own_thresholds``.

        Where the query is a comparison or several joined by AND, A of every ``A > B`` and B of every ``A < B`` must
        be at or above the threshold too, or two scores near zero would pass for a match.

        Raises InvalidInput as ``combine`` does, and for a threshold outside [0, 1] or missing.
        """
        favoured = [operand for comparison in _compared(self.tree) for operand in comparison.favoured()]
        read = read_scores(self.tree, scores)
        if isinstance(threshold, Mapping):
            nodes = (self.tree, *favoured)
            return np.asarray(np.logical_and.reduce([holding(node, read, threshold, semantics) for node in nodes]))
        _check_threshold(threshold)
        score, *others = evaluate([self.tree, *favoured], read, semantics)
        matching = np.asarray(score >= threshold)
        for other in others:
            matching &= other >= threshold
        return matching

    def bounds(self, low: Scores, high: Scores, semantics: str) -> Bounds:
        """What the score can still be where each statement's lies between ``low`` and ``high``; arrays of one shape."""
        return bounds(self.tree, low, high, semantics)

    def match_bounds(self, low: Scores, high: Scores, semantics: str) -> Bounds:
        """Bounds of what must reach the threshold for a match: the score, and whatever ``matches`` asks besides."""
        asked = [self.tree, *(side for comparison in _compared(self.tree) for side in comparison.favoured())]
        found = [bounds(node, low, high, semantics) for node in asked]
        return Bounds(np.minimum.reduce([one.low for one in found]), np.minimum.reduce([one.high for one in found]))

    @property
    def compared(self) -> tuple[str, ...]:
        """The distinct statements under any comparison: those whose scores ``operands`` is made of."""
        sides = [side for node in postorder(self.tree) if isinstance(node, Comparison) for side in node.operands]
        return tuple(dict.fromkeys(text for side in sides for text in statements(side)))

    def operands(self, scores: Mapping[str, ArrayLike], semantics: str = "contract") -> dict[str, NDArray[np.float64]]:
        """The scores of both sides of every comparison in the query, by canonical text; empty where there is none.

        Raises InvalidInput as ``combine`` does.
        """
        sides = {
            write(operand): operand
            for node in postorder(self.tree)
            if isinstance(node, Comparison)
            for operand in node.operands
        }
        found = evaluate(list(sides.values()), read_scores(self.tree, scores), semantics)
        return dict(zip(sides, found, strict=True))

    def outline(self) -> tuple[tuple[int, str], ...]:
        """The tree as (depth, label) from the top down: what a tree of it shows, line by line."""
        return outline(self.tree)

    def __str__(self) -> str:
        text = write(self.tree)
        return text if len(text) <= MAX_CHARACTERS else write(self.tree, compact=True)

    def __repr__(self) -> str:
        return f"Query({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        # the outline tells any two trees apart, and unlike the nodes' own equality needs no recursion
        return self.outline() == other.outline() if isinstance(other, Query) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.outline())


def _check_threshold(threshold: object) -> None:
    """Raises InvalidInput unless ``threshold`` is a number from 0 to 1."""
    if not isinstance(threshold, int | float | np.floating) or not 0 <= threshold <= 1:
        raise InvalidInput(f"The threshold {threshold!r} cannot be used: give a number from 0 to 1.")


def _compared(root: Node) -> tuple[Comparison, ...]:
    """The comparisons of a query that consists of nothing else, joined by AND; none for any other query."""
    found, waiting = [], [root]
    while waiting:
        node = meaning(waiting.pop())
        if isinstance(node, Comparison):
            found.append(node)
        elif isinstance(node, And):
            waiting.extend(node.operands)
        else:
            return ()
    return tuple(found)
