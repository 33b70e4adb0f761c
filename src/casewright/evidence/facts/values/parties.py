"""Parties: each by the name it signs with, what the contract calls it, and its role where that is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.domain.facts import PartyValue
from casewright.evidence.facts.values import party_names as names
from casewright.vocabulary.folding import fold, plain_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    Place = tuple[int, int]

_REACH = 700
"""Characters between a name and the definition of what it is called."""
_SHORT = 2
"""Words of a name that may be but what another one is called."""
_MOST = 40
"""Places that are looked at for one name; those of a contract's parties are fewer."""


@dataclass(slots=True)
class _Party:
    name: str
    start: int
    ends: list[int] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)

    def call(self, alias: str) -> None:
        if fold(alias) != fold(self.name):
            self.aliases.setdefault(fold(alias), alias)


def parties_of(text: str, spans: Sequence[Place]) -> list[PartyValue]:
    """The parties that the places name, in the order of the text, each once, with what they are called.

    A place may be a name or an alias, wherever it stands; what names several parties together names none. An alias is
    that of the name after which the text defines it. One that no name is before stands for a party by itself.
    """
    return [_value(party) for party in _joined(text, spans)]


def names_a_party(text: str, start: int, end: int) -> bool:
    """Whether the place names or calls one party: what names several together ("the Parties") names none."""
    return names.name_at(text, start, end) is not None and not names.is_group(text[start:end])


def party_of(text: str, start: int, end: int, others: Sequence[Place] = ()) -> PartyValue | None:
    """The party that the place names or calls; ``others`` are the places of parties in the same document."""
    name = names.name_at(text, start, end)
    if name is None or not names_a_party(text, start, end):
        return None
    wanted = names.key(name)
    for party in _joined(text, [(start, end), *others]):
        if wanted in (names.key(party.name), *map(names.key, party.aliases.values())):
            return _value(party)
    return PartyValue(name)


def _value(party: _Party) -> PartyValue:
    aliases = tuple(party.aliases.values())
    return PartyValue(party.name, aliases, names.role_of(aliases))


def _joined(text: str, spans: Sequence[Place]) -> list[_Party]:
    places = sorted({(start, end) for start, end in spans if 0 <= start < end <= len(text)})[: 2 * _MOST]
    plain = plain_signs(text)
    found, called = _parted(text, plain, places)
    for party in found:
        party.ends = [end for _, end in zip(range(_MOST), names.places_of(party.name, plain), strict=False)]
    loose = [(alias, start) for alias, start in called if not _attach(alias, plain, found)]
    for party in found:
        if not party.aliases:
            _define(party, plain, found)
    for alias, start in loose:
        if any(names.key(alias) in map(names.key, (one.name, *one.aliases.values())) for one in found):
            continue
        holder = [one for one in found if names.begins(alias, one.name)]
        if len(holder) == 1:
            holder[0].call(alias)
        elif not holder:
            found.append(_Party(alias, start))
    return sorted(found, key=lambda one: one.start)


def _parted(text: str, plain: str, places: Sequence[Place]) -> tuple[list[_Party], list[tuple[str, int]]]:
    """The parties by their names, and aliases with where they stand; the longest of the same names is kept."""
    found: dict[str, _Party] = {}
    called: list[tuple[str, int]] = []
    for start, end in places:
        quoted = names.quoted_parts(text, start, end)
        if (names.is_group(text[start:end]) and not (quoted and names.is_quoted(text, start))) or names.is_aside(
            text[start:end]
        ):
            continue
        name = names.name_at(text, start, end)
        if name is None:
            continue
        inner = any(low <= start and end <= high and (low, high) != (start, end) for low, high in places)
        meant = inner or names.is_called(name) or names.is_quoted(text, start)
        if quoted or (meant and not names.has_form(name)):
            called += [(alias, start) for alias in (quoted or [name])]
        elif not names.has_form(name) and len(name.split()) <= _SHORT and names.is_defined(name, plain):
            called.append((name, start))
        else:
            same = found.setdefault(names.key(name), _Party(name, start))
            same.name = max(same.name, name, key=lambda one: (names.has_form(one), len(one)))
    return list(found.values()), called


def _attach(alias: str, plain: str, found: Sequence[_Party]) -> bool:
    """Give the alias to the party whose name is nearest before it where the text defines it."""
    for match in names.places_quoted(alias, plain):
        before = [(end, party) for party in found for end in party.ends if end <= match.start() <= end + _REACH]
        if before:
            _, party = max(before, key=lambda one: one[0])
            party.call(match["alias"])
            return True
    return False


def _define(party: _Party, plain: str, found: Sequence[_Party]) -> None:
    """Call a party what the text defines after its name, before another party's name."""
    others = sorted(end for other in found if other is not party for end in other.ends)
    for end in party.ends:
        following = next((other for other in others if other > end), len(plain))
        for alias in names.definition_after(plain[end : min(following, end + _REACH)]):
            if names.is_called(alias) or names.is_kin(alias, party.name):
                party.call(alias)
        if party.aliases:
            return
