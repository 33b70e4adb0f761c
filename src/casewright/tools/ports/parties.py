"""Where parties are kept, and the vault for what must not be seen.

The vault is two ports on purpose: whoever holds a ``VaultWriter`` cannot read. Only the management of parties and the
rendering of drafts are given a ``VaultReader`` (spec/casework.md, "Vault").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.ids import MatterId, PartyId, TenantId
    from casewright.domain.parties import Attachment, Party


class PartyStore(Protocol):
    """Parties of all tenants and their parts in cases; holds no personal data."""

    def add(self, party: Party) -> None:
        """Store a new party."""
        ...

    def get(self, tenant: TenantId, party: PartyId) -> Party | None:
        """The party, None where the tenant has none of that id."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Party]:
        """The tenant's parties, oldest first."""
        ...

    def change(self, before: int, after: Party) -> bool:
        """Store ``after`` where the stored party still has version ``before``."""
        ...

    def delete(self, tenant: TenantId, party: PartyId) -> bool:
        """Remove the party; False where there is none. Raises ``Refused`` while it is attached to any case."""
        ...

    def attach(self, attachment: Attachment) -> Attachment:
        """Store a part; ``alias`` may be empty and is then given: ``party<n>``, a number never used there."""
        ...

    def detach(self, tenant: TenantId, case: MatterId, party: PartyId) -> bool:
        """Remove the part; its alias is never given again in that case, whose blind index keeps its entries."""
        ...

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Attachment]:
        """The case's parties in the order of their aliases' numbers."""
        ...

    def cases_of(self, tenant: TenantId, party: PartyId) -> Sequence[MatterId]:
        """The cases that the party is attached to."""
        ...


class VaultWriter(Protocol):
    """Takes values and gives none back. ``place`` names a value, such as ``party/<id>`` or ``message/<id>``."""

    def seal(self, tenant: TenantId, place: str, value: Mapping[str, str]) -> None:
        """Encrypt and keep the value, in place of what was there."""
        ...

    def forget(self, tenant: TenantId, place: str) -> None:
        """Remove the value; nothing happens where there is none."""
        ...


class VaultReader(Protocol):
    """Opens what was sealed."""

    def open(self, tenant: TenantId, places: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
        """The values by place; unknown places are left out. Raises ``IntegrityError`` where one does not open."""
        ...


class BlindIndex(Protocol):
    """Keyed hashes of the words by which a case's parties are known; neither side sees a word."""

    def put(self, tenant: TenantId, party: PartyId, entries: Sequence[tuple[bytes, int, str]]) -> None:
        """Keep the party's entries in place of those there are: (hash of a window, its length in words, field).

        The cases that it is attached to go on knowing those that were replaced.
        """
        ...

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, Sequence[tuple[str, str]]]:
        """Hash → (alias, field) for every party attached to the case, as it is called now.

        A hash that is nobody's now has those who were called so in the case: parties by an earlier name, and parties
        that were detached, by the alias that they had.
        """
        ...

    def forget(self, tenant: TenantId, party: PartyId) -> None:
        """Remove all entries of the party, its former ones in every case too."""
        ...


class PersonNumbers(Protocol):
    """The numbers of placeholders such as ``{{person_3}}``, by keyed hashes of what they stand for."""

    def of_case(self, tenant: TenantId, case: MatterId) -> Mapping[bytes, int]:
        """Every number given in the case."""
        ...

    def numbered(self, tenant: TenantId, case: MatterId, groups: Sequence[Sequence[bytes]]) -> Sequence[int]:
        """A number for each group: that of its first hash, a new one where it has none; the others get it too where
        they have none. Of any number who ask at once, no two get one number for different groups.
        """
        ...
