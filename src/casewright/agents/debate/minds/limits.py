"""The house's limits: from where on a figure is a reason against a deal. They are choices, not facts."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from casewright.domain.calculations import CalcType
from casewright.domain.debates import Stance


@dataclass(frozen=True, slots=True)
class Limit:
    """From where on a calculated figure is a reason against the deal; ``words`` say what it means."""

    type: CalcType
    stance: Stance
    words: str
    below: Decimal | None = None
    above: Decimal | None = None

    def crossed(self, number: Decimal) -> bool:
        """Whether ``number`` lies beyond it."""
        return (self.below is not None and number < self.below) or (self.above is not None and number > self.above)


LIMITS = (
    Limit(CalcType.RUNWAY, Stance.DECLINE, "leaves no time to raise the next round", below=Decimal(6)),
    Limit(CalcType.RUNWAY, Stance.CONDITIONAL, "makes the next round a condition of this one", below=Decimal(12)),
    Limit(CalcType.GROSS_MARGIN, Stance.DECLINE, "means that each sale costs more than it brings", below=Decimal(0)),
    Limit(CalcType.GROWTH_RATE, Stance.CONDITIONAL, "means that the business is getting smaller", below=Decimal(0)),
    Limit(CalcType.NRR, Stance.CONDITIONAL, "means that existing customers spend less than before", below=Decimal(1)),
    Limit(
        CalcType.LTV_CAC_RATIO,
        Stance.DECLINE,
        "means that winning a customer costs more than it brings",
        below=Decimal(1),
    ),
    Limit(
        CalcType.LTV_CAC_RATIO,
        Stance.CONDITIONAL,
        "leaves little above the cost of winning customers",
        below=Decimal(3),
    ),
    Limit(CalcType.CAC_PAYBACK, Stance.CONDITIONAL, "is a long time to wait for the money back", above=Decimal(24)),
    Limit(CalcType.MOIC, Stance.DECLINE, "means that less comes back than is put in", below=Decimal(1)),
    Limit(CalcType.IRR, Stance.DECLINE, "means that less comes back than is put in", below=Decimal(0)),
    Limit(CalcType.NPV, Stance.CONDITIONAL, "means that the rate asked for is not met", below=Decimal(0)),
)
"""The house's limits, the graver of one type first. polarity.toml has where they begin, for what claims say."""
CONCENTRATED = Decimal("0.25")
"""The share of one customer from which on it is a risk of its own."""
PATTERN = 2
"""So many subjects on which a verified claim contradicts a material one are a pattern."""
