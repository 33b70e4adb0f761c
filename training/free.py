"""Fit how probable a free statement is by its words alone, on concepts whose labels are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.linear_model import LogisticRegression

from casewright.adapters.scoring import overlap
from casewright.evals.fitting import LEFT_OUT, SEED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

NEGATIVES = 3_000
"""Negatives looked at a statement; each counts for those left aside."""


def fit(
    asked: Mapping[str, Sequence[str]],
    labels: Mapping[str, NDArray[np.int8]],
    features: Features,
    idf: NDArray[np.float32],
) -> tuple[float, ...]:
    """Coefficients for ``overlap.design``, every statement counting the same however many texts it holds for."""
    random = np.random.default_rng(SEED)
    columns, truths, weights = [], [], []
    for name, statements in asked.items():
        column = labels.get(name)
        if column is None or (column == 1).mean() > 0.05:
            continue
        positive, negative = np.flatnonzero(column == 1), np.flatnonzero(column == 0)
        chosen = np.concatenate((positive, random.permutation(negative)[:NEGATIVES]))
        part = features.take(chosen)
        weight = np.where(column[chosen] == 1, 1.0, len(negative) / NEGATIVES) / len(column[column != LEFT_OUT])
        for statement in statements:
            prepared = overlap.prepare(statement, idf)
            if prepared is None:
                continue
            columns.append(overlap.design(overlap.evidence(prepared, part)))
            truths.append(column[chosen] == 1)
            weights.append(weight * 1e4)
    model = LogisticRegression(C=100.0, fit_intercept=False, max_iter=500)
    model.fit(np.concatenate(columns), np.concatenate(truths), np.concatenate(weights))
    return tuple(float(value) for value in model.coef_[0])
