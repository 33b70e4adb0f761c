"""Figures of one question, and what they become when groups are drawn again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.judgements import Judged, drawn, figures, mean, resampled

GROUPS = 4
ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 10), st.integers(0, GROUPS - 1)),
    min_size=1,
    max_size=50,
)


def judged(rows: list[tuple[bool, int, int]], *, folds: bool = False, calibrated: bool = True) -> Judged:
    """Rows of what is true, what was said in tenths, and the group; with ``folds``, groups 0 and 1 are one.

    The scorer's own threshold is .3 in even groups, .5 in odd ones.
    """
    truth, said, group = (np.array(column) for column in zip(*rows, strict=True))
    fold = np.where(group < 2, 0, 1) if folds else np.zeros(len(rows), np.int64)
    return Judged("question", truth.astype(bool), said / 10, group, fold, calibrated, 0.3 + 0.2 * (group % 2))


@pytest.mark.requirement("eval-exact")
@given(ROWS, st.booleans())
def test_drawing_each_group_once_gives_the_figures(rows: list[tuple[bool, int, int]], folds: bool) -> None:
    """A resample in which every group is drawn once is the sample: its figures are the figures."""
    question = judged(rows, folds=folds)

    again = resampled(question, np.ones((GROUPS, 1), np.float32))

    for name, value in figures(question).items():
        assert again[name][0] == pytest.approx(value, nan_ok=True), name


@pytest.mark.requirement("eval-exact")
@given(ROWS, st.lists(st.integers(0, 3), min_size=GROUPS, max_size=GROUPS))
def test_a_group_drawn_twice_counts_twice(rows: list[tuple[bool, int, int]], often: list[int]) -> None:
    """A resample's figures are those of a sample in which each group's rows stand as often as it was drawn."""
    question = judged(rows)
    copies = [(is_true, score, group + GROUPS * copy) for is_true, score, group in rows for copy in range(often[group])]

    again = resampled(question, np.array(often, np.float32)[:, None])

    if not copies:
        assert all(math.isnan(values[0]) for values in again.values())
        return
    for name, value in figures(judged(copies)).items():
        assert again[name][0] == pytest.approx(value, nan_ok=True), name


@pytest.mark.requirement("eval-intervals")
def test_draws_are_seeded() -> None:
    """The same seed gives the same resamples, another seed others; each draws as many groups as there are."""
    weights = drawn(7, 50)

    np.testing.assert_array_equal(weights, drawn(7, 50))
    assert (weights != drawn(7, 50, seed=1)).any()
    assert weights.sum(axis=0).tolist() == [7] * 50


def test_one_group_has_no_interval() -> None:
    """A single contract says nothing about others: no resample of it has a figure."""
    again = resampled(judged([(True, 9, 0), (False, 1, 0)]), drawn(1, 3))
    assert all(np.isnan(values).all() for values in again.values())


def test_rankings_have_no_figures_of_probabilities() -> None:
    """A scorer that says no probabilities has no F1 at a line and no calibration."""
    question = judged([(True, 9, 0), (False, 1, 1)], calibrated=False)

    assert set(figures(question)) == {"average_precision", "precision_at_80", "top3"}
    assert set(resampled(question, drawn(2, 3))) == set(figures(question))


def test_mean_leaves_out_what_is_no_number() -> None:
    """Place by place, only numbers count."""
    nan = math.nan
    found = mean([np.array([1.0, nan, nan]), np.array([3.0, 4.0, nan])])
    np.testing.assert_array_equal(found, [2.0, 4.0, nan])
