"""Cases and parties in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.aliases import alias_number, alias_of
from casewright.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from casewright.domain.cases import Case, CaseStatus, ProcessingState
    from casewright.domain.ids import MatterId, PartyId, TenantId
    from casewright.domain.parties import Attachment, Party


class MemoryCases:
    """Fits ``CaseStore`` and ``CaseStatuses``."""

    def __init__(self) -> None:
        self._cases: dict[tuple[TenantId, MatterId], Case] = {}

    def add(self, case: Case) -> None:
        self._cases[case.tenant, case.id] = case

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        return self._cases.get((tenant, case))

    def status(self, tenant: TenantId, case: MatterId) -> CaseStatus | None:
        found = self.get(tenant, case)
        return None if found is None else found.status

    def all(self, tenant: TenantId) -> Sequence[Case]:
        return [case for case in reversed(self._cases.values()) if case.tenant == tenant]

    def replace(self, before: int, after: Case) -> bool:
        stored = self._cases.get((after.tenant, after.id))
        if stored is None or stored.version != before:
            return False
        self._cases[after.tenant, after.id] = after
        return True

    def note_masked(self, tenant: TenantId, case: MatterId) -> None:
        """What is here was masked by the rules of today."""

    def masked_by_older_rules(self, tenant: TenantId) -> int:
        return 0

    def note_progress(self, tenant: TenantId, case: MatterId, processing: ProcessingState, at: datetime) -> None:
        stored = self._cases.get((tenant, case))
        if stored is not None:
            version = stored.version + 1
            self._cases[tenant, case] = replace(stored, processing=processing, version=version, updated_at=at)


class MemoryParties:
    """Fits ``PartyStore``; ``when_detached`` are told of every part that ended."""

    def __init__(self) -> None:
        self.when_detached: list[Callable[[Attachment], None]] = []
        self._parties: dict[tuple[TenantId, PartyId], Party] = {}
        self._parts: dict[tuple[TenantId, MatterId, PartyId], Attachment] = {}
        self._next: dict[tuple[TenantId, MatterId], int] = {}

    def add(self, party: Party) -> None:
        self._parties[party.tenant, party.id] = party

    def get(self, tenant: TenantId, party: PartyId) -> Party | None:
        return self._parties.get((tenant, party))

    def all(self, tenant: TenantId) -> Sequence[Party]:
        return [party for party in self._parties.values() if party.tenant == tenant]

    def change(self, before: int, after: Party) -> bool:
        stored = self._parties.get((after.tenant, after.id))
        if stored is None or stored.version != before:
            return False
        self._parties[after.tenant, after.id] = after
        return True

    def delete(self, tenant: TenantId, party: PartyId) -> bool:
        if self.cases_of(tenant, party):
            raise Refused(f"Party {party!r} is attached to a case: detach it first")
        return self._parties.pop((tenant, party), None) is not None

    def attach(self, attachment: Attachment) -> Attachment:
        key = (attachment.tenant, attachment.case, attachment.party)
        known = self._parts.get(key)
        alias = self._alias(attachment) if known is None else known.alias
        self._parts[key] = replace(attachment, alias=alias)
        return self._parts[key]

    def _alias(self, part: Attachment) -> str:
        following = self._next.get((part.tenant, part.case), 0)
        number = following if part.alias == "" else alias_number(part.alias)
        if number is None or number < following:
            raise InvalidInput(f"The alias {part.alias!r} cannot be given: leave it empty for {alias_of(following)!r}")
        self._next[part.tenant, part.case] = number + 1
        return alias_of(number)

    def detach(self, tenant: TenantId, case: MatterId, party: PartyId) -> bool:
        ended = self._parts.pop((tenant, case, party), None)
        if ended is None:
            return False
        for told in self.when_detached:
            told(ended)
        return True

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Attachment]:
        there = [part for (owner, of, _), part in self._parts.items() if (owner, of) == (tenant, case)]
        return sorted(there, key=lambda part: alias_number(part.alias) or 0)

    def cases_of(self, tenant: TenantId, party: PartyId) -> Sequence[MatterId]:
        there = [part for (owner, _, of), part in self._parts.items() if (owner, of) == (tenant, party)]
        return [part.case for part in sorted(there, key=lambda part: (part.attached_at, part.case))]
