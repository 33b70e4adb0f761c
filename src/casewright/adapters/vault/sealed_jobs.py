"""What seals the words of jobs: their arguments may hold personal data before anything has masked them."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId

_NONCE = 12
_FORMAT = b"\x01"
_PURPOSE = b"casewright jobs: words"


class JobSeals:
    """Fits ``tools.ports.jobs.JobSealing``: AES-256-GCM, each text bound to its tenant and its place.

    ``secret`` is the home's key, one for all hosts of a database, so that any of them may do what another was asked.
    """

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret))

    def seal(self, tenant: TenantId, place: str, text: str) -> bytes:
        """The text, encrypted."""
        nonce, plain = secrets.token_bytes(_NONCE), text.encode("utf-8", "surrogatepass")
        return _FORMAT + nonce + self._cipher.encrypt(nonce, plain, _bound(tenant, place))

    def open(self, tenant: TenantId, place: str, sealed: bytes) -> str:
        """The text that was sealed there. Raises ``IntegrityError`` where the bytes were changed or moved."""
        nonce, rest = sealed[len(_FORMAT) : len(_FORMAT) + _NONCE], sealed[len(_FORMAT) + _NONCE :]
        try:
            if sealed[: len(_FORMAT)] != _FORMAT:
                raise InvalidTag
            return self._cipher.decrypt(nonce, rest, _bound(tenant, place)).decode("utf-8", "surrogatepass")
        except (InvalidTag, ValueError):
            raise IntegrityError(
                f"What is kept at {place!r} does not open: it was changed outside of Casewright, or sealed with "
                "another home's key. Give the secret.key (CASEWRIGHT_SECRET_KEY) that was used before, or restore a "
                "backup."
            ) from None


def _bound(tenant: TenantId, place: str) -> bytes:
    return json.dumps([tenant, place]).encode()
