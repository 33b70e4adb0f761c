"""A user's key: 32 random bytes, how they are written into a file, and the one form of them that is stored."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

KEY_BYTES = 32
_DOMAIN = b"casewright.user-key.v1\0"
"""Goes before the key when it is hashed, so that the hash is of no use wherever else a key might be hashed."""


def write_key(key: bytes) -> str:
    """The key as one line of text: URL-safe base64 without padding."""
    return urlsafe_b64encode(key).decode().rstrip("=")


def read_key(text: str) -> bytes | None:
    """The key that ``write_key`` wrote, white space around it allowed; None where the text is no key."""
    line = text.strip()
    try:
        key = urlsafe_b64decode(line.encode("ascii") + b"=" * (-len(line) % 4))
    except ValueError:
        return None
    return key if len(key) == KEY_BYTES and write_key(key) == line else None


def hash_key(key: bytes) -> str:
    """What is stored of a key, in hexadecimal. A key is 256 random bits: it needs no salt and no slow hash."""
    return sha256(_DOMAIN + key).hexdigest()
