"""What heads and labels name: the one period, the one unit."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.times import find_period, times
from casewright.evidence.extraction.unit_words import Unit, find_unit
from casewright.evidence.extraction.vocabulary import Kind, plain
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from tests.unit.evidence.cases import Case


@pytest.mark.requirement("extraction-tables")
@pytest.mark.parametrize("case", cases("extraction/times"))
def test_period_of_a_head(case: Case) -> None:
    """A head that names one period is of it; one that names none, two, or a part of no known year is of none."""
    expected = Period(PeriodKind(case["kind"]), case["end"]) if "kind" in case else None
    assert expected == find_period(str(case["text"]))


@pytest.mark.requirement("extraction-tables")
@pytest.mark.parametrize("case", cases("extraction/units"))
def test_unit_of_a_head(case: Case) -> None:
    """A head that names one currency and scale, or percent, gives it; one that names none or two gives nothing."""
    expected = Unit(Kind.PERCENT) if "percent" in case else None
    if "currency" in case:
        expected = Unit(Kind.MONEY, case["currency"], Decimal(case["scale"]))
    assert expected == find_unit(case["text"], case.get("dollars"))


@given(st.text(max_size=60))
def test_times_stand_in_their_text(text: str) -> None:
    """Whatever the text, the times that it names stand in it in order and do not overlap."""
    found = times(text)
    ends = [0, *(one.end for one in found)]
    assert all(before <= one.start < one.end <= len(plain(text)) for before, one in zip(ends, found, strict=False))
