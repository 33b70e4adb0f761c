"""Accounts: tenants, and by what somebody is known there: sessions, API keys, invitations, identities elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

TENANT_ID = r"^[a-z0-9][a-z0-9-]{0,62}$"
"""What a tenant may be called: also a part of secrets, which carry their tenant."""
_TENANT_ID = re.compile(TENANT_ID.removesuffix("$") + r"\Z")
EVERY_TOOL = "*"
"""In place of tools' names: an API key may call every tool that its user may."""

SESSION_IDLE = timedelta(hours=12)
"""A session ends when nothing was asked in it for so long."""
SESSION_LONGEST = timedelta(days=7)
"""A session ends so long after the sign-in, whatever is asked in it."""
INVITATION_ENDS = timedelta(hours=72)
NOTED_EVERY = timedelta(minutes=1)
"""How exactly it is noted when a session or a key was last used: not every call writes."""


class UserKind(StrEnum):
    """Who signs in: a person, or a program of somebody's, which has API keys and no password."""

    PERSON = "person"
    SERVICE_ACCOUNT = "service_account"


@dataclass(frozen=True, slots=True)
class Tenant:
    """A firm or a person whose users, matters and audit are apart from all others'."""

    id: TenantId
    title: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """A user who signed in. ``hash`` is that of the secret that the browser keeps; ``seen_at`` was the last call."""

    tenant: TenantId
    hash: str
    user: ActorId
    created_at: datetime
    seen_at: datetime

    def is_open(self, at: datetime) -> bool:
        """Whether it has not ended by itself at this time."""
        return at < self.created_at + SESSION_LONGEST and at < self.seen_at + SESSION_IDLE


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key by which programs act as a user, in the tools and the matter that it is confined to.

    ``tools`` are names, or ``EVERY_TOOL`` alone; without ``matter`` it is confined to none.
    """

    tenant: TenantId
    id: str
    user: ActorId
    name: str
    hash: str
    tools: frozenset[str]
    matter: MatterId | None
    created_by: ActorId
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    revoked_at: datetime | None = None

    def is_open(self, at: datetime) -> bool:
        """Whether it opens anything at this time."""
        return self.revoked_at is None and at < self.expires_at


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link by which somebody becomes a user, once. Without a ``name`` whoever follows it chooses one."""

    tenant: TenantId
    hash: str
    name: ActorId | None
    role: str
    invited_by: ActorId
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None

    @property
    def id(self) -> str:
        """What it is called where it is listed; from it neither the secret nor its hash can be told."""
        return sha256(f"casewright.invitation.id.v1\0{self.tenant}\0{self.hash}".encode()).hexdigest()[:32]

    def is_open(self, at: datetime) -> bool:
        """Whether it can still be followed at this time."""
        return self.used_at is None and at < self.expires_at


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody as an OpenID provider knows them, and the user they are here."""

    tenant: TenantId
    issuer: str
    subject: str
    user: ActorId
    linked_at: datetime


def is_tenant_id(text: str) -> bool:
    """Whether a tenant may be called that: 1 to 63 of a-z, 0-9 and dash, not a dash first."""
    return _TENANT_ID.match(text) is not None
