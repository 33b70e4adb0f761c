"""Which pairs of statement and chunk must be scored for a query's results, where each new pair costs money.

Threshold push-down (spec/iql.md, "Evaluation" 5): a chunk stays unscored for a statement where its score cannot
reach the threshold and cannot be its document's best; in document scope, where the document's score is known without
it. Matches, their scores and the documents' scores come out exactly as if every pair had been scored: a chunk or
document is done only when the bounds of its score have met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from casewright.iql import Query
    from casewright.iql.bounds import Bounds
    from casewright.tools.ports.scoring import FloatArray, IntArray

    Ask = Callable[[str, IntArray], FloatArray]
    Columns = dict[str, FloatArray]
    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float64]

_FIRST_CHUNKS = 32
"""Chunks of the first round; each round takes twice as many, with what was learned about the statements till then."""
_FIRST_OF_DOCUMENT = 4
_USUAL, _USUAL_BEST = 0.1, 0.5
"""What a chunk, and the best chunk of a document, is expected to score before anything is known."""
_WEIGHT = 4
"""How many observed scores that expectation is worth."""
_WIDTH_COUNTS, _NEEDED, _TIE = 1e-3, 10.0, 1e-9
"""How much what a score leaves open weighs beside how high it can be; how much more, where it is open for good; and
what counts as equal."""


class PushDown:
    """One query over chunks 0 … n − 1, of which document i has bounds[i] … bounds[i + 1] − 1.

    ``columns`` holds what is known already, NaN elsewhere, and is filled by ``ask(statement, positions)``. Scores in
    it are final. What ``ask`` raises leaves ``columns`` with what had come.
    """

    def __init__(
        self, query: Query, threshold: float, semantics: str, bounds: IntArray, columns: Columns, ask: Ask
    ) -> None:
        self._query, self._threshold, self._semantics = query, threshold, semantics
        self._bounds, self._columns, self._ask = bounds, columns, ask
        self._owner = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        self._expected = {statement: _Expected(_USUAL) for statement in columns}

    def by_chunk(self) -> None:
        """Score what chunk scope needs where a document's score is that of its best chunk."""
        self._settle_matches()
        self._settle_best()
        self._score_operands()

    def by_document(self) -> None:
        """Score what document scope needs: every document's score, and the affirmed statements where it matches."""
        while True:
            low, high = self._best()
            score = self._query.bounds(low, high, self._semantics)
            match = self._query.match_bounds(low, high, self._semantics)
            waiting = np.flatnonzero(~score.met | ((match.low < self._threshold) & (match.high >= self._threshold)))
            if not len(waiting):
                break
            self._widen(waiting, low, high)
        for statement in self._query.affirmed:
            missing = np.isnan(self._columns[statement])
            self._score(statement, np.flatnonzero(missing & (match.low >= self._threshold)[self._owner]))

    def _settle_matches(self) -> None:
        """Go on until every chunk is known to match, with its score, or known not to."""
        size = _FIRST_CHUNKS
        while True:
            low, high = _ends(self._columns)
            match = self._query.match_bounds(low, high, self._semantics)
            may = match.high >= self._threshold
            if may.any():
                known = self._query.bounds(low, high, self._semantics).met
                may &= ~known | (match.low < self._threshold)
            waiting = np.flatnonzero(may)
            if not len(waiting):
                return
            self._step(waiting[:size], lambda low, high: self._query.match_bounds(low, high, self._semantics))
            size *= 2

    def _settle_best(self) -> None:
        """Go on until no chunk can score higher than its document's best, or as high and stand before it."""
        reach = 1
        while True:
            score = self._query.bounds(*_ends(self._columns), self._semantics)
            best, place = self._best_known(score.low, score.met)
            best, place = best[self._owner], place[self._owner]
            ties = (score.high == best) & (np.arange(len(place)) < place)
            waiting = np.flatnonzero(~score.met & ((score.high > best) | ties))
            if not len(waiting):
                return
            chosen = self._most_promising(waiting, score.high, reach)
            self._step(chosen, lambda low, high: self._query.bounds(low, high, self._semantics))
            reach *= 2

    def _score_operands(self) -> None:
        """Score both sides of every comparison where results show them: at matches and at a document's best chunk."""
        compared = self._query.compared
        if not compared:
            return
        low, high = _ends(self._columns)
        score = self._query.bounds(low, high, self._semantics)
        match = self._query.match_bounds(low, high, self._semantics)
        shown = match.low >= self._threshold
        _, places = self._best_known(score.low, score.met)
        shown[places[places < len(shown)]] = True
        for statement in compared:
            self._score(statement, np.flatnonzero(shown & np.isnan(self._columns[statement])))

    def _best_known(self, scores: Floats, known: Flags) -> tuple[Floats, IntArray]:
        """Each document's best known score and the first position that has it; −1 and beyond all where none is."""
        best = np.full(len(self._bounds) - 1, -1.0)
        np.maximum.at(best, self._owner[known], scores[known])
        at = np.flatnonzero(known & (scores == best[self._owner]))
        place = np.full(len(best), len(scores), np.int64)
        np.minimum.at(place, self._owner[at], at)
        return best, place

    def _most_promising(self, waiting: IntArray, high: Floats, reach: int) -> IntArray:
        """Of each document, the ``reach`` chunks that can score highest."""
        order = waiting[np.lexsort((waiting, -high[waiting], self._owner[waiting]))]
        owner = self._owner[order]
        rank = np.arange(len(order)) - np.searchsorted(owner, owner)
        return np.sort(order[rank < reach])

    def _step(self, positions: IntArray, bounds: Callable[[Columns, Columns], Bounds]) -> None:
        """Score one more statement at each position: the one that is expected to bring its bound down the most."""
        columns = {statement: column[positions] for statement, column in self._columns.items()}
        expected = {statement: self._expected[statement].value for statement in columns}
        choice = _choice(columns, *_ends(columns), expected, bounds)
        for number, statement in enumerate(columns):
            self._score(statement, positions[choice == number])

    def _best(self) -> tuple[Columns, Columns]:
        """Each statement's best score per document, from below and from above."""
        low: Columns = {}
        high: Columns = {}
        for statement, column in self._columns.items():
            scored = ~np.isnan(column)
            best = np.zeros(len(self._bounds) - 1, np.float32)
            np.maximum.at(best, self._owner[scored], column[scored])
            open_ = np.zeros(len(best), np.bool_)
            open_[self._owner[~scored]] = True
            low[statement], high[statement] = best, np.where(open_, np.float32(1), best)
            self._expected[statement] = _Expected(_USUAL_BEST)
            self._expected[statement].learn(best[~open_])
        return low, high

    def _widen(self, documents: IntArray, low: Columns, high: Columns) -> None:
        """Score more chunks of each document, as many again as were scored, for the statement that tells the most."""
        lows = {statement: low[statement][documents] for statement in low}
        highs = {statement: high[statement][documents] for statement in low}
        choice = self._most_telling(lows, highs)
        for number, statement in enumerate(low):
            asked = documents[choice == number]
            missing = np.isnan(self._columns[statement])
            parts = [self._next_of(int(one), missing) for one in asked]
            self._score(statement, np.concatenate(parts) if parts else np.zeros(0, np.int64))

    def _next_of(self, document: int, missing: Flags) -> IntArray:
        """As many unscored chunks of the document again as were scored, nearest to what was found for the others.

        What a query asks of one document often stands together: the cap beside the indemnity.
        """
        span = np.arange(self._bounds[document], self._bounds[document + 1])
        left = span[missing[span]]
        found = np.max([np.nan_to_num(column[span], nan=-1.0) for column in self._columns.values()], axis=0)
        near = np.abs(left - span[found.argmax()]) if found.max() >= 0 else left
        nearest = left[np.argsort(near, kind="stable")]
        return np.sort(nearest[: max(_FIRST_OF_DOCUMENT, len(span) - len(left))])

    def _most_telling(self, low: Columns, high: Columns) -> IntArray:
        """The number of the statement to score next in each document.

        One good chunk can be enough to know a document's score, however the others turn out: of ``A AND B``, one
        that has B where A is low. A statement of which even a good chunk would leave the score open, such as B of
        ``A AND NOT B``, needs all its chunks anyway, and goes first: what it leaves to find out may be little.
        """
        guess = {name: np.maximum(low[name], np.minimum(self._expected[name].value, high[name])) for name in low}
        best = np.full(len(next(iter(low.values()))), np.inf)
        choice = np.full(len(best), -1, np.int64)
        for number, name in enumerate(low):
            after = self._query.bounds(guess, {**guess, name: high[name]}, self._semantics)
            alone = {name: guess[name]}
            known = self._query.bounds({**low, **alone}, {**high, **alone}, self._semantics)
            key = (known.high - known.low) - _NEEDED * (after.high - after.low)
            better = (low[name] < high[name]) & (key < best - _TIE)
            best[better], choice[better] = key[better], number
        return choice

    def _score(self, statement: str, positions: IntArray) -> None:
        if len(positions):
            scores = self._ask(statement, positions)
            self._columns[statement][positions] = scores
            self._expected[statement].learn(scores)


