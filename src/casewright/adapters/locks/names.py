"""What a lock is known by, and what is said where somebody else holds it."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from casewright.errors import Busy

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


def digest(what: str, tenant: TenantId, name: str) -> bytes:
    """Eight bytes for a thing of the tenant's, such as a case."""
    parts = b"\x00".join(part.encode("utf-8", "surrogatepass") for part in (what, tenant, name))
    return blake2b(parts, digest_size=8, person=b"casewright-lock").digest()


def taken(what: str, name: str) -> Busy:
    """The error for a lock that somebody else holds."""
    return Busy(f"Somebody is at work on {what} {name!r} right now: try again when they have ended")
