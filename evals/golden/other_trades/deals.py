"""The golden deals in other trades, written after the detectors without a look at them, and reported apart.

Ten deals by hand, thirty generated, ten with one defect each that is hard to see, and twelve in which nothing is wrong.
Everything is planted in other ways than in the suites written before: trades, metrics, documents, currencies, wordings,
shapes of chains and forms of indexes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from evals.golden.other_trades.chains import broken_chain, circularity, complete_index, concealment, grafting
from evals.golden.other_trades.near_misses import OTHER_NEAR_MISSES
from evals.golden.other_trades.planting import anomaly, chronology, inconsistency, staleness, unit_slip, window
from evals.golden.other_trades.small import small_deals_in_other_trades
from evals.golden.other_trades.trades import TRADES, Trader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal

GENERATED = 30
CLEAN = 12
_SEED = "casewright golden further 1"
"""It and the deals' names stay as they are: what is drawn, and every id, comes of them."""

_FORMS: tuple[tuple[Callable[[Trader, str], None], tuple[str, ...]], ...] = (
    (
        window,
        ("two documents", "filed as the year", "filed as another quarter", "calculation", "calculation of quarters"),
    ),
    (staleness, ("balance", "month", "year", "quarter", "held", "market")),
    (chronology, ("quarter", "month", "balance", "event")),
    (inconsistency, ("loss", "sign", "one document", "range", "share")),
    (anomaly, ("contract", "share", "three grades", "thousands")),
    (unit_slip, ("header", "twice", "billions", "count", "quote alone")),
    (circularity, ("mixed", "eight", "six", "reconciled")),
    (broken_chain, ("lost step", "lost claim", "wrong kind", "one digit", "verifier")),
    (grafting, ("exchanged", "derived", "two lenders", "later step")),
    (concealment, ("quote", "text", "stem", "origin", "nobody")),
)
"""Those that need metrics of which nothing was said yet come first."""

_HARD: tuple[Callable[[Trader], None], ...] = (
    partial(inconsistency, form="loss", factor="1.0545"),
    partial(anomaly, form="three grades", factor="0.9495"),
    partial(unit_slip, form="twice", factor="1.03"),
    partial(window, form="calculation of quarters"),
    partial(staleness, form="held", days_over=8),
    partial(chronology, form="second source", days=1),
    partial(circularity, form="mixed"),
    partial(broken_chain, form="wrong kind"),
    partial(grafting, form="derived"),
    partial(concealment, form="nobody", name="Minutes of the second meeting.pdf"),
)


def deals_in_other_trades() -> Iterator[GoldenDeal]:
    """All of them."""
    yield from small_deals_in_other_trades()
    for number in range(1, GENERATED + 1):
        yield _generated(number)
    for number, plant in enumerate(_HARD, start=1):
        company = _company("adversarial", number)
        plant(company)
        yield _finished(company, near=3, size=20)
    for number in range(1, CLEAN + 1):
        company = _company("clean", number)
        yield _finished(company, near=8, size=40)


def _company(kind: str, number: int) -> Trader:
    name = f"further-{kind}-{number:02}"
    return Trader(name, TRADES[number % len(TRADES)], f"{_SEED} {name}")


def _generated(number: int) -> GoldenDeal:
    """Five of the ten types, each in the next of its forms, so that every form comes about as often."""
    company = _company("generated", number)
    for place, (plant, forms) in enumerate(_FORMS):
        if (place + number) % 2:
            plant(company, forms[(number // 2) % len(forms)])
    return _finished(company, near=4, size=36)


def _finished(company: Trader, near: int, size: int) -> GoldenDeal:
    random = company.random
    chosen = random.sample(OTHER_NEAR_MISSES, near)
    for near_miss in OTHER_NEAR_MISSES:
        if near_miss in chosen:
            near_miss(company)
            company.writer.near_miss(near_miss.__name__)
    while len(company.writer.claims) < size:
        fact = company.take()
        company.say(fact, company.any_source(random.randrange(3)))
        if random.random() < 0.3:
            company.say(fact, company.any_source(random.randrange(3)))
    complete_index(company)
    return company.writer.finish()
