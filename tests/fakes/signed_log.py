"""A log in memory whose heads are signed, and the keys that sign it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.vault.signing import SigningKey
from casewright.audit.checkpoint import key_id_of, make_checkpoint
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.ids import TenantId
from tests.audit_events import event

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.audit.checkpoint import Checkpoint

OURS = TenantId("ours")
FIRST_KEY, SECOND_KEY, FOREIGN_KEY = (SigningKey(bytes([place]) * 32) for place in (1, 2, 3))


class SignedLog(MemoryAuditLog):
    """Signs when told to. ``key`` signs now; every key that ever did is in ``keys``."""

    def __init__(self, key: SigningKey = FIRST_KEY) -> None:
        super().__init__()
        self.key = key
        self._keys = {key_id_of(key.public_key): key.public_key}
        self._signed: list[Checkpoint] = []

    def fill(self, count: int, tenant: TenantId = OURS) -> None:
        """Record that many events."""
        for place in range(count):
            self.submit(event(f"call-{place}", tenant=tenant))

    def checkpoint(self, tenant: TenantId = OURS) -> Checkpoint | None:
        """Sign the head."""
        head = self.head(tenant)
        if not head.count:
            return None
        made = make_checkpoint(tenant, head, "2025-03-14T09:26:53.589793+00:00", self.key)
        if made not in self._signed:
            self._signed.append(made)
        return made

    def checkpoints(self, tenant: TenantId = OURS) -> Sequence[Checkpoint]:
        """What was signed, oldest first."""
        return [one for one in self._signed if one.tenant_id == tenant]

    def keys(self) -> Mapping[str, bytes]:
        """The public keys by their ids."""
        return self._keys

    def rotate(self, *, key: SigningKey = SECOND_KEY, lost: bool = False) -> str:
        """Sign with another key from now on."""
        self.key = key
        self._keys[key_id_of(key.public_key)] = key.public_key
        return key_id_of(key.public_key)
