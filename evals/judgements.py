"""One question that people have answered text by text, and how well a scorer's answers fit: figures and resamples.

Resamples draw whole groups (contracts, queries, agreements) with replacement, since texts of one group are alike.
Every figure of a resample is exact: it is what ``measures`` says of the texts, each as often as its group was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evals import measures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Drawn = NDArray[np.float32]

FLOOR = 0.05
"""Calibration is measured over probabilities of at least this."""

TOP = 3
RECALL = 0.8
LINE = 0.5
BINS = 10
SEED = 0
ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Judged:
    """What is true of each text, what was said of it, and the group and fold it belongs to.

    ``said`` are probabilities where ``calibrated``, else any numbers that rank. Texts of different folds are
    never ranked against each other. ``line`` is the scorer's own threshold for the question, for each text where
    scorers differ.
    """

    name: str
    truth: NDArray[np.bool_]
    said: FloatArray
    group: IntArray
    fold: IntArray
    calibrated: bool = True
    line: float | FloatArray = LINE


def drawn(groups: int, rounds: int = ROUNDS, seed: int = SEED) -> Drawn:
    """How often each group is drawn in each resample, shape (groups, rounds); the same seed gives the same.

    One group alone says nothing about others: then nothing is drawn, and no figure has an interval.
    """
    if groups < 2:
        return np.zeros((groups, rounds), np.float32)
    random = np.random.default_rng(seed)
    return random.multinomial(groups, np.full(groups, 1 / groups), rounds).T.astype(np.float32)


def figures(judged: Judged) -> dict[str, float]:
    """Every figure that the question has; what ranks is the mean over folds, the rest over all texts."""
    truth, said, fold = judged.truth, judged.said, judged.fold
    found = {
        "average_precision": measures.by_fold(measures.average_precision, truth, said, fold),
        "precision_at_80": measures.by_fold(measures.precision_at_recall, truth, said, fold),
        "top3": measures.top_hit(truth, said, judged.group, TOP),
    }
    if judged.calibrated:
        found["f1"] = measures.f1_at(truth, said, LINE)
        found["f1_auto"] = measures.f1_at(truth, said, judged.line)
        found["precision"], found["recall"] = measures.precision_and_recall_at(truth, said, LINE)
        found["calibration_error"] = measures.calibration_error(truth, said, FLOOR, BINS)
    return found


def resampled(judged: Judged, weights: Drawn) -> dict[str, FloatArray]:
    """Every figure in each resample, shape (rounds,); NaN where a resample leaves nothing to measure."""
    folds = [_ranking(judged, judged.fold == number, weights) for number in np.unique(judged.fold)]
    found = {
        "average_precision": mean([part[0] for part in folds]),
        "precision_at_80": mean([part[1] for part in folds]),
        "top3": _top(judged, weights),
    }
    return found | (_probabilities(judged, weights) if judged.calibrated else {})


def calibration_gaps(judged: Judged, groups: int) -> NDArray[np.float64]:
    """By bin and group, what was said less what was seen, and how many: shape (bins + 1, groups)."""
    chosen = judged.said >= FLOOR
    place = measures.bin_of(judged.said[chosen], FLOOR, BINS) * groups + judged.group[chosen]
    gap = np.bincount(place, judged.said[chosen] - judged.truth[chosen], BINS * groups).reshape(BINS, groups)
    return np.concatenate([gap, np.bincount(judged.group[chosen], minlength=groups)[None].astype(np.float64)])


def _ranking(judged: Judged, rows: NDArray[np.bool_], weights: Drawn) -> tuple[FloatArray, FloatArray]:
    """Average precision and precision at 80 % recall in each resample of one fold.

    Only thresholds at which a positive is found matter; at each, counts by group times how often a group was drawn
    is how many were found. Counts are whole numbers below 2^24, so float32 holds them exactly.
    """
    truth, said, group = judged.truth[rows], judged.said[rows], judged.group[rows]
    groups, rounds = weights.shape
    if not truth.any():
        return np.full(rounds, np.nan), np.full(rounds, np.nan)
    order = np.argsort(-said, kind="stable")
    level = np.cumsum(np.diff(said[order], prepend=said[order[0]]) != 0)
    telling = np.unique(level[truth[order]])
    step = np.searchsorted(telling, level)
    kept = step < len(telling)
    place = step[kept] * groups + group[order][kept]
    found = _by_step(place, None, len(telling), groups) @ weights
    right = _by_step(place, truth[order][kept], len(telling), groups) @ weights
    total = right[-1].astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(found > 0, right / found.astype(np.float64), 0.0)
        recall = right / total
    average = np.sum(np.diff(recall, axis=0, prepend=0.0) * precision, axis=0)
    at_recall = np.where(recall >= RECALL - 1e-9, precision, 0.0).max(axis=0)
    return average, np.where(total > 0, at_recall, np.nan)


def _by_step(place: IntArray, counted: NDArray[np.bool_] | None, steps: int, groups: int) -> Drawn:
    """How many texts of each group are found at each threshold or above it, shape (steps, groups)."""
    wanted = place if counted is None else place[counted]
    count = np.bincount(wanted, minlength=steps * groups).reshape(steps, groups)
    return np.cumsum(count, axis=0).astype(np.float32)


def _top(judged: Judged, weights: Drawn) -> FloatArray:
    groups = len(weights)
    asked, hit = np.zeros(groups), np.zeros(groups)
    for number in np.unique(judged.group[judged.truth]).tolist():
        rows = judged.group == number
        asked[number] = 1
        hit[number] = measures.top_hit(judged.truth[rows], judged.said[rows], judged.group[rows], TOP)
    return _ratio(hit @ weights, asked @ weights)


def _probabilities(judged: Judged, weights: Drawn) -> dict[str, FloatArray]:
    groups = len(weights)
    found = judged.said >= LINE

    def drawn_sum(chosen: NDArray[np.bool_]) -> FloatArray:
        return np.asarray(np.bincount(judged.group[chosen], minlength=groups) @ weights, np.float64)

    right, said, true = drawn_sum(found & judged.truth), drawn_sum(found), drawn_sum(judged.truth)
    own = judged.said >= judged.line
    f1 = _ratio(2 * right, said + true)
    f1_auto = _ratio(2 * drawn_sum(own & judged.truth), drawn_sum(own) + true)
    return {
        "f1": np.where(true > 0, f1, np.nan),
        "f1_auto": np.where(true > 0, f1_auto, np.nan),
        "precision": _ratio(right, said),
        "recall": _ratio(right, true),
        "calibration_error": error_of(calibration_gaps(judged, groups), weights),
    }


def error_of(gaps: FloatArray, weights: Drawn) -> FloatArray:
    """The calibration error in each resample, from what ``calibration_gaps`` gives."""
    summed = gaps @ weights
    return _ratio(np.abs(summed[:-1]).sum(axis=0), summed[-1])


def _ratio(above: FloatArray, below: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(below > 0, above / below, np.nan), np.float64)


def mean(parts: Sequence[FloatArray]) -> FloatArray:
    """The mean over the parts of what is a number, place by place; NaN where none is."""
    stacked = np.stack(parts)
    known = ~np.isnan(stacked)
    return _ratio(np.where(known, stacked, 0.0).sum(axis=0), known.sum(axis=0).astype(np.float64))
