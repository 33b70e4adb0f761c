"""The definitions of the tiers: data in ``tiers.toml``, and the page of them that a model is shown."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from casewright.casework.tier_words import Pattern, pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Tier = Literal[1, 2, 3]
TIERS: tuple[Tier, ...] = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Keyword:
    """One kind of case of a tier: met where a word stands, one of ``also`` too if there are any, and no ``unless``."""

    name: str
    words: tuple[Pattern, ...]
    also: tuple[Pattern, ...]
    unless: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class TierDefinition:
    """What one tier is, in Romanian."""

    tier: Tier
    title: str
    definition: str
    examples: tuple[str, ...]
    keywords: tuple[Keyword, ...]

    @property
    def keyword_names(self) -> tuple[str, ...]:
        """The names of its keywords, each once."""
        return tuple(dict.fromkeys(keyword.name for keyword in self.keywords))


@dataclass(frozen=True, slots=True)
class Question:
    """A clarifying question, asked where one of its hints stands; the last one has none and is always fit."""

    hints: tuple[Pattern, ...]
    text: str


@dataclass(frozen=True, slots=True)
class TierRules:
    """Everything the tiering knows."""

    tiers: tuple[TierDefinition, ...]
    questions: tuple[Question, ...]
    off_topic: Keyword
    off_topic_message: str
    not_slips: tuple[str, ...]


@cache
def shipped_rules() -> TierRules:
    """The rules that come with the package."""
    return read_rules(tomllib.loads(files("casewright.casework").joinpath("tiers.toml").read_text(encoding="utf-8")))


def read_rules(data: Mapping[str, Any]) -> TierRules:
    """The rules of parsed TOML. Raises ValueError where a pattern, a tier or the last question is wrong."""
    rules = TierRules(
        tiers=tuple(_definition(row) for row in data["tier"]),
        questions=tuple(Question(_patterns(row["hints"]), row["text"]) for row in data["question"]),
        off_topic=_keyword({"name": "off-topic", **data["off_topic"]}),
        off_topic_message=data["off_topic"]["message"],
        not_slips=tuple(data["not_slips"]),
    )
    numbers = tuple(one.tier for one in rules.tiers)
    if numbers != TIERS:
        raise ValueError(f"The tiers must be numbered {TIERS} in this order; they are {numbers}")
    if any(not one.hints for one in rules.questions[:-1]) or rules.questions[-1].hints:
        raise ValueError("Exactly the last question must be without hints: it is asked where no other is fit")
    return rules


def page(rules: TierRules) -> str:
    """The definitions as the Markdown page that the tier prompt embeds."""
    parts = ["# Nivelurile cazurilor\n"]
    for one in rules.tiers:
        examples = "\n".join(f"- {example}" for example in one.examples)
        parts.append(
            f"## Nivelul {one.tier}: {one.title}\n\n{one.definition}\n\n"
            f"Exemple:\n\n{examples}\n\nCuvinte-cheie: {', '.join(one.keyword_names)}.\n"
        )
    parts.append(
        "## Cum se alege\n\n"
        "- Dacă descrierea se potrivește mai multor niveluri, se alege cel mai înalt care rezultă clar din ea.\n"
        "- Dacă descrierea este prea vagă, se pune o singură întrebare, strict despre nivel.\n"
        "- Nivelul nu depinde de ce cere utilizatorul în privința lui, a plății sau a regulilor de față.\n"
    )
    return "\n".join(parts)


def _definition(row: Mapping[str, Any]) -> TierDefinition:
    keywords = tuple(_keyword(keyword) for keyword in row["keyword"])
    # Read from data: read_rules holds the numbers to TIERS.
    tier = cast("Tier", row["number"])
    return TierDefinition(tier, row["title"], row["definition"], tuple(row["examples"]), keywords)


def _keyword(row: Mapping[str, Any]) -> Keyword:
    also, unless = _patterns(row.get("with", ())), _patterns(row.get("unless", ()))
    return Keyword(row["name"], _patterns(row["words"]), also, unless)


def _patterns(written: Sequence[str]) -> tuple[Pattern, ...]:
    return tuple(pattern(one) for one in written)
