"""A kind of case: the facts to know, the parties to name, the draft to write and the time limit to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from casewright.casework.time_limits import TimeLimit

Reads = Literal[
    "date",
    "amount",
    "document",
    "court",
    "yes_no",
    "count",
    "days",
    "place",
    "authority",
    "deed",
    "reason",
    "evidence",
    "wish",
    "words",
]
"""The type of a fact, by which what is said is read and held to it. ``document``: a paper's number, by patterns."""
IN_WORDS: Final = frozenset(("deed", "reason", "evidence", "wish", "words"))
"""The types that are told in the user's own words. ``deed``: what happened or was done; ``words``: anything else."""
Level = Literal["judecatorie", "tribunal", "any", "by_value"]
"""The court of a place. any: the court has to be named; by_value: the sum claimed decides."""


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One fact to be known. Texts by language; patterns are read in folded text, ``{name}`` of ``as_`` from groups."""

    id: str
    """``suma`` is the sum that a case is about: the court's level may hang on it."""
    label: str
    """What the case file and drafts call it, in Romanian."""
    label_en: str
    """What a sentence in English calls it."""
    ask: Mapping[str, str]
    again: Mapping[str, str]
    """Asked otherwise, where the user does not know; empty where "not known" is taken at once."""
    reads: Reads
    needed: bool
    """Whether no draft can be made without it."""
    words: tuple[str, ...]
    """Beginnings of folded words by which a user names it."""
    cues: tuple[str, ...]
    """Folded patterns beside which its value stands, or which mark a sentence that tells it."""
    patterns: tuple[str, ...]
    as_: str
    none: str
    """What is kept where the user says that there is none; empty where that is no answer."""
    level: Level
    strict: bool
    """Whether words are an answer only where one of the cues stands in them."""
    ahead: bool
    """Whether it is a day that lies ahead: one without a year is the nearest, not the latest that is over."""
    dates_the_facts: bool
    wish: bool
    """Whether a draft leaves out the words „vreau”, „vrem” at its beginning."""
    grows: bool
    """Whether what is told of it later is added to what is known."""
    listed: bool
    """Whether a draft retells it as a list of nouns."""
    opening: bool
    """Whether it is what the user told of their own accord, where no other fact is told by it."""
    accuses: bool
    """Whether it is what others say that the user did: a draft tells it as theirs."""
    offered_as: Mapping[str, str]
    """As what the user's earlier words are offered for it; empty where none are."""
    opening_as: Mapping[str, str]
    """As what the words that opened the case are offered for it, to be added to; empty where they are not."""
    beside: str | None
    """The fact whose answer may bring this date with it: „nr. 118 din 9 noiembrie”."""
    document_cues: tuple[str, ...]
    """Marks a sentence of a document that tells it; a document tells no other fact in words."""
    anywhere: bool
    """Whether the only town that a message names is told for it: the act, the home or the land is there."""
    when: tuple[str, str] | None
    """Only asked where that fact has that value; a value beginning with ``!`` means any other."""

    @property
    def in_words(self) -> bool:
        """Whether it is told in the user's own words."""
        return self.reads in IN_WORDS


@dataclass(frozen=True, slots=True)
class PartyWanted:
    """A party that the draft names: the roles that it may have, and the details that it must have, by kind."""

    id: str
    label: Mapping[str, str]
    role: str
    """The role that the user is told to give it."""
    roles: tuple[str, ...]
    """Beginnings of folded words for its role."""
    individual: tuple[str, ...]
    organisation: tuple[str, ...]
    needed: bool
    as_many_as: str | None
    """The fact that says how many of them there are, where there may be several."""
    or_fact: str | None
    """The fact that stands in its place, such as an authority's name."""
    when: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Ground:
    """A paragraph of law that goes into the draft where the user's reasons speak of it."""

    words: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part by its name in Romanian; it is there where each pattern is found in the folded text."""

    name: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftKind:
    """A kind of draft. It is one where each of ``known_by`` is found in its name or first heading, folded."""

    name: str
    source: str
    known_by: tuple[str, ...]
    parts: tuple[Part, ...]
    limit: TimeLimit | None
    """The time limit whose first day the draft must say."""
    tried: int
    """Its place in the order in which a draft's name is tried for each kind."""


@dataclass(frozen=True, slots=True)
class Source:
    """An article that the kind rests on, and where its text was read."""

    article: str
    rules: str
    read_in: str
    """Where its text was read; empty where nobody checked it."""
    checked: date | None
    """The day on which it was read there; None where nobody checked it."""


@dataclass(frozen=True, slots=True)
class CaseKind:
    """One kind of case."""

    id: str
    tier: int
    also: tuple[int, ...]
    """Other tiers in which it is looked for, once no kind of theirs fits: a case may be set higher than it need be."""
    name: Mapping[str, str]
    draft: str
    """The name of its draft, as it stands in the path."""
    draft_kind: DraftKind | None
    """What its draft must have; None where that is not checked."""
    words: tuple[tuple[str, ...], ...]
    """It is this kind where every pattern of one row is found in the folded statements."""
    hints: tuple[str, ...]
    """Patterns that speak for it and do not make it this kind alone."""
    unless: tuple[str, ...]
    research: tuple[str, ...]
    titles: tuple[str, ...]
    facts: tuple[Fact, ...]
    parties: tuple[PartyWanted, ...]
    limit: TimeLimit | None
    grounds: tuple[Ground, ...]
    sources: tuple[Source, ...]
    """At least one for each kind whose draft is an act."""
    otherwise: tuple[str, str] | None
    """A fact and a value with which the case is no longer of this kind, but a general one."""
    next_steps: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, Mapping[str, str]]
    """Answers to the user's questions about this kind, by topic and language."""
    template: str

    def fact(self, name: str) -> Fact | None:
        """The fact of that id."""
        return next((one for one in self.facts if one.id == name), None)
