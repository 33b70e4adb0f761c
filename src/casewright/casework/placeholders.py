"""Placeholders such as ``{{party0.firstName}}``: found, checked against a case's parties, and filled in once.

A value that is filled in is text for good: a name that looks like a placeholder is printed as it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FAILED = "Placeholder substitution failed"
"""The seed's words (``generate_draft_pdf``); the reason follows them."""
_OPEN = "{{"
_WHOLE = re.compile(r"\{\{[^\S\n]*((?:party|person_)(?:0|[1-9][0-9]{0,5}))\.([A-Za-z]{1,40})[^\S\n]*\}\}")
_ANY = re.compile(r"\{\{[^\S\n]*([A-Za-z0-9_./]{1,60})[^\S\n]*\}\}")
_UNDECLARED = re.compile(r"person_[0-9]+")
_SHARED = re.compile(r"party[0-9]+(?:/party[0-9]+)+\.[A-Za-z]+")


@dataclass(frozen=True, slots=True, order=True)
class Placeholder:
    """A detail of a party: the party by its alias in the case, the detail by its field's name.

    ``person_3.iban`` is a number that the firewall took out of a text of the case, and that is no party's.
    """

    alias: str
    field: str

    @property
    def of_party(self) -> bool:
        """Whether it is a party's detail."""
        return self.alias.startswith("party")

    def __str__(self) -> str:
        return f"{{{{{self.alias}.{self.field}}}}}"


@dataclass(frozen=True, slots=True)
class Known:
    """What may be asked of a party: the fields of its kind, and those of them that it has a value for."""

    fields: tuple[str, ...]
    has: frozenset[str]


class UnresolvedPlaceholder(InvalidInput):
    """A draft names what its case does not have. The sentence begins with the seed's words and quotes no value."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{FAILED}: {reason}")


def find_placeholders(texts: Iterable[str]) -> tuple[Placeholder, ...]:
    """The placeholders in the texts, each once, in their order.

    Raises ``UnresolvedPlaceholder`` where two opening braces begin none.
    """
    found: dict[Placeholder, None] = {}
    for text in texts:
        at = text.find(_OPEN)
        while at >= 0:
            match = _WHOLE.match(text, at)
            if match is None:
                raise UnresolvedPlaceholder(_strange(text, at))
            found[Placeholder(match[1], match[2])] = None
            at = text.find(_OPEN, match.end())
    return tuple(found)


def check_placeholders(wanted: Iterable[Placeholder], parties: Mapping[str, Known]) -> None:
    """Raises ``UnresolvedPlaceholder`` for the first party's detail that no attached party can fill.

    ``parties`` is by alias; who is no party is passed over.
    """
    for one in wanted:
        if not one.of_party:
            continue
        party = parties.get(one.alias)
        if party is None:
            raise UnresolvedPlaceholder(f"Party ID {one.alias} not found or not attached to case")
        if one.field not in party.fields:
            raise UnresolvedPlaceholder(
                f"Party ID {one.alias} has no field {one.field!r}; its fields are {', '.join(party.fields)}"
            )
        if one.field not in party.has:
            raise UnresolvedPlaceholder(
                f"Party ID {one.alias} has no value for {one.field!r}; a person has to add it to the party"
            )


def check_values(wanted: Iterable[Placeholder], values: Mapping[Placeholder, str]) -> None:
    """Raises ``UnresolvedPlaceholder`` for the first that there is no value for."""
    for one in wanted:
        if one not in values:
            raise UnresolvedPlaceholder(f"{one} stands for nothing that this case knows")


def fill_in(text: str, values: Mapping[Placeholder, str]) -> str:
    """The text with its placeholders' values, each taken as text; ``values`` has all of them."""
    return _WHOLE.sub(lambda match: values[Placeholder(match[1], match[2])], text)


def _strange(text: str, at: int) -> str:
    """What to say of two opening braces that begin no placeholder; at most a word of it is shown."""
    match = _ANY.match(text, at)
    if match is None:
        return (
            "a placeholder is not written as {{party0.firstName}}: an alias, a dot and a field between two braces each"
        )
    if _UNDECLARED.match(match[1]):
        return (
            f"{{{{{match[1]}}}}} stands for somebody who is not a party; add the person to the case and use the alias"
        )
    if _SHARED.fullmatch(match[1]):
        return f"{{{{{match[1]}}}}} may mean any of several parties; write the one that is meant"
    return f"{{{{{match[1]}}}}} is not written as {{{{party0.firstName}}}}: an alias, a dot and a field's name"
