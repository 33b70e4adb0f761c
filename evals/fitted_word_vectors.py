"""Fitting the map from counted words to the encoder's vectors: for ``training words`` and ``evals cascade``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from casewright.adapters.scoring.weighting import weigh
from casewright.adapters.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

KEPT: Final = 10_240
"""How many features are kept, those that occur in most texts."""
RANK: Final = 96
RIDGE: Final = 0.3
"""What is added to each feature's sum of squares: rows have length one."""
_STEPS: Final = 127


def fit_word_vectors(features: Features, idf: NDArray[np.float32], model: str) -> WordVectors:
    """The map that errs least, in squares, over texts whose vectors are known: ridge regression of reduced rank."""
    vectors = np.concatenate([features.vectors, features.spoken], axis=1).astype(np.float32)
    middle = vectors.mean(axis=0)
    index, rows = _rows(features, idf)
    weights = _ridge(rows, vectors - middle)
    said = rows @ weights
    _, axes = np.linalg.eigh(said.T @ said)
    right = axes[:, ::-1][:, :RANK].T
    left = weights @ right.T
    steps = np.maximum(np.abs(left).max(axis=0), 1e-9) / _STEPS
    return WordVectors(
        index,
        np.round(left / steps).astype(np.int8),
        steps.astype(np.float32),
        right.astype(np.float32),
        middle.astype(np.float32),
        model,
    )


def _rows(features: Features, idf: NDArray[np.float32]) -> tuple[NDArray[np.uint16], Any]:  # scipy has no types
    """The features that are kept, ascending, and the weighted rows of these."""
    from scipy.sparse import csr_matrix

    frequent = np.bincount(features.index, minlength=len(idf))
    index = np.sort(np.argsort(-frequent, kind="stable")[:KEPT])
    shape = (len(features), len(idf))
    rows = csr_matrix((weigh(features, idf), features.index.astype(np.int32), features.indptr), shape=shape)
    return index.astype(np.uint16), rows.tocsc()[:, index].tocsr()


def _ridge(rows: Any, wanted: NDArray[np.float32]) -> NDArray[np.float32]:  # scipy has no types
    from scipy.linalg import cho_factor, cho_solve

    squares = (rows.T @ rows).toarray().astype(np.float32)
    squares[np.diag_indices_from(squares)] += np.float32(RIDGE)
    factor = cho_factor(squares, lower=True, overwrite_a=True, check_finite=False)
    return np.asarray(cho_solve(factor, rows.T @ wanted, check_finite=False), np.float32)
