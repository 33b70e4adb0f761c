"""What the audit is kept in, and what proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from casewright.audit.chain import Head, Record
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId


class AuditLog(Protocol):
    """Append-only, one chain a tenant. Keeps order and never loses an acknowledged event."""

    def submit(self, event: Event) -> int | Future[int]:
        """Take the event; its sequence number, counting from 1, once it is as durable as the log promises.

        A plain number means that it already is; a future resolves when it is, or raises ``Unavailable``,
        in which case the event is not in the log.
        """
        ...

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        """The chained records with a sequence number above ``after``, in order."""
        ...

    def head(self, tenant: TenantId) -> Head:
        """How many events the chain claims to have, and the hash of the last one."""
        ...


@dataclass(frozen=True, slots=True)
class Exported:
    """An export that was written: its file's name in the tenant's own place, what is in it, and its SHA-256 (hex).

    ``left_out`` events have no line of their own in it.
    """

    filename: str
    first: int
    last: int
    size: int
    sha256: str
    left_out: int = 0


ExportForm: TypeAlias = Literal["zip", "ocsf"]
"""``zip`` proves itself; ``ocsf`` is JSON Lines for a SIEM."""


class AuditCheckpoints(Protocol):
    """Signs the audit's heads."""

    def checkpoint(self, tenant: TenantId) -> Checkpoint | None:
        """Sign the tenant's head as it is now and keep it; None where there are no events."""
        ...


class AuditExports(Protocol):
    """Writes exports of the audit."""

    def write(self, tenant: TenantId, after: int, form: ExportForm = "zip") -> Exported | None:
        """Sign the head and write the events above ``after`` up to it, whole or not at all; None where there are none.

        Raises ``IntegrityError`` where the audit does not hold, ``StorageFull`` or ``Unavailable``; then nothing is
        written.
        """
        ...


class AuditKeyRing(Protocol):
    """Holds the key that signs checkpoints."""

    def rotate(self, *, lost: bool = False) -> str:
        """Sign with a new key from now on; its id. Raises ``Refused`` where the key is not ours to change.

        ``lost`` says that the key is missing for good: without it a missing key is not replaced.
        """
        ...


class RestoredAudits(Protocol):
    """Goes on from audits that were restored from a backup."""

    def accept(self, tenant: TenantId) -> tuple[Head, Head]:
        """Remember the head that is found in place of the remembered one: both, the one before first.

        Raises ``IntegrityError`` where a record is not one that this system wrote, ``InvalidInput`` where there is
        nothing to accept.
        """
        ...
