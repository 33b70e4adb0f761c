"""Whether a claim's quote holds its value (spec/evidence-and-debate.md, "Reading a room").

It does where one of its evidence items states the number in digits or in words, whole, in thousands, millions or
billions, which a table may say above it, and rounded as it is shown. A range needs both ends, a day itself.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimType
from casewright.domain.values import Count, Date, Monetary, Percentage, Range
from casewright.evidence.extraction.times import times
from casewright.evidence.muhasabah.number_words import with_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.values import Value

_NUMBER = re.compile(r"\d[\d.,’'\u00a0\u202f ]*\d|\d")
_POWERS = tuple(Decimal(10) ** power for power in (0, 3, 6, 9, 12, -2, 2))
_SAME = Decimal("0.0005")
_ROUNDED = Decimal("0.05")


def is_held(claim: Claim, excerpts: Sequence[str]) -> bool:
    """Whether one of the quotes holds the claim's value; True of a claim that states none, and of a derived one."""
    if claim.value is None or claim.claim_type is not ClaimType.PRIMARY or not excerpts:
        return True
    return any(_holds(claim.value, excerpt) for excerpt in excerpts)


def _holds(value: Value, excerpt: str) -> bool:
    match value:
        case Monetary(amount, _):
            return _states(amount, excerpt)
        case Count(number, _):
            return _states(number, excerpt)
        case Percentage(fraction):
            return _states(fraction, excerpt)
        case Range(low, high):
            return _holds(low, excerpt) and _holds(high, excerpt)
        case Date(day):
            return any(time.period.end == day for time in times(excerpt)) or str(day.day) in excerpt
        case _:
            return True


def _states(number: Decimal, excerpt: str) -> bool:
    wanted = abs(number)
    for shown, half in _numbers(excerpt):
        for power in _POWERS:
            if abs(shown * power - wanted) <= max(_SAME * wanted, min(half * power, _ROUNDED * wanted)):
                return True
    return False


def _numbers(excerpt: str) -> Iterator[tuple[Decimal, Decimal]]:
    """What the digits of a quote may mean, each with half of its last digit; then those of its numbers in words."""
    yield from _in_digits(excerpt)
    words = with_digits(excerpt)
    if words != excerpt:
        yield from _in_digits(words)


def _in_digits(words: str) -> Iterator[tuple[Decimal, Decimal]]:
    for found in _NUMBER.findall(words):
        for piece in dict.fromkeys((found, *found.split())):
            yield from _readings(piece)


def _readings(digits: str) -> Iterable[tuple[Decimal, Decimal]]:
    bare = re.sub(r"[’'\u00a0\u202f ]", "", digits)
    for text in dict.fromkeys(
        (re.sub(r"[.,]", "", bare), bare.replace(",", ""), bare.replace(".", "").replace(",", "."))
    ):
        try:
            number = Decimal(text)
        except InvalidOperation:
            continue
        exponent = number.as_tuple().exponent
        yield number, Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
