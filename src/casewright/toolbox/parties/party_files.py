"""What party management works with: the vault's both sides, the blind index, and masking what is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.casework.blind_hashes import entries_of
from casewright.errors import IntegrityError, NotFound, Unavailable
from casewright.toolbox.cases.case_stores import party_place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.casework.blind_hashes import BlindKey
    from casewright.domain.ids import PartyId, TenantId
    from casewright.domain.parties import Party
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.parties import BlindIndex, VaultReader, VaultWriter


@dataclass(frozen=True, slots=True)
class PartyFiles:
    """Keeps what is known of parties. Only party management is given one (spec/casework.md, "Vault")."""

    stores: CaseStores
    writer: VaultWriter
    reader: VaultReader
    index: BlindIndex
    key: Callable[[], BlindKey]

    def add(self, party: Party, values: Mapping[str, str]) -> None:
        """Store a new party with these details, all of it or nothing."""
        with self.stores.transaction.together():
            self.stores.parties.add(party)
            self._keep(party, values)

    def change(self, party: Party, values: Mapping[str, str]) -> Party:
        """Store these details in place of those there are. Raises ``Unavailable`` where another change came first."""
        after = replace(party, has=tuple(values), version=party.version + 1)
        with self.stores.transaction.together():
            if not self.stores.parties.change(party.version, after):
                raise Unavailable("The party was changed by somebody else just now: look at it and try again")
            self._keep(after, values)
        return after

    def index_anew(self, party: Party) -> None:
        """Index the party by its details as they are, in the spellings that are known today."""
        values = self.open(party.tenant, party.id)
        self.index.put(party.tenant, party.id, entries_of(self.key(), party.kind, values))

    def open(self, tenant: TenantId, party: PartyId) -> Mapping[str, str]:
        """The party's details. Raises ``IntegrityError`` where the vault does not have them."""
        place = party_place(party)
        values = self.reader.open(tenant, [place]).get(place)
        if values is None:
            raise IntegrityError(f"The vault holds nothing of party {party!r}: restore the database from a backup")
        return values

    def delete(self, tenant: TenantId, party: PartyId) -> None:
        """Remove the party with all that is known of it. Raises ``Refused`` while it is attached to a case."""
        with self.stores.transaction.together():
            self.index.forget(tenant, party)
            self.writer.forget(tenant, party_place(party))
            if not self.stores.parties.delete(tenant, party):
                raise NotFound(f"Party {party!r} not found")

    def _keep(self, party: Party, values: Mapping[str, str]) -> None:
        self.writer.seal(party.tenant, party_place(party.id), values)
        self.index.put(party.tenant, party.id, entries_of(self.key(), party.kind, values))
