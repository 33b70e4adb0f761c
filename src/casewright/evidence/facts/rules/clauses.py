"""Rules that take a whole sentence by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.evidence.facts.rules.passages import Sentence


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence states ``field`` where one of ``near`` stands in it, ``says`` is found and ``but`` is not.

    ``near`` are plain words that are looked for first, since that is quick. ``under`` has to be found in the heading.
    """

    field: str
    name: str
    near: tuple[str, ...]
    says: re.Pattern[str]
    but: re.Pattern[str] | None = None
    under: re.Pattern[str] | None = None

    def takes(self, sentence: Sentence) -> bool:
        """Whether the sentence states the field."""
        said = sentence.said
        return (
            any(word in said for word in self.near)
            and (self.under is None or self.under.search(sentence.heading) is not None)
            and self.says.search(said) is not None
            and (self.but is None or self.but.search(said) is None)
        )


@dataclass(frozen=True, slots=True)
class Taken:
    """``text[start:end]`` was taken as stating the field by the rule of this name."""

    field: str
    rule: str
    start: int
    end: int


def clause(field: str, name: str, near: str, says: str, but: str | None = None, under: str | None = None) -> Clause:
    """A rule; the words of ``near`` are parted by ``|``."""
    return Clause(
        field,
        name,
        tuple(near.split("|")),
        re.compile(says),
        None if but is None else re.compile(but),
        None if under is None else re.compile(under),
    )


def taken(sentences: Iterable[Sentence], rules: Sequence[Clause]) -> Iterator[Taken]:
    """What the rules take, each sentence for a field by the first rule that does."""
    for sentence in sentences:
        fields: set[str] = set()
        for rule in rules:
            if rule.field not in fields and rule.takes(sentence):
                fields.add(rule.field)
                yield Taken(rule.field, rule.name, sentence.start, sentence.end)
