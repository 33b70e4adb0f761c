"""The hash chain finds every change that it promises to find, and says which it cannot see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.audit.chain import DOMAIN, EMPTY, Head, Record, link, verify, verify_log
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from casewright.domain.ids import TenantId
from tests.audit_events import FULL, event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.canonical import Json

OURS = TenantId("ours")
FIELDS = [field.name for field in fields(Event)]


def chain(count: int = 5, template: Event = FULL) -> list[Record]:
    records: list[Record] = []
    head = EMPTY
    for place in range(count):
        records.append(link(head, replace(template, call_id=f"call-{place}")))
        head = head_of(records)
    return records


def head_of(records: Sequence[Record]) -> Head:
    return Head(records[-1].seq, records[-1].hash) if records else EMPTY


def other(value: Json) -> Json:
    """A value of the same kind that is another one."""
    match value:
        case None:
            return "not empty"
        case int():
            return value + 1
        case str():
            return value + "x"
        case Mapping():
            return {**value, "added": 1}
    raise AssertionError(f"no other value for {value!r}")


def forged(record: Record, **changes: Json) -> Record:
    """The record with changes to its body, under its old hash."""
    return replace(record, body=canonical_json({**orjson.loads(record.body), **changes}))


def rehashed(records: Sequence[Record], start: int) -> list[Record]:
    """The records with every hash from ``start`` on made to fit."""
    fitting = list(records[:start])
    for record in records[start:]:
        previous = bytes.fromhex(head_of(fitting).hash)
        fitting.append(replace(record, hash=sha256(DOMAIN + previous + record.body).hexdigest()))
    return fitting


def test_untouched_chain_holds() -> None:
    """A chain as it was written verifies up to its head."""
    records = chain()

    assert verify(records, OURS, head=head_of(records)) == (head_of(records), None)


def test_empty_chain_holds() -> None:
    """No events under an empty head is a chain without a flaw."""
    assert verify([], OURS, head=EMPTY, expected=EMPTY) == (EMPTY, None)


@pytest.mark.requirement("audit-every-field-chained")
def test_body_is_every_field_and_the_number() -> None:
    """What is hashed is the canonical JSON of every field of the event and its place."""
    [record] = chain(1)

    assert orjson.loads(record.body).keys() == {*FIELDS, "seq"}
    assert record.body == canonical_json(orjson.loads(record.body))
    assert record.hash == sha256(DOMAIN + bytes(32) + record.body).hexdigest()


@pytest.mark.requirement("audit-every-field-chained")
@pytest.mark.parametrize("name", [*FIELDS, "seq"])
@pytest.mark.parametrize("place", [0, 2, 4])
@pytest.mark.parametrize("template", [FULL, event()], ids=["full", "sparse"])
def test_changed_field_is_found_where_it_was_changed(name: str, place: int, template: Event) -> None:
    """Another value in any field of any stored event is a flaw at that event."""
    records = chain(template=template)
    value = orjson.loads(records[place].body)[name]
    records[place] = forged(records[place], **{name: other(value)})

    reached, flaw = verify(records, OURS)

    assert reached.count == place
    assert flaw is not None
    assert flaw.seq == place + 1


@pytest.mark.requirement("audit-every-field-chained")
@pytest.mark.parametrize("name", FIELDS)
def test_changed_field_with_a_fitting_hash_is_found_at_the_next_event(name: str) -> None:
    """A forger who also mends the event's own hash breaks the link to the next one."""
    records = chain()
    changed = forged(records[2], **{name: other(orjson.loads(records[2].body)[name])})
    records[2] = rehashed([*records[:2], changed], 2)[2]

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == (3 if name == "tenant_id" else 4)


@pytest.mark.parametrize("name", FIELDS)
def test_removed_field_is_found(name: str) -> None:
    """A field taken out of a stored event is a flaw at that event."""
    records = chain()
    body = orjson.loads(records[2].body)
    del body[name]
    records[2] = replace(records[2], body=canonical_json(body))

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == 3


@pytest.mark.requirement("audit-every-field-chained")
@pytest.mark.parametrize("name", [field.name for field in fields(Record)])
def test_changed_part_of_a_record_is_found(name: str) -> None:
    """Another number, body or hash in a stored record is a flaw at that record."""
    records = chain()
    value = getattr(records[2], name)
    changed = value + b" " if isinstance(value, bytes) else other(value)
    # The fields' types differ, and this is about every field there is or will be.
    records[2] = replace(records[2], **{name: changed})  # type: ignore[arg-type]

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == 3


def test_hash_in_capitals_is_found() -> None:
    """A hash that means the same but is written otherwise was changed by somebody."""
    records = chain()
    records[0] = replace(records[0], hash=records[0].hash.upper())

    assert verify(records, OURS)[1] is not None


@given(st.data())
def test_any_flipped_bit_is_found(data: st.DataObject) -> None:
    """One bit of one body, wherever it is, is enough."""
    records = chain(3)
    place = data.draw(st.integers(0, 2))
    body = bytearray(records[place].body)
    bit = data.draw(st.integers(0, len(body) * 8 - 1))
    body[bit // 8] ^= 1 << bit % 8
    records[place] = replace(records[place], body=bytes(body))

    _, flaw = verify(records, OURS)

    assert flaw is not None
    assert flaw.seq == place + 1


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


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\x00",
        b"[]",
        b'"text"',
        b'{"seq":1, "tenant_id":"ours"}',
        b'{"tenant_id":"ours","seq":1}',
        b'{"seq":1,"seq":1,"tenant_id":"ours"}',
        b'{"round_number":9007199254740993,"seq":1,"tenant_id":"ours"}',
    ],
)
def test_foreign_body_with_a_fitting_hash_is_found(body: bytes) -> None:
    """A body that this log would not have written is a flaw, and never an error of the verifier."""
    record = Record(1, body, sha256(DOMAIN + bytes(32) + body).hexdigest())

    reached, flaw = verify([record], OURS)

    assert reached == EMPTY
    assert flaw is not None


def test_number_of_another_type_is_found() -> None:
    """What a hand put where the number stands is a flaw, whatever its type."""
    [record] = chain(1)
    # A database that knows no types may hold text there.
    odd = replace(record, seq="one")  # type: ignore[arg-type]

    assert verify([odd], OURS)[1] is not None


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


def test_event_without_a_canonical_form_is_refused() -> None:
    """An event that cannot be written as JSON is a ``TypeError``, and not another event."""
    with pytest.raises(TypeError):
        link(EMPTY, event(arguments={"x": "\ud800"}))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), max_size=6))
def test_chain_of_any_events_holds(texts: list[str]) -> None:
    """Whatever stands in the events, their chain verifies and reads back."""
    records: list[Record] = []
    for text in texts:
        records.append(link(head_of(records), replace(FULL, reason=text, tool_args={text: text})))

    assert verify(records, OURS, head=head_of(records)) == (head_of(records), None)
    assert [json.loads(record.body)["reason"] for record in records] == texts
