"""Hash chains for tests: as they were written, and forged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson

from casewright.audit.chain import DOMAIN, EMPTY, Head, Record, link
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from casewright.domain.ids import TenantId
from tests.audit_events import FULL

if TYPE_CHECKING:
    from collections.abc import Sequence

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
