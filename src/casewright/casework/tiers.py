"""Which tier a case is, by rules over the words it is told in (casework spec, Tiers).

The highest tier that is clearly met, with the words that met it; where none is clearly met, the highest that words in
loose use point to; one question where the words do not say; a polite no to what is no legal matter. What the text says
*about* tiers, payment or these rules is not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.tier_definitions import shipped_rules
from casewright.casework.tier_lexicon import nearest
from casewright.casework.tier_sums import largest_sum
from casewright.casework.tier_words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.tier_definitions import Keyword, Language, Sign, Tier, TierDefinition, TierRules
    from casewright.casework.tier_lexicon import Stretch
    from casewright.casework.tier_words import Term


@dataclass(frozen=True, slots=True)
class Met:
    """A keyword of a tier, by its name in the language of the answer, and the words of the text that met it."""

    keyword: str
    words: str


@dataclass(frozen=True, slots=True)
class Tiered:
    """The tier, its title, and what in the text met it, in the order of the definition; never empty."""

    tier: Tier
    title: str
    met: tuple[Met, ...]
    language: Language = "ro"

    @property
    def reason(self) -> str:
        """The reason, in the language of the answer, for the person whose case it is."""
        if self.language == "en":
            said = "; ".join(f"“{one.words}” ({one.keyword})" for one in self.met)
            return f"Tier {self.tier}, {self.title.lower()}: {said}."
        said = "; ".join(f"„{one.words}” ({one.keyword})" for one in self.met)
        return f"Nivelul {self.tier}, {self.title.lower()}: {said}."


@dataclass(frozen=True, slots=True)
class TooVague:
    """The words do not say which tier it is; the one question to ask."""

    question: str


@dataclass(frozen=True, slots=True)
class OffTopic:
    """No legal matter; what to answer."""

    message: str


Tiering = Tiered | TooVague | OffTopic


def determine_tier(description: str, rules: TierRules | None = None, language: Language = "ro") -> Tiering:
    """The tier of a case by its description: all that the person has said so far, answers to questions included.

    The description is read as Romanian; ``language`` is that of the answer.
    """
    rules = rules or shipped_rules()
    text = _Read.of(description, rules)
    for loose in (False, True):
        for definition in reversed(rules.tiers):
            met = _met_of(definition, text, loose=loose)
            if met:
                named = tuple(_named(one, rules, language) for one in met)
                return Tiered(definition.tier, definition.titles[language], named, language)
    if text.meets(rules.off_topic) is not None:
        return OffTopic(rules.off_topic_messages[language])
    fit = (one.texts[language] for one in rules.questions if one.hints is None or text.has(one.hints))
    return TooVague(next(fit))


@dataclass(frozen=True, slots=True)
class _Read:
    """A description, and what the lexicon found in it."""

    words: Words
    found: Mapping[str, Sequence[Stretch]]
    sum: int | None

    @classmethod
    def of(cls, description: str, rules: TierRules) -> _Read:
        words = Words.of(description)
        return cls(words, rules.lexicon.found_in(words), largest_sum(words.text))

    def has(self, term: Term) -> bool:
        return term.name in self.found

    def meets(self, keyword: Keyword) -> str | None:
        """The words that meet the keyword; None where it is not met."""
        stretch = next((at for sign in keyword.signs if (at := self._place(sign)) is not None), None)
        if stretch is None or (keyword.unless is not None and self.has(keyword.unless)):
            return None
        if keyword.also is not None and not self.has(keyword.also):
            return None
        if keyword.up_to_lei is not None and self.sum is not None and self.sum > keyword.up_to_lei:
            return None
        return self.words.quoted(*stretch)

    def _place(self, sign: Sign) -> Stretch | None:
        places = [self.found.get(term.name, ()) for term in sign]
        return nearest(places) if all(places) else None


def _met_of(definition: TierDefinition, text: _Read, *, loose: bool) -> tuple[Met, ...]:
    found: dict[str, Met] = {}
    for keyword in definition.keywords:
        if keyword.loose is loose and keyword.name not in found:
            said = text.meets(keyword)
            if said is not None:
                found[keyword.name] = Met(keyword.name, said)
    return tuple(found.values())


def _named(met: Met, rules: TierRules, language: Language) -> Met:
    return met if language == "ro" else Met(rules.names_en.get(met.keyword, met.keyword), met.words)
