"""A clause of a contract: what kind, where it stands, what it states, and for whose good it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.claims import Polarity
    from casewright.domain.facts import FactHow, FactValue


@dataclass(frozen=True, slots=True)
class Clause:
    """``text[start:end]`` of a contract is a clause of this ``kind``, a name of clauses.toml.

    ``confidence`` is the measured share, in [0, 1], of such finds that were right, 1 where a person said so.
    """

    kind: str
    start: int
    end: int
    value: FactValue | None
    confidence: float
    how: FactHow
    polarity: Polarity
