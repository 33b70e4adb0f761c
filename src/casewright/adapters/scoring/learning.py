"""Heads learned from a handful of examples: words, vectors and likeness beside ordinary clauses, calibrated by itself.

Three things speak for a text, each as good as the others and in units of how much it varies over the background: a
logistic regression on its words, one on its vector, and how near that is to the mean of the examples that fit.
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
from casewright.adapters.scoring.features import unpack as unpack_features
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
_VECTORS = 40.0
"""What the squared lengths of vectors are multiplied by, whose spread is small beside that of words."""
_DECAY = 40.0
_POSITIVE, _NEGATIVE, _BACKGROUND = 300.0, 300.0, 1_000.0
"""What the examples that fit, those that do not, and the background weigh in all."""
_NAMED = 64
"""Letters with which a background begins: its encoder's SHA-256."""

_STEPS = 25
_PARTS = 8
"""In how many parts the examples are left out in turn, to see what heads say of texts that they do not know."""

_COMMON = 0.99
"""The share of the background that must score below the line."""
_TYPICAL = 0.5
"""Which quantile of the examples, each scored by a head that does not know it, lies above the line …"""
_SAID = 0.65
"""… and scores this."""
_WAY = 0.7
"""How far from the most of the background towards that example the line lies."""
_STEEPEST = 0.4
"""How fast the logit rises at most, a spread of the background: few examples tell too little to be surer."""


@dataclass(frozen=True, slots=True)
class _Problem:
    """Texts as the products of all pairs of them, by words and by vectors, what they are, and how much each counts.

    ``vectors`` (texts, dimension) have the background's mean taken off; without a column only words speak.
    """

    words: Double
    nearness: Double
    vectors: FloatArray
    fits: NDArray[np.bool_]
    weights: Double
    background: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Found:
    """What was learned: shares of the texts in both regressions, where the fitting ones lie, and margins (texts,).

    The shares and the direction are in the units in which the margins are added up.
    """

    by_words: Double
    by_vectors: Double
    middle: FloatArray
    margins: Double
    offset: float


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
    vectors, mean = _centred(joined.vectors, len(background))
    problem = _Problem(
        np.asarray(rows @ rows.T + _CONSTANT, np.float64),
        np.asarray(_VECTORS * (vectors @ vectors.T) + _CONSTANT, np.float64),
        vectors,
        np.repeat([True, False, False], counts),
        np.repeat([w / max(n, 1) for w, n in zip((_POSITIVE, _NEGATIVE, _BACKGROUND), counts, strict=True)], counts),
        np.repeat([False, False, True], counts),
    )
    found = _found(problem, np.ones(sum(counts), np.bool_))
    slope, offset = _calibrated(problem)
    weights = rows.T @ found.by_words.astype(np.float32)
    largest = np.sort(np.argsort(-np.abs(weights), kind="stable")[:KEPT])
    direction = np.float32(slope) * (_VECTORS * (vectors.T @ found.by_vectors.astype(np.float32)) + found.middle)
    constants = _CONSTANT * float(found.by_words.sum() + (found.by_vectors.sum() if vectors.shape[1] else 0))
    return Head(
        columns[largest],
        weights[largest],
        bias=constants + found.offset,
        slope=slope,
        direction=direction if len(direction) == dimension else np.zeros(dimension, np.float32),
        offset=offset - float(direction @ mean),
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


def pack_background(background: Features, encoder: str) -> bytes:
    """Ordinary clauses: what ``unpack_background`` reads. ``encoder`` is the SHA-256 of what made the vectors."""
    return encoder.encode("ascii").ljust(_NAMED) + background.pack()


def unpack_background(data: bytes, encoder: str) -> Features:
    """The clauses that ``pack_background`` wrote. Raises ``IntegrityError`` where they are of another encoder."""
    known = data[:_NAMED].decode("ascii", "replace").strip()
    if known != encoder:
        raise IntegrityError(
            f"The background of trained templates is of the encoder {known[:8]!r} and not of {encoder[:8]!r}: "
            "install casewright again."
        )
    return unpack_features(data[_NAMED:])


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


def _found(problem: _Problem, known: NDArray[np.bool_]) -> _Found:
    """What is learned from the ``known`` texts, with the margins of all."""
    ordinary = known & problem.background
    by_words = _solve(problem, problem.words, known)
    margins, offset = problem.words @ by_words, 0.0
    spread = _spread(margins[ordinary])
    by_words, margins = by_words / spread, margins / spread
    by_vectors, middle = np.zeros(len(known)), np.zeros(problem.vectors.shape[1], np.float32)
    if problem.vectors.shape[1]:
        by_vectors = _solve(problem, problem.nearness, known)
        by_vectors /= _spread((problem.nearness @ by_vectors)[ordinary])
        middle = problem.vectors[known & problem.fits].mean(axis=0)
        middle /= np.float32(_spread((problem.vectors @ middle)[ordinary]))
        margins = margins + problem.nearness @ by_vectors + problem.vectors @ middle
    offset = -float(margins[ordinary].mean()) if ordinary.any() else 0.0
    return _Found(by_words, by_vectors, middle, margins + offset, offset)


def _spread(ordinary: NDArray[np.floating]) -> float:
    """How much margins vary over ordinary texts; never 0."""
    return max(float(ordinary.std()), 1e-3) if len(ordinary) else 1.0


def _solve(problem: _Problem, products: Double, known: NDArray[np.bool_]) -> Double:
    """What each text adds to the head, 0 for those not ``known``: logistic regression by reweighted least squares."""
    at = np.flatnonzero(known)
    products, weights = products[np.ix_(at, at)], problem.weights[at]
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
        margins[held] = _found(problem, ~held).margins[held]
    typical = float(np.quantile(margins[problem.fits], _TYPICAL))
    # What stands above the typical example most likely fits, labelled or not.
    ordinary = margins[problem.background & (margins < typical)]
    common = float(np.quantile(ordinary, _COMMON)) if len(ordinary) else typical - 2.0
    line = max(common + _WAY * (typical - common), common)
    slope = min(np.log(_SAID / (1 - _SAID)) / max(typical - line, 0.1), _STEEPEST)
    return float(slope), float(-slope * line)
