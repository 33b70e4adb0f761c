"""MACs: what tells a chain that this system wrote from one that fits by its hashes alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.audit.chain import EMPTY, Head, HeldMacs, Record, link, verify_log
from casewright.audit.macs import RecordMacs
from tests.audit_chains import OURS, head_of
from tests.audit_events import event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.audit.chain import Flaw
    from casewright.domain.ids import TenantId

MACS = RecordMacs(b"k" * 32)


class Stored:
    """Records as they are, under a head that fits."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        yield from self._records[after:]

    def head(self, tenant: TenantId) -> Head:
        return head_of(self._records)


def written(count: int, macs: RecordMacs | None = MACS, onto: Sequence[Record] = ()) -> list[Record]:
    records = list(onto)
    for place in range(count):
        records.append(link(head_of(records) if records else EMPTY, event(f"call-{place}"), macs))
    return records


def flaw_of(records: Sequence[Record], after: int = 0, start: Head = EMPTY) -> Flaw | None:
    return verify_log(Stored(records), OURS, held=HeldMacs(MACS, after), start=start)[1]


@pytest.mark.requirement("audit-forged")
@given(before=st.integers(0, 5), own=st.integers(0, 5))
def test_records_from_before_macs_stand_by_the_chain(before: int, own: int) -> None:
    """Up to the cut-over no MAC is asked for, above it each record has its own."""
    records = written(own, onto=written(before, None))

    assert flaw_of(records, after=before) is None
    assert (flaw_of(records, after=0) is None) == (before == 0)


@pytest.mark.requirement("audit-forged")
@given(own=st.integers(0, 5), forged=st.integers(1, 5), key=st.none() | st.binary(min_size=32, max_size=32))
def test_what_is_appended_without_the_key_is_forged(own: int, forged: int, key: bytes | None) -> None:
    """Records that extend a chain with fitting hashes, without a MAC or with one of another key."""
    records = written(forged, None if key is None else RecordMacs(key), written(own))

    flaw = flaw_of(records)

    assert flaw is not None
    assert (flaw.seq, flaw.kind) == (own + 1, "forged")


@pytest.mark.requirement("audit-forged")
@given(moved=st.permutations(range(4)))
def test_mac_holds_in_its_own_place_only(moved: list[int]) -> None:
    """MACs that change places hold no more."""
    records = written(4)
    changed = [replace(record, mac=records[place].mac) for record, place in zip(records, moved, strict=True)]

    assert (flaw_of(changed) is None) == (moved == sorted(moved))


@pytest.mark.requirement("audit-forged")
@given(count=st.integers(1, 6), start=st.integers(0, 8))
def test_walk_from_a_head_that_held_goes_on_from_there(count: int, start: int) -> None:
    """From any head of the chain its rest holds; from one that it does not reach it is cut."""
    records = written(count)
    longer = written(8)

    flaw = flaw_of(records, start=head_of(longer[:start]) if start else EMPTY)

    assert (flaw is None) == (start <= count)
    assert flaw is None or flaw.kind == "cut"
