"""What answers a statement: parts made for concepts, a rule about a name, or the statement's own words and vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.scoring.named_party import ByName
from casewright.tools.ports.scoring import LINE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.scoring import blend
    from casewright.adapters.scoring.model_file import Head
    from casewright.tools.ports.scoring import Tier


@dataclass(frozen=True, slots=True)
class Part:
    """What answers one concept: a head, phrases, or both, which must then both speak for it."""

    head: Head | None
    phrases: Mapping[float, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class ByParts:
    """Parts answer, with shares that sum to one; for a routed statement, beside what was asked and where."""

    shares: tuple[tuple[Part, float], ...]
    tier: Tier
    asked: blend.Asked | None = None
    places: frozenset[str] = frozenset()
    threshold: float = LINE


@dataclass(frozen=True, slots=True)
class ByWords:
    """The statement's words and vector answer; None where it has no word that says anything."""

    asked: blend.Asked | None
    tier: Tier = "free"


Plan = ByParts | ByName | ByWords
