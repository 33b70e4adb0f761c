"""What an output breaks, and which rule it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Rule(StrEnum):
    """The agent framework's four rules (§7.1), that reasons speak for what they are given for, the form that an output
    must have, and a check that broke down.
    """

    NO_FREE_FACTS = "NO_FREE_FACTS"
    FALSIFIABILITY_MISSING = "FALSIFIABILITY_MISSING"
    UNCERTAINTIES_MISSING = "UNCERTAINTIES_MISSING"
    OVERCONFIDENCE = "OVERCONFIDENCE"
    REASON_AGAINST = "REASON_AGAINST"
    RECORD_INVALID = "RECORD_INVALID"
    CHECK_FAILED = "CHECK_FAILED"


@dataclass(frozen=True, slots=True)
class MuhasabahViolation:
    """One thing that is wrong; ``sentence`` is where, None where it is the account itself."""

    rule: Rule
    detail: str
    sentence: str | None = None

    def to_dict(self) -> dict[str, str]:
        """As plain data, for the audit."""
        found = {"rule": self.rule.value, "detail": self.detail}
        return found if self.sentence is None else {**found, "sentence": self.sentence}


@dataclass(frozen=True, slots=True)
class MuhasabahValidationResult:
    """Whether an output may stand, and everything that speaks against it."""

    valid: bool
    violations: tuple[MuhasabahViolation, ...]
