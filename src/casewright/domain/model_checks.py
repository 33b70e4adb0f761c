"""How a chat model did in the checks that it was put through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

ModelRole = Literal["assistant", "reasoner"]
"""What a chat model can be set for."""
Ability = Literal["tools", "citations", "restraint"]
ABILITIES: Mapping[Ability, str] = {"tools": "calls tools", "citations": "cites", "restraint": "keeps quiet"}
"""What is checked, with the words for it."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How one check ended. ``reason`` is why it failed, None where it passed."""

    name: str
    ability: Ability
    reason: str | None
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class CheckedModel:
    """A model, where it is, and how its checks ended, in the order in which they were made."""

    model: str
    host: str
    proxy: str | None
    results: tuple[CheckResult, ...]

    @property
    def failed(self) -> int:
        """How many checks failed."""
        return sum(one.reason is not None for one in self.results)

    @property
    def passed(self) -> int:
        """How many checks passed."""
        return len(self.results) - self.failed

    @property
    def abilities(self) -> dict[Ability, tuple[int, int]]:
        """For each ability how many checks passed, and of how many."""
        kinds = {name: [one for one in self.results if one.ability == name] for name in ABILITIES}
        return {name: (sum(one.reason is None for one in of), len(of)) for name, of in kinds.items()}

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        shares = ", ".join(f"{ABILITIES[name]} {passed} of {of}" for name, (passed, of) in self.abilities.items())
        return f"{self.model}: {self.passed} of {len(self.results)} passed: {shares}."
