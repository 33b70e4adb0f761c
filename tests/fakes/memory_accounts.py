"""Tenants, and what their users are known by, in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from casewright.domain.accounts import ApiKey, Identity, Invitation, Session, Tenant
    from casewright.domain.ids import ActorId, TenantId


class MemoryTenants:
    """Fits ``TenantStore``."""

    def __init__(self) -> None:
        self._tenants: dict[TenantId, Tenant] = {}

    def add(self, tenant: Tenant) -> bool:
        return self._tenants.setdefault(tenant.id, tenant) is tenant

    def get(self, tenant: TenantId) -> Tenant | None:
        return self._tenants.get(tenant)

    def all(self) -> Sequence[Tenant]:
        return sorted(self._tenants.values(), key=lambda tenant: tenant.id)


class MemoryPasswords:
    """Fits ``PasswordStore``."""

    def __init__(self) -> None:
        self._hashes: dict[tuple[TenantId, ActorId], str] = {}

    def put(self, tenant: TenantId, user: ActorId, hash_: str, at: datetime) -> None:
        self._hashes[tenant, user] = hash_

    def get(self, tenant: TenantId, user: ActorId) -> str | None:
        return self._hashes.get((tenant, user))


class MemorySessions:
    """Fits ``SessionStore``."""

    def __init__(self) -> None:
        self._sessions: dict[tuple[TenantId, str], Session] = {}

    def add(self, session: Session) -> None:
        for key, other in list(self._sessions.items()):
            same = (other.tenant, other.user) == (session.tenant, session.user)
            if same and not other.is_open(session.created_at):
                del self._sessions[key]
        self._sessions[session.tenant, session.hash] = session

    def get(self, tenant: TenantId, hash_: str) -> Session | None:
        return self._sessions.get((tenant, hash_))

    def note_use(self, tenant: TenantId, hash_: str, at: datetime) -> None:
        if (tenant, hash_) in self._sessions:
            self._sessions[tenant, hash_] = replace(self._sessions[tenant, hash_], seen_at=at)

    def end(self, tenant: TenantId, hash_: str) -> bool:
        return self._sessions.pop((tenant, hash_), None) is not None

    def end_all(self, tenant: TenantId, user: ActorId) -> int:
        theirs = [key for key, one in self._sessions.items() if (one.tenant, one.user) == (tenant, user)]
        for key in theirs:
            del self._sessions[key]
        return len(theirs)


class MemoryApiKeys:
    """Fits ``ApiKeyStore``."""

    def __init__(self) -> None:
        self._keys: dict[tuple[TenantId, str], ApiKey] = {}

    def add(self, key: ApiKey) -> bool:
        if self.of_hash(key.tenant, key.hash) is not None:
            return False
        return self._keys.setdefault((key.tenant, key.id), key) is key

    def get(self, tenant: TenantId, key: str) -> ApiKey | None:
        return self._keys.get((tenant, key))

    def of_hash(self, tenant: TenantId, hash_: str) -> ApiKey | None:
        return next((key for key in self._keys.values() if (key.tenant, key.hash) == (tenant, hash_)), None)

    def all(self, tenant: TenantId, user: ActorId | None = None) -> Sequence[ApiKey]:
        found = [key for key in self._keys.values() if key.tenant == tenant and user in (None, key.user)]
        return sorted(found, key=lambda key: (key.created_at, key.id))

    def note_use(self, tenant: TenantId, key: str, at: datetime) -> None:
        if (tenant, key) in self._keys:
            self._keys[tenant, key] = replace(self._keys[tenant, key], used_at=at)

    def revoke(self, tenant: TenantId, key: str, at: datetime) -> ApiKey | None:
        known = self._keys.get((tenant, key))
        if known is None:
            return None
        self._keys[tenant, key] = replace(known, revoked_at=known.revoked_at or at)
        return self._keys[tenant, key]


class MemoryInvitations:
    """Fits ``InvitationStore``."""

    def __init__(self) -> None:
        self._invitations: dict[tuple[TenantId, str], Invitation] = {}

    def add(self, invitation: Invitation) -> bool:
        if (invitation.tenant, invitation.hash) in self._invitations:
            return False
        if invitation.name is None:
            for key, other in list(self._invitations.items()):
                if other.tenant == invitation.tenant and other.name is None and other.used_at is None:
                    del self._invitations[key]
        self._invitations[invitation.tenant, invitation.hash] = invitation
        return True

    def get(self, tenant: TenantId, hash_: str) -> Invitation | None:
        return self._invitations.get((tenant, hash_))

    def use(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        known = self._invitations.get((tenant, hash_))
        if known is None or known.used_at is not None:
            return False
        self._invitations[tenant, hash_] = replace(known, used_at=at)
        return True

    def all(self, tenant: TenantId) -> Sequence[Invitation]:
        found = [one for one in self._invitations.values() if one.tenant == tenant]
        return sorted(found, key=lambda invitation: (invitation.created_at, invitation.hash))

    def take_back(self, tenant: TenantId, hash_: str) -> bool:
        known = self._invitations.get((tenant, hash_))
        if known is None or known.used_at is not None:
            return False
        del self._invitations[tenant, hash_]
        return True


class MemoryIdentities:
    """Fits ``IdentityStore``."""

    def __init__(self) -> None:
        self._identities: dict[tuple[TenantId, str, str], Identity] = {}

    def add(self, identity: Identity) -> bool:
        key = identity.tenant, identity.issuer, identity.subject
        return self._identities.setdefault(key, identity).user == identity.user

    def find(self, tenant: TenantId, issuer: str, subject: str) -> ActorId | None:
        found = self._identities.get((tenant, issuer, subject))
        return None if found is None else found.user

    def of_user(self, tenant: TenantId, user: ActorId) -> Sequence[Identity]:
        found = [one for one in self._identities.values() if (one.tenant, one.user) == (tenant, user)]
        return sorted(found, key=lambda identity: (identity.issuer, identity.subject))


class MemoryBegunSignIns:
    """Fits ``BegunSignIns``."""

    def __init__(self) -> None:
        self._begun: dict[tuple[TenantId, str], datetime] = {}

    def add(self, tenant: TenantId, hash_: str, at: datetime, ends: datetime) -> None:
        self._begun = {key: end for key, end in self._begun.items() if key[0] != tenant or end > at}
        self._begun[tenant, hash_] = ends

    def take(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        ends = self._begun.pop((tenant, hash_), None)
        return ends is not None and at < ends


class MemoryFailedSignIns:
    """Fits ``FailedSignIns``."""

    def __init__(self) -> None:
        self._times: dict[tuple[TenantId, str], list[datetime]] = {}

    def begin(self, tenant: TenantId, name: str, at: datetime, *, limit: int, within: timedelta) -> datetime | None:
        counted = [time for time in self._times.get((tenant, name), []) if time > at - within]
        if len(counted) >= limit:
            return counted[-limit] + within
        self._times[tenant, name] = [*counted, at]
        return None

    def clear(self, tenant: TenantId, name: str) -> None:
        self._times.pop((tenant, name), None)
