"""Fitting heads on vectors, and the weights that join several kinds of evidence.

Needs SciPy, which the training extra brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evals.fitting import LEFT_OUT, require_training

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

STRENGTH = 10.0
"""The inverse of the regularisation of heads on vectors of length one."""

_STEPS = 150


def fit_directions(
    vectors: NDArray[np.float32],
    labels: NDArray[np.int8],
    weights: NDArray[np.float32],
    strength: float = STRENGTH,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Directions (concepts, dimension) and biases (concepts,) of logistic heads for all concepts at once.

    ``labels`` (texts, concepts) are 1, 0 or ``LEFT_OUT``; ``weights`` (texts,) say for how many texts each stands.
    """
    require_training()
    from scipy.optimize import minimize

    texts, dimension = vectors.shape
    concepts = labels.shape[1]
    truth = (labels == 1).astype(np.float32)
    mass = (labels != LEFT_OUT).astype(np.float32) * weights[:, None]
    flat = np.zeros((dimension + 1) * concepts)
    flat[-concepts:] = -3.0

    def told(given: FloatArray) -> tuple[float, FloatArray]:
        directions = given[:-concepts].reshape(dimension, concepts).astype(np.float32)
        margins = vectors @ directions + given[-concepts:].astype(np.float32)
        loss = float((mass * (np.logaddexp(0, margins) - truth * margins)).sum(dtype=np.float64))
        wrong = mass * (1 / (1 + np.exp(-margins)) - truth)
        slope = vectors.T @ wrong + directions / np.float32(strength)
        loss += 0.5 / strength * float((directions * directions).sum(dtype=np.float64))
        gradient = np.concatenate([slope.ravel(), wrong.sum(0)]).astype(np.float64)
        return loss / texts, gradient / texts

    best = minimize(told, flat, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS, "maxcor": 20}).x
    directions = best[:-concepts].reshape(dimension, concepts).T
    return directions.astype(np.float32), best[-concepts:].astype(np.float32)


def fit_weights(
    columns: NDArray[np.float64],
    truth: NDArray[np.bool_],
    weights: NDArray[np.float64],
    prior: FloatArray | None = None,
    pull: float = 1e-3,
) -> FloatArray:
    """Logistic weights (columns,) by Newton's method, drawn towards ``prior`` (or zero) by ``pull``."""
    start = np.zeros(columns.shape[1]) if prior is None else prior
    found = start.copy()
    for _ in range(30):
        likely = 1 / (1 + np.exp(-np.clip(columns @ found, -30, 30)))
        slope = columns.T @ (weights * (likely - truth)) + pull * (found - start)
        bend = (columns * (weights * likely * (1 - likely))[:, None]).T @ columns
        step = np.linalg.solve(bend + (pull + 1e-9) * np.eye(len(found)), slope)
        found = found - step * min(1.0, 4.0 / max(float(np.abs(step).max()), 1e-9))
        if np.abs(step).max() < 1e-5:
            break
    return np.asarray(found, np.float64)
