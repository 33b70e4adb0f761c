"""The hash chain over a tenant's events, and its verifier. No I/O.

Invariants, all held by ``verify``:

1. Sequence numbers count from 1 without a gap.
2. A record's hash is ``sha256(DOMAIN ‖ previous hash ‖ body)``, the first one's previous hash being 32 zero bytes.
3. The body is the canonical JSON of every field of the event and its sequence number, and names the chain's tenant.
4. The last record's number and hash are those of the head, where a head is held.

So changing any field of any event, dropping, swapping or inserting one is detected. Cutting off the newest
events together with the log's own head is not: only a head kept elsewhere shows it (``expected``).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import sha256
from operator import attrgetter
from typing import TYPE_CHECKING

import orjson

from casewright.audit.canonical import canonical_json
from casewright.audit.events import Event

if TYPE_CHECKING:
    from collections.abc import Iterable

DOMAIN = b"casewright.audit.v1\x00"
_ZERO = bytes(32)
_NAMES = tuple(field.name for field in fields(Event))
_values = attrgetter(*_NAMES)


@dataclass(frozen=True, slots=True)
class Record:
    """An event in its place: ``body`` is its canonical JSON with ``seq``, ``hash`` the chain's hash up to it (hex)."""

    seq: int
    body: bytes
    hash: str


@dataclass(frozen=True, slots=True)
class Head:
    """How many events a chain has, and the hash of the last (64 zeros where it has none)."""

    count: int
    hash: str


EMPTY = Head(count=0, hash=_ZERO.hex())


@dataclass(frozen=True, slots=True)
class Flaw:
    """What does not hold, and at which sequence number."""

    seq: int
    reason: str


def link(head: Head, event: Event) -> Record:
    """The record that follows ``head`` in its chain."""
    seq = head.count + 1
    body = canonical_json({"seq": seq, **dict(zip(_NAMES, _values(event), strict=True))})
    return Record(seq=seq, body=body, hash=_hash(bytes.fromhex(head.hash), body))


def verify(
    records: Iterable[Record], tenant: str, *, head: Head | None = None, expected: Head | None = None
) -> tuple[Head, Flaw | None]:
    """Walk the chain from its start; how far it holds, and the first flaw (None where there is none).

    ``head`` is what the log says of itself; ``expected`` is a head that the verifier kept from before, which
    must be one of the chain's own.
    """
    count, previous, met = 0, _ZERO, expected is None or expected == EMPTY
    for record in records:
        flaw = _flaw(record, count + 1, previous, tenant)
        if flaw is not None:
            return Head(count, previous.hex()), Flaw(count + 1, flaw)
        count, previous = record.seq, bytes.fromhex(record.hash)
        if expected is not None and count == expected.count:
            if record.hash != expected.hash:
                return Head(count, record.hash), Flaw(count, "the hash is not the one that was expected here")
            met = True
    reached = Head(count, previous.hex())
    if head is not None and head != reached:
        return reached, Flaw(count, f"the log says it has {head.count} events, and {count} are there")
    if expected is not None and not met:
        return reached, Flaw(count, f"event {expected.count} was expected and is missing: the log was cut short")
    return reached, None


def _flaw(record: Record, seq: int, previous: bytes, tenant: str) -> str | None:
    if record.seq != seq:
        return f"event {seq} is missing, event {record.seq} stands in its place"
    if _hash(previous, record.body) != record.hash:
        return "the event or its hash was changed"
    body = orjson.loads(record.body)
    if body.get("seq") != seq:
        return f"the event was recorded as number {body.get('seq')}"
    if body.get("tenant_id") != tenant:
        return f"the event belongs to another tenant, {body.get('tenant_id')!r}"
    return None


def _hash(previous: bytes, body: bytes) -> str:
    return sha256(DOMAIN + previous + body).hexdigest()
