"""How sure a fact is, in a word."""

from __future__ import annotations

from enum import StrEnum

from casewright.domain.facts import FactHow

_HIGH = 0.9
_MEDIUM = 0.7


class Certainty(StrEnum):
    """*high* where at least 0.9 of such facts were right, *medium* 0.7, *perhaps* below; or a person said so."""

    PERSON = "a person said so"
    HIGH = "high"
    MEDIUM = "medium"
    PERHAPS = "perhaps"

    @classmethod
    def of(cls, confidence: float, how: FactHow) -> Certainty:
        """What a measured share in [0, 1] is called."""
        if how is FactHow.PERSON:
            return cls.PERSON
        if confidence >= _HIGH:
            return cls.HIGH
        return cls.MEDIUM if confidence >= _MEDIUM else cls.PERHAPS
