"""Figures that say how good scores are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals import measures

GRADES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=2, max_size=40)
"""Pairs of what is true and what was said, with many ties."""


def truth(*values: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array(values, np.bool_)


def said(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


def test_average_precision_by_hand() -> None:
    """Positives at ranks 1 and 3 have precision 1 and 2/3 there: 5/6 on average."""
    assert measures.average_precision(truth(1, 0, 1, 0), said(0.9, 0.8, 0.7, 0.1)) == pytest.approx(5 / 6)


def test_equal_scores_are_one_threshold() -> None:
    """Where all scores are equal, average precision is the share of positives, in whatever order they stand."""
    assert measures.average_precision(truth(1, 0, 0, 0), said(0.5, 0.5, 0.5, 0.5)) == pytest.approx(0.25)
    assert measures.average_precision(truth(0, 0, 0, 1), said(0.5, 0.5, 0.5, 0.5)) == pytest.approx(0.25)


def test_precision_at_recall_by_hand() -> None:
    """To find four of five positives, five texts are needed: precision 0.8."""
    labels, scores = truth(1, 1, 1, 0, 1, 0, 1), said(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
    assert measures.precision_at_recall(labels, scores, 0.8) == pytest.approx(0.8)
    assert measures.precision_at_recall(labels, scores, 1.0) == pytest.approx(5 / 7)


def test_f1_counts_the_threshold_in() -> None:
    """A score of exactly the threshold is found: two found, one right, of two: F1 is one half."""
    assert measures.f1_at(truth(1, 0, 1), said(0.5, 0.9, 0.4)) == pytest.approx(0.5)
    assert measures.precision_and_recall_at(truth(1, 0, 1), said(0.5, 0.9, 0.4)) == (0.5, 0.5)


def test_top_hit_counts_contracts_with_a_positive() -> None:
    """Contract 0 has its positive at rank 1, contract 1 at rank 2, contract 2 has none."""
    labels = truth(1, 0, 0, 1, 0)
    contracts = np.array([0, 0, 1, 1, 2])
    assert measures.top_hit(labels, said(0.9, 0.1, 0.8, 0.7, 0.5), contracts, 1) == 0.5
    assert measures.top_hit(labels, said(0.9, 0.1, 0.8, 0.7, 0.5), contracts, 2) == 1.0


def test_calibration_error_by_hand() -> None:
    """Ten texts said to be 0.9 of which seven are, and any number below the floor: an error of 0.2."""
    labels = truth(*[1] * 7, *[0] * 3, *[0] * 50)
    scores = said(*[0.9] * 10, *[0.04] * 50)
    assert measures.calibration_error(labels, scores) == pytest.approx(0.2)


def test_perfect_calibration_has_no_error() -> None:
    """Half of the texts said to be one half."""
    assert measures.calibration_error(truth(1, 0), said(0.5, 0.5)) == 0.0


def test_nothing_to_measure_is_not_a_number() -> None:
    """Without positives, without scores above the floor and without values there is no figure."""
    none = truth(0, 0)
    scores = said(0.01, 0.02)
    assert math.isnan(measures.average_precision(none, scores))
    assert math.isnan(measures.precision_at_recall(none, scores))
    assert math.isnan(measures.f1_at(none, scores))
    assert math.isnan(measures.top_hit(none, scores, np.array([0, 1])))
    assert math.isnan(measures.calibration_error(none, scores))
    assert math.isnan(measures.macro([math.nan]))
    assert all(math.isnan(value) for value in measures.precision_and_recall_at(none, scores))


def test_macro_leaves_out_what_is_no_number() -> None:
    """A category without a figure does not count."""
    assert measures.macro([0.2, math.nan, 0.4]) == pytest.approx(0.3)


def test_by_fold_is_the_mean_over_folds() -> None:
    """Scores of different folds are never ranked against each other."""
    labels, scores = truth(1, 0, 1, 0), said(0.2, 0.1, 0.9, 0.8)
    fold = np.array([0, 0, 1, 1])
    assert measures.by_fold(measures.average_precision, labels, scores, fold) == 1.0
    assert measures.average_precision(labels, scores) < 1.0


@pytest.mark.requirement("eval-exact")
@given(GRADES)
def test_figures_are_those_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    """Average precision, F1 and NDCG at 10, ties and all, are what scikit-learn says they are."""
    sklearn = pytest.importorskip("sklearn.metrics")
    grades, scores = np.array(pairs, float).T
    labels, likely = grades >= 2, scores / 6
    if labels.any():
        assert measures.average_precision(labels, likely) == pytest.approx(
            sklearn.average_precision_score(labels, likely)
        )
        assert measures.f1_at(labels, likely) == pytest.approx(sklearn.f1_score(labels, likely >= 0.5))
    if grades.any():
        assert measures.ndcg(grades, scores) == pytest.approx(sklearn.ndcg_score(grades[None], scores[None], k=10))


@pytest.mark.requirement("eval-exact")
@given(GRADES)
def test_precision_at_recall_is_on_scikit_learns_curve(pairs: list[tuple[int, int]]) -> None:
    """The best precision that reaches a recall is the best of those thresholds in scikit-learn's curve."""
    sklearn = pytest.importorskip("sklearn.metrics")
    grades, scores = np.array(pairs, float).T
    labels = grades >= 2
    if not labels.any():
        return
    precision, recall, _ = sklearn.precision_recall_curve(labels, scores)
    at = np.array([0.1, 0.5, 0.8, 1.0])
    best = [precision[:-1][recall[:-1] >= wanted - 1e-9].max() for wanted in at]
    np.testing.assert_allclose(measures.precision_over_recall(labels, scores, at), best)
    assert measures.precision_at_recall(labels, scores, 0.8) == pytest.approx(best[2])


def test_ndcg_by_hand() -> None:
    """The better clause second: its gain is divided by log2(3)."""
    assert measures.ndcg(said(4, 0, 1), said(0.5, 0.9, 0.1)) == pytest.approx(
        (4 / math.log2(3) + 1 / 2) / (4 + 1 / math.log2(3))
    )
    assert measures.ndcg(said(4, 0), said(0.1, 0.9), 1) == 0.0
    assert math.isnan(measures.ndcg(said(0, 0), said(0.5, 0.9)))


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=60))
def test_reliability_is_what_the_calibration_error_is_made_of(pairs: list[tuple[bool, float]]) -> None:
    """Bins hold every score above the floor once, and their gaps by count are the error."""
    labels, scores = truth(*(int(label) for label, _ in pairs)), said(*(score for _, score in pairs))
    bins = measures.reliability(labels, scores)
    counted = sum(one.count for one in bins)

    assert counted == int((scores >= 0.05).sum())
    assert all(one.low - 1e-9 <= one.said <= one.high + 1e-9 for one in bins)
    if counted:
        error = sum(abs(one.said - one.seen) * one.count for one in bins) / counted
        assert measures.calibration_error(labels, scores) == pytest.approx(error)
