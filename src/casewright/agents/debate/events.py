"""What a debate tells its listener."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class DebateEvent:
    """One thing that happened in a round; round 0 are the blind opening positions."""

    kind: Literal["said", "call", "rejected", "ruling", "found", "round", "wait", "stop"]
    text: str
    round_number: int
