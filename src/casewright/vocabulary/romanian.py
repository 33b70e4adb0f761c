"""What Romanian grammar asks of a number beside its noun."""

from __future__ import annotations


def takes_de(number: int) -> bool:
    """Whether "de" stands between the number and its noun: from 20 on, unless the number ends in 01 to 19."""
    return number >= 20 and not 1 <= number % 100 <= 19
