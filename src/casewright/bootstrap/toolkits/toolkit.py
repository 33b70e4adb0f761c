"""A family of tools, declared: what is known of each before it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

    Make = Callable[[Materials], Tool]

SAFE, CAUTIOUS, DANGEROUS = SafetyLevel.SAFE, SafetyLevel.CAUTIOUS, SafetyLevel.DANGEROUS


@dataclass(frozen=True, slots=True)
class Declaration:
    """A tool's name, level, categories and sensitive arguments, and what makes it when it is first needed."""

    name: str
    safety_level: SafetyLevel
    categories: tuple[str, ...]
    sensitive: frozenset[str]
    make: Make


class Toolkit:
    """The tools of one family, in the order in which they are listed."""

    def __init__(self, family: str) -> None:
        self.family = family
        self.declarations: list[Declaration] = []

    def tool(self, level: SafetyLevel, *categories: str, sensitive: Sequence[str] = ()) -> Callable[[Make], Make]:
        """Declare the tool that the decorated function makes; the function has the tool's name."""

        def declare(make: Make) -> Make:
            self.declarations.append(Declaration(make.__name__, level, categories, frozenset(sensitive), make))
            return make

        return declare
