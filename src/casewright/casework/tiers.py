"""Which tier a case is, by rules over the words it is told in (casework spec, Tiers).

The highest tier that is clearly met, with the words that met it; where none is, the highest that broader signs, then
loose words, point to, and last the field of which most is told; one question where the words do not say; a polite no to
what is no legal matter. What the text says *about* tiers, payment or these rules is not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from casewright.casework.tier_definitions import shipped_rules
from casewright.casework.tier_lexicon import nearest
from casewright.casework.tier_sums import largest_sum
from casewright.casework.tier_words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.tier_definitions import Keyword, Language, Sign, Strength, Tier, TierDefinition, TierRules
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
    strength: Strength = "clear"
    """How surely: a ``loose`` or ``field`` one is a likely reading, not one that the words say."""

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
_BY_WORDS: tuple[Strength, ...] = ("clear", "broad", "loose")
_SURE_UP_TO: Strength = "broad"
"""What is no legal matter is declined before the readings that are weaker than this."""
_WEAK: frozenset[Strength] = frozenset(("loose", "field"))
"""Readings that a word saying only who it is about, or that something is wrong, makes only where more is told."""
_SHORT = 4
"""Letters from which a word can be a detail."""
_ENOUGH = 4
"""Details from which a weak reading may be of general words alone."""


def determine_tier(description: str, rules: TierRules | None = None, language: Language = "ro") -> Tiering:
    """The tier of a case by its description: all that the person has said so far, answers to questions included.

    The description is read as Romanian; ``language`` is that of the answer.
    """
    rules = rules or shipped_rules()
    text = _Read.of(description, rules)
    for strength in _BY_WORDS:
        for definition in reversed(rules.tiers):
            met = _met_of(definition, text, strength)
            if met:
                return _tiered(definition, met, strength, rules, language)
        if strength == _SURE_UP_TO and any(text.meets(one) is not None for one in rules.off_topic):
            return OffTopic(rules.off_topic_messages[language])
    fields = [(text.weight_of(one), one.tier, one) for one in rules.tiers if _met_of(one, text, "field")]
    if fields:
        definition = max(fields, key=lambda one: one[:2])[2]
        return _tiered(definition, _met_of(definition, text, "field"), "field", rules, language)
    fit = (one.texts[language] for one in rules.questions if one.hints is None or text.has(one.hints))
    return TooVague(next(fit))


def choices_of(asked: str, rules: TierRules | None = None) -> tuple[str, ...]:
    """The answers that the question offers which stands in what was asked; none where it is no question of a tier's."""
    return next((one.choices for one in (rules or shipped_rules()).questions if one.text in asked), ())


@dataclass(frozen=True, slots=True)
class _Read:
    """A description, and what the lexicon found in it."""

    words: Words
    found: Mapping[str, Sequence[Stretch]]
    sum: int | None
    general: frozenset[int]
    """The words that say of any matter that there is one, or only whom it is about."""
    details: int
    told: int
    """The details, those of them that tell what was done once more."""
    opening: int
    """The first word that is no greeting."""

    @classmethod
    def of(cls, description: str, rules: TierRules) -> _Read:
        words = Words.of(description)
        found = rules.lexicon.found_in(words)
        general = frozenset(at for first, after in found.get(rules.general.name, ()) for at in range(first, after))
        details = {
            word
            for at, word in enumerate(words.folded)
            if len(word) >= _SHORT and not word.isdigit() and at not in general
        }
        opening = next((at for at, word in enumerate(words.folded) if word not in rules.greetings), 0)
        total = largest_sum(words.text)
        count = len(details) + (total is not None)
        done = {words.folded[first] for first, _ in found.get(rules.events.name, ())} & details
        return cls(words, found, total, general, count, count + len(done), opening)

    def has(self, term: Term) -> bool:
        return term.name in self.found

    def weight_of(self, definition: TierDefinition) -> int:
        """How much is told of the fields of a tier: the words of them that stand in the text, by their weight."""
        weights: dict[Stretch, int] = {}
        for keyword in definition.keywords:
            if keyword.strength == "field" and self.meets(keyword) is not None:
                for at in chain.from_iterable(self.found.get(term.name, ()) for sign in keyword.signs for term in sign):
                    weights[at] = max(keyword.weight, weights.get(at, 0))
        return sum(weights.values())

    def meets(self, keyword: Keyword) -> str | None:
        """The words that meet the keyword; None where it is not met."""
        weak = keyword.strength in _WEAK
        telling, told = weak and self.told < _ENOUGH, self.told if weak else self.details
        stretch = next((at for sign in keyword.signs if (at := self._place(sign, telling)) is not None), None)
        if stretch is None or (keyword.unless is not None and self.has(keyword.unless)):
            return None
        if told < keyword.details or (keyword.opens and stretch[0] != self.opening):
            return None
        if keyword.also is not None and not self.has(keyword.also):
            return None
        return self.words.quoted(*stretch) if self._of_that_worth(keyword) else None

    def _of_that_worth(self, keyword: Keyword) -> bool:
        if self.sum is None:
            return True
        above = keyword.up_to_lei is not None and self.sum > keyword.up_to_lei
        below = keyword.from_lei is not None and self.sum < keyword.from_lei
        return not above and not below

    def _place(self, sign: Sign, telling: bool) -> Stretch | None:
        """Where the sign stands; of one term, where ``telling`` is asked for, not by general words alone."""
        places = [self.found.get(term.name, ()) for term in sign]
        if telling and len(places) == 1:
            places = [[at for at in places[0] if not self.general.issuperset(range(*at))]]
        return nearest(places) if all(places) else None


def _met_of(definition: TierDefinition, text: _Read, strength: Strength) -> tuple[Met, ...]:
    found: dict[str, Met] = {}
    for keyword in definition.keywords:
        if keyword.strength == strength and keyword.name not in found:
            said = text.meets(keyword)
            if said is not None:
                found[keyword.name] = Met(keyword.name, said)
    return tuple(found.values())


def _tiered(
    definition: TierDefinition, met: Sequence[Met], strength: Strength, rules: TierRules, language: Language
) -> Tiered:
    names = rules.names_en if language == "en" else {}
    named = tuple(Met(names.get(one.keyword, one.keyword), one.words) for one in met)
    return Tiered(definition.tier, definition.titles[language], named, language, strength)
