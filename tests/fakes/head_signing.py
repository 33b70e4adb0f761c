"""A log in a database whose heads are signed and remembered, as a home's is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.audit_signing import HeadSigning
from casewright.adapters.vault.remembered_heads import FolderHeads
from casewright.adapters.vault.signing import verify
from casewright.audit.checkpoint import key_id_of
from casewright.audit.macs import RecordMacs
from casewright.audit.proof import prove
from tests.audit_events import event
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.signed_log import FIRST_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from casewright.adapters.database.engine import Database
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.events import Event
    from casewright.audit.proof import Proof
    from casewright.canonical import Json
    from casewright.domain.ids import TenantId

KEYS = {key_id_of(FIRST_KEY.public_key): FIRST_KEY.public_key}
MACS = RecordMacs(b"a home's secret key, 32 bytes ...")


class SigningHome:
    """A database, and the folder of remembered heads beside it."""

    def __init__(self, database: Database, folder: Path, every: int = 4) -> None:
        self.database = database
        self.heads = FolderHeads(folder / "heads")
        self.checkpoints = SqlCheckpoints(database, signer=lambda: FIRST_KEY, now=FixedClock().now, every=every)

    def log(self, durability: Literal["group", "each"] = "each") -> SqlAuditLog:
        """The log, opened once more, as by another process."""
        signing = HeadSigning(self.checkpoints, self.heads, MACS, keys=lambda: KEYS, verify=verify, event=_told)
        return SqlAuditLog(self.database, durability=durability, macs=MACS, signing=signing)

    def proved(self, tenant: TenantId, expected: Head | None = None, *held: Checkpoint) -> Proof:
        """What the log proves."""
        remembered, stored = self.heads.of(tenant), self.checkpoints.all(tenant)
        return prove(
            SqlAuditLog(self.database),
            tenant,
            stored,
            KEYS,
            verify,
            held=held,
            expected=expected,
            remembered=remembered,
            macs=MACS,
        )


def _told(tenant: TenantId, event_type: str, reason: str, details: Mapping[str, Json]) -> Event:
    return event(event_type, tenant=tenant, event_type=event_type, reason=reason or None, arguments=details)
