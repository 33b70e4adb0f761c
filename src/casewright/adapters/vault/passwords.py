"""Passwords hashed by Argon2id, with the library's cost, which is that of RFC 9106 for little memory."""

from __future__ import annotations

import secrets
from functools import cached_property
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


class Argon2Passwords:
    """Fits ``tools.ports.accounts.Passwords``. One spelling of Unicode is hashed, whatever keyboard wrote it."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hash(self, password: str) -> str:
        """What is stored of a password: its salt and cost stand in it."""
        return self._hasher.hash(_written(password))

    def is_of(self, hash_: str | None, password: str) -> bool:
        """Whether the hash is the password's. For None, which is nobody's, it takes as long and is False."""
        try:
            self._hasher.verify(self._nobodys if hash_ is None else hash_, _written(password))
        except (VerificationError, InvalidHashError):
            return False
        return hash_ is not None

    def is_outdated(self, hash_: str) -> bool:
        """Whether it was made with another cost than new ones are."""
        return self._hasher.check_needs_rehash(hash_)

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(secrets.token_bytes(32))


def _written(password: str) -> bytes:
    return normalize("NFKC", password).encode("utf-8", "surrogatepass")
