"""Figures that say how good scores are against labels: ranking, operating point, calibration. NumPy only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Labels = NDArray[np.bool_]
    Scores = NDArray[np.float64]


def _precision_recall(labels: Labels, scores: Scores) -> tuple[Scores, Scores]:
    """Precision and recall after each distinct score, highest score first."""
    order = np.argsort(-scores, kind="stable")
    ranked, hits = scores[order], np.cumsum(labels[order])
    last = np.append(np.flatnonzero(np.diff(ranked)), len(ranked) - 1)
    return hits[last] / (last + 1), hits[last] / hits[-1]


def average_precision(labels: Labels, scores: Scores) -> float:
    """The area under precision over recall, by steps; NaN where nothing is labelled positive."""
    if not labels.any():
        return float("nan")
    precision, recall = _precision_recall(labels, scores)
    return float(np.sum(np.diff(recall, prepend=0.0) * precision))


def precision_at_recall(labels: Labels, scores: Scores, recall: float = 0.8) -> float:
    """The best precision among the thresholds that reach at least this recall; NaN without positives."""
    if not labels.any():
        return float("nan")
    precision, reached = _precision_recall(labels, scores)
    return float(precision[reached >= recall - 1e-9].max())


def f1_at(labels: Labels, scores: Scores, threshold: float | Scores = 0.5) -> float:
    """The harmonic mean of precision and recall of ``scores >= threshold``; NaN without positives.

    The threshold may be another for each text.
    """
    if not labels.any():
        return float("nan")
    found = scores >= threshold
    return float(2 * np.sum(found & labels) / (np.sum(found) + np.sum(labels)))


def precision_and_recall_at(labels: Labels, scores: Scores, threshold: float = 0.5) -> tuple[float, float]:
    """Precision (NaN where nothing is found) and recall (NaN without positives) of ``scores >= threshold``."""
    found = scores >= threshold
    right = float(np.sum(found & labels))
    precision = right / float(found.sum()) if found.any() else float("nan")
    recall = right / float(labels.sum()) if labels.any() else float("nan")
    return precision, recall


def top_hit(labels: Labels, scores: Scores, contracts: NDArray[np.int64], top: int = 3) -> float:
    """The share of contracts with a positive that have one among their ``top`` best scores; NaN where there is none."""
    hits = []
    for contract in np.unique(contracts[labels]):
        rows = np.flatnonzero(contracts == contract)
        best = rows[np.argsort(-scores[rows], kind="stable")[:top]]
        hits.append(labels[best].any())
    return float(np.mean(hits)) if hits else float("nan")


def calibration_error(labels: Labels, scores: Scores, floor: float = 0.05, bins: int = 10) -> float:
    """The mean gap between the probability said and the share seen, over scores of at least ``floor``.

    Ten bins of equal width above the floor, weighted by how many scores fall in each; NaN where none does.
    """
    chosen = scores >= floor
    if not chosen.any():
        return float("nan")
    said, seen = scores[chosen], labels[chosen]
    place = bin_of(said, floor, bins)
    gap = np.abs(np.bincount(place, said, bins) - np.bincount(place, seen.astype(np.float64), bins))
    return float(gap.sum() / len(said))


def by_fold(
    measure: Callable[[Labels, Scores], float], labels: Labels, scores: Scores, fold: NDArray[np.int64]
) -> float:
    """The mean of a measure over the folds in which it is a number."""
    return macro([measure(labels[fold == number], scores[fold == number]) for number in np.unique(fold)])


def macro(values: list[float]) -> float:
    """The mean of those that are numbers; NaN where none is."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores in [low, high), the last with its end: how many, their mean, and the share that is labelled positive."""

    low: float
    high: float
    count: int
    said: float
    seen: float


def reliability(labels: Labels, scores: Scores, floor: float = 0.05, bins: int = 10) -> list[Bin]:
    """The bins of ``calibration_error`` that hold a score, lowest first."""
    chosen = scores >= floor
    said, seen = scores[chosen], labels[chosen]
    place = bin_of(said, floor, bins)
    edge = floor + (1 - floor) / bins * np.arange(bins + 1)
    return [
        Bin(
            float(edge[number]),
            float(edge[number + 1]),
            int((place == number).sum()),
            float(said[place == number].mean()),
            float(seen[place == number].mean()),
        )
        for number in np.unique(place).tolist()
    ]


def bin_of(scores: Scores, floor: float = 0.05, bins: int = 10) -> NDArray[np.int64]:
    """The number of the bin, of equal width above the floor, in which each score, at least ``floor``, falls."""
    return np.minimum(((scores - floor) / (1 - floor) * bins).astype(np.int64), bins - 1)


def precision_over_recall(labels: Labels, scores: Scores, at: Scores) -> Scores:
    """The best precision among the thresholds that reach at least each recall of ``at``; NaN without positives."""
    if not labels.any():
        return np.full(len(at), np.nan)
    precision, reached = _precision_recall(labels, scores)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    return np.asarray(best[np.searchsorted(reached, at - 1e-9)], np.float64)


def ndcg(relevance: Scores, scores: Scores, depth: int = 10) -> float:
    """The discounted gain of the ``depth`` best scores as a share of the best possible; NaN where nothing is relevant.

    The gain is the relevance itself, the discount of rank r is ``log2(r + 1)``. Where scores are equal every
    order of them counts the same (Järvelin and Kekäläinen, 2002; ties as McSherry and Najork, 2008).
    """
    if not (relevance > 0).any():
        return float("nan")
    discount = np.where(np.arange(len(scores)) < depth, 1 / np.log2(np.arange(len(scores)) + 2.0), 0.0)
    order = np.argsort(-scores, kind="stable")
    tied = np.cumsum(np.diff(scores[order], prepend=scores[order[0]]) != 0)
    mean = (np.bincount(tied, relevance[order]) / np.bincount(tied))[tied]
    return float(mean @ discount / (np.sort(relevance)[::-1] @ discount))
