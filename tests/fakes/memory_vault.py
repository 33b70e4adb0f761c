"""A vault, a blind index and persons' numbers in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.parties import Called, called_in_case

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import MatterId, PartyId, TenantId
    from casewright.domain.parties import Attachment
    from tests.fakes.memory_casework import MemoryParties


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
    """Fits ``BlindIndex``; which parties a case has, and which parts end, it hears from the store of parties."""

    def __init__(self, parties: MemoryParties) -> None:
        self._parties = parties
        self._entries: dict[tuple[TenantId, PartyId], dict[tuple[bytes, str], int]] = {}
        self._former: dict[tuple[TenantId, MatterId], set[Called]] = {}
        parties.when_detached.append(self._keep)

    def put(self, tenant: TenantId, party: PartyId, entries: Sequence[tuple[bytes, int, str]]) -> None:
        for case in self._parties.cases_of(tenant, party):
            for part in self._parties.of_case(tenant, case):
                if part.party == party:
                    self._keep(part)
        self._entries[tenant, party] = {(entry, field): length for entry, length, field in entries}

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[str, str]]]:
        now = [one for part in self._parties.of_case(tenant, case) for one in self._called(part)]
        return called_in_case(now, self._former.get((tenant, case), ()))

    def forget(self, tenant: TenantId, party: PartyId) -> None:
        self._entries.pop((tenant, party), None)
        for (owner, _case), former in self._former.items():
            if owner == tenant:
                former -= {one for one in former if one.party == party}

    def _keep(self, part: Attachment) -> None:
        self._former.setdefault((part.tenant, part.case), set()).update(self._called(part))

    def _called(self, part: Attachment) -> list[Called]:
        entries = self._entries.get((part.tenant, part.party), {})
        return [Called(entry, part.party, part.alias, field) for entry, field in entries]


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
