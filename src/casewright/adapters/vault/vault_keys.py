"""The key of the vault: from the environment or a file, checked against the database before anything is opened."""

from __future__ import annotations

import re
import threading
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from casewright.adapters.vault.key_files import kept_key
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from pathlib import Path

_HEX = re.compile(r"[0-9a-fA-F]{64}")


class KeyCheck(Protocol):
    """Keeps the value by which the vault's key is known again."""

    def check_value(self) -> bytes | None:
        """The value that is kept; None where nothing was ever sealed."""
        ...

    def keep_check(self, value: bytes) -> bytes:
        """Keep the value where there is none; the one that is kept."""
        ...


class VaultKeys:
    """The keys that are derived from the vault's key; a home that never sealed anything has none until it does.

    ``given`` is the key of 64 hexadecimal digits from the environment; without it the file holds the key, readable by
    its owner only, made when something is sealed for the first time. Where the database knows of a key, one that is
    missing or another is an error at once (``BadSettings``; ``Refused`` where others may read the file), and nothing
    is made, changed or removed.
    """

    def __init__(self, path: Path, checks: KeyCheck, *, given: str | None = None) -> None:
        self._path = path
        self._checks = checks
        self._given = given
        self._lock = threading.Lock()
        if given is not None and _HEX.fullmatch(given) is None:
            raise BadSettings("CASEWRIGHT_VAULT_KEY is no key: give 64 hexadecimal digits")
        if checks.check_value() is not None:
            _ = self._key

    @cached_property
    def values(self) -> bytes:
        """What encrypts values, 32 bytes."""
        return self._derived(b"values")

    @cached_property
    def blind(self) -> bytes:
        """What hashes words for the blind index and texts for the audit, 32 bytes."""
        return self._derived(b"blind index")

    @cached_property
    def _key(self) -> bytes:
        with self._lock:
            return self._checked()

    def _checked(self) -> bytes:
        kept = self._checks.check_value()
        if self._given is not None:
            key = bytes.fromhex(self._given)
        elif kept is not None and not self._path.exists():
            raise BadSettings(
                "The vault's key is missing: this database holds sealed personal data, and there is no file "
                f"{str(self._path)!r}. Restore it from a backup, or set CASEWRIGHT_VAULT_KEY; nothing was changed."
            )
        else:
            key = kept_key(self._path)
        value = _derived_from(key, b"key check")
        if (kept or self._checks.keep_check(value)) != value:
            where = "CASEWRIGHT_VAULT_KEY" if self._given is not None else f"The key file {str(self._path)!r}"
            raise BadSettings(
                f"{where} is not the key that this database's personal data were sealed with. Give the key that was "
                "used before, or restore its file from a backup; nothing was changed."
            )
        return key

    def _derived(self, purpose: bytes) -> bytes:
        return _derived_from(self._key, purpose)


def _derived_from(key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"casewright vault: " + purpose).derive(key)
