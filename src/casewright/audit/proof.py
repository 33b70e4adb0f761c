"""What a whole log proves: its chain, and every checkpoint that was signed on the way. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.audit.chain import Flaw, verify_log
from casewright.audit.checkpoint import flaw_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.audit.chain import Chains, Head
    from casewright.audit.checkpoint import Checkpoint, Verify
    from casewright.domain.ids import TenantId


@dataclass(frozen=True, slots=True)
class Proof:
    """How far the chain holds, the first flaw (None where there is none), and the newest checkpoint it was held to."""

    reached: Head
    flaw: Flaw | None
    checkpoints: int
    newest: Checkpoint | None

    @property
    def holds(self) -> bool:
        """Whether there are events and nothing is wrong with them."""
        return self.flaw is None and self.reached.count > 0


def prove(
    log: Chains,
    tenant: TenantId,
    checkpoints: Sequence[Checkpoint],
    keys: Mapping[str, bytes],
    verify: Verify,
    *,
    expected: Head | None = None,
) -> Proof:
    """Verify every checkpoint's signature and the log's chain against all their heads, and ``expected`` too.

    ``checkpoints`` are the log's own and those that the verifier kept elsewhere, read before the log is;
    ``keys`` the public keys that may have signed them, by their ids.
    """
    for checkpoint in checkpoints:
        reason = flaw_of(checkpoint, tenant, keys, verify)
        if reason is not None:
            reached, flaw = verify_log(log, tenant, expected=expected)
            return Proof(reached, flaw or Flaw(checkpoint.count, reason), 0, None)
    heads = [checkpoint.at for checkpoint in checkpoints]
    reached, flaw = verify_log(log, tenant, expected=expected, signed=heads)
    newest = max(checkpoints, key=lambda checkpoint: checkpoint.count, default=None)
    return Proof(reached, flaw, len(set(checkpoints)), newest)
