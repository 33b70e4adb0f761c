"""Two tiny contracts labelled as CUAD is, and a reader that says what it is told: figures can be worked out by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from casewright.domain.facts import FactHow, FoundFact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.domain.facts import FactText

LEASE = (
    "LEASE OF GOODS\n\nThis lease is made on May 8, 2014 by Alpha Inc and Beta LLC.\n\n"
    "It is governed by the law of Ohio.\n\nIt ends on May 8, 2016 unless renewed."
)
SUPPLY = "SUPPLY AGREEMENT\n\nThis agreement is made on 1 March 2010 by Gamma Inc.\n\nNo other word is said here."

MARKS: dict[str, dict[str, list[str]]] = {
    "lease.txt": {
        "Document Name": ["LEASE OF GOODS"],
        "Agreement Date": ["May 8, 2014"],
        "Governing Law": ["It is governed by the law of Ohio."],
        "Parties": ["Alpha Inc", "Alpha", "Beta LLC"],
    },
    "supply.txt": {"Document Name": ["SUPPLY AGREEMENT"], "Agreement Date": ["1 March 2010"]},
}
"""Who reads "Alpha" or "Alpha Inc" has found one party: two marks of one provision."""

TEXTS = {"lease.txt": LEASE, "supply.txt": SUPPLY}


def write_tiny(folder: Path) -> Path:
    """The contracts as a folder with ``spans.jsonl`` and ``contracts/``."""
    (folder / "contracts").mkdir(parents=True)
    lines = []
    for name, marks in MARKS.items():
        text = TEXTS[name]
        (folder / "contracts" / name).write_text(text, "utf-8")
        spans = {
            category: [[text.index(quote), text.index(quote) + len(quote)] for quote in quotes]
            for category, quotes in marks.items()
        }
        lines.append(json.dumps({"file": name, "spans": spans, "answers": {"Agreement Date": "5/8/14"}}))
    (folder / "spans.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


class ToldReader:
    """Finds the quotes that it was told of, as (field, quote, confidence), wherever a text has them."""

    def __init__(
        self, told: Sequence[tuple[str, str, float]], contracts: Sequence[str] = (), version: str = "told-1"
    ) -> None:
        self._told = told
        self.contracts = frozenset(contracts)
        self.version = version
        self.asked: list[str] = []

    def looks_for(self, text: FactText) -> set[str]:
        del text
        return {field for field, _quote, _confidence in self._told}

    def read(self, text: FactText) -> list[FoundFact]:
        self.asked.append(text.text)
        return [
            FoundFact(field, text.text.index(quote), text.text.index(quote) + len(quote), confidence, FactHow.RULE)
            for field, quote, confidence in self._told
            if quote in text.text
        ]


def by_name(figures: Mapping[str, float]) -> dict[str, float]:
    """Rounded, to be read beside a sum done by hand."""
    return {name: round(value, 4) for name, value in figures.items()}
