"""A claim's value stands in its quote, or the claim grades D."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.domain.values import Count, Date, Monetary, Percentage
from casewright.evidence.value_support import is_held
from tests.fakes.claims_of_a_deal import claim

if TYPE_CHECKING:
    from casewright.domain.values import Value

EUR = "EUR"
CASES: list[tuple[Value, str, bool]] = [
    (Monetary(Decimal(4_200_000), EUR), "ARR of EUR 4.2m", True),
    (Monetary(Decimal(4_200_000), EUR), "4,200", True),
    (Monetary(Decimal(4_200_000), EUR), "Revenue (EUR thousand) 3,900 4,200", True),
    (Monetary(Decimal(4_200_000), EUR), "ARR of EUR 3.2m", False),
    (Monetary(Decimal(4_200_000), EUR), "ARR grew strongly", False),
    (Monetary(Decimal(-2_100), EUR), "(2.1)", True),
    (Monetary(Decimal(12_480), EUR), "12.480 lei", True),
    (Monetary(Decimal(3_000_000), EUR), "three million euros", True),
    (Percentage(Decimal("0.25")), "a margin of 25 %", True),
    (Percentage(Decimal("0.25")), "a margin of 35 %", False),
    (Count(Decimal(14), "vessels"), "fourteen vessels", True),
    (Count(Decimal(14), "vessels"), "12 vessels", False),
    (Date(date(2025, 3, 1)), "signed on 1 March 2025", True),
    (Date(date(2025, 3, 1)), "signed in spring", False),
]


@pytest.mark.requirement("value-support")
@pytest.mark.parametrize(("value", "quote", "held"), CASES)
def test_value_stands_in_its_quote(value: Value, quote: str, held: bool) -> None:
    """Digits or words, at any scale that a head may say, rounded as they are shown."""
    assert is_held(replace(claim("c"), value=value), [quote]) is held


@pytest.mark.requirement("value-support")
def test_one_quote_of_several_is_enough() -> None:
    """A claim with two items of evidence is held by the one that says it; without a value there is nothing to hold."""
    valued = replace(claim("c"), value=Count(Decimal(14), "vessels"))

    assert is_held(valued, ["twelve vessels", "14 vessels"])
    assert is_held(claim("c"), ["whatever"])
