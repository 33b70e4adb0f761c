"""The suites of synthetic deals by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from evals.golden.adversarial import adversarial_deals
from evals.golden.generated import clean_deals, generated_deals
from evals.golden.small import small_deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal

_FURTHER = "evals.golden.further"

_SUITES: dict[str, Callable[[], Iterator[GoldenDeal]]] = {
    "small": small_deals,
    "generated": generated_deals,
    "adversarial": adversarial_deals,
    "clean": clean_deals,
}


def suite_names() -> tuple[str, ...]:
    """The suites that there are; ``further``, written after the detectors, comes last."""
    return (*_SUITES, "further") if find_spec(_FURTHER) else tuple(_SUITES)


def deals(suite: str) -> Iterator[GoldenDeal]:
    """The deals of one suite. Raises ``InvalidInput`` for a name that none has."""
    if suite not in suite_names():
        raise InvalidInput(f"There is no suite {suite!r}: use {', '.join(suite_names())}.")
    if suite == "further":
        further: Callable[[], Iterator[GoldenDeal]] = import_module(_FURTHER).further_deals
        return further()
    return _SUITES[suite]()
