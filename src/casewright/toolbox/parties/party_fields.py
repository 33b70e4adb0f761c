"""The details of a party as people enter them: which belong to which kind, and whether each is well formed.

No message shows a value: these sentences may be kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.casework.identifiers import identifiers_in, valid_cnp, valid_cui, valid_registration
from casewright.casework.names import fold_words
from casewright.domain.parties import FIELDS, REQUIRED, PartyKind
from casewright.errors import InvalidInput
from casewright.tools.arguments import Arguments

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 500
"""Characters of one detail."""
DETAILS = frozenset(name for names in FIELDS.values() for name in names)


class PartyDetails(Arguments):
    """A party's details, by the names that placeholders use. All of them are sensitive."""

    firstName: str | None = Field(default=None, description="Of a person", max_length=LONGEST)
    lastName: str | None = Field(default=None, description="Of a person", max_length=LONGEST)
    cnp: str | None = Field(default=None, description="Of a person: 13 digits, checked", max_length=LONGEST)
    address: str | None = Field(default=None, description="Of a person", max_length=LONGEST)
    email: str | None = Field(default=None, description="Of a person", max_length=LONGEST)
    phone: str | None = Field(default=None, description="Of a person", max_length=LONGEST)
    organizationName: str | None = Field(default=None, description="Of an organisation", max_length=LONGEST)
    cui: str | None = Field(default=None, description="Of an organisation: checked", max_length=LONGEST)
    registrationNumber: str | None = Field(
        default=None,
        description="Of an organisation: J40/123/2012 or 14 characters",
        max_length=LONGEST,
    )
    registeredAddress: str | None = Field(default=None, description="Of an organisation", max_length=LONGEST)
    contact: str | None = Field(default=None, description="Of an organisation", max_length=LONGEST)

    def given(self) -> dict[str, str]:
        """The details that were given, without white space around them; empty ones are to be removed."""
        return {name: value.strip() for name in sorted(DETAILS) if (value := getattr(self, name)) is not None}


def checked_details(kind: PartyKind, values: Mapping[str, str]) -> dict[str, str]:
    """The details in the order of the kind's fields. Raises ``InvalidInput`` naming the one that cannot be kept."""
    strangers = sorted(set(values) - set(FIELDS[kind]))
    if strangers:
        raise InvalidInput(f"A party that is an {kind.value} has no {strangers[0]}: it has {', '.join(FIELDS[kind])}")
    for name in REQUIRED[kind]:
        if not values.get(name):
            raise InvalidInput(f"A party that is an {kind.value} needs {name}")
    kept = {name: values[name] for name in FIELDS[kind] if values.get(name)}
    for name, value in kept.items():
        problem = _problem(name, value)
        if problem is not None:
            raise InvalidInput(f"{name}: {problem}")
    return kept


def _problem(name: str, value: str) -> str | None:
    """What is wrong with the value, in words that do not show it."""
    if any(ord(character) < 32 for character in value):
        return "it holds a control character or a line break: write it on one line"
    match name:
        case "cnp":
            return None if valid_cnp(value) else "it is no CNP: 13 digits with a day, a county and the check digit"
        case "cui":
            return None if valid_cui(value) else "it is no CUI: up to ten digits with the check digit, RO may precede"
        case "registrationNumber":
            return None if valid_registration(value) else "it is no number of the trade register, such as J40/123/2012"
        case "email" | "phone":
            found = any(one.kind == name for one in identifiers_in(value))
            return None if found else f"it does not read as {'an e-mail address' if name == 'email' else 'a number'}"
        case "firstName" | "lastName" | "organizationName":
            return None if fold_words(value) else "it holds no letter"
        case _:
            return None
