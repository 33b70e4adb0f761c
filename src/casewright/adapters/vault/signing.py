"""The Ed25519 key that signs the audit's checkpoints, and the public halves of it and of every one before it."""

from __future__ import annotations

import secrets
import threading
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from casewright.adapters.vault.key_files import (
    KEY_BYTES,
    found_key,
    given_key,
    kept_key,
    make_folder,
    replace_file,
)
from casewright.audit.checkpoint import key_id_of
from casewright.errors import BadSettings, IntegrityError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

_SETTING = "CASEWRIGHT_AUDIT_SIGNING_KEY"


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
    kept so that old checkpoints still verify. A private key that was there before (``used``, or its public half is
    there) and is gone is never made anew in silence: then nothing is signed until it is restored or ``rotate`` is told
    that it is lost. ``given`` is a private key of 64 hexadecimal digits from elsewhere (the environment): then no
    ``signing.key`` is made or read. Raises ``BadSettings``, ``Unavailable``, ``Refused`` or ``StorageFull``.
    """

    def __init__(self, folder: Path, *, given: str | None = None, used: Callable[[], bool] = lambda: False) -> None:
        self._folder = folder
        self._given = given is not None
        self._lock = threading.Lock()
        make_folder(folder)
        self._signing = self._found(used) if given is None else SigningKey(given_key(given, _SETTING))
        if self._signing is not None:
            self._keep_public(self._signing)

    def current(self) -> SigningKey:
        """The key that signs now. Raises ``BadSettings`` where it is missing."""
        if self._signing is None:
            raise BadSettings(
                f"The audit's signing key {str(self._folder / 'signing.key')!r} is missing, so nothing is signed: "
                "restore it from a backup, or, if it is lost, an ADMIN runs 'casewright audit rotate-key --lost'."
            )
        return self._signing

    def public_keys(self) -> Mapping[str, bytes]:
        """Every public key that ever signed here, by its id. Raises ``IntegrityError`` for a changed file."""
        return public_keys_in(self._folder)

    def rotate(self, *, lost: bool = False) -> str:
        """Sign with a new key from now on; its id. The old private key is destroyed, its public half kept.

        Processes that are open go on with the old key until they end. Raises ``Refused`` where the key comes from
        the environment, and where it is ``lost`` and was not said to be, or the other way round.
        """
        if self._given:
            raise Refused(f"the signing key comes from {_SETTING}: change it there and start again")
        if lost and self._signing is not None:
            raise Refused("the signing key is not lost: it is changed without --lost")
        if not lost:
            self.current()
        with self._lock:
            seed = secrets.token_bytes(KEY_BYTES)
            key = SigningKey(seed)
            # The public half first: a crash between the two leaves a key that never signed, not an unknown one.
            self._keep_public(key)
            replace_file(self._folder / "signing.key", seed)
            self._signing = key
        return key_id_of(key.public_key)

    def _found(self, used: Callable[[], bool]) -> SigningKey | None:
        path = self._folder / "signing.key"
        seed = found_key(path)
        if seed is None and not used() and not any(self._folder.glob("*.pub")):
            seed = kept_key(path)
        if seed is None:
            # Of several first starts at once, another may have made the key and its public half since we looked.
            seed = found_key(path)
        if seed is None:
            return None
        if len(seed) != KEY_BYTES:
            raise BadSettings(f"the key file {str(path)!r} is damaged: restore it from a backup, or move it away")
        return SigningKey(seed)

    def _keep_public(self, key: SigningKey) -> None:
        path = self._folder / f"{key_id_of(key.public_key)}.pub"
        if not path.exists():
            replace_file(path, key.public_key.hex().encode())


def public_keys_in(folder: Path) -> Mapping[str, bytes]:
    """Every public key in the folder, by its id. Raises ``IntegrityError`` for a changed file."""
    found = {}
    for path in sorted(folder.glob("*.pub")):
        try:
            key = bytes.fromhex(path.read_text("ascii"))
        except (OSError, ValueError) as error:
            raise _changed(path) from error
        if key_id_of(key) != path.stem:
            raise _changed(path)
        found[path.stem] = key
    return found


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is that key's Ed25519 signature over the message. Fits ``audit.checkpoint.Verify``."""
    with suppress(InvalidSignature, ValueError):
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    return False


def _changed(path: Path) -> IntegrityError:
    return IntegrityError(f"The public key file {str(path)!r} was changed: restore it from a backup or an export.")
