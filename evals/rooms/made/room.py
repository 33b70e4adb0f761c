"""A room while it is written: the company, its documents, and what is to be planted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from .company import Company, Contract
    from .document import Doc, Sentence, Spot
    from .figure import Fig, Mark
    from .switch import Choice


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the truth. ``blame`` is the file that is wrong, "" where one cannot tell; ``way`` how it came."""

    kind: str
    way: str
    says: str
    parts: tuple[Fig | Mark | Sentence, ...]
    planted: bool
    grave: bool = False
    blame: str = ""


@dataclass(eq=False, slots=True)
class Room:
    """A room and its plan: the ``types`` of its documents and the ``files`` they become, the ``choices`` of what is
    built in, and the ``agenda`` of topics that each narrative document has to speak of.
    """

    company: Company
    rng: Random
    types: frozenset[str]
    choices: dict[str, Choice]
    files: dict[str, str]
    agenda: dict[str, list[str]]
    docs: list[Doc] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    units: list[tuple[Doc, Mark, list[Fig]]] = field(default_factory=list)
    locked: set[str] = field(default_factory=set)
    said: dict[str, int] = field(default_factory=dict)

    @property
    def pool(self) -> str:
        return self.company.trade.pool

    def on(self, switch: str, contract: str = "") -> bool:
        """True where the defect or near-miss is to be built in (into that contract, where one is given)."""
        choice = self.choices.get(switch)
        return choice is not None and contract in ("", choice.contract)

    def contract_of(self, switch: str) -> Contract:
        """The contract that a chosen switch is about."""
        return next(one for one in self.contracts() if one.id == self.choices[switch].contract)

    def spots(self) -> Iterator[Spot]:
        for doc in self.docs:
            yield from doc.spots()

    def tagged(self, *tags: str) -> list[Spot]:
        """The places of marks and sentences with the tags."""
        return [spot for spot in self.spots() if getattr(spot.part, "tag", None) in tags]

    def contracts(self) -> list[Contract]:
        """The contracts that the room holds as documents."""
        return [one for one in self.company.contracts if f"contract.{one.id}" in self.types]

    def has(self, kind: str) -> bool:
        return kind in self.types
