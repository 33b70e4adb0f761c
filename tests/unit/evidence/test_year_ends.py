"""On which day a company's financial years end, from what its documents say."""

from __future__ import annotations

from datetime import date

import pytest

from casewright.evidence.extraction.source import Source
from casewright.evidence.extraction.year_ends import year_end_of

BALANCES = "The bank accounts showed EUR 4.1m on 30 April 2025. Loans at 30 April 2024: EUR 2.2m.\n"


@pytest.mark.parametrize(
    ("texts", "ends"),
    [
        (["Report for the year ended 31 March 2025.", BALANCES], (3, 31)),
        ([BALANCES, "At 30 April 2025 we owed the bank EUR 1.9m.\n"], (4, 30)),
        ([BALANCES], None),
        ([BALANCES, "At 31 May 2025 there was EUR 1m.\nAt 31 May 2024 there was EUR 2m.\n"], None),
        (["At 30 April 2025 we owed EUR 1.9m.\n"] * 4, None),
        (["The lease ends on 30 April 2025, the other on 30 April 2026.\n"] * 4, None),
    ],
)
def test_year_end(texts: list[str], ends: tuple[int, int] | None) -> None:
    """What a document says of it, else the day of two years for which several sentences tell amounts."""
    found = year_end_of(Source(f"{at}.txt", text) for at, text in enumerate(texts))
    assert (None if found is None else (found.month, found.day)) == ends


def test_of_two_days_the_one_that_is_told_far_more_often() -> None:
    """A day that most documents tell."""
    found = year_end_of([Source("a", BALANCES), Source("b", BALANCES), Source("c", "At 31 May 2025: EUR 1m.\n")])
    assert found in (date(2024, 4, 30), date(2025, 4, 30))
