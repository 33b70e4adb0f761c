"""Numbers beside their nouns in Romanian."""

from __future__ import annotations

import pytest

from casewright.vocabulary.romanian import takes_de


@pytest.mark.parametrize(
    ("number", "takes"), [(1, False), (19, False), (20, True), (100, True), (101, False), (119, False), (120, True)]
)
def test_de_follows_the_last_two_digits(number: int, takes: bool) -> None:
    """19 zile, 20 de zile, 101 zile, 120 de zile."""
    assert takes_de(number) is takes
