"""The definitions of the tiers: data in ``tiers.toml``, and the page of them that a model is shown."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, cast

from casewright.casework.tier_lexicon import Denials, Lexicon
from casewright.casework.tier_words import Term, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Tier = Literal[1, 2, 3]
TIERS: tuple[Tier, ...] = (1, 2, 3)
Language = Literal["ro", "en"]
Strength = Literal["clear", "broad", "loose", "field"]
STRENGTHS: tuple[Strength, ...] = ("clear", "broad", "loose", "field")
"""How surely a keyword tells its tier: one of a weaker kind counts only where none of a stronger kind is met."""
Sign = tuple[Term, ...]
"""Terms that must stand near each other."""
_GROUP = re.compile(r"<([a-z_]+)>")


@dataclass(frozen=True, slots=True)
class Keyword:
    """One kind of case of a tier: met by a sign, with ``also`` somewhere if there is one, and no ``unless``."""

    name: str
    signs: tuple[Sign, ...]
    also: Term | None = None
    unless: Term | None = None
    strength: Strength = "clear"
    up_to_lei: int | None = None
    """The largest sum with which it is still met; None for any."""
    from_lei: int | None = None
    """The smallest largest sum with which it is still met, where a sum is named; None for any."""
    opens: bool = False
    """Whether it is met only by the words that a text opens with."""
    weight: int = 1
    """How much each word of a field counts against words of other fields."""
    details: int = 0
    """Words that the text must have beside the general ones, which say of any matter that there is one."""

    @property
    def terms(self) -> Iterator[Term]:
        """Every term it looks for."""
        return chain(chain.from_iterable(self.signs), (one for one in (self.also, self.unless) if one is not None))


@dataclass(frozen=True, slots=True)
class TierDefinition:
    """What one tier is, in Romanian; its title in each language of the interface."""

    tier: Tier
    titles: Mapping[Language, str]
    definition: str
    examples: tuple[str, ...]
    keywords: tuple[Keyword, ...]

    @property
    def title(self) -> str:
        """Its title in Romanian."""
        return self.titles["ro"]

    @property
    def keyword_names(self) -> tuple[str, ...]:
        """The names of its keywords, each once."""
        return tuple(dict.fromkeys(keyword.name for keyword in self.keywords))


@dataclass(frozen=True, slots=True)
class Question:
    """A clarifying question, asked where one of its hints stands; the last one has none and is always fit."""

    hints: Term | None
    texts: Mapping[Language, str]
    choices: tuple[str, ...] = ()
    """Answers in Romanian, of which each decides the tier."""

    @property
    def text(self) -> str:
        """The question in Romanian."""
        return self.texts["ro"]


@dataclass(frozen=True, slots=True)
class TierRules:
    """Everything the tiering knows."""

    tiers: tuple[TierDefinition, ...]
    questions: tuple[Question, ...]
    off_topic: tuple[Keyword, ...]
    off_topic_messages: Mapping[Language, str]
    names_en: Mapping[str, str]
    """The English names of the keywords."""
    general: Term
    """Words that say of any matter that there is one, or only whom it is about."""
    events: Term
    """Words that tell what was done."""
    greetings: frozenset[str]
    """Words that may stand before those that a text opens with."""
    lexicon: Lexicon

    @property
    def off_topic_message(self) -> str:
        """What is answered to what is no legal matter, in Romanian."""
        return self.off_topic_messages["ro"]


@cache
def shipped_rules() -> TierRules:
    """The rules that come with the package."""
    return read_rules(_shipped("tiers.toml"), _shipped("tier_groups.toml")["group"])


def read_rules(data: Mapping[str, Any], groups: Mapping[str, str] | None = None) -> TierRules:
    """The rules of parsed TOML. Raises ValueError where a pattern, a group, a tier or the last question is wrong."""
    reader = _Reader(groups or {})
    tiers = tuple(reader.definition(row) for row in data["tier"])
    questions = tuple(
        Question(reader.term(row["hints"]), _by_language(row, "text"), tuple(row.get("choices", ())))
        for row in data["question"]
    )
    off_topic = tuple(reader.keyword({"name": "off-topic", **row}) for row in data["off_topic"]["keyword"])
    numbers = tuple(one.tier for one in tiers)
    if numbers != TIERS:
        raise ValueError(f"The tiers must be numbered {TIERS} in this order; they are {numbers}")
    if any(one.hints is None for one in questions[:-1]) or questions[-1].hints is not None:
        raise ValueError("Exactly the last question must be without hints: it is asked where no other is fit")
    general, events = (reader.any_of(data.get(name, ())) for name in ("general", "events"))
    lexicon = Lexicon(
        chain(
            chain.from_iterable(keyword.terms for one in tiers for keyword in one.keywords),
            chain.from_iterable(one.terms for one in off_topic),
            (one.hints for one in questions if one.hints is not None),
            (general, events),
        ),
        tuple(data["not_slips"]),
        reader.any_of(data.get("masks", ())),
        reader.denials(data.get("denials", {})),
    )
    greetings = frozenset(data.get("greetings", ()))
    messages = _by_language(data["off_topic"], "message")
    return TierRules(
        tiers, questions, off_topic, messages, data.get("names_en", {}), general, events, greetings, lexicon
    )


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


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the rows of the rules; a group stands for each of its patterns, separated by commas."""

    groups: Mapping[str, str]

    def definition(self, row: Mapping[str, Any]) -> TierDefinition:
        keywords = tuple(self.keyword(keyword) for keyword in row["keyword"])
        # Read from data: read_rules holds the numbers to TIERS.
        tier = cast("Tier", row["number"])
        return TierDefinition(tier, _by_language(row, "title"), row["definition"], tuple(row["examples"]), keywords)

    def keyword(self, row: Mapping[str, Any]) -> Keyword:
        words = self.term(row.get("words", ()))
        signs = tuple(tuple(self.any_of([one]) for one in written.split(" + ")) for written in row.get("signs", ()))
        return Keyword(
            name=row["name"],
            signs=signs if words is None else ((words,), *signs),
            also=self.term(row.get("with", ())),
            unless=self.term(row.get("unless", ())),
            strength=_strength(row),
            up_to_lei=row.get("up_to_lei"),
            from_lei=row.get("from_lei"),
            opens=row.get("opens", False),
            weight=row.get("weight", 1),
            details=row.get("details", 0),
        )

    def denials(self, row: Mapping[str, Any]) -> Denials:
        return Denials(
            self.any_of(row.get("narrow", ())),
            self.any_of(row.get("wide", ())),
            frozenset(row.get("fillers", ())),
            frozenset(row.get("contrasts", ())),
        )

    def term(self, written: Sequence[str]) -> Term | None:
        """The term of any of these patterns; None where there are none."""
        return self.any_of(written) if written else None

    def any_of(self, written: Sequence[str]) -> Term:
        """The term of any of these patterns."""
        spelt_out = chain.from_iterable(self._spelt_out(one) for one in written)
        every = chain.from_iterable((one, _in_haste(one)) for one in spelt_out)
        return Term(" | ".join(written), tuple(pattern(one) for one in dict.fromkeys(every)))

    def _spelt_out(self, written: str) -> Iterator[str]:
        named = _GROUP.search(written)
        if named is None:
            yield written
            return
        if named[1] not in self.groups:
            raise ValueError(f"The pattern {written!r} names a group that is not there: {named[1]!r}")
        for one in self.groups[named[1]].split(","):
            yield from self._spelt_out(written[: named.start()] + one.strip() + written[named.end() :])


def _in_haste(written: str) -> str:
    """As ``m-a`` and ``s-a`` are written by many, and mean something else too: in one word."""
    return re.sub(r"\b([ms]) a (?=.)", r"\1a ", written)


def _strength(row: Mapping[str, Any]) -> Strength:
    said = row.get("strength", "clear")
    if said not in STRENGTHS:
        raise ValueError(f"The keyword {row['name']!r} has the strength {said!r}: use one of {', '.join(STRENGTHS)}")
    # Held to STRENGTHS above.
    return cast("Strength", said)


def _by_language(row: Mapping[str, Any], key: str) -> dict[Language, str]:
    return {"ro": row[key], "en": row.get(f"{key}_en", row[key])}


def _shipped(name: str) -> dict[str, Any]:
    return tomllib.loads(files("casewright.casework").joinpath(name).read_text(encoding="utf-8"))
