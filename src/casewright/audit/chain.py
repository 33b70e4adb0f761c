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
from typing import TYPE_CHECKING, Protocol

import orjson

from casewright.audit.events import Event
from casewright.canonical import canonical_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.ids import TenantId

DOMAIN = b"casewright.audit.v1\x00"
_ZERO = bytes(32)
_START = sha256(DOMAIN)
_NAMES = tuple(sorted(field.name for field in fields(Event)))
"""In the order of canonical JSON, which is then quickly made sure of."""
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


class Chains(Protocol):
    """A log that can be verified while others append to it."""

    def records(self, tenant: TenantId, after: int = 0) -> Iterable[Record]:
        """The records with a sequence number above ``after``, in order."""
        ...

    def head(self, tenant: TenantId) -> Head:
        """What the log says of itself, committed together with the records."""
        ...


EMPTY = Head(count=0, hash=_ZERO.hex())


@dataclass(frozen=True, slots=True)
class Flaw:
    """What does not hold, and at which sequence number."""

    seq: int
    reason: str


def link(head: Head, event: Event) -> Record:
    """The record that follows ``head`` in its chain. Raises ``TypeError`` for an event that has no canonical form."""
    seq = head.count + 1
    fields_of = dict(zip(_NAMES, _values(event), strict=True))
    fields_of["seq"] = seq
    body = canonical_json(fields_of)
    return Record(seq, body, _digest(bytes.fromhex(head.hash), body).hex())


def verify(
    records: Iterable[Record], tenant: str, *, head: Head | None = None, expected: Head | None = None
) -> tuple[Head, Flaw | None]:
    """Walk the chain from its start; how far it holds, and the first flaw (None where there is none).

    ``head`` is what the log says of itself; ``expected`` is a head that the verifier kept from before, which
    must be one of the chain's own. For a log that others append to meanwhile, see ``verify_log``.
    """
    walk = _Walk(tenant, expected)
    flaw = walk.on(records)
    if flaw is None and head is not None:
        flaw = walk.beside(head)
    return walk.reached, flaw or walk.short()


def verify_log(
    log: Chains, tenant: TenantId, *, expected: Head | None = None, signed: Sequence[Head] = ()
) -> tuple[Head, Flaw | None]:
    """As ``verify``, with the log's own head, which may move on while the chain is walked.

    ``signed`` are heads of checkpoints whose signatures hold: each must be one of the chain's own.
    """
    walk = _Walk(tenant, expected, signed)
    flaw = walk.on(log.records(tenant))
    while flaw is None:
        # Read after the records, so an honest head is never behind them; where it is ahead, the chain grew.
        head, count = log.head(tenant), walk.reached.count
        if head.count <= count:
            flaw = walk.beside(head)
            break
        flaw = walk.on(log.records(tenant, count))
        if flaw is None and walk.reached.count == count:
            flaw = walk.beside(head)
    return walk.reached, flaw or walk.short()


class _Walk:
    """How far a chain was followed and found to hold."""

    def __init__(self, tenant: str, expected: Head | None, signed: Sequence[Head] = ()) -> None:
        self._tenant = tenant
        self._awaited = [(head, "signed") for head in signed]
        if expected is not None and expected != EMPTY:
            self._awaited.append((expected, "expected"))
        # The nearest last, where it is taken from.
        self._awaited.sort(key=lambda awaited: -awaited[0].count)
        self._count = 0
        self._previous = _ZERO

    @property
    def reached(self) -> Head:
        return Head(self._count, self._previous.hex())

    def on(self, records: Iterable[Record]) -> Flaw | None:
        """Follow the chain through ``records``; the first flaw."""
        tenant, awaited = self._tenant, self._awaited
        for record in records:
            seq = self._count + 1
            digest = _digest(self._previous, record.body)
            flaw = _flaw(record, seq, digest.hex(), tenant)
            if flaw is not None:
                return Flaw(seq, flaw)
            self._count, self._previous = seq, digest
            while awaited and awaited[-1][0].count <= seq:
                head, why = awaited.pop()
                if head != Head(seq, record.hash):
                    return Flaw(seq, f"the hash is not the one that was {why} here")
        return None

    def beside(self, head: Head) -> Flaw | None:
        """What is wrong with the end of the chain, where it should be ``head``."""
        if head.count != self._count:
            return Flaw(self._count, f"the log says it has {head.count} events, and {self._count} are there")
        if head.hash != self._previous.hex():
            return Flaw(self._count, "the last event's hash is not the one in the log's head")
        return None

    def short(self) -> Flaw | None:
        """What is missing at the end, where a head was expected that the chain has not."""
        if not self._awaited:
            return None
        head, why = self._awaited[0]
        return Flaw(self._count, f"event {head.count} was {why} and is missing: the log was cut short")


def _flaw(record: Record, seq: int, expected_hash: str, tenant: str) -> str | None:
    if record.seq != seq:
        return f"event {seq} is missing, event {record.seq} stands in its place"
    if record.hash != expected_hash:
        return "the event or its hash was changed"
    try:
        body = orjson.loads(record.body)
        canonical = canonical_json(body) == record.body
    except (TypeError, ValueError):
        canonical = False
    if not canonical or not isinstance(body, dict):
        return "the event is not in canonical form: it was not written by this log"
    if body.get("seq") != seq:
        return f"the event was recorded as number {body.get('seq')}"
    if body.get("tenant_id") != tenant:
        return f"the event belongs to another tenant, {body.get('tenant_id')!r}"
    return None


def _digest(previous: bytes, body: bytes) -> bytes:
    digest = _START.copy()
    digest.update(previous)
    digest.update(body)
    return digest.digest()
