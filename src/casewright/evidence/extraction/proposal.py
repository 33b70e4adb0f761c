"""What extraction gives: a claim that a document makes, not yet entered by anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.claims import Basis, ClaimClass, Materiality
    from casewright.domain.periods import Period
    from casewright.domain.values import Value

TABLED = 0.97
"""Confidence in a cell of a table whose label, unit and period are all there (spec, "The claim registry")."""
UNDATED = 0.90
"""Confidence in a cell of which nothing says the period."""
NAMED = 0.93
"""Confidence in a dated cell whose metric no vocabulary knows: it is called by the words beside it."""
NAMED_UNDATED = 0.80
"""Confidence in such a cell of which nothing says the time: it is held against no other."""
WRITTEN = 0.85
"""Confidence in a figure of running text."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A claim with the place that says so.

    ``text[start:end]`` are the words from the metric to the figure, in workbooks and CSV files the cell of this
    address; the figure alone is ``text[figure_start:figure_end]``. ``said`` is the claim in a sentence; ``named_only``
    where no vocabulary has its metric: words beside it name it.
    """

    start: int
    end: int
    figure_start: int
    figure_end: int
    said: str
    metric: str | None
    value: Value | None
    period: Period | None
    entity: str | None
    claim_class: ClaimClass
    materiality: Materiality
    basis: Basis
    confidence: float
    cell: str | None = None
    subjective: bool = False
    named_only: bool = False
