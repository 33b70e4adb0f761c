"""Tests of casewright.domain.bands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.bands import Band, shown

BANDS = {
    1.0: "strong",
    0.7: "strong",
    0.6999: "medium",
    0.5001: "medium",
    0.5: "borderline",
    0.4999: "weak",
    0.0: "weak",
}


@pytest.mark.requirement("iql-bands")
@pytest.mark.parametrize("score", BANDS)
def test_band(score: float) -> None:
    """Strong from 0.70, medium from 0.50, exactly 0.50 borderline, weak below."""
    assert Band.of(score) == BANDS[score]


SHOWN = {
    0.999: "0.99",
    0.6999: "0.69",
    0.29: "0.29",
    0.7: "0.70",
    0.0: "0.00",
    1.0: "1.00",
    0.4999: "0.49",
    0.949999988: "0.95",
    0.99999964: "0.99",
}


@pytest.mark.parametrize("score", SHOWN)
def test_shown(score: float) -> None:
    """A score is shown with two digits, cut and not rounded."""
    assert shown(score) == SHOWN[score]


@given(st.floats(0, 1))
def test_shown_never_reads_in_a_higher_band(score: float) -> None:
    """What is shown never reads as more than it is, but for what two digits of binary cannot hold."""
    assert score - 0.01 <= float(shown(score)) <= score + 2e-6
