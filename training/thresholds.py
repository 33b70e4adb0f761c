"""From which probability on matches are best told from the rest: by concept, and for each path of free statements.

A line is where F1 is highest. That of a concept is drawn towards the one of all, the fewer positives it has; that of a
path is where the mean over its statements is highest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evals.fitting import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from training.free import Evidence

    Floats = NDArray[np.float64]

LINES = np.round(np.arange(0.05, 0.91, 0.01), 2)
DRAWN = 15.0
"""How many positives of all concepts count beside a concept's own."""


def by_concept(
    likely: Mapping[str, Floats], labels: Mapping[str, NDArray[np.int8]], rows: NDArray[np.bool_]
) -> dict[str, float]:
    """Each concept's line, by what was said of these rows by heads that had not seen them."""
    counted = {}
    for name, said in likely.items():
        known = rows & (labels[name] != LEFT_OUT)
        truth = labels[name][known] == 1
        if truth.any():
            counted[name] = _counts(said[known], truth, np.ones(int(known.sum())))
    shares = np.mean([(found / mass, right / mass) for found, right, mass in counted.values()], axis=0)
    made = {}
    for name, (found, right, mass) in counted.items():
        f1 = 2 * (right + DRAWN * shares[1]) / (found + DRAWN * shares[0] + mass + DRAWN)
        made[name] = float(LINES[int(f1.argmax())])
    return made


def of_path(evidence: Evidence, leave: int | None = None) -> float:
    """The line of free statements that are answered in this way, each by weights that have not seen its group."""
    weights: dict[int, Sequence[float]] = {}
    curves = []
    for columns, truth, mass, group in zip(
        evidence.columns, evidence.truths, evidence.masses, evidence.groups, strict=True
    ):
        if group == leave:
            continue
        if group not in weights:
            weights[group] = evidence.weights(group)
        logits = columns @ np.array(weights[group])
        found, right, positive = _counts(1 / (1 + np.exp(-np.clip(logits, -30, 30))), truth, mass)
        if positive:
            curves.append(2 * right / (found + positive))
    return float(LINES[int(np.mean(curves, axis=0).argmax())])


def _counts(said: Floats, truth: NDArray[np.bool_], mass: Floats) -> tuple[Floats, Floats, float]:
    """By line, what is found and what of it is right; and what there is to be found."""
    place = np.searchsorted(LINES, said, side="right")
    found = np.bincount(place, mass, len(LINES) + 1)[::-1].cumsum()[::-1][1:]
    right = np.bincount(place, mass * truth, len(LINES) + 1)[::-1].cumsum()[::-1][1:]
    return found, right, float(mass[truth].sum())
