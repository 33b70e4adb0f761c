"""A signed checkpoint: how many events a tenant's chain had at a moment, and the last one's hash. No I/O.

Invariants, all held by ``flaw_of``:

1. The signature is Ed25519 (RFC 8032) over ``DOMAIN ‖ canonical JSON`` of every other field.
2. The key's id is the SHA-256 of its public half, so that an id that somebody wrote down names one key.
3. The checkpoint is the tenant's own and counts at least one event.

What a checkpoint says is true of the chain only where the chain has that very head at that count: ``chain.verify``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

import orjson

from casewright.audit.chain import Head
from casewright.canonical import canonical_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.canonical import Json

DOMAIN = b"casewright.audit.checkpoint.v1\x00"

Verify = Callable[[bytes, bytes, bytes], bool]
"""``verify(public_key, message, signature)``: whether the signature is that key's over that message."""


class Signer(Protocol):
    """A private Ed25519 key that stays where it is."""

    @property
    def public_key(self) -> bytes:
        """The key's public half, 32 bytes."""
        ...

    def sign(self, message: bytes) -> bytes:
        """The signature over the message, 64 bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One checkpoint. ``head``, ``key_id`` and ``signature`` are lower-case hexadecimal, ``timestamp`` is UTC."""

    tenant_id: str
    count: int
    head: str
    timestamp: str
    key_id: str
    signature: str

    @property
    def at(self) -> Head:
        """The head that the chain had."""
        return Head(count=self.count, hash=self.head)

    @property
    def message(self) -> bytes:
        """What is signed."""
        return _message(self.tenant_id, self.count, self.head, self.timestamp, self.key_id)

    def to_json(self) -> bytes:
        """Every field as canonical JSON, which ``read_checkpoint`` reads."""
        return canonical_json(asdict(self))


_TYPES = {field.name: int if field.name == "count" else str for field in fields(Checkpoint)}


def make_checkpoint(tenant: str, head: Head, timestamp: str, signer: Signer) -> Checkpoint:
    """Sign the head."""
    key_id = key_id_of(signer.public_key)
    signature = signer.sign(_message(tenant, head.count, head.hash, timestamp, key_id))
    return Checkpoint(tenant, head.count, head.hash, timestamp, key_id, signature.hex())


def read_checkpoint(text: bytes) -> Checkpoint:
    """The checkpoint in this JSON text. Raises ``ValueError`` where it is none; says nothing of its signature."""
    found = orjson.loads(text)
    if not isinstance(found, dict) or {name: type(value) for name, value in found.items()} != _TYPES:
        raise ValueError(f"a checkpoint has exactly the fields {', '.join(_TYPES)}")
    return Checkpoint(**found)


def key_id_of(public_key: bytes) -> str:
    """The id by which checkpoints name their key: the SHA-256 of the public key, 64 hexadecimal digits."""
    return sha256(public_key).hexdigest()


def flaw_of(checkpoint: Checkpoint, tenant: str, keys: Mapping[str, bytes], verify: Verify) -> str | None:
    """Why this is no checkpoint of the tenant's, signed by one of ``keys`` (public, by their ids); None where it is."""
    if checkpoint.tenant_id != tenant:
        return f"a checkpoint belongs to another tenant, {checkpoint.tenant_id!r}"
    if checkpoint.count < 1:
        return f"a checkpoint counts {checkpoint.count} events"
    public_key = keys.get(checkpoint.key_id)
    if public_key is None or key_id_of(public_key) != checkpoint.key_id:
        return f"a checkpoint is signed by a key that is not known here, {checkpoint.key_id!r}"
    try:
        signature, message = bytes.fromhex(checkpoint.signature), checkpoint.message
    except (TypeError, ValueError):
        return "a checkpoint's fields or signature were changed"
    if signature.hex() != checkpoint.signature or not verify(public_key, message, signature):
        return "a checkpoint's fields or signature were changed"
    return None


def _message(tenant: str, count: int, head: str, timestamp: str, key_id: str) -> bytes:
    named: dict[str, Json] = {
        "tenant_id": tenant,
        "count": count,
        "head": head,
        "timestamp": timestamp,
        "key_id": key_id,
    }
    return DOMAIN + canonical_json(named)
