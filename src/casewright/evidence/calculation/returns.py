"""Sums over dated cash flows: net present value, and the internal rate of return.

Time is counted in years from the first cash flow: whole ones where every flow is that of a fiscal year ending on the
same day, otherwise days / 365. The rate is found by pyxirr in floating point. That it is the rate, to four places,
is then shown in decimals, which come out the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from itertools import accumulate, pairwise
from math import isfinite
from typing import TYPE_CHECKING

import pyxirr

from casewright.domain.periods import PeriodKind
from casewright.errors import InvalidInput
from casewright.evidence.calculation.arithmetic import EXACT, PLACES, round_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.periods import Period

MOST_FLOWS = 1_000
_DIGITS = Context(prec=60, rounding=ROUND_HALF_EVEN)
_HALF = PLACES / 2
_ONE = Decimal(1)
_LOWEST, _HIGHEST = -0.9999, 10_000
_DAY_ONE = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class CashFlow:
    """An amount, and when it flows: at the end of the period."""

    amount: Decimal
    when: Period


def net_present_value(flows: Sequence[CashFlow], rate: Decimal) -> Decimal:
    """Σ amount / (1 + rate)^t, not rounded. Raises ``InvalidInput`` for a rate of −100 % or less."""
    if rate <= -1:
        raise InvalidInput(f"rate is {rate:f}; a discount rate is above −1 (−100 %)")
    return _timed(flows).worth(rate)


def internal_rate_of_return(flows: Sequence[CashFlow]) -> Decimal:
    """The yearly rate at which the flows are worth nothing now, with four places.

    Raises ``InvalidInput`` where the flows do not change sign, where several rates could be meant, and where none is
    found between −99.99 % and 1,000,000 %.
    """
    timed = _timed(flows)
    changes = timed.changes()
    if not changes:
        raise InvalidInput(
            "cash_flow has no change of sign: a rate of return needs money paid in (below 0) and paid out (above 0), "
            "on different days"
        )
    if changes > 1 and not timed.one_rate():
        raise InvalidInput(
            f"cash_flow changes its sign {changes} times, so that several rates could be meant; calculate NPV at a "
            "rate that you choose"
        )
    guess = _found(timed)
    for candidate in () if guess is None else (guess, guess - PLACES, guess + PLACES):
        if _is_rate(timed, candidate):
            return candidate
    raise InvalidInput(
        "cash_flow leads to no rate between −99.99 % and 1,000,000 %; calculate NPV at a rate you choose"
    )


@dataclass(frozen=True, slots=True)
class _Timed:
    """Flows by time, those of one time together: in whole years, or in days of which 365 are a year."""

    times: tuple[int, ...]
    amounts: tuple[Decimal, ...]
    unit: Decimal

    def worth(self, rate: Decimal) -> Decimal:
        """What they are worth at the first time."""
        growth = _DIGITS.add(_ONE, rate)
        total = Decimal(0)
        for time, amount in zip(self.times, self.amounts, strict=True):
            years = _DIGITS.divide(Decimal(time), self.unit)
            total = _DIGITS.add(total, _DIGITS.divide(amount, _DIGITS.power(growth, years)))
        return total

    def changes(self) -> int:
        """How often the sign changes from one flow to the next."""
        return sum(one != other for one, other in pairwise(amount > 0 for amount in self.amounts if amount))

    def one_rate(self) -> bool:
        """Whether only one rate above 0 can be meant: the sum so far changes its sign once (Norstrom, 1972)."""
        sums = list(accumulate(self.amounts, EXACT.add))
        signs = [total > 0 for total in sums if total]
        return bool(sums[-1]) and sum(one != other for one, other in pairwise(signs)) == 1


def _timed(flows: Sequence[CashFlow]) -> _Timed:
    if len(flows) > MOST_FLOWS:
        raise InvalidInput(f"cash_flow has {len(flows):,} flows; at most {MOST_FLOWS:,} are taken")
    first = min(flow.when.end for flow in flows)
    yearly = all(
        flow.when.kind is PeriodKind.YEAR and (flow.when.end.month, flow.when.end.day) == (first.month, first.day)
        for flow in flows
    )
    by_time: dict[int, Decimal] = {}
    for flow in flows:
        time = flow.when.end.year - first.year if yearly else (flow.when.end - first).days
        by_time[time] = EXACT.add(by_time.get(time, Decimal(0)), flow.amount)
    times = tuple(sorted(by_time))
    return _Timed(times, tuple(by_time[time] for time in times), _ONE if yearly else Decimal(365))


def _found(timed: _Timed) -> Decimal | None:
    """The library's rate with four places; None where it finds none that could be used."""
    largest = max(amount.copy_abs() for amount in timed.amounts)
    parts = [float(_DIGITS.divide(amount, largest)) for amount in timed.amounts]
    if timed.unit == _ONE:
        filled = [0.0] * (timed.times[-1] + 1)
        for time, part in zip(timed.times, parts, strict=True):
            filled[time] = part
        rate = pyxirr.irr(filled)
    else:
        rate = pyxirr.xirr([_DAY_ONE + timedelta(days=time) for time in timed.times], parts)
    if rate is None or not isfinite(rate) or not _LOWEST < rate < _HIGHEST:
        return None
    return round_result(Decimal(rate))


def _is_rate(timed: _Timed, rate: Decimal) -> bool:
    """Whether the exact rate is rounded to ``rate``: the worth changes its sign from half a place below to above."""
    low, high = rate - _HALF, rate + _HALF
    if low <= -1:
        return False
    below, above = timed.worth(low), timed.worth(high)
    if not below or not above:
        exact = low if not below else high
        return round_result(exact) == rate
    return (below > 0) != (above > 0)
