"""How figures of one document depend on one another, so that it can be checked and broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .figure import Fig

SUM, ROLL, SAME, WHOLE = "sum", "roll", "same", "whole"


@dataclass(eq=False, slots=True)
class Relation:
    """``result`` is the weighted sum of the ``inputs``.

    ``kind`` is ``sum`` (a total), ``roll`` (a closing of an opening and movements), ``same`` (an opening that is the
    closing before) or ``whole`` (shares that make the result, 100 %).
    """

    kind: str
    result: Fig
    inputs: tuple[tuple[float, Fig], ...]

    @property
    def figures(self) -> tuple[Fig, ...]:
        return (self.result, *(fig for _, fig in self.inputs))

    def gap(self) -> float:
        """How far the shown result is from what the shown inputs give."""
        return self.result.value - sum(weight * fig.value for weight, fig in self.inputs)

    def holds(self) -> bool:
        """True where the gap is no more than rounding makes."""
        slack = sum(fig.form.step / 2 for fig in self.figures)
        return abs(self.gap()) <= slack + 1e-9 * abs(self.result.value)


def total(result: Fig, inputs: list[Fig], kind: str = SUM) -> Relation:
    """The relation of a plain total."""
    return Relation(kind, result, tuple((1.0, fig) for fig in inputs))
