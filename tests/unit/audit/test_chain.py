"""The hash chain finds every change of an event that it promises to find."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.audit.chain import DOMAIN, EMPTY, Record, link, verify
from casewright.canonical import canonical_json
from tests.audit_chains import FIELDS, OURS, chain, forged, head_of, other, rehashed
from tests.audit_events import FULL, event

if TYPE_CHECKING:
    from casewright.audit.events import Event


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
@pytest.mark.parametrize("name", [field.name for field in fields(Record) if field.name != "mac"])
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
