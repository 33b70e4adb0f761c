"""A reader of facts for texts that say them line by line, and what makes values of their words."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from casewright.domain.facts import FIELD, DateValue, FactHow, FactValue, FoundFact, TextValue

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from casewright.domain.facts import FactText

_LINE = re.compile(r"^(\w+): *(.*\S)", re.MULTILINE)


class LabelledFacts:
    """Fits ``FactReader``: ``governing_law: Romania`` in a text of its own line is a fact. It looks for ``fields``."""

    def __init__(self, *fields: str, version: str = "labels 1") -> None:
        self.version = version
        self.fields = fields or tuple(FIELD)
        self.texts: list[FactText] = []
        """Every text that was read."""

    def looks_for(self, text: FactText) -> Collection[str]:
        del text
        return self.fields

    def read(self, text: FactText) -> Sequence[FoundFact]:
        self.texts.append(text)
        if "unreadable" in text.text:
            raise ValueError("this reader cannot")
        return [
            FoundFact(match[1], match.start(2), match.end(2), 0.9, FactHow.RULE)
            for match in _LINE.finditer(text.text)
            if match[1] in self.fields
        ]


def dates_and_words(
    field: str, text: str, start: int, end: int, *, around: Mapping[str, Sequence[tuple[int, int]]] | None = None
) -> FactValue | None:
    """A date in ISO 8601 for the fields that are days, None for other words there; the words elsewhere."""
    del around
    words = text[start:end]
    if FIELD[field].kind != "date":
        return TextValue(words)
    try:
        return DateValue(date.fromisoformat(words))
    except ValueError:
        return None
