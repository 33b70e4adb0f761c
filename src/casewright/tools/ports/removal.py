"""Where a matter is removed for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import BlobId, MatterId, TenantId


@dataclass(frozen=True, slots=True)
class Remains:
    """What there is of a matter. Blobs are those that no other matter's documents are made of.

    ``threads`` and ``debates`` are ids; ``parties`` are those that are a part of no other case.
    """

    documents: int
    rows: int
    blobs: tuple[BlobId, ...]
    threads: tuple[str, ...]
    debates: tuple[str, ...]
    parties: tuple[str, ...]


class MatterRows(Protocol):
    """What the database holds of matters; every question names the tenant and sees only its own."""

    def remains(self, tenant: TenantId, matter: MatterId) -> Remains:
        """What there is of the matter now."""
        ...

    def remove(self, tenant: TenantId, matter: MatterId) -> Remains:
        """Remove every row that is the matter's alone, all of them or none; what there was.

        With it go the scores and features of texts that stand nowhere else, and what the vault sealed for it alone.
        What the audit recorded stays, and so do requests for approval.
        """
        ...


class MatterCheckpoints(Protocol):
    """How far agents came in the threads, debates and sessions of a matter."""

    def forget(self, tenant: TenantId, matter: MatterId, remains: Remains) -> int:
        """Forget all of it; how many threads there were to forget."""
        ...
