"""The secrets of a home: the vault of personal data, and the audit with the keys that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.engine import Database
    from casewright.adapters.exports.audit_zip import AuditZips
    from casewright.adapters.vault.signing import AuditKeys
    from casewright.adapters.vault.vault_keys import VaultKeys
    from casewright.bootstrap.stores import Stores
    from casewright.casework.blind_hashes import BlindKey
    from casewright.config import Settings
    from casewright.tools.ports.clock import Clock
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


@dataclass(frozen=True, slots=True)
class Proofs:
    """The audit, and what proves it."""

    log: SqlAuditLog
    checkpoints: SqlCheckpoints
    keys: AuditKeys
    exports: AuditZips


def signing_keys(settings: Settings) -> AuditKeys:
    """The keys that checkpoints are signed with: the one that is set, else those in the home."""
    from casewright.adapters.vault.signing import AuditKeys

    given = settings.audit_signing_key
    return AuditKeys(settings.audit_key_folder, given=None if given is None else given.get_secret_value())


def open_proofs(settings: Settings, database: Database, keys: AuditKeys, clock: Clock) -> Proofs:
    """Open the audit log over the database, checkpointed as the settings say, with its exports."""
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog

    checkpoints = SqlCheckpoints(database, signer=keys.current, now=clock.now, every=settings.checkpoint_every)
    log = SqlAuditLog(database, durability=settings.audit_durability, checkpoints=checkpoints)

    def load() -> AuditZips:
        from casewright.adapters.exports.audit_zip import AuditZips

        return AuditZips(settings.export_folder, log=log, checkpoints=checkpoints.all, keys=keys.public_keys)

    return Proofs(log, checkpoints, keys, lazy(load))
