"""Parties of a case, without a single personal detail: those are in the vault."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from casewright.domain.aliases import alias_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, PartyId, TenantId


class PartyKind(StrEnum):
    """Whether the party is a person or an organisation."""

    INDIVIDUAL = "individual"
    ORGANISATION = "organisation"


FIELDS: Mapping[PartyKind, tuple[str, ...]] = MappingProxyType(
    {
        PartyKind.INDIVIDUAL: ("firstName", "lastName", "cnp", "address", "email", "phone"),
        PartyKind.ORGANISATION: ("organizationName", "cui", "registrationNumber", "registeredAddress", "contact"),
    }
)
"""The details of each kind, flat, by the names that placeholders use (spec/casework.md, "Parties")."""

REQUIRED: Mapping[PartyKind, tuple[str, ...]] = MappingProxyType(
    {PartyKind.INDIVIDUAL: ("firstName", "lastName"), PartyKind.ORGANISATION: ("organizationName",)}
)
"""What a party cannot be without."""


@dataclass(frozen=True, slots=True)
class Party:
    """One party of a tenant. ``has`` names the details that the vault holds of it; ``version`` counts changes."""

    id: PartyId
    tenant: TenantId
    kind: PartyKind
    has: tuple[str, ...]
    version: int
    made_by: ActorId
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Attachment:
    """A party's part in a case. ``alias`` is ``party<number>``, given once and never again in that case; ``role`` and
    ``called`` are words such as ``reclamant`` or ``chiriașul``, never names.
    """

    tenant: TenantId
    case: MatterId
    party: PartyId
    alias: str
    role: str
    called: tuple[str, ...]
    attached_at: datetime


class Called(NamedTuple):
    """One keyed hash of what a party is called in a case, or was."""

    hash: bytes
    party: PartyId
    alias: str
    field: str


def called_in_case(now: Iterable[Called], before: Iterable[Called]) -> Mapping[bytes, Sequence[tuple[str, str]]]:
    """Hash → (alias, field) by the aliases' numbers, of those who are called so now; else of those who were.

    A party that came back under another alias is known by its last one.
    """
    found = _by_hash(now)
    last: dict[tuple[bytes, PartyId], int] = {}
    former = list(before)
    for one in former:
        last[one.hash, one.party] = max(last.get((one.hash, one.party), 0), alias_number(one.alias) or 0)
    known_last = (one for one in former if (alias_number(one.alias) or 0) == last[one.hash, one.party])
    return {**_by_hash(known_last), **found}


def _by_hash(called: Iterable[Called]) -> dict[bytes, list[tuple[str, str]]]:
    found: dict[bytes, list[tuple[str, str]]] = {}
    for one in sorted(called, key=lambda one: (alias_number(one.alias) or 0, one.field)):
        found.setdefault(one.hash, []).append((one.alias, one.field))
    return found
