"""What signs the audit's heads, and what carries the audit elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.audit.checkpoint import Checkpoint
    from casewright.domain.ids import TenantId


@dataclass(frozen=True, slots=True)
class Exported:
    """An export that was written: its file's name in the tenant's own place, what is in it, and its SHA-256 (hex)."""

    filename: str
    first: int
    last: int
    size: int
    sha256: str


class AuditCheckpoints(Protocol):
    """Signs the audit's heads."""

    def checkpoint(self, tenant: TenantId) -> Checkpoint | None:
        """Sign the tenant's head as it is now and keep it; None where there are no events."""
        ...


class AuditExports(Protocol):
    """Writes exports of the audit."""

    def write(self, tenant: TenantId, after: int) -> Exported | None:
        """Sign the head and write the events above ``after`` up to it, whole or not at all; None where there are none.

        Raises ``StorageFull`` or ``Unavailable``; then nothing is written.
        """
        ...


class AuditKeyRing(Protocol):
    """Holds the key that signs checkpoints."""

    def rotate(self) -> str:
        """Sign with a new key from now on; its id. Raises ``Refused`` where the key is not ours to change."""
        ...
