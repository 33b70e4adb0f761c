"""The head that a home remembers of a chain, outside of the database, and what is known about the chain with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from casewright.audit.chain import EMPTY, Head

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


@dataclass(frozen=True, slots=True)
class Remembered:
    """A head that was read back after its commit and found to hold; it may lag behind the chain, never lead.

    ``macs_after``: the records above this number have MACs; those up to it are older than MACs are, and stand by the
    chain and its checkpoints alone. ``checkpoints``: how many were stored, the newest at event ``newest_checkpoint``.
    ``lost``: the head was lost, so nothing can be compared with it until a restored log is accepted. ``refused`` is
    why the head was last refused to be signed, so that it is told once.
    """

    head: Head = EMPTY
    macs_after: int = 0
    checkpoints: int = 0
    newest_checkpoint: int = 0
    lost: bool = False
    refused: str | None = None


class RememberedHeads(Protocol):
    """Keeps one ``Remembered`` a tenant, beside the key that signs."""

    def of(self, tenant: TenantId) -> Remembered:
        """What is remembered; of a tenant that nothing is remembered of, an empty chain. Raises ``IntegrityError``."""
        ...

    def advance(self, tenant: TenantId, head: Head, *, checkpoints: int, newest_checkpoint: int, at: str) -> None:
        """Remember this head where it is ahead of the one there is, with the checkpoints that there are now.

        ``at`` is the time of that, in UTC and ISO 8601; the newest of any tenant is remembered too.
        """
        ...

    def replace(self, tenant: TenantId, remembered: Remembered) -> None:
        """Remember this in place of what there is."""
        ...

    def refuse(self, tenant: TenantId, reason: str) -> bool:
        """Note why the head was refused; whether that is news."""
        ...
