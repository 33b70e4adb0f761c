"""The MAC of a record: what tells a record that this system wrote from one that somebody put into the database.

The chain's own hash has no key, so whoever can write to the database can extend a chain, or rewrite all of it, with
hashes that fit. The MAC is made with a key that is not in the database:

    key = HMAC-SHA256( the home's secret key, "casewright.audit.mac.key.v1\\0" )
    MAC = HMAC-SHA256( key, "casewright.audit.mac.v1\\0" ‖ the record's hash )

The hash is over everything before it, so a MAC holds in one place of one chain only. It stands beside the record,
outside of what is hashed.
"""

from __future__ import annotations

from hmac import compare_digest, digest

_KEY_DOMAIN = b"casewright.audit.mac.key.v1\x00"
_DOMAIN = b"casewright.audit.mac.v1\x00"
_HASH = "sha256"


class RecordMacs:
    """Makes and checks MACs with a key that is derived from the home's ``secret``."""

    def __init__(self, secret: bytes) -> None:
        self._key = digest(secret, _KEY_DOMAIN, _HASH)

    def of(self, record_hash: bytes) -> bytes:
        """The MAC of the record with this hash (32 bytes each)."""
        return digest(self._key, _DOMAIN + record_hash, _HASH)

    def hold(self, record_hash: bytes, mac: bytes | None) -> bool:
        """Whether this is the MAC of the record with this hash."""
        return mac is not None and compare_digest(self.of(record_hash), mac)
