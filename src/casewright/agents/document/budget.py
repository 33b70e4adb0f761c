"""What a matter's questions may cost, and whether there is something left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.threads import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """Per matter; None is no limit. Prices are in US dollars for a million tokens."""

    tokens: int | None = None
    dollars: float | None = None
    input_price: float = 0.0
    output_price: float = 0.0

    def cost(self, used: Usage) -> float:
        """What these tokens cost, in US dollars."""
        return (used.input_tokens * self.input_price + used.output_tokens * self.output_price) / _MILLION

    def exhausted(self, used: Usage) -> str | None:
        """Why the model may not be asked again, as a sentence; None where it may."""
        if self.tokens is not None and used.tokens >= self.tokens:
            return (
                f"The token budget of this matter is used up: {used.tokens:,} of {self.tokens:,} tokens. "
                "Raise CASEWRIGHT_MATTER_TOKENS to go on"
            )
        if self.dollars is not None and self.cost(used) >= self.dollars:
            return (
                f"The money budget of this matter is used up: ${self.cost(used):.2f} of ${self.dollars:.2f}. "
                "Raise CASEWRIGHT_MATTER_DOLLARS to go on"
            )
        return None
