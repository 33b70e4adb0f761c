"""The figures of one field, exact and resampled by contract: every one is a ratio of sums over contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from evals import judgements, measures
from evals.judgements import Judged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evals.facts.judging import JudgedField
    from evals.judgements import Drawn

    FloatArray = NDArray[np.float64]

HIGH: Final = 0.9
MEDIUM: Final = 0.7
"""Confidence of at least so much is called *high*, and *medium* below that."""

HEADINGS: Final = {
    "f1": "F1",
    "precision": "P",
    "recall": "R",
    "touch": "first touches",
    "false": "found, not there",
    "value": "value right",
    "high": "P at high",
    "medium": "P at medium",
    "said_high": "said high",
    "calibration_error": "cal. error",
}
"""What each figure is called, in the order in which they are shown."""


def figures(judged: JudgedField) -> dict[str, float]:
    """Every figure; NaN where there is nothing to measure it by."""
    found = _ratios({name: row.sum(keepdims=True) for name, row in _counts(judged).items()})
    figures = {name: float(value[0]) for name, value in found.items()}
    said = as_judged(judged)
    figures["calibration_error"] = measures.calibration_error(said.truth, said.said, judgements.FLOOR, judgements.BINS)
    return figures


def resampled(judged: JudgedField, weights: Drawn) -> dict[str, FloatArray]:
    """Every figure in each resample, shape (rounds,)."""
    found = _ratios({name: np.asarray(row @ weights, np.float64) for name, row in _counts(judged).items()})
    gaps = judgements.calibration_gaps(as_judged(judged), len(weights))
    return {**found, "calibration_error": judgements.error_of(gaps, weights)}


def as_judged(judged: JudgedField) -> Judged:
    """The finds as one question, "is this place right", with the confidence as what was said."""
    finds = judged.finds
    return Judged(
        judged.field.name,
        np.array([one.right for one in finds], np.bool_),
        np.array([one.confidence for one in finds], np.float64),
        np.array([one.contract for one in finds], np.int64),
        np.zeros(len(finds), np.int64),
    )


def curve(judged: JudgedField, at: FloatArray) -> FloatArray:
    """The best precision among the confidences that reach at least each recall of ``at``; NaN where none does."""
    said = as_judged(judged)
    total = sum(one.provisions for one in judged.contracts)
    if not total or not len(said.said):
        return np.full(len(at), np.nan)
    order = np.argsort(-said.said, kind="stable")
    last = np.append(np.flatnonzero(np.diff(said.said[order])), len(order) - 1)
    right = np.cumsum(said.truth[order])[last]
    precision, recall = right / (last + 1), np.minimum(right / total, 1.0)
    best = np.append(np.maximum.accumulate(precision[::-1])[::-1], np.nan)
    return np.asarray(best[np.searchsorted(recall, at - 1e-9)], np.float64)


def _counts(judged: JudgedField) -> Mapping[str, FloatArray]:
    """What is counted, contract by contract, shape (contracts,)."""
    contracts, finds = judged.contracts, judged.finds
    place = np.array([one.contract for one in finds], np.int64)
    right = np.array([one.right for one in finds], np.bool_)
    said = np.array([one.confidence for one in finds], np.float64)
    valued = np.array([one.value is not None for one in finds], np.bool_)
    value = np.array([one.value is True for one in finds], np.bool_)
    high, medium = said >= HIGH, (said >= MEDIUM) & (said < HIGH)

    def count(chosen: NDArray[np.bool_]) -> FloatArray:
        return np.bincount(place[chosen], minlength=len(contracts)).astype(np.float64)

    marked = np.array([one.provisions > 0 for one in contracts], np.float64)
    unmarked = np.array([one.provisions == 0 and not one.left_out for one in contracts], np.float64)
    finds_of = count(np.ones(len(finds), np.bool_))
    return {
        "finds": finds_of,
        "right": count(right),
        "provisions": np.array([one.provisions for one in contracts], np.float64),
        "found": np.array([one.found for one in contracts], np.float64),
        "marked": marked,
        "touched": np.array([one.touched for one in contracts], np.float64),
        "unmarked": unmarked,
        "false": unmarked * (finds_of > 0),
        "valued": count(valued),
        "value": count(value),
        "high": count(high),
        "high_right": count(high & right),
        "medium": count(medium),
        "medium_right": count(medium & right),
    }


def _ratios(sums: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    precision, recall = _ratio(sums["right"], sums["finds"]), _ratio(sums["found"], sums["provisions"])
    known = np.nan_to_num(precision)
    f1 = np.where(known + recall > 0, 2 * known * recall / np.maximum(known + recall, 1e-12), 0.0)
    return {
        "f1": np.where(np.isnan(recall), np.nan, f1),
        "precision": precision,
        "recall": recall,
        "touch": _ratio(sums["touched"], sums["marked"]),
        "false": _ratio(sums["false"], sums["unmarked"]),
        "value": _ratio(sums["value"], sums["valued"]),
        "high": _ratio(sums["high_right"], sums["high"]),
        "medium": _ratio(sums["medium_right"], sums["medium"]),
        "said_high": _ratio(sums["high"], sums["finds"]),
    }


def _ratio(above: FloatArray, below: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(below > 0, above / below, np.nan), np.float64)
