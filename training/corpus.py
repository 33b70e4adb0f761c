"""The texts that everything is trained and measured on, and where the work files lie."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
WORK = HERE / "work"

Mark = tuple[str, int, int, int]

CUAD, NLI, WRITTEN = 0, 1, 2
"""Where a text comes from."""


@dataclass(slots=True)
class Corpus:
    """All texts with what is known of them, in step. ``gold`` holds what people labelled, by concept."""

    texts: list[str] = field(default_factory=list)
    contract: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    heading: list[str | None] = field(default_factory=list)
    gold: list[dict[str, int]] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    """Where, in each text, what stands before the chunk's own words ends."""
    marks: list[list[tuple[str, int, int, int]]] = field(default_factory=list)
    """What people marked in each text: category, start, end, and whether the mark begins here."""
    place: list[int] = field(default_factory=list)
    """The number of each text's chunk in its document."""
    fingerprints: list[str] = field(default_factory=list)
    count: int = 0

    def add(
        self,
        text: str,
        source: int,
        heading: str | None,
        gold: dict[str, int],
        own: int = 0,
        marks: Sequence[Mark] = (),
        place: int = 0,
    ) -> None:
        """Take in one text of the current contract."""
        self.texts.append(text)
        self.contract.append(self.count)
        self.source.append(source)
        self.heading.append(heading)
        self.gold.append(gold)
        self.own.append(own)
        self.marks.append(list(marks))
        self.place.append(place)

    def save(self) -> None:
        """Write it down for the steps that follow."""
        WORK.mkdir(exist_ok=True)
        (WORK / "corpus.json").write_text(json.dumps(asdict(self)), "utf-8")


@lru_cache(maxsize=1)
def load() -> Corpus:
    """What ``training.prepare`` wrote."""
    return Corpus(**json.loads((WORK / "corpus.json").read_text("utf-8")))
