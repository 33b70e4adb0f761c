"""The hash chain over a tenant's events, and its verifier. No I/O.

Invariants, all held by ``verify``:

1. Sequence numbers count from 1 without a gap.
2. A record's hash is ``sha256(DOMAIN ‖ previous hash ‖ body)``, the first one's previous hash being 32 zero bytes.
3. The body is the canonical JSON of every field of the event and its sequence number, and names the chain's tenant.
4. The last record's number and hash are those of the head, where a head is held.
5. Where MACs are held (``HeldMacs``), a record above the number that they start after has its own (``audit.macs``).

So changing any field of any event, dropping, swapping or inserting one is detected. Hashes have no key, so a chain that
is rewritten or extended as a whole fits by hashes alone: MACs and heads kept elsewhere show it. Cutting off the newest
events together with the log's own head is shown only by a head kept elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import sha256
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import orjson

from casewright.audit.events import Event
from casewright.canonical import canonical_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.audit.macs import RecordMacs
    from casewright.domain.ids import TenantId

DOMAIN = b"casewright.audit.v1\x00"
_ZERO = bytes(32)
_START = sha256(DOMAIN)
_NAMES = tuple(sorted(field.name for field in fields(Event)))
"""In the order of canonical JSON, which is then quickly made sure of."""
_values = attrgetter(*_NAMES)


@dataclass(frozen=True, slots=True)
class Record:
    """An event in its place: ``body`` is its canonical JSON with ``seq``, ``hash`` the chain's hash up to it (hex).

    ``mac`` is what shows that this system wrote it (``audit.macs``): None where the log makes none, or made none then.
    """

    seq: int
    body: bytes
    hash: str
    mac: bytes | None = None


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


FlawKind = Literal["changed", "forged", "cut", "checkpoint"]
"""``changed``: an event does not fit its place or its hash. ``forged``: it fits, and this system did not write it.
``cut``: the newest events are missing. ``checkpoint``: one is not this chain's own, was changed, or is gone."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """What does not hold, and at which sequence number."""

    seq: int
    reason: str
    kind: FlawKind


class HeldMacs(NamedTuple):
    """The MACs that records must have, those above the number ``after``."""

    macs: RecordMacs
    after: int = 0


def link(head: Head, event: Event, macs: RecordMacs | None = None) -> Record:
    """The record that follows ``head`` in its chain. Raises ``TypeError`` for an event that has no canonical form."""
    seq = head.count + 1
    fields_of = dict(zip(_NAMES, _values(event), strict=True))
    fields_of["seq"] = seq
    body = canonical_json(fields_of)
    digest = _digest(bytes.fromhex(head.hash), body)
    return Record(seq, body, digest.hex(), None if macs is None else macs.of(digest))


def verify(
    records: Iterable[Record], tenant: str, *, head: Head | None = None, expected: Head | None = None
) -> tuple[Head, Flaw | None]:
    """Walk the chain from its start; how far it holds, and the first flaw (None where there is none).

    ``head`` is what the log says of itself; ``expected`` is a head that the verifier kept from before, which
    must be one of the chain's own. For a log that others append to meanwhile, see ``verify_log``.
    """
    walk = _Walk(tenant, _awaited(expected=expected))
    flaw = walk.on(records)
    if flaw is None and head is not None:
        flaw = walk.beside(head)
    return walk.reached, flaw or walk.short()


def verify_log(
    log: Chains,
    tenant: TenantId,
    *,
    start: Head = EMPTY,
    expected: Head | None = None,
    signed: Sequence[Head] = (),
    remembered: Head | None = None,
    held: HeldMacs | None = None,
) -> tuple[Head, Flaw | None]:
    """As ``verify``, with the log's own head, which may move on while the chain is walked.

    It is walked from ``start``, a head that was found to hold before. ``signed`` are heads of checkpoints whose
    signatures hold, ``remembered`` the one that the home remembers: each must be one of the chain's own. Records must
    have the MACs that are ``held``.
    """
    there = log.head(tenant)
    if there.count < start.count:
        return there, _missing(there.count, start.count, "remembered")
    awaited = [one for one in _awaited(expected, signed, remembered) if one[0].count > start.count]
    walk = _Walk(tenant, awaited, start, held)
    flaw = walk.on(log.records(tenant, start.count))
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


def _awaited(
    expected: Head | None = None, signed: Sequence[Head] = (), remembered: Head | None = None
) -> list[tuple[Head, str]]:
    """The heads that the chain must have, and what they are; the nearest last, where it is taken from."""
    awaited = [(head, "signed") for head in signed]
    awaited += [(head, why) for head, why in ((expected, "expected"), (remembered, "remembered")) if head is not None]
    return sorted((one for one in awaited if one[0] != EMPTY), key=lambda one: -one[0].count)


class _Walk:
    """How far a chain was followed and found to hold."""

    def __init__(
        self, tenant: str, awaited: list[tuple[Head, str]], start: Head = EMPTY, held: HeldMacs | None = None
    ) -> None:
        self._tenant = tenant
        self._awaited = awaited
        self._held = held
        self._count = start.count
        self._previous = bytes.fromhex(start.hash)

    @property
    def reached(self) -> Head:
        return Head(self._count, self._previous.hex())

    def on(self, records: Iterable[Record]) -> Flaw | None:
        """Follow the chain through ``records``; the first flaw."""
        tenant, awaited = self._tenant, self._awaited
        macs, macs_after = (None, 0) if self._held is None else self._held
        for record in records:
            seq = self._count + 1
            digest = _digest(self._previous, record.body)
            flaw = _flaw(record, seq, digest.hex(), tenant)
            if flaw is not None:
                return Flaw(seq, flaw, "changed")
            if macs is not None and seq > macs_after and not macs.hold(digest, record.mac):
                return Flaw(seq, "the event fits the chain, and this system did not write it", "forged")
            self._count, self._previous = seq, digest
            while awaited and awaited[-1][0].count <= seq:
                head, why = awaited.pop()
                if head != Head(seq, record.hash):
                    return Flaw(seq, f"the hash is not the one that was {why} here", "forged")
        return None

    def beside(self, head: Head) -> Flaw | None:
        """What is wrong with the end of the chain, where it should be ``head``."""
        if head.count != self._count:
            reason = f"the log says it has {head.count} events, and {self._count} are there"
            return Flaw(self._count, reason, "cut" if head.count > self._count else "changed")
        if head.hash != self._previous.hex():
            return Flaw(self._count, "the last event's hash is not the one in the log's head", "changed")
        return None

    def short(self) -> Flaw | None:
        """What is missing at the end, where a head was expected that the chain has not."""
        if not self._awaited:
            return None
        head, why = self._awaited[0]
        return _missing(self._count, head.count, why)


def _missing(there: int, count: int, why: str) -> Flaw:
    return Flaw(there, f"event {count} was {why} and is missing: the log was cut short", "cut")


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
