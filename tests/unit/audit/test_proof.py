"""A log is held to its checkpoints, and to those that a verifier kept; above them a cut is not seen."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.vault.signing import verify
from casewright.audit.chain import DOMAIN, Flaw, Head
from casewright.audit.checkpoint import make_checkpoint
from casewright.audit.proof import Proof, prove
from tests.fakes.signed_log import FOREIGN_KEY, OURS, SignedLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.audit.chain import Record
    from casewright.audit.checkpoint import Checkpoint
    from casewright.domain.ids import TenantId


class Stored:
    """Records and a head as a hand left them."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = list(records)

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        yield from self._records[after:]

    def head(self, tenant: TenantId) -> Head:
        return Head(self._records[-1].seq, self._records[-1].hash) if self._records else Head(0, "0" * 64)


@pytest.fixture
def log() -> SignedLog:
    """Seven events, checkpoints at 3 and 5."""
    made = SignedLog()
    for count in (3, 2):
        made.fill(count)
        made.checkpoint()
    made.fill(2)
    return made


def proved(log: SignedLog, kept: int, checkpoints: Sequence[Checkpoint] | None = None) -> Proof:
    """What is proved of the first ``kept`` records under a head that fits them."""
    stored = Stored(list(log.records(OURS))[:kept])
    return prove(stored, OURS, log.checkpoints() if checkpoints is None else checkpoints, log.keys(), verify)


@pytest.mark.requirement("audit-checkpoints")
def test_untouched_log_is_proved(log: SignedLog) -> None:
    """A log as it was written holds, with all its checkpoints."""
    assert proved(log, 7) == Proof(log.head(OURS), None, 2, log.checkpoints()[-1])
    assert proved(log, 7).holds


def test_empty_log_is_not_proved() -> None:
    """Where there are no events nothing is wrong, and nothing is proved."""
    proof = prove(Stored([]), OURS, [], {}, verify)

    assert proof.flaw is None
    assert not proof.holds


@pytest.mark.requirement("audit-checkpoints")
@pytest.mark.parametrize("kept", range(5))
def test_log_cut_below_its_newest_checkpoint_is_found(log: SignedLog, kept: int) -> None:
    """Newest events cut off together with the head: the checkpoint that they were under shows it."""
    flaw = proved(log, kept).flaw

    assert flaw == Flaw(kept, "event 5 was signed and is missing: the log was cut short", "cut")


@pytest.mark.requirement("audit-truncation-limit")
@pytest.mark.parametrize("kept", [5, 6])
def test_log_cut_above_its_newest_checkpoint_is_not_found(log: SignedLog, kept: int) -> None:
    """The limit, as the docs say it: events above the newest checkpoint can be cut off unseen."""
    assert proved(log, kept).holds


@pytest.mark.requirement("audit-truncation-limit")
def test_log_cut_with_its_checkpoints_is_found_by_a_held_one(log: SignedLog) -> None:
    """Checkpoints removed with their events leave nothing to see, but for the one that a verifier kept elsewhere."""
    first, held = log.checkpoints()

    assert proved(log, 4, [first]).holds
    assert proved(log, 4, [first, held]).flaw is not None


@pytest.mark.requirement("audit-checkpoints")
def test_rewritten_chain_is_found(log: SignedLog) -> None:
    """A chain rewritten with fitting hashes does not have the head that was signed."""
    records = list(log.records(OURS))
    previous = bytes(32)
    for place, record in enumerate(records):
        body = record.body.replace(b"lookup_claim", b"lookup_calcs") if place == 1 else record.body
        previous = sha256(DOMAIN + previous + body).digest()
        records[place] = replace(record, body=body, hash=previous.hex())

    proof = prove(Stored(records), OURS, log.checkpoints(), log.keys(), verify)

    assert proof.flaw == Flaw(3, "the hash is not the one that was signed here", "forged")
    assert prove(Stored(records), OURS, [], log.keys(), verify).holds


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoint_of_an_unknown_key_is_found(log: SignedLog) -> None:
    """One checkpoint that our keys did not sign is enough, whatever the others say."""
    foreign = make_checkpoint(OURS, log.head(OURS), "", FOREIGN_KEY)

    flaw = proved(log, 7, [*log.checkpoints(), foreign]).flaw

    assert flaw is not None
    assert flaw.seq == 7
    assert "not known here" in flaw.reason


def test_checkpoints_before_and_after_a_rotation_hold(log: SignedLog) -> None:
    """After the key was changed what the old one signed still holds."""
    log.rotate()
    log.checkpoint()

    assert len({one.key_id for one in log.checkpoints()}) == 2
    assert proved(log, 7).holds


def test_flaw_of_the_chain_goes_before_one_of_a_checkpoint(log: SignedLog) -> None:
    """Where the chain itself is broken that is what is told."""
    forged = replace(log.checkpoints()[0], timestamp="later")
    records = list(log.records(OURS))
    del records[1]

    flaw = prove(Stored(records), OURS, [forged], log.keys(), verify).flaw

    assert flaw is not None
    assert flaw.seq == 2
