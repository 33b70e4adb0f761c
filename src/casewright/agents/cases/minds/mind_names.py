"""How answers name the minds that are rules."""

CALLED = "rules, no language model"
