"""Fitting heads and their calibration with scikit-learn: for ``training/``, and for ``evals cuad --refit``.

A head is a logistic regression on one text's TF-IDF row. Folds are over contracts, never over clauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import Unavailable

try:
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression
except ImportError:  # the `training` extra is not installed; `require_training` says so when it is needed
    csr_matrix = LogisticRegression = None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]
    FloatArray = NDArray[np.float64]
    Progress = Callable[[int, int], None]

SEED = 0
STRENGTH = 100.0
"""The inverse of the regularisation: weak, since rows have length one."""

PRIOR_POSITIVES = 20.0
"""How many positives a head needs for its own calibration to count as much as the one of all heads."""

FEWEST = 8
"""A head with fewer positives has the calibration of all heads."""

KEPT = 5000
"""How many weights of a head are kept, the largest; measured, this costs under 0.002 of average precision."""

STEPS = 127
"""Weights are rounded to this many steps either side of zero, as the model file stores them."""

LEFT_OUT = -1
"""The label of a text that is neither clearly positive nor clearly negative."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Weighted feature rows, compressed: row i has ``values[indptr[i]:indptr[i + 1]]`` at ``index[…]``."""

    indptr: IntArray
    index: NDArray[np.uint16]
    values: NDArray[np.float32]
    columns: int


@dataclass(frozen=True, slots=True)
class Platt:
    """Turns a head's margin into a probability: ``1 / (1 + exp(-(slope * margin + offset)))``."""

    slope: float
    offset: float

    def __call__(self, margins: FloatArray) -> FloatArray:
        """The probabilities, in [0, 1]."""
        logits = np.clip(self.slope * margins + self.offset, -60, 60)
        return 1 / (1 + np.exp(-logits))


def require_training() -> None:
    """Raises ``Unavailable`` where scikit-learn is not installed."""
    if LogisticRegression is None:
        raise Unavailable(
            "Retraining needs scikit-learn, which is not installed: "
            "install the extra with `pip install 'casewright[training]'` and run it again."
        )


def folds(contracts: IntArray, count: int, seed: int = SEED) -> IntArray:
    """The fold, 0 to ``count`` - 1, of each row; rows of one contract share theirs."""
    distinct, places = np.unique(contracts, return_inverse=True)
    shuffled = np.random.default_rng(seed).permutation(len(distinct))
    return np.asarray(shuffled[places] % count, dtype=np.int64)


def fit_head(rows: Rows, labels: NDArray[np.int8], weights: FloatArray | None = None) -> tuple[FloatArray, float]:
    """Weights (columns,) and bias of the head for these labels (1, 0, or ``LEFT_OUT``)."""
    require_training()
    vector, bias = _fit(_matrix(rows), labels, weights)
    return np.asarray(vector, np.float64), float(bias)


def cross_fit(
    rows: Rows,
    labels: NDArray[np.int8],
    fold: IntArray,
    weights: FloatArray | None = None,
) -> FloatArray:
    """Margins (rows,), each from a head that saw no row of the same fold. NaN where a fold leaves no positive."""
    require_training()
    matrix = _matrix(rows)
    margins = np.full(matrix.shape[0], np.nan)
    for number in np.unique(fold):
        held = fold == number
        if not (labels[~held] == 1).any():
            continue
        vector, bias = _fit(matrix[~held], labels[~held], None if weights is None else weights[~held])
        margins[held] = matrix[held] @ vector + bias
    return margins


def fit_platt(margins: Sequence[FloatArray], labels: Sequence[NDArray[np.int8]], shift: float = 0.0) -> list[Platt]:
    """One calibration a head, drawn towards the one of all heads together the fewer positives it has.

    Each is shifted by ``shift`` of the way from its line of best F1 to 0.5.
    """
    require_training()
    shared = _platt(np.concatenate(margins), np.concatenate(labels))
    shares = [float(np.sum(label == 1)) / (float(np.sum(label == 1)) + PRIOR_POSITIVES) for label in labels]
    fitted = [
        _between(shared, _platt(part, label), share) if np.sum(label == 1) >= FEWEST else shared
        for part, label, share in zip(margins, labels, shares, strict=True)
    ]
    lines = [_best_line(platt, part, label) for platt, part, label in zip(fitted, margins, labels, strict=True)]
    usual = float(np.median(lines))
    return [
        Platt(platt.slope, platt.offset - shift * (share * line + (1 - share) * usual))
        for platt, line, share in zip(fitted, lines, shares, strict=True)
    ]


def cross_platt(
    margins: Sequence[FloatArray], labels: Sequence[NDArray[np.int8]], fold: IntArray, shift: float = 0.0
) -> tuple[list[FloatArray], list[Platt]]:
    """Probabilities from calibrations that saw no row of the same fold, and the calibrations of all rows."""
    probabilities = [np.zeros(len(part)) for part in margins]
    for number in np.unique(fold):
        held = fold == number
        fitted = fit_platt([part[~held] for part in margins], [label[~held] for label in labels], shift)
        for platt, part, out in zip(fitted, margins, probabilities, strict=True):
            out[held] = platt(part[held])
    return probabilities, fit_platt(margins, labels, shift)


def compress(vector: FloatArray, kept: int = KEPT) -> FloatArray:
    """The vector as the model file can hold it: its ``kept`` largest weights, in ``STEPS`` steps; the others 0."""
    size = np.abs(vector)
    if not size.any():
        return vector
    smallest = np.partition(size, -kept)[-kept] if kept < len(vector) else 0.0
    step = size.max() / STEPS
    return np.where(size >= smallest, np.round(vector / step) * step, 0.0)


# scipy and scikit-learn have no types that mypy can read, so their matrices and models pass as objects here.
def _matrix(rows: Rows):  # type: ignore[no-untyped-def]
    shape = (len(rows.indptr) - 1, rows.columns)
    return csr_matrix((rows.values, rows.index.astype(np.int32), rows.indptr), shape=shape)


def _fit(matrix, labels: NDArray[np.int8], weights: FloatArray | None):  # type: ignore[no-untyped-def]
    known = labels != LEFT_OUT
    model = LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-2, max_iter=200, random_state=SEED)
    model.fit(matrix[known], labels[known], None if weights is None else weights[known])
    return compress(model.coef_[0].astype(np.float64)), float(model.intercept_[0])


def _between(shared: Platt, own: Platt, share: float) -> Platt:
    return Platt(
        share * own.slope + (1 - share) * shared.slope,
        share * own.offset + (1 - share) * shared.offset,
    )


def _best_line(platt: Platt, margins: FloatArray, labels: NDArray[np.int8]) -> float:
    """The logit at and above which F1 is best."""
    known = labels != LEFT_OUT
    order = np.argsort(-margins[known], kind="stable")
    truth = (labels[known] == 1)[order]
    f1 = 2 * np.cumsum(truth) / (np.arange(1, len(truth) + 1) + truth.sum())
    return float(platt.slope * margins[known][order][int(f1.argmax())] + platt.offset)


def _platt(margins: FloatArray, labels: NDArray[np.int8]) -> Platt:
    known = (labels != LEFT_OUT) & np.isfinite(margins)
    model = LogisticRegression(C=1e4, solver="lbfgs", max_iter=500)
    model.fit(margins[known, None], labels[known])
    return Platt(float(model.coef_[0, 0]), float(model.intercept_[0]))
