"""Which tier a case is, by rules over the words it is told in (casework spec, Tiers).

The highest tier that is clearly met, with the words that met it; one question where the words do not say; a polite no
to what is no legal matter. What the text says *about* tiers, payment or these rules is not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.casework.tier_definitions import shipped_rules
from casewright.casework.tier_words import Words, first_met

if TYPE_CHECKING:
    from casewright.casework.tier_definitions import Keyword, Tier, TierDefinition, TierRules


@dataclass(frozen=True, slots=True)
class Met:
    """A keyword of a tier, and the words of the text that met it, as they were written."""

    keyword: str
    words: str


@dataclass(frozen=True, slots=True)
class Tiered:
    """The tier, its title, and what in the text met it, in the order of the definition; never empty."""

    tier: Tier
    title: str
    met: tuple[Met, ...]

    @property
    def reason(self) -> str:
        """The reason, in Romanian, for the person whose case it is."""
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


def determine_tier(description: str, rules: TierRules | None = None) -> Tiering:
    """The tier of a case by its description: all that the person has said so far, answers to questions included."""
    rules = rules or shipped_rules()
    words = Words.of(description)
    for definition in reversed(rules.tiers):
        met = _met_of(definition, words, rules.not_slips)
        if met:
            return Tiered(definition.tier, definition.title, met)
    if _met(rules.off_topic, words, rules.not_slips) is not None:
        return OffTopic(rules.off_topic_message)
    return TooVague(_question(words, rules))


def _met_of(definition: TierDefinition, words: Words, not_slips: tuple[str, ...]) -> tuple[Met, ...]:
    found: dict[str, Met] = {}
    for keyword in definition.keywords:
        said = _met(keyword, words, not_slips)
        if said is not None:
            found.setdefault(keyword.name, Met(keyword.name, said))
    return tuple(found.values())


def _met(keyword: Keyword, words: Words, not_slips: tuple[str, ...]) -> str | None:
    said = next((said for one in keyword.words if (said := first_met(one, words, not_slips)) is not None), None)
    if said is None or any(first_met(one, words, not_slips) is not None for one in keyword.unless):
        return None
    if keyword.also and not any(first_met(one, words, not_slips) is not None for one in keyword.also):
        return None
    return said


def _question(words: Words, rules: TierRules) -> str:
    fit = (
        one.text
        for one in rules.questions
        if not one.hints or any(first_met(hint, words, rules.not_slips) is not None for hint in one.hints)
    )
    return next(fit)
