"""The vault of personal data, and the key that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.vault.vault_keys import VaultKeys
    from casewright.bootstrap.stores import Stores
    from casewright.casework.blind_hashes import BlindKey
    from casewright.config import Settings
    from casewright.tools.ports.parties import BlindIndex, PersonNumbers, VaultReader, VaultWriter


@dataclass(frozen=True)
class Vault:
    """Two sides: what needs to open is handed ``opening``; everything else gets ``sealing`` only."""

    keys: VaultKeys
    sealing: VaultWriter
    opening: VaultReader
    index: BlindIndex
    numbers: PersonNumbers

    @cached_property
    def blind_key(self) -> BlindKey:
        """What the firewall and the index hash with; the vault's key is made now where there is none."""
        from casewright.casework.blind_hashes import BlindKey

        return BlindKey(self.keys.blind)


def open_vault(settings: Settings, stores: Stores) -> Vault:
    """Open the vault over these stores.

    Raises ``BadSettings`` where the key is missing, damaged or another than the database's, ``Refused`` where others
    may read its file; nothing is changed then.
    """
    from casewright.adapters.vault.vault_keys import VaultKeys
    from casewright.adapters.vault.vaults import OpeningVault, SealingVault

    values = stores.sealed_values
    given = settings.vault_key
    keys = VaultKeys(settings.vault_key_file, values, given=None if given is None else given.get_secret_value())
    return Vault(
        keys=keys,
        sealing=SealingVault(values, keys),
        opening=OpeningVault(values, keys),
        index=stores.blind_index,
        numbers=stores.person_numbers,
    )
