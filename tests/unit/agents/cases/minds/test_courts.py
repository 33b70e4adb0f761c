"""Which court a claim goes to by its value."""

from __future__ import annotations

from decimal import Decimal

import pytest

from casewright.agents.cases.minds.courts import value_rule


@pytest.mark.parametrize(
    ("amount", "currency", "level"),
    [
        (200_000, "lei", "judecatorie"),
        (200_001, "lei", "tribunal"),
        (30_000, "euro", "judecatorie"),
        (30_001, "euro", "any"),
        (900_000, "euro", "any"),
    ],
)
def test_the_value_decides(amount: int, currency: str, level: str) -> None:
    """Up to so much the judecătorie, above it the tribunal; a sum in euro may be either."""
    assert value_rule().level(Decimal(amount), currency) == level
