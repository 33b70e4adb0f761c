"""The vault: personal data encrypted before they reach the database, each value bound to its tenant and its place."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.vault.vault_keys import VaultKeys
    from casewright.domain.ids import TenantId

_NONCE = 12
_FORMAT = b"\x01"


class SealedValues(Protocol):
    """Keeps bytes that it cannot read."""

    def put(self, tenant: TenantId, place: str, sealed: bytes) -> None:
        """Keep the bytes in place of those there are."""
        ...

    def get(self, tenant: TenantId, places: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes by place; unknown places are left out."""
        ...

    def remove(self, tenant: TenantId, place: str) -> None:
        """Remove the bytes there, if any."""
        ...


class SealingVault:
    """The side that seals (AES-256-GCM) and cannot open. Fits ``tools.ports.parties.VaultWriter``."""

    def __init__(self, values: SealedValues, keys: VaultKeys) -> None:
        self._values = values
        self._keys = keys

    def seal(self, tenant: TenantId, place: str, value: Mapping[str, str]) -> None:
        """Encrypt and keep the value, in place of what was there."""
        nonce = secrets.token_bytes(_NONCE)
        sealed = AESGCM(self._keys.values).encrypt(nonce, json.dumps(dict(value)).encode(), _bound(tenant, place))
        self._values.put(tenant, place, _FORMAT + nonce + sealed)

    def forget(self, tenant: TenantId, place: str) -> None:
        """Remove the value; nothing happens where there is none."""
        self._values.remove(tenant, place)


class OpeningVault:
    """The side that opens. Fits ``tools.ports.parties.VaultReader``."""

    def __init__(self, values: SealedValues, keys: VaultKeys) -> None:
        self._values = values
        self._keys = keys

    def open(self, tenant: TenantId, places: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
        """The values by place; unknown places are left out. Raises ``IntegrityError`` where one does not open."""
        found = self._values.get(tenant, places)
        return {place: self._opened(tenant, place, found[place]) for place in places if place in found}

    def _opened(self, tenant: TenantId, place: str, sealed: bytes) -> Mapping[str, str]:
        nonce, rest = sealed[len(_FORMAT) : len(_FORMAT) + _NONCE], sealed[len(_FORMAT) + _NONCE :]
        try:
            if sealed[: len(_FORMAT)] != _FORMAT:
                raise InvalidTag
            plain = AESGCM(self._keys.values).decrypt(nonce, rest, _bound(tenant, place))
        except (InvalidTag, ValueError):
            raise IntegrityError(
                f"What the vault holds at {place!r} was changed outside of Casewright and cannot be opened: "
                "restore the database from a backup"
            ) from None
        values: dict[str, str] = json.loads(plain)
        return values


def _bound(tenant: TenantId, place: str) -> bytes:
    return json.dumps([tenant, place]).encode()
