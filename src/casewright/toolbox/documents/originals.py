"""The originals of documents: whatever a process dies of, none is lost that a document has, and none lies about.

Bytes and rows cannot be committed together. So it is noted first that an original is to be removed; the transaction
that stores its document takes the note away, and the one that deletes the last document puts it back. What is noted
is removed when its time has come: after the deletion, or when the home is opened next.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.ids import BlobId
from casewright.errors import Unavailable
from casewright.tools.effects import apart
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.originals import OriginalRemovals

_log = logging.getLogger("casewright.originals")
PATIENCE = timedelta(hours=1)
"""How long kept bytes wait for the document that is to be made of them."""


@dataclass(frozen=True, slots=True)
class Originals:
    """Over the store of bytes and the notes of what is to be removed."""

    blobs: BlobStore
    removals: OriginalRemovals
    clock: Clock

    def keep(self, tenant: TenantId, data: bytes) -> BlobId:
        """Keep bytes that are to become a document; those that none is made of are removed after ``PATIENCE``."""
        self.removals.note(tenant, BlobId(sha256(data).hexdigest()), self.clock.now() + PATIENCE)
        return self.blobs.put(tenant, data)

    def claim(self, tenant: TenantId, blob: BlobId, data: bytes) -> None:
        """Have the bytes kept for good; in the transaction that stores their document."""
        if not self.removals.claim(tenant, blob) and not self.blobs.has(tenant, blob):
            self.blobs.put(tenant, data)

    def doom(self, tenant: TenantId, blob: BlobId) -> bool:
        """Note that the original is to go; in the transaction that deletes its document. Whether none has it now."""
        self.removals.note(tenant, blob, self.clock.now())
        return not self.removals.is_needed(tenant, blob)

    def remove(self, tenant: TenantId, blob: BlobId) -> bool:
        """Remove the original unless a document has it; whether it is gone. What cannot be reached stays noted."""
        try:
            with apart(), self.removals.removing(tenant, blob, self.clock.now()) as unused:
                if unused:
                    self.blobs.discard(tenant, blob)
        except Unavailable as error:
            _log.warning("An original stays until the home is opened next: %s", error)
            return False
        return unused

    def release(self, tenant: TenantId, blob: BlobId) -> None:
        """Let go of bytes that the vault has: they are not to lie about in the clear."""
        self.blobs.release(tenant, blob)
        if self.blobs.has(tenant, blob):
            self.remove(tenant, blob)

    def finish(self) -> None:
        """Remove what was left to be removed."""
        for tenant, blob in self.removals.due(self.clock.now()):
            with acting_in(tenant):
                self.remove(tenant, blob)
