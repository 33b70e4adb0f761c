"""The Ed25519 key that signs the audit's checkpoints, and the public halves of it and of every one before it."""

from __future__ import annotations

import re
import secrets
import threading
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from casewright.adapters.vault.key_files import KEY_BYTES, kept_key, replace_file
from casewright.audit.checkpoint import key_id_of
from casewright.errors import BadSettings, IntegrityError, Refused, Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_HEX = re.compile(r"[0-9a-fA-F]{64}")


class SigningKey:
    """One private key. Fits ``audit.checkpoint.Signer``."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @cached_property
    def public_key(self) -> bytes:
        """The public half, 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._key.sign(message)


class AuditKeys:
    """The key that signs now and the public keys that ever did, in files of a folder.

    ``signing.key`` holds the private key (0600), made at the first use; ``<key id>.pub`` the public ones, which are
    kept so that old checkpoints still verify. ``given`` is a private key of 64 hexadecimal digits from elsewhere
    (the environment): then no ``signing.key`` is made or read. Raises ``BadSettings``, ``Unavailable`` or
    ``StorageFull``.
    """

    def __init__(self, folder: Path, *, given: str | None = None) -> None:
        self._folder = folder
        self._given = given is not None
        self._lock = threading.Lock()
        _make_folder(folder)
        self._signing = SigningKey(self._kept() if given is None else _seed_of(given))
        self._keep_public(self._signing)

    def current(self) -> SigningKey:
        """The key that signs now."""
        return self._signing

    def public_keys(self) -> Mapping[str, bytes]:
        """Every public key that ever signed here, by its id. Raises ``IntegrityError`` for a changed file."""
        found = {}
        for path in sorted(self._folder.glob("*.pub")):
            try:
                key = bytes.fromhex(path.read_text("ascii"))
            except (OSError, ValueError) as error:
                raise _changed(path) from error
            if key_id_of(key) != path.stem:
                raise _changed(path)
            found[path.stem] = key
        return found

    def rotate(self) -> str:
        """Sign with a new key from now on; its id. The old private key is destroyed, its public half kept.

        Processes that are open go on with the old key until they end. Raises ``Refused`` where the key comes from
        the environment.
        """
        if self._given:
            raise Refused("the signing key comes from CASEWRIGHT_AUDIT_SIGNING_KEY: change it there and start again")
        with self._lock:
            seed = secrets.token_bytes(KEY_BYTES)
            key = SigningKey(seed)
            # The public half first: a crash between the two leaves a key that never signed, not an unknown one.
            self._keep_public(key)
            replace_file(self._folder / "signing.key", seed)
            self._signing = key
        return key_id_of(key.public_key)

    def _kept(self) -> bytes:
        path = self._folder / "signing.key"
        seed = kept_key(path)
        if len(seed) != KEY_BYTES:
            raise BadSettings(f"the key file {str(path)!r} is damaged: restore it from a backup, or move it away")
        return seed

    def _keep_public(self, key: SigningKey) -> None:
        path = self._folder / f"{key_id_of(key.public_key)}.pub"
        if not path.exists():
            replace_file(path, key.public_key.hex().encode())


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is that key's Ed25519 signature over the message. Fits ``audit.checkpoint.Verify``."""
    with suppress(InvalidSignature, ValueError):
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    return False


def _seed_of(text: str) -> bytes:
    if _HEX.fullmatch(text.strip()) is None:
        raise BadSettings("CASEWRIGHT_AUDIT_SIGNING_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32`")
    return bytes.fromhex(text.strip())


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"the folder {str(folder)!r} cannot be made: {error.strerror}") from error


def _changed(path: Path) -> IntegrityError:
    return IntegrityError(f"The public key file {str(path)!r} was changed: restore it from a backup or an export.")
