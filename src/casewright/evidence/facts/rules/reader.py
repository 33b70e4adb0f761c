"""The reader of facts by rules. It fits ``tools.ports.facts.FactReader``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FIELDS, FactHow, FoundFact
from casewright.evidence.facts.rules import english_openings, romanian_openings
from casewright.evidence.facts.rules.clauses import clauses, taken
from casewright.evidence.facts.rules.measured import LEAST, confidence
from casewright.evidence.facts.rules.passages import plain_text, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.facts import FactText
    from casewright.evidence.facts.rules.clauses import Taken

_PLACE: Final = {field.name: place for place, field in enumerate(FIELDS)}
FIRST_PAGE: Final = frozenset({"document_name", "parties", "agreement_date", "effective_date"})
"""The fields that are read from the first page."""
_LANGUAGES: Final = ((english_openings.openings, "english"), (romanian_openings.openings, "romanian"))
_ENGLISH_WORD: Final = re.compile(r"\b(?:the|of|and|shall|agreement|this)\b", re.IGNORECASE)
_ROMANIAN_WORD: Final = re.compile(
    r"\b(?:si|de|la|din|contract(?:ul|ului)?|prin|prezentul|pentru|este)\b", re.IGNORECASE
)
_SAMPLE: Final = 40_000
"""Characters by whose words a document's language is told."""
_SHARE: Final = 0.15
"""A language is read that has so large a part of these words: a contract in two columns has two."""


class RuleReader:
    """Finds facts by the wording and the structure of contracts, in English and Romanian; depends on the text alone."""

    version: str = "rules 2"

    def looks_for(self, text: FactText) -> frozenset[str]:
        """The fields that there are rules for in the text's languages."""
        there = languages_of(plain_text(text))
        return frozenset().union(
            *(_fields(language) for (_, language), read in zip(_LANGUAGES, there, strict=True) if read)
        )

    def read(self, text: FactText) -> tuple[FoundFact, ...]:
        """Every fact found, by field in the order of ``FIELDS``, surest first, then by place."""
        best: dict[tuple[str, int, int], float] = {}
        for one in taken_by_rules(text):
            sure = confidence(one.field, one.rule)
            if sure >= LEAST:
                place = (one.field, one.start, one.end)
                best[place] = max(best.get(place, 0.0), sure)
        found = [FoundFact(*place, share, FactHow.RULE) for place, share in best.items()]
        return tuple(sorted(found, key=lambda one: (_PLACE[one.field], -one.confidence, one.start, one.end)))


def taken_by_rules(text: FactText) -> Iterator[Taken]:
    """What each rule takes, whatever it is worth."""
    plain = plain_text(text)
    cut = list(sentences(text, plain))
    for (find, language), there in zip(_LANGUAGES, languages_of(plain), strict=True):
        if there:
            first_page = list(find(plain))
            yield from first_page
            yield from taken(cut, clauses(language), {one.field for one in first_page})


@cache
def _fields(language: str) -> frozenset[str]:
    asked = {rule.field for rule in clauses(language) if confidence(rule.field, rule.name) >= LEAST}
    return frozenset(asked | FIRST_PAGE)


def languages_of(plain: str) -> tuple[bool, bool]:
    """Whether there is English in a text, and whether there is Romanian, to read."""
    top = plain[:_SAMPLE]
    english = sum(1 for _ in _ENGLISH_WORD.finditer(top))
    romanian = sum(1 for _ in _ROMANIAN_WORD.finditer(top))
    whole = english + romanian
    return whole == 0 or english >= _SHARE * whole, romanian >= _SHARE * whole > 0
