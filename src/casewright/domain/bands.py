"""How a score is called for people (spec/iql.md, "Evaluation" 6)."""

from __future__ import annotations

from enum import StrEnum

_STRONG = 0.70
_MEDIUM = 0.50


class Band(StrEnum):
    """Strong from 0.70 on, medium from 0.50 on, weak below; exactly 0.50 is borderline.

    *High* is kept for answers whose confidence was measured.
    """

    STRONG = "strong"
    MEDIUM = "medium"
    BORDERLINE = "borderline"
    WEAK = "weak"

    @classmethod
    def of(cls, score: float) -> Band:
        """The band of a score in [0, 1]."""
        if score == _MEDIUM:
            return cls.BORDERLINE
        if score >= _STRONG:
            return cls.STRONG
        return cls.MEDIUM if score > _MEDIUM else cls.WEAK


def shown(score: float) -> str:
    """The score with two digits, cut and not rounded, so that it never reads higher than it is."""
    # The small step keeps decimals that single precision cannot hold, such as 0.95, from losing their last digit.
    hundredths = int(score * 100 + 1e-4)
    return f"{(min(hundredths, 99) if score < 1 else hundredths) / 100:.2f}"
