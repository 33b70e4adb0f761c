"""Periods as people write them."""

from __future__ import annotations

import calendar
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.period_names import read_period
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from tests.unit.evidence.cases import Case


@pytest.mark.parametrize("case", cases("periods"))
def test_spelling_is_read(case: Case) -> None:
    """A spelling that names one period is read as it, any other as none."""
    expected = Period(PeriodKind(case["kind"]), case["end"]) if "kind" in case else None
    assert expected == read_period(str(case["text"]))


@given(st.sampled_from(PeriodKind), st.integers(1900, 2099), st.integers(1, 12), st.integers(1, 28))
def test_short_form_is_read_back(kind: PeriodKind, year: int, month: int, day: int) -> None:
    """What ``str`` writes of a period that ends a month, or of a day, is read as that period."""
    month = -(-month // 3) * 3 if kind is PeriodKind.QUARTER else month
    last = day if kind is PeriodKind.DAY else calendar.monthrange(year, month)[1]
    period = Period(kind, date(year, month, last))
    assert read_period(str(period)) == period


@given(st.text(max_size=30))
def test_any_text_is_a_period_or_none(text: str) -> None:
    """No text makes reading fail."""
    assert read_period(text) is None or isinstance(read_period(text), Period)
