"""Two readers on the same contracts, field by field: what decides which of them the product reads a field by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from evals import report
from evals.facts import figures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evals.facts.judging import JudgedField
    from evals.judgements import Drawn

SHOWN: Final = ("f1", "touch", "false")
"""The figures that are compared, as ``figures.HEADINGS`` names them."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One field by both readers: ``contracts`` that have it, provisions, the figures of each by name, and by how much
    the first's are above the second's, with the interval of the same resamples.
    """

    field: str
    contracts: int
    provisions: int
    first: dict[str, report.Figure]
    second: dict[str, report.Figure]
    above: dict[str, report.Figure]

    def as_json(self) -> dict[str, Any]:
        """Figures as ``{"first", "second", "above", "low", "high"}``; None where nothing was to be measured."""

        def number(value: float) -> float | None:
            return None if value != value else value

        told: dict[str, Any] = {"field": self.field, "contracts": self.contracts, "provisions": self.provisions}
        for name in SHOWN:
            gap = self.above[name]
            told[name] = {
                "first": number(self.first[name].value),
                "second": number(self.second[name].value),
                "above": number(gap.value),
                "low": number(gap.low),
                "high": number(gap.high),
            }
        return told


def compared(first: Sequence[JudgedField], second: Sequence[JudgedField], weights: Drawn) -> Iterator[Compared]:
    """Every field that any of these contracts has; ``weights`` are resamples of them, shape (contracts, rounds)."""
    for one, other in zip(first, second, strict=True):
        having = sum(each.provisions > 0 for each in one.contracts)
        if not having:
            continue
        values = [figures.figures(each) for each in (one, other)]
        samples = [figures.resampled(each, weights) for each in (one, other)]
        mine, theirs = (
            {name: report.figure(value[name], sample[name]) for name in SHOWN}
            for value, sample in zip(values, samples, strict=True)
        )
        above = {
            name: report.figure(values[0][name] - values[1][name], samples[0][name] - samples[1][name], least=-1.0)
            for name in SHOWN
        }
        provisions = sum(each.provisions for each in one.contracts)
        yield Compared(one.field.name, having, provisions, mine, theirs, above)
