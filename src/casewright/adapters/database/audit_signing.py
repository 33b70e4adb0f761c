"""When the head of a chain is signed: where all that came since the remembered head is what this system wrote.

What was appended is read back after its commit, outside of the lock of the head: chain, MACs and checkpoints from the
remembered head to the one that is found. Only then it is signed, and remembered. A head that does not extend the
remembered one is refused, which is recorded once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from casewright.audit.chain import EMPTY, Chains, Flaw
from casewright.audit.checkpoint import flaw_of
from casewright.audit.proof import LOST, prove, removed_checkpoints
from casewright.audit.remembered import Remembered
from casewright.errors import IntegrityError, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint, Verify
    from casewright.audit.events import Event
    from casewright.audit.macs import RecordMacs
    from casewright.audit.remembered import RememberedHeads
    from casewright.canonical import Json
    from casewright.domain.ids import TenantId

    MakeEvent = Callable[[TenantId, str, str, Mapping[str, Json]], Event]
    """``event(tenant, type, reason, details)``."""


class OwnLog(Chains, Protocol):
    """A log that can tell of itself."""

    def record_own(self, event: Event) -> None:
        """Record what the log itself has to tell, now."""
        ...


class HeadSigning:
    """Over the stored checkpoints, the remembered heads and the MACs; ``keys`` are the public keys that signed.

    ``event(tenant, type, reason, details)`` makes what is recorded of a refused or adopted head.
    """

    def __init__(
        self,
        checkpoints: SqlCheckpoints,
        heads: RememberedHeads,
        macs: RecordMacs,
        *,
        keys: Callable[[], Mapping[str, bytes]],
        verify: Verify,
        event: MakeEvent,
    ) -> None:
        self._checkpoints = checkpoints
        self._heads = heads
        self._macs = macs
        self._keys = keys
        self._verify = verify
        self._event = event

    def due(self, tenant: TenantId, count: int, *, every: int | None = None) -> bool:
        """Whether ``every`` events (the setting, where left out) came since the newest checkpoint."""
        return self._checkpoints.due(tenant, count, every=every)

    def sign(self, log: OwnLog, tenant: TenantId) -> Checkpoint | None:
        """Sign the head that is found, and remember it; None where there are no events.

        Raises ``IntegrityError`` where it does not extend the remembered one: then nothing is signed.
        """
        remembered = self._heads.of(tenant)
        found, flaw = self._increment(log, tenant, remembered)
        if flaw is not None:
            raise self._refused(log, tenant, flaw)
        if found == EMPTY:
            return None
        if remembered.head == EMPTY and remembered.macs_after:
            details: dict[str, Json] = {"count": remembered.macs_after, "verified_count": found.count}
            log.record_own(self._event(tenant, "audit.adopted", "", details))
        made = self._checkpoints.put(tenant, found)
        reason = flaw_of(made, tenant, self._keys(), self._verify)
        if reason is not None or made.at != found:
            reason = reason or "the checkpoint stored here is of another head"
            raise self._refused(log, tenant, Flaw(found.count, reason, "checkpoint"))
        number, newest = self._checkpoints.stored(tenant)
        expected = remembered.checkpoints + (found.count > remembered.newest_checkpoint)
        removed = removed_checkpoints(number, replace(remembered, checkpoints=expected))
        if removed is not None:
            raise self._refused(log, tenant, removed)
        self._heads.advance(tenant, found, checkpoints=number, newest_checkpoint=newest, at=made.timestamp)
        return made

    def accept(self, log: OwnLog, tenant: TenantId) -> tuple[Head, Head]:
        """Remember the head of a restored log in place of the one before: both, the one before first.

        Every record must be one that this system wrote. Raises ``IntegrityError`` where that is not so, and
        ``InvalidInput`` where the log extends the remembered head, so that there is nothing to accept.
        """
        remembered = self._heads.of(tenant)
        if not remembered.lost and self._increment(log, tenant, remembered)[1] is None:
            raise InvalidInput("There is nothing to accept: the audit goes on from the head that this home remembers.")
        number, newest = self._checkpoints.stored(tenant)
        unbound = Remembered(macs_after=min(remembered.macs_after, log.head(tenant).count))
        proof = prove(
            log,
            tenant,
            self._checkpoints.all(tenant),
            self._keys(),
            self._verify,
            remembered=unbound,
            macs=self._macs,
        )
        if proof.flaw is not None:
            raise IntegrityError(
                f"The audit cannot be accepted: at event {proof.flaw.seq}, {proof.flaw.reason}. Restore a backup from "
                "before that."
            )
        accepted = replace(unbound, head=proof.reached, checkpoints=number, newest_checkpoint=newest)
        self._heads.replace(tenant, accepted)
        return remembered.head, proof.reached

    def _increment(self, log: OwnLog, tenant: TenantId, remembered: Remembered) -> tuple[Head, Flaw | None]:
        """The head that is found, and what is wrong on the way to it from the remembered one."""
        if remembered.lost:
            return remembered.head, Flaw(remembered.head.count, LOST, "cut")
        flaw = removed_checkpoints(self._checkpoints.stored(tenant)[0], remembered)
        if flaw is not None:
            return remembered.head, flaw
        proof = prove(
            log,
            tenant,
            self._checkpoints.all(tenant, above=remembered.head.count),
            self._keys(),
            self._verify,
            remembered=remembered,
            macs=self._macs,
            start=remembered.head,
        )
        return proof.reached, proof.flaw

    def _refused(self, log: OwnLog, tenant: TenantId, flaw: Flaw) -> IntegrityError:
        reason = f"at event {flaw.seq}, {flaw.reason}"
        if self._heads.refuse(tenant, reason):
            details: dict[str, Json] = {"kind": flaw.kind, "count": flaw.seq}
            log.record_own(self._event(tenant, "audit.head_refused", reason, details))
        return IntegrityError(
            f"The audit's history does not hold, so it is not signed: {reason}. 'casewright audit verify' says more; "
            "after a restore from a backup an ADMIN runs 'casewright audit accept-restored'."
        )
