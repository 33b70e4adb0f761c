"""Heads learned from a handful of examples: a logistic regression beside ordinary clauses, calibrated by itself.

The examples that fit stand against those that do not and against a background of ordinary contract clauses. The
background is not labelled: it may hold a few that fit, so it counts for less and is only looked at from above.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import concat
from casewright.adapters.scoring.model_file import Head
from casewright.adapters.scoring.weighting import weigh
from casewright.errors import IntegrityError, InvalidInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]
    Double = NDArray[np.float64]

KEPT = 4_000
"""How many weights a head keeps, the largest."""

_CONSTANT = 1.0
_VECTORS = 1.0
"""What vectors weigh beside words, which have length one in an ordinary text."""
_DECAY = 40.0
_POSITIVE, _NEGATIVE, _BACKGROUND = 300.0, 300.0, 1_000.0
"""What the examples that fit, those that do not, and the background weigh in all."""
_STEPS = 25
_PARTS = 8
"""In how many parts the examples are left out in turn, to see what heads say of texts that they do not know."""

_COMMON = 0.998
"""The share of the background that must score below the line."""
_TYPICAL = 0.5
"""Which quantile of the examples, each scored by a head that does not know it, lies above the line …"""
_SAID = 0.8
"""… and scores this."""


@dataclass(frozen=True, slots=True)
class _Problem:
    """Texts as the products of all pairs of them, what they are, and how much each counts."""

    products: Double
    fits: NDArray[np.bool_]
    weights: Double
    background: NDArray[np.bool_]


def learn(positive: Features, negative: Features, background: Features, idf: FloatArray) -> Head:
    """A head that scores like ``positive`` high. Raises ``InvalidInput`` naming an example without a word."""
    _require_words(positive, "positive")
    _require_words(negative, "negative")
    counts = (len(positive), len(negative), len(background))
    every = [positive, negative, background]
    dimension = positive.vectors.shape[1]
    if background.vectors.shape[1] != dimension:
        every = [_by_words(one) for one in every]
    joined = concat(every)
    rows, columns = _dense(joined, idf)
    vectors, middle = _centred(joined.vectors, len(background))
    problem = _Problem(
        np.asarray(rows @ rows.T + _VECTORS * (vectors @ vectors.T) + _CONSTANT, np.float64),
        np.repeat([True, False, False], counts),
        np.repeat([w / max(n, 1) for w, n in zip((_POSITIVE, _NEGATIVE, _BACKGROUND), counts, strict=True)], counts),
        np.repeat([False, False, True], counts),
    )
    shares = _solve(problem, np.ones(sum(counts), np.bool_)).astype(np.float32)
    slope, offset = _calibrated(problem)
    weights = rows.T @ shares
    largest = np.sort(np.argsort(-np.abs(weights), kind="stable")[:KEPT])
    direction = np.float32(slope * _VECTORS) * (vectors.T @ shares)
    offset -= float(direction @ middle)
    return Head(
        columns[largest],
        weights[largest],
        bias=_CONSTANT * float(shares.sum()),
        slope=slope,
        direction=direction if len(direction) == dimension else np.zeros(dimension, np.float32),
        offset=offset,
    )


def pack(head: Head) -> bytes:
    """The head as bytes: what ``unpack`` reads, the same for the same head."""
    buffer = io.BytesIO()
    numbers = np.array([head.bias, head.slope, head.offset], np.float64)
    np.savez_compressed(buffer, index=head.index, weights=head.weights, direction=head.direction, numbers=numbers)
    return buffer.getvalue()


def unpack(data: bytes) -> Head:
    """The head that ``pack`` wrote. Raises ``IntegrityError`` where the bytes are none."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            bias, slope, offset = stored["numbers"].tolist()
            return Head(stored["index"], stored["weights"], bias, slope, stored["direction"], offset)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
        raise IntegrityError("A trained template is damaged: train it again from its examples.") from problem


def _require_words(features: Features, which: str) -> None:
    empty = np.flatnonzero(np.diff(features.indptr) == 0)
    if len(empty):
        raise InvalidInput(f"The {which} example {int(empty[0]) + 1} has no word in it: leave it out.")


def _dense(features: Features, idf: FloatArray) -> tuple[FloatArray, NDArray[np.uint16]]:
    """The weighted rows over the features that occur, and which those are."""
    columns, places = np.unique(features.index, return_inverse=True)
    rows = np.zeros((len(features), len(columns)), np.float32)
    rows[np.repeat(np.arange(len(features)), np.diff(features.indptr)), places.reshape(-1)] = weigh(features, idf)
    return rows, columns


def _by_words(features: Features) -> Features:
    """The same without vectors: where the background has none, vectors would tell it from everything else."""
    return replace(features, vectors=np.empty((len(features), 0), np.float16))


def _centred(vectors: NDArray[np.float16], last: int) -> tuple[FloatArray, FloatArray]:
    """The vectors less the mean of the ``last`` of them, and that mean."""
    wide = vectors.astype(np.float32)
    middle = wide[len(wide) - last :].mean(axis=0) if last else np.zeros(wide.shape[1], np.float32)
    return wide - middle, middle


def _solve(problem: _Problem, known: NDArray[np.bool_]) -> Double:
    """What each text adds to the head, 0 for those not ``known``: logistic regression by reweighted least squares."""
    at = np.flatnonzero(known)
    products, weights = problem.products[np.ix_(at, at)], problem.weights[at]
    truth = problem.fits[at].astype(np.float64)
    shares: Double = np.zeros(len(at))
    for _ in range(_STEPS):
        margins = products @ shares
        likely = 1 / (1 + np.exp(-np.clip(margins, -30, 30)))
        curve = np.maximum(weights * likely * (1 - likely), 1e-6)
        wanted = margins + weights * (truth - likely) / curve
        newer: Double = np.asarray(np.linalg.solve(products + np.diag(_DECAY / curve), wanted), np.float64)
        done = np.abs(newer - shares).max() <= 1e-6 * max(1.0, np.abs(newer).max())
        shares = newer
        if done:
            break
    found = np.zeros(len(known))
    found[at] = shares
    return found


def _calibrated(problem: _Problem) -> tuple[float, float]:
    """Slope and offset that put the line between what a fitting text and what an ordinary one may expect."""
    part = np.empty(len(problem.fits), np.int64)
    for group in (problem.fits, problem.background, ~problem.fits & ~problem.background):
        size = int(group.sum())
        part[group] = np.arange(size) * _PARTS // max(size, 1)
    margins = np.zeros(len(part))
    for number in range(_PARTS):
        held = part == number
        margins[held] = (problem.products @ _solve(problem, ~held))[held]
    typical = float(np.quantile(margins[problem.fits], _TYPICAL))
    # What stands above the typical example most likely fits, labelled or not.
    ordinary = margins[problem.background & (margins < typical)]
    common = float(np.quantile(ordinary, _COMMON)) if len(ordinary) else typical - 2.0
    line = max((typical + common) / 2, common)
    slope = np.log(_SAID / (1 - _SAID)) / max(typical - line, 0.1)
    return float(slope), float(-slope * line)
