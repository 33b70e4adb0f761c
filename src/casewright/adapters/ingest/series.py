"""What is open where a reader stands in a document: counts of clauses, and headings without a number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from casewright.adapters.ingest.counting import Value

CLAUSE_STYLES: Final = ("A.", "I.")
"""The styles of letters that count clauses; the others count items of a list inside one."""


@dataclass(slots=True)
class Series:
    """One open count. ``inner`` is a count of numbers inside a clause that numbers count, too."""

    kind: Literal["number", "inner", "letter", "article"]
    style: str
    value: Value
    label: str
    headings: list[str | None] = field(default_factory=list)
    """The headings of the value's levels, as far as they are known: of 7 and of 7.2."""
    has_numbers: bool = False
    """Of letters: whether numbers were counted inside one of them."""

    def advance(self, value: Value, label: str) -> None:
        """Move on to the next number; the headings of the levels that both are in stay."""
        shared = 0
        while shared < min(len(value), len(self.value)) and value[shared] == self.value[shared]:
            shared += 1
        self.value, self.label, self.headings = value, label, self.headings[:shared]

    def set_heading(self, heading: str) -> None:
        """The heading of the deepest level."""
        self.headings += [None] * (len(self.value) - len(self.headings))
        self.headings[-1] = heading

    @property
    def is_item(self) -> bool:
        """Whether it counts items of a list inside a clause."""
        return self.kind == "inner" or (self.kind == "letter" and self.style not in CLAUSE_STYLES)


@dataclass(slots=True)
class Named:
    """An open heading or annex: it has no number of the main count."""

    level: int
    label: str
    heading: str | None
    in_path: bool
    is_annex: bool = False
