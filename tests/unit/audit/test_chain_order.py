"""The hash chain finds events that are dropped, swapped, put in or cut off, and says which it cannot see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.audit.chain import Head, Record, link, verify, verify_log
from tests.audit_chains import OURS, chain, forged, head_of, rehashed
from tests.audit_events import event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.ids import TenantId


@pytest.mark.requirement("audit-drop-swap-insert")
@pytest.mark.parametrize("place", range(4))
def test_dropped_event_is_found(place: int) -> None:
    """An event that was taken out from before the end leaves a gap."""
    records = chain()
    del records[place]

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == place + 1


@pytest.mark.requirement("audit-drop-swap-insert")
def test_dropped_event_with_later_ones_renumbered_is_found() -> None:
    """Closing the gap with fitting numbers and hashes does not hide it: the bodies name their own numbers."""
    records = chain()
    del records[1]
    renumbered = [replace(record, seq=place) for place, record in enumerate(records, start=1)]

    _, flaw = verify(rehashed(renumbered, 1), OURS)

    assert flaw is not None
    assert flaw.seq == 2


@pytest.mark.requirement("audit-drop-swap-insert")
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("keep_numbers", [True, False])
def test_swapped_events_are_found(place: int, keep_numbers: bool) -> None:
    """Two neighbours in each other's place, with or without their numbers, are a flaw."""
    records = chain()
    first, second = records[place], records[place + 1]
    if keep_numbers:
        first, second = replace(first, seq=second.seq), replace(second, seq=first.seq)
    records[place : place + 2] = [second, first]

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == place + 1


@pytest.mark.requirement("audit-drop-swap-insert")
@pytest.mark.parametrize("place", range(6))
def test_inserted_event_is_found(place: int) -> None:
    """An event put in, at the end too, is a flaw beside the log's head."""
    records = chain()
    head = head_of(records)
    records.insert(place, link(head_of(records[:place]), event("inserted")))

    _, flaw = verify(records, OURS, head=head)

    assert flaw is not None


@pytest.mark.requirement("audit-drop-swap-insert")
def test_event_of_another_tenant_is_found() -> None:
    """A well-formed event of another tenant's chain does not belong into this one."""
    records = chain(2)
    records.append(link(head_of(records), event(tenant="theirs")))

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert "theirs" in flaw.reason


@pytest.mark.requirement("audit-truncation-limit")
def test_cut_end_is_found_beside_the_logs_head() -> None:
    """Where the newest events are gone but the log's head is not, it shows."""
    records = chain()

    _, flaw = verify(records[:3], OURS, head=head_of(records))

    assert flaw is not None
    assert flaw.reason == "the log says it has 5 events, and 3 are there"


@pytest.mark.requirement("audit-truncation-limit")
def test_cut_end_with_a_moved_head_is_found_only_by_a_head_kept_elsewhere() -> None:
    """A log cut short together with its head verifies; the head that somebody kept from before shows it."""
    records = chain()
    kept, cut = head_of(records), records[:3]

    assert verify(cut, OURS, head=head_of(cut)) == (head_of(cut), None)
    _, flaw = verify(cut, OURS, head=head_of(cut), expected=kept)
    assert flaw is not None
    assert flaw.reason == "event 5 was expected and is missing: the log was cut short"


@pytest.mark.requirement("audit-truncation-limit")
def test_rewritten_chain_is_found_only_by_a_head_kept_elsewhere() -> None:
    """A chain rewritten from an event on, hashes and head included, verifies; a kept head shows it."""
    records = chain()
    kept = head_of(records)
    rewritten = rehashed([*records[:2], forged(records[2], agent_id="nobody"), *records[3:]], 2)

    assert verify(rewritten, OURS, head=head_of(rewritten))[1] is None
    _, flaw = verify(rewritten, OURS, head=head_of(rewritten), expected=kept)
    assert flaw is not None
    assert flaw.seq == 5


def test_kept_head_in_the_middle_is_met() -> None:
    """A head kept from before is still good when the log has grown since."""
    records = chain()

    assert verify(records, OURS, head=head_of(records), expected=head_of(records[:2]))[1] is None


def test_head_with_another_hash_is_found() -> None:
    """The log's head must name the last event's hash, not only the count."""
    records = chain()

    _, flaw = verify(records, OURS, head=Head(5, "0" * 64))

    assert flaw is not None


class GrowingLog:
    """A log that takes ``growth`` more events each time its head is asked for."""

    def __init__(self, records: Sequence[Record], growth: int, questions: int, *, lag: int = 0) -> None:
        self._records = list(records)
        self._growth = growth
        self._questions = questions
        self._lag = lag

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        yield from self._records[after:]

    def head(self, tenant: TenantId) -> Head:
        if self._questions > 0:
            self._questions -= 1
            for _ in range(self._growth):
                self._records.append(link(head_of(self._records), event("later", tenant=tenant)))
        head = head_of(self._records)
        return replace(head, count=head.count + self._lag)


@pytest.mark.requirement("audit-verify-live")
def test_log_that_grows_meanwhile_holds() -> None:
    """Events that arrive while the chain is walked are walked too and are no flaw."""
    log = GrowingLog(chain(), growth=3, questions=4)

    reached, flaw = verify_log(log, OURS)

    assert flaw is None
    assert reached.count == 5 + 4 * 3


@pytest.mark.parametrize("lag", [-1, 1, 5])
def test_log_whose_head_does_not_fit_is_found(lag: int) -> None:
    """A head that names fewer or more events than are there is a flaw."""
    assert verify_log(GrowingLog(chain(), growth=0, questions=0, lag=lag), OURS)[1] is not None


def test_log_is_verified_against_a_kept_head() -> None:
    """A kept head that the log no longer has is a flaw."""
    records = chain()

    assert verify_log(GrowingLog(records[:3], 0, 0), OURS, expected=head_of(records))[1] is not None
    assert verify_log(GrowingLog(records, 0, 0), OURS, expected=head_of(records[:3]))[1] is None
