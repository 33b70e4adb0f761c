"""What a log proves: its chain, who wrote its records, and every checkpoint that was signed on the way. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.audit.chain import EMPTY, Flaw, HeldMacs, verify_log
from casewright.audit.checkpoint import flaw_of
from casewright.audit.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.audit.chain import Chains, Head
    from casewright.audit.checkpoint import Checkpoint, Verify
    from casewright.audit.macs import RecordMacs
    from casewright.domain.ids import TenantId

LOST = "the head that this home remembered was lost, so nothing shows whether newer events were cut off"
_NOTHING = Remembered()


@dataclass(frozen=True, slots=True)
class Proof:
    """How far the chain holds, the first flaw (None where there is none), and what it was held to.

    ``checkpoints`` of them hold, the ``newest`` as named. The last ``unsigned`` events are above it. MACs are held of
    the events above ``macs_after`` (None where none are); ``remembered`` is the head that the home remembered.
    """

    reached: Head
    flaw: Flaw | None
    checkpoints: int
    newest: Checkpoint | None
    macs_after: int | None = None
    remembered: Head | None = None

    @property
    def holds(self) -> bool:
        """Whether there are events and nothing is wrong with them."""
        return self.flaw is None and self.reached.count > 0

    @property
    def unsigned(self) -> int:
        """How many events no checkpoint covers yet."""
        return self.reached.count - (0 if self.newest is None else self.newest.count)


def prove(
    log: Chains,
    tenant: TenantId,
    stored: Sequence[Checkpoint],
    keys: Mapping[str, bytes],
    verify: Verify,
    *,
    held: Sequence[Checkpoint] = (),
    expected: Head | None = None,
    remembered: Remembered | None = None,
    macs: RecordMacs | None = None,
    start: Head = EMPTY,
) -> Proof:
    """Verify every checkpoint's signature, and hold the chain to their heads, ``expected`` and ``remembered``.

    ``stored`` are the log's own checkpoints and ``held`` those that the verifier kept elsewhere, read before the log
    is; ``keys`` the public keys that may have signed them, by their ids. With ``macs`` every record above those that
    are older has its own. It is walked from ``start``, a head that held before: then ``stored`` are those above it.
    """
    known = _NOTHING if remembered is None else remembered
    expectation = None if remembered is None or known.lost else known.head
    held_macs = None if macs is None else HeldMacs(macs, known.macs_after)
    checkpoints = [*stored, *held]
    flaw = _flaw_of_any(checkpoints, tenant, keys, verify)
    signed = [] if flaw is not None else [checkpoint.at for checkpoint in checkpoints]
    reached, broken = verify_log(
        log, tenant, start=start, expected=expected, signed=signed, remembered=expectation, held=held_macs
    )
    newest = None if flaw is not None else max(checkpoints, key=lambda one: one.count, default=None)
    return Proof(
        reached=reached,
        flaw=broken or flaw or (removed_checkpoints(len(stored), known) if start == EMPTY else None) or _lost(known),
        checkpoints=0 if flaw is not None else len(set(checkpoints)),
        newest=newest,
        macs_after=None if macs is None else known.macs_after,
        remembered=expectation,
    )


def _flaw_of_any(
    checkpoints: Sequence[Checkpoint], tenant: TenantId, keys: Mapping[str, bytes], verify: Verify
) -> Flaw | None:
    for checkpoint in checkpoints:
        reason = flaw_of(checkpoint, tenant, keys, verify)
        if reason is not None:
            return Flaw(checkpoint.count, reason, "checkpoint")
    return None


def removed_checkpoints(number: int, known: Remembered) -> Flaw | None:
    """What is wrong where ``number`` checkpoints are stored, and there were more; None where there were not."""
    if number >= known.checkpoints:
        return None
    reason = f"{known.checkpoints} checkpoints were stored, and {number} are there: some were removed, or moved"
    return Flaw(known.newest_checkpoint, reason, "checkpoint")


def _lost(known: Remembered) -> Flaw | None:
    return Flaw(known.head.count, LOST, "cut") if known.lost else None
