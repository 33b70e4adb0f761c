"""A briefing as the rules read it: which kind of case it is, what is known, what is missing, who its parties are."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.calm_words import calm
from casewright.agents.cases.minds.dates import read_date
from casewright.agents.cases.minds.phrases import fact_named
from casewright.agents.cases.minds.plain_replies import said_in, sentences
from casewright.casework.kinds.catalogue import GENERAL, case_kind, case_kinds
from casewright.casework.read_back import KIND, UNKNOWN, is_confirmed
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from casewright.agents.cases.mind import Briefing, Made
    from casewright.casework.kinds.case_kind import CaseKind, Fact, PartyWanted

STRONG = 3
"""What words are worth that make it a kind; a hint is worth one."""
_MOST_ROWS, _MOST_HINTS = 2, 2
_LEAD = 2
"""By how much one kind has to be ahead of the next: a hint alone does not choose between two problems."""
UNKNOWN_TWICE = "nu se cunoaște, nici la a doua întrebare"
INTRODUCED, RESEARCHED, REVIEWED, DRAFTED = "asistent.prezentare", "cercetare", "surse", "schita"
"""Ids of internal notes: that the assistant said what it is, and how far the work has come."""


@dataclass(frozen=True, eq=False)
class CaseFile:
    """What the rules know of a case in one step."""

    briefing: Briefing
    kind: CaseKind

    @classmethod
    def of(cls, briefing: Briefing) -> CaseFile:
        """The file of a briefing."""
        said = briefing.said
        briefing = briefing if said is None else replace(briefing, said=calm(said))
        return cls(briefing, case_kind(kind_of(briefing)))

    @property
    def language(self) -> str:
        """Of the interface."""
        return self.briefing.language

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """Every fact of this kind that was told, by its id in the kind; ``UNKNOWN`` too."""
        found: dict[str, str] = {}
        start = f"{self.kind.id}."
        for one in _objects(self.briefing.details.get("facts")):
            name, text = one.get("id"), one.get("fact")
            if isinstance(name, str) and isinstance(text, str) and name.startswith(start):
                fact = self.kind.fact(name.removeprefix(start))
                if fact is not None:
                    found[fact.id] = text.removeprefix(f"{fact.label}: ")
        return found

    @cached_property
    def known(self) -> Mapping[str, str]:
        """The facts that have a value."""
        return {name: value for name, value in self.facts.items() if value not in (UNKNOWN, UNKNOWN_TWICE)}

    def named(self, fact: Fact) -> str:
        """What the fact is called within a sentence to the user."""
        return fact_named(fact, self.language)

    def fact_id(self, fact: Fact) -> str:
        """The id of the fact in the case file, and what a question about it is about."""
        return f"{self.kind.id}.{fact.id}"

    def relevant(self, when: tuple[str, str] | None) -> bool:
        """Whether what is only wanted in some cases is wanted in this one."""
        if when is None:
            return True
        name, value = when
        known = self.known.get(name)
        if value.startswith("!"):
            return known is not None and known != value[1:]
        return known == value

    def wanted(self) -> Iterator[Fact]:
        """The facts that this case needs, in the order in which they are asked."""
        return (fact for fact in self.kind.facts if self.relevant(fact.when))

    def missing(self) -> list[Fact]:
        """The needed facts still to be asked for, in order; what the user does not know is asked once more.

        What a draft can do without is not asked for alone: the read-back says that it is missing.
        """
        return [fact for fact in self.wanted() if fact.needed and self._open(fact)]

    def _open(self, fact: Fact) -> bool:
        value = self.facts.get(fact.id)
        asked_again = (asked_about(self.briefing.details) or "").endswith("#")
        return value is None or (value == UNKNOWN and fact.needed and bool(fact.again) and not asked_again)

    def blocking(self) -> list[Fact]:
        """The needed facts that the user does not know and was asked for long enough."""
        return [fact for fact in self.wanted() if fact.needed and fact.id in self.facts and fact.id not in self.known]

    def gaps(self) -> list[Fact]:
        """The facts that are not known and that a draft can do without."""
        return [fact for fact in self.wanted() if not fact.needed and fact.id not in self.facts]

    @cached_property
    def parties(self) -> Mapping[str, Mapping[str, Any]]:
        """The attached party for each one that is wanted, by its id in the kind; each stands for one only."""
        taken: dict[str, Mapping[str, Any]] = {}
        for wanted in self.kind.parties:
            for party in self.briefing.parties:
                if party not in taken.values() and _plays(wanted, party):
                    taken[wanted.id] = party
                    break
        return taken

    def playing(self, wanted: PartyWanted) -> list[Mapping[str, Any]]:
        """Every attached party of that role that stands for no other; one, where there can be no more."""
        first = self.parties.get(wanted.id)
        if first is None or wanted.as_many_as is None:
            return [] if first is None else [first]
        taken = [id(one) for name, one in self.parties.items() if name != wanted.id]
        return [one for one in self.briefing.parties if id(one) not in taken and _plays(wanted, one)]

    def too_few(self, wanted: PartyWanted) -> bool:
        """Whether there are fewer of these parties than the fact says that counts them."""
        count = self.known.get(wanted.as_many_as or "", "1")
        return len(self.playing(wanted)) < (int(count) if count.isdigit() else 1)

    def parties_wanted(self) -> list[PartyWanted]:
        """The parties that this case needs, in order."""
        return [one for one in self.kind.parties if one.needed and self.relevant(one.when)]

    def strange_roles(self) -> list[str]:
        """The roles of attached parties that the kind does not know."""
        taken = [id(one) for wanted in self.kind.parties for one in self.playing(wanted)]
        return [str(one.get("role", "")) for one in self.briefing.parties if id(one) not in taken]

    @cached_property
    def last_day(self) -> date | None:
        """The last day of the time limit; None where there is none, or where its day is not known."""
        limit = self.kind.limit
        start = None if limit is None else read_date(self.known.get(limit.fact, ""))
        return None if limit is None or start is None else limit.last_day(start)

    @property
    def late(self) -> bool:
        """Whether the time limit has passed."""
        return self.last_day is not None and self.last_day < self.briefing.today

    def note(self, name: str) -> Mapping[str, Any] | None:
        """The internal note of that id."""
        notes = _objects(self.briefing.details.get("internal_notes"))
        return next((one for one in notes if one.get("id") == name), None)

    @cached_property
    def sources(self) -> Mapping[str, list[dict[str, Any]]]:
        """What research found, by list of the case file."""
        research = self.briefing.details.get("legal_research")
        research = research if isinstance(research, dict) else {}
        return {name: [dict(one) for one in _objects(research.get(name))] for name in ("legislation", "jurisprudence")}

    @cached_property
    def drafts(self) -> list[Mapping[str, Any]]:
        """The revisions of this kind's draft, oldest first."""
        own = [
            one
            for one in _objects(self.briefing.details.get("draft_status"))
            if one.get("draft_name") == self.kind.draft and isinstance(one.get("revision"), int)
        ]
        return sorted(own, key=lambda one: one["revision"])

    @cached_property
    def state(self) -> str:
        """A short hash of what the draft rests on: it changes when a fact or a party does."""
        parts = [self.kind.id, *(f"{name}={value}" for name, value in sorted(self.known.items()))]
        parts += [
            f"{name}={one.get('partyId')}{sorted(map(str, one.get('has', ())))}" for name, one in self.parties.items()
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def confirmed(self) -> bool:
        """Whether the user agreed to the facts as they stand."""
        return is_confirmed(self.briefing.details)

    @property
    def drafted(self) -> bool:
        """Whether the latest revision rests on what is known now."""
        note = self.note(DRAFTED)
        return bool(self.drafts) and note is not None and note.get("state") == self.state


def kind_of(briefing: Briefing) -> str:
    """The kind of the case: the one that was settled, else by the user's words; a general one can become another."""
    settled = _settled(briefing.details)
    if settled is not None and (settled != GENERAL or _has_note(briefing.details, "caz.general")):
        return settled
    return kind_by_words(_everything_said(briefing), briefing.tier)


def kind_by_words(said: Sequence[str], tier: int) -> str:
    """The kind of the tier that the words in what was said speak for most, else the general one.

    Words that speak for two kinds about as much make the case none of them: the user is asked which it is.
    """
    found = [one for one in kinds_by_words(said, tier) if one[1] >= STRONG]
    if len(found) > 1 and found[0][1] - found[1][1] < _LEAD:
        return GENERAL
    return found[0][0] if found else GENERAL


def kinds_by_words(said: Sequence[str], tier: int) -> list[tuple[str, int]]:
    """The kinds that the words speak for, with how much, the strongest first; of equal ones that of the tier."""
    # What is told as another matter ("dar asta altă dată") makes the case none of its kind.
    parts = [fold(part) for text in said for part in sentences(text)]
    folded = "\n".join(part for part in parts if not said_in("aside", part))
    found = []
    for one in case_kinds().values():
        if (one.tier != tier and tier not in one.also) or any(re.search(sign, folded) for sign in one.unless):
            continue
        rows = sum(all(re.search(sign, folded) for sign in row) for row in one.words)
        hints = sum(re.search(sign, folded) is not None for sign in one.hints)
        much = STRONG * min(rows, _MOST_ROWS) + min(hints, _MOST_HINTS)
        if much:
            found.append((one.id, much, one.tier == tier))
    return [(name, much) for name, much, _ in sorted(found, key=lambda one: (-one[1], not one[2]))]


def kind_of_any_tier(said: Sequence[str]) -> CaseKind | None:
    """The kind that the words are of, whatever its tier; the highest of several, None where there is none."""
    found = (kind_by_words(said, tier) for tier in (3, 2, 1))
    return next((case_kinds()[one] for one in found if one != GENERAL), None)


def statements(details: Mapping[str, Any]) -> list[str]:
    """All that the user said so far, oldest first."""
    found: list[str] = []
    for one in details.get("user_statements") or ():
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            found += [
                text
                for name, text in one.items()
                if isinstance(text, str) and name in ("statement", "text", "message", "said", "content")
            ]
    return found


def asked_about(details: Mapping[str, Any]) -> str | None:
    """What the user's message answers: the ``about`` of the question that is open."""
    interactions = details.get("agent_interactions")
    request = interactions.get("active_info_request_to_user") if isinstance(interactions, dict) else None
    about = request.get("about") if isinstance(request, dict) else request
    return about if isinstance(about, str) else None


def written_now(made: Sequence[Made], field: str) -> list[Mapping[str, Any]]:
    """The items that this turn's updates gave for a list of the case file."""
    found: list[Mapping[str, Any]] = []
    for one in made:
        if one.success and one.call.name == "update_case_details":
            updates = one.call.arguments.get("updates")
            found += _objects(updates.get(field)) if isinstance(updates, dict) else []
    return found


def _everything_said(briefing: Briefing) -> list[str]:
    said = [calm(one) for one in statements(briefing.details)]
    return said if briefing.said is None or briefing.said in said else [*said, briefing.said]


def everything_said(briefing: Briefing) -> list[str]:
    """All that the user said, the latest message too."""
    return _everything_said(briefing)


def _settled(details: Mapping[str, Any]) -> str | None:
    for one in reversed(list(_objects(details.get("objectives")))):
        name = one.get("id")
        if isinstance(name, str) and name.startswith(KIND) and one.get("status") != "abandoned":
            kind = name.removeprefix(KIND)
            if kind in case_kinds():
                return kind
    return None


def _has_note(details: Mapping[str, Any], name: str) -> bool:
    return any(one.get("id") == name for one in _objects(details.get("internal_notes")))


def _plays(wanted: PartyWanted, party: Mapping[str, Any]) -> bool:
    """Whether the party's role, or what it is called, is one of those wanted, and its kind fits."""
    kind = str(party.get("kind", ""))
    if not (wanted.organisation if kind == "organisation" else wanted.individual):
        return False
    words = [fold(str(one)).strip() for one in (party.get("role", ""), *(party.get("called") or ()))]
    return any(word.startswith(role) for word in words for role in wanted.roles)


def _objects(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list | tuple) else []
