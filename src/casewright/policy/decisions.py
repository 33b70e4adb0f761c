"""What the policy can say about one call. Values, not exceptions: a refusal is an answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allow:
    """The role may call the tool; ``rule`` names what says so."""

    rule: str


@dataclass(frozen=True, slots=True)
class Deny:
    """The role may not call the tool."""

    rule: str
    reason: str


Decision = Allow | Deny
