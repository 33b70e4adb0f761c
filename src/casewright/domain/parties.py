"""Parties of a case, without a single personal detail: those are in the vault."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
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