class _Expected:
    """The mean of what was seen, beginning from what is usual."""

    __slots__ = ("_count", "_sum")

    def __init__(self, usual: float) -> None:
        self._sum, self._count = usual * _WEIGHT, float(_WEIGHT)

    @property
    def value(self) -> np.float32:
        return np.float32(self._sum / self._count)

    def learn(self, scores: FloatArray) -> None:
        self._sum += float(scores.sum(dtype=np.float64))
        self._count += len(scores)


def _ends(columns: Mapping[str, FloatArray]) -> tuple[Columns, Columns]:
    """The lowest and the highest that each score can be."""
    low = {name: np.where(np.isnan(column), np.float32(0), column) for name, column in columns.items()}
    high = {name: np.where(np.isnan(column), np.float32(1), column) for name, column in columns.items()}
    return low, high


def _choice(
    columns: Columns,
    low: Columns,
    high: Columns,
    expected: Mapping[str, np.float32],
    bounds: Callable[[Columns, Columns], Bounds],
) -> IntArray:
    """The number of the statement to score next in each place: one that is open there (NaN), by what it would do."""
    best = np.full(len(next(iter(columns.values()))), np.inf)
    choice = np.full(len(best), -1, np.int64)
    for number, (statement, column) in enumerate(columns.items()):
        open_ = np.isnan(column)
        if not open_.any():
            continue
        guess = np.where(open_, expected[statement], column)
        after = bounds({**low, statement: guess}, {**high, statement: guess})
        key = np.where(open_, after.high + _WIDTH_COUNTS * (after.high - after.low), np.inf)
        better = key < best - _TIE
        best[better], choice[better] = key[better], number
    return choice
