"""How far silver heads agree with the rules that labelled for them, on contracts that they had not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.tools.ports.scoring import LINE
from evals import measures
from evals.fitting import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def agreement(
    likely: Mapping[str, NDArray[np.float64]],
    labels: Mapping[str, NDArray[np.int8]],
    thresholds: Mapping[str, float],
    fold: NDArray[np.int64],
    rows: NDArray[np.bool_],
) -> dict[str, dict[str, float]]:
    """By concept, over these rows: positives, average precision (mean over folds), and F1 at its threshold.

    ``likely`` was said by heads that had not seen the row's fold; the threshold has. A concept without a positive is
    left out.
    """
    told = {}
    for name, said in likely.items():
        known = rows & (labels[name] != LEFT_OUT)
        truth, line = labels[name][known] == 1, thresholds.get(name, LINE)
        if truth.any():
            told[name] = {
                "positives": float(np.sum(truth)),
                "average_precision": measures.by_fold(measures.average_precision, truth, said[known], fold[known]),
                "threshold": line,
                "f1": measures.f1_at(truth, said[known], line),
            }
    return told
