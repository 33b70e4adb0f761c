"""Checklists: what has to be known of a case of each kind, as data in the TOML files beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Reads = Literal["date", "amount", "pattern", "text", "court", "yes_no", "count", "days", "place", "authority"]
GENERAL = "general"
"""The kind of every case that no other checklist is for."""


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One fact to be known. Texts by language; patterns are read in folded text, ``{name}`` of ``as_`` from groups."""

    id: str
    label: str
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
    level: str
    """The court of a place: judecatorie or tribunal; any: it has to be named; by_value: by the sum claimed."""
    strict: bool
    """Whether words are an answer only where one of the cues stands in them."""
    dates_the_facts: bool
    wish: bool
    """Whether a draft leaves out the words „vreau”, „vrem” at its beginning."""
    grows: bool
    """Whether what is told of it later is added to what is known."""
    listed: bool
    """Whether a draft retells it as a list of nouns."""
    accuses: bool
    """Whether it is what others say that the user did: a draft tells it as theirs."""
    offered_as: Mapping[str, str]
    """As what the user's earlier words are offered for it; empty where none are."""
    beside: str | None
    """The fact whose answer may bring this date with it: „nr. 118 din 9 noiembrie”."""
    document_cues: tuple[str, ...]
    """Marks a sentence of a document that tells it; a document tells no other fact in words."""
    when: tuple[str, str] | None
    """Only asked where that fact has that value; a value beginning with ``!`` means any other."""


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
class Limit:
    """A time limit: days or years from the date of a fact; with neither, the date of the fact is the last day."""

    fact: str
    days: int
    years: int
    source: str
    after: Mapping[str, str]
    """What to say where it has passed."""
    beside: Mapping[str, str] | None = None
    """What to say beside it: another limit that holds in some of the cases."""

    def last_day(self, start: date) -> date:
        """The last day, by the calendar."""
        if not self.years:
            return start + timedelta(days=self.days)
        try:
            return start.replace(year=start.year + self.years)
        except ValueError:
            return date(start.year + self.years, 2, 28)


@dataclass(frozen=True, slots=True)
class Ground:
    """A paragraph of law that goes into the draft where the user's reasons speak of it."""

    words: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Checklist:
    """One kind of case."""

    id: str
    tier: int
    also: tuple[int, ...]
    """Other tiers in which it is looked for, once no kind of theirs fits: a case may be set higher than it need be."""
    name: Mapping[str, str]
    draft: str
    words: tuple[tuple[str, ...], ...]
    """It is this kind where every pattern of one row is found in the folded statements."""
    unless: tuple[str, ...]
    research: tuple[str, ...]
    titles: tuple[str, ...]
    facts: tuple[Fact, ...]
    parties: tuple[PartyWanted, ...]
    limit: Limit | None
    grounds: tuple[Ground, ...]
    otherwise: tuple[str, str] | None
    """A fact and a value with which the case is no longer of this kind, but a general one."""
    next_steps: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, Mapping[str, str]]
    """Answers to the user's questions about this kind, by topic and language."""
    template: str

    def fact(self, name: str) -> Fact | None:
        """The fact of that id."""
        return next((one for one in self.facts if one.id == name), None)


def checklist(kind: str) -> Checklist:
    """The checklist of that kind. Raises ``KeyError`` where there is none."""
    return checklists()[kind]


@cache
def checklists() -> Mapping[str, Checklist]:
    """Every checklist by its id, the general one last."""
    folder = files("casewright.casework.kinds")
    texts = sorted(
        (one.name, one.read_text(encoding="utf-8")) for one in folder.iterdir() if one.name.endswith(".toml")
    )
    found = [_checklist(tomllib.loads(text)) for _, text in texts]
    return {one.id: one for one in sorted(found, key=lambda one: (one.id == GENERAL, -one.tier, one.id))}


def _checklist(data: Mapping[str, Any]) -> Checklist:
    name = str(data["id"])
    template = files("casewright.casework.kinds").joinpath(f"{name}.md")
    steps = data.get("next_steps", {})
    return Checklist(
        id=name,
        tier=data["tier"],
        also=tuple(data.get("also", ())),
        name=data["name"],
        draft=data["draft"],
        words=tuple(tuple(row) for row in data["words"]),
        unless=tuple(data.get("unless", ())),
        research=tuple(data["research"]),
        titles=tuple(data.get("titles", ())),
        facts=tuple(_fact(one) for one in data["fact"]),
        parties=tuple(_party(one) for one in data.get("party", ())),
        limit=_limit(data.get("limit")),
        grounds=tuple(Ground(tuple(one["words"]), one["text"]) for one in data.get("ground", ())),
        otherwise=_pair(data.get("otherwise")),
        next_steps={language: tuple(lines) for language, lines in steps.items()},
        answers=data.get("answers", {}),
        template=template.read_text(encoding="utf-8"),
    )


def _fact(data: Mapping[str, Any]) -> Fact:
    return Fact(
        id=data["id"],
        label=data["label"],
        ask=data["ask"],
        again=data.get("again", {}),
        reads=data["reads"],
        needed=data.get("needed", True),
        words=tuple(data.get("words", ())),
        cues=tuple(data.get("cues", ())),
        patterns=tuple(data.get("patterns", ())),
        as_=data.get("as", ""),
        none=data.get("none", ""),
        level=data.get("level", "judecatorie"),
        strict=data.get("strict", False),
        dates_the_facts=data.get("dates_the_facts", False),
        wish=data.get("wish", False),
        grows=data.get("grows", False),
        listed=data.get("listed", False),
        accuses=data.get("accuses", False),
        offered_as=data.get("offered_as", {}),
        beside=data.get("beside"),
        document_cues=tuple(data.get("document_cues", ())),
        when=_pair(data.get("when")),
    )


def _party(data: Mapping[str, Any]) -> PartyWanted:
    return PartyWanted(
        id=data["id"],
        label=data["label"],
        role=data.get("role", data["roles"][0]),
        roles=tuple(data["roles"]),
        individual=tuple(data.get("individual", ())),
        organisation=tuple(data.get("organisation", ())),
        needed=data.get("needed", True),
        as_many_as=data.get("as_many_as"),
        or_fact=data.get("or_fact"),
        when=_pair(data.get("when")),
    )


def _limit(data: Mapping[str, Any] | None) -> Limit | None:
    return (
        None
        if data is None
        else Limit(
            data["fact"], data.get("days", 0), data.get("years", 0), data["source"], data["after"], data.get("beside")
        )
    )


def _pair(data: Any) -> tuple[str, str] | None:  # a list of two texts in TOML
    return None if data is None else (data[0], data[1])
