"""The audit of a home, and what proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.engine import Database
    from casewright.adapters.exports.audit_zip import AuditZips
    from casewright.adapters.vault.signing import AuditKeys
    from casewright.config import Settings
    from casewright.tools.ports.clock import Clock


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
    """The audit log over the database, checkpointed as the settings say, with its exports."""
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.exports.audit_zip import AuditZips

    checkpoints = SqlCheckpoints(database, signer=keys.current, now=clock.now, every=settings.checkpoint_every)
    log = SqlAuditLog(database, durability=settings.audit_durability, checkpoints=checkpoints)
    exports = AuditZips(settings.export_folder, log=log, checkpoints=checkpoints.all, keys=keys.public_keys)
    return Proofs(log, checkpoints, keys, exports)
