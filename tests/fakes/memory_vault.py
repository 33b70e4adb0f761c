"""A vault, a blind index and persons' numbers in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import MatterId, PartyId, TenantId
    from casewright.tools.ports.parties import PartyStore


class MemoryVault:
    """Fits ``VaultWriter`` and ``VaultReader``; nothing is encrypted."""

    def __init__(self) -> None:
        self._values: dict[tuple[TenantId, str], dict[str, str]] = {}

    def seal(self, tenant: TenantId, place: str, value: Mapping[str, str]) -> None:
        self._values[tenant, place] = dict(value)

    def forget(self, tenant: TenantId, place: str) -> None:
        self._values.pop((tenant, place), None)

    def open(self, tenant: TenantId, places: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
        return {place: dict(self._values[tenant, place]) for place in places if (tenant, place) in self._values}


class MemoryBlindIndex:
    """Fits ``BlindIndex``; which parties a case has, it asks the store of parties."""

    def __init__(self, parties: PartyStore) -> None:
        self._parties = parties
        self._entries: dict[tuple[TenantId, PartyId], dict[tuple[bytes, str], int]] = {}

    def put(self, tenant: TenantId, party: PartyId, entries: Sequence[tuple[bytes, int, str]]) -> None:
        self._entries[tenant, party] = {(entry, field): length for entry, length, field in entries}

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[PartyId, str]]]:
        found: dict[bytes, list[tuple[PartyId, str]]] = {}
        for attachment in self._parties.of_case(tenant, case):
            entries = self._entries.get((tenant, attachment.party), {})
            for entry, field in sorted(entries, key=lambda one: one[1]):
                found.setdefault(entry, []).append((attachment.party, field))
        return found


class MemoryPersonNumbers:
    """Fits ``PersonNumbers``."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[TenantId, MatterId], dict[bytes, int]] = {}

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, int]:
        return dict(self._numbers.get((tenant, case), {}))

    def numbered(self, tenant: TenantId, case: MatterId, groups: Sequence[Sequence[bytes]]) -> Sequence[int]:
        given = self._numbers.setdefault((tenant, case), {})
        numbers = []
        for group in groups:
            number = given.get(group[0], max(given.values(), default=0) + 1)
            for entry in group:
                given.setdefault(entry, number)
            numbers.append(number)
        return numbers
