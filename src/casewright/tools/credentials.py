"""Secrets as they are written: API keys, sessions and invitations, each with its kind and its tenant before it.

The tenant stands in the text, so that it is known whose records to look in before anything is looked up. Stored is only
a hash, in a domain of the kind's own: the hash of a key opens no session.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.accounts import is_tenant_id
from casewright.domain.ids import TenantId
from casewright.tools.user_keys import KEY_BYTES, read_key, write_key

if TYPE_CHECKING:
    from typing import Self

JOIN_PATH = "/join/"
"""Where an invitation is followed: the path of its link is this and the secret."""
_LONGEST = 128
"""Characters that are looked at: the kind, a tenant of 63, and 43 of the secret."""


class CredentialKind(StrEnum):
    """What a secret is for, by the letters that it begins with."""

    API_KEY = "cwk"
    SESSION = "cws"
    INVITATION = "cwi"


@dataclass(frozen=True, slots=True)
class Credential:
    """A secret of this kind, in this tenant."""

    kind: CredentialKind
    tenant: TenantId
    key: bytes = field(repr=False)

    @classmethod
    def make(cls, kind: CredentialKind, tenant: TenantId) -> Self:
        """A new one, of 32 random bytes."""
        return cls(kind, tenant, secrets.token_bytes(KEY_BYTES))

    @classmethod
    def read(cls, kind: CredentialKind, text: str) -> Self | None:
        """What ``text`` wrote, white space around it allowed; None where it is none of this kind."""
        line = text.strip() if len(text) <= _LONGEST else ""
        named, _, rest = line.partition(".")
        tenant, _, secret = rest.partition(".")
        key = read_key(secret)
        if named != kind or key is None or secret != secret.strip() or not is_tenant_id(tenant):
            return None
        return cls(kind, TenantId(tenant), key)

    @property
    def text(self) -> str:
        """How it is handed over, as one line: ``cwk.<tenant>.<secret>``."""
        return f"{self.kind}.{self.tenant}.{write_key(self.key)}"

    @property
    def hash(self) -> str:
        """What is stored of it, in hexadecimal."""
        return self._derived(self.kind).hex()

    @property
    def csrf(self) -> str:
        """The token that goes into the forms of a session: from it the session's secret cannot be told."""
        return write_key(self._derived("csrf"))

    def _derived(self, purpose: str) -> bytes:
        return sha256(f"casewright.{purpose}.v1\0{self.tenant}\0".encode() + self.key).digest()
