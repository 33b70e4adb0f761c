"""The audit, the keys that sign it, and the heads that the home remembers of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.bootstrap.lazy import lazy
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.errors import BadSettings
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.audit_signing import MakeEvent
    from casewright.adapters.database.engine import Database
    from casewright.adapters.exports.audit_files import AuditFiles
    from casewright.adapters.vault.remembered_heads import FolderHeads
    from casewright.adapters.vault.signing import AuditKeys
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.events import Event
    from casewright.audit.macs import RecordMacs
    from casewright.audit.proof import Proof
    from casewright.canonical import Json
    from casewright.config import Settings
    from casewright.domain.actors import Actor
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.clock import Clock

_log = logging.getLogger("casewright.audit")
_BEHIND = timedelta(minutes=1)
"""By so much clocks of several hosts may differ."""
SYSTEM = "casewright"
"""Who the audit names where it tells of itself."""


@dataclass(frozen=True, slots=True)
class Proofs:
    """The audit, and what proves it."""

    log: SqlAuditLog
    checkpoints: SqlCheckpoints
    keys: AuditKeys
    exports: AuditFiles
    heads: FolderHeads
    macs: RecordMacs
    event: MakeEvent

    def verify(self, tenant: TenantId, expected: Head | None = None, held: Sequence[Checkpoint] = ()) -> Proof:
        """Walk the tenant's chain; hold it to MACs, remembered head, stored checkpoints and those that are ``held``."""
        from casewright.adapters.vault.signing import verify
        from casewright.audit.proof import prove

        with acting_in(tenant):
            # In this order: what is read first is never ahead of what is read after it.
            remembered, stored = self.heads.of(tenant), self.checkpoints.all(tenant)
            return prove(
                self.log,
                tenant,
                stored,
                self.keys.public_keys(),
                verify,
                held=held,
                expected=expected,
                remembered=remembered,
                macs=self.macs,
            )

    def tell(self, actor: Actor, event_type: str, what: str, details: Mapping[str, Json]) -> None:
        """Record what somebody did to the home outside of every call. Raises ``Unavailable`` where that fails."""
        told = self.event(actor.tenant, event_type, "", details)
        self.log.record_own(replace(told, agent_id=actor.id, role=actor.role, tool_name=what))

    def last_recorded(self) -> datetime | None:
        """The newest time that is recorded or remembered; None where nothing is."""
        times = (self.log.last_recorded(), self.heads.latest())
        return max((one for one in times if one is not None), default=None)

    def notice_clock(self, clock: Clock) -> None:
        """Record, and warn, where the machine's clock is behind the newest time that was recorded."""
        now, latest = clock.now(), clock.latest()
        if latest - now <= _BEHIND:
            return
        times: dict[str, Json] = {"clock": now.isoformat(), "recorded": latest.isoformat()}
        self.log.record_own(self.event(LOCAL_TENANT, "clock.set_back", "", times))
        _log.warning(
            "The clock says %s, and %s was recorded before: set the clock right. What expires is held to the later.",
            f"{now:%Y-%m-%d %H:%M}",
            f"{latest:%Y-%m-%d %H:%M}",
        )


def secret_key(settings: Settings) -> bytes:
    """The key that marks records and hashes sensitive arguments: the one that is set, else the home's.

    Raises ``BadSettings`` where it is missing and records were marked with it: it is never made anew then.
    """
    from casewright.adapters.vault.key_files import found_key, given_key, kept_key

    if settings.secret_key is not None:
        return given_key(settings.secret_key.get_secret_value(), "CASEWRIGHT_SECRET_KEY")
    # In this order: a first start beside this one makes the key before the folder.
    marked = settings.audit_head_folder.is_dir()
    key = found_key(settings.key_file)
    if key is None and marked:
        raise BadSettings(
            f"The home's key {str(settings.key_file)!r} is missing, and the audit's records were marked with it: "
            "restore it from a backup, or set CASEWRIGHT_SECRET_KEY; nothing was changed."
        )
    return key or kept_key(settings.key_file)


def open_proofs(settings: Settings, database: Database, secret: bytes, clock: Clock, policy_hash: str) -> Proofs:
    """Open the audit log over the database, checkpointed as the settings say, with its exports.

    ``secret`` is the home's key. A home from before there were MACs adopts the heads that it finds, once. Raises
    ``BadSettings`` where another home's key made the records' MACs.
    """
    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.audit_signing import HeadSigning
    from casewright.adapters.vault.remembered_heads import FolderHeads
    from casewright.adapters.vault.signing import AuditKeys, verify
    from casewright.audit.macs import RecordMacs

    macs, heads = RecordMacs(secret), FolderHeads(settings.audit_head_folder)
    if not heads.exists:
        _adopt(database, heads, macs)
    checkpoints = SqlCheckpoints(
        database, signer=lambda: keys.current(), now=clock.now, every=settings.checkpoint_every
    )
    given = settings.audit_signing_key
    keys = AuditKeys(
        settings.audit_key_folder,
        given=None if given is None else given.get_secret_value(),
        used=checkpoints.any,
    )

    def event(tenant: TenantId, event_type: str, reason: str, details: Mapping[str, Json]) -> Event:
        return _event(tenant, event_type, reason, details, clock, policy_hash)

    signing = HeadSigning(checkpoints, heads, macs, keys=keys.public_keys, verify=verify, event=event)
    log = SqlAuditLog(database, durability=settings.audit_durability, macs=macs, signing=signing)

    def load() -> AuditFiles:
        from casewright.adapters.exports.audit_files import AuditFiles

        return AuditFiles(
            settings.export_folder,
            log=log,
            checkpoints=checkpoints.all,
            keys=keys.public_keys,
            flaw=lambda tenant: proofs.verify(tenant).flaw,
        )

    proofs = Proofs(log, checkpoints, keys, lazy(load), heads, macs, event)
    return proofs


def _adopt(database: Database, heads: FolderHeads, macs: RecordMacs) -> None:
    """Begin to remember heads: of chains that are older than MACs from their start, of others as lost."""
    from casewright.adapters.database.audit_adoption import chains_found
    from casewright.audit.remembered import Remembered

    remembered = {}
    for chain in chains_found(database):
        if chain.first_mac is None or chain.newest is None:
            remembered[chain.tenant] = Remembered(macs_after=chain.count)
        elif macs.hold(*chain.newest):
            remembered[chain.tenant] = Remembered(macs_after=chain.first_mac - 1, lost=True)
        else:
            raise BadSettings(
                "This database's audit was written with another home's key. Give this home the same secret.key "
                "(CASEWRIGHT_SECRET_KEY) and the same remembered heads (CASEWRIGHT_AUDIT_HEADS), or restore both."
            )
    heads.make(remembered)


def _event(
    tenant: TenantId, event_type: str, reason: str, details: Mapping[str, Json], clock: Clock, policy_hash: str
) -> Event:
    from casewright.audit.events import Event

    return Event(
        tenant_id=tenant,
        event_type=event_type,
        timestamp=clock.now().isoformat(timespec="microseconds"),
        agent_id=SYSTEM,
        role="",
        phase="stopped" if reason else "effect",
        call_id=str(uuid4()),
        tool_name="sign_audit",
        tool_version=None,
        tool_args=details,
        result_status="DENIED" if reason else None,
        result_hash=None,
        reason=reason or None,
        matter_id=None,
        debate_id=None,
        run_id=None,
        round_number=None,
        intent_seq=None,
        policy_hash=policy_hash,
    )
