"""What models cost, for the settings: US dollars for a million tokens."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class PriceSettings(BaseModel):
    """A part of ``config.Settings``."""

    assistant_input_price: float = Field(
        default=0.0, ge=0, description="US dollars for a million tokens that go to the assistant's model"
    )
    assistant_output_price: float = Field(
        default=0.0, ge=0, description="US dollars for a million tokens that come from the assistant's model"
    )
    reasoner_input_price: float = Field(
        default=0.0, ge=0, description="US dollars for a million tokens that go to the reasoner's model"
    )
    reasoner_output_price: float = Field(
        default=0.0, ge=0, description="US dollars for a million tokens that come from the reasoner's model"
    )
    isaacus_price: float = Field(default=0.0, ge=0, description="US dollars for a million tokens that Isaacus scores")

    def model_prices(self, role: Literal["assistant", "reasoner"]) -> tuple[float, float]:
        """What the role's model costs: US dollars for a million tokens in, and out."""
        if role == "assistant":
            return self.assistant_input_price, self.assistant_output_price
        return self.reasoner_input_price, self.reasoner_output_price
