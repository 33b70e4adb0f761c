"""Tests of casewright.casework.tier_sums."""

from __future__ import annotations

import pytest

from casewright.casework.tier_sums import largest_sum


@pytest.mark.requirement("case-tier-rules")
@pytest.mark.parametrize(
    ("text", "lei"),
    [
        ("", None),
        ("acum 5 zile, la etajul 3", None),
        ("300 lei", 300),
        ("1.300 LEI și 40 lei", 1_300),
        ("12 000 ron", 12_000),
        ("150,50 lei", 150),
        ("35 de mii", 35_000),
        ("20 de mii de lei", 20_000),
        ("800€", 4_000),
        ("4000 de euro", 20_000),
        ("2 milioane de lei", 2_000_000),
        ("art. 300 leigh", None),
    ],
)
def test_largest_sum_is_read_in_lei(text: str, lei: int | None) -> None:
    """Digits with a currency or in thousands are a sum; euro count five lei each."""
    assert largest_sum(text) == lei
