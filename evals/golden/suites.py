"""The suites of synthetic deals by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from evals.golden.adversarial import adversarial_deals
from evals.golden.generated import clean_deals, generated_deals
from evals.golden.other_trades.deals import deals_in_other_trades
from evals.golden.small import small_deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal

_SUITES: dict[str, Callable[[], Iterator[GoldenDeal]]] = {
    "small": small_deals,
    "generated": generated_deals,
    "adversarial": adversarial_deals,
    "clean": clean_deals,
    "other_trades": deals_in_other_trades,
}


def suite_names() -> tuple[str, ...]:
    """The suites that there are; ``other_trades``, written after the detectors, comes last."""
    return tuple(_SUITES)


def deals(suite: str) -> Iterator[GoldenDeal]:
    """The deals of one suite. Raises ``InvalidInput`` for a name that none has."""
    if suite not in _SUITES:
        raise InvalidInput(f"There is no suite {suite!r}: use {', '.join(suite_names())}.")
    return _SUITES[suite]()
