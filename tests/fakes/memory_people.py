"""Users and participants in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING, Any

from casewright.domain.accounts import UserKind
from casewright.domain.people import Participant, ParticipantRole, User, last_one

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.tools.ports.accounts import ApiKeyStore


class MemoryUsers:
    """Fits ``UserStore`` and ``KnownUsers``, the latter over these API keys."""

    def __init__(self, api_keys: ApiKeyStore | None = None) -> None:
        self.api_keys = api_keys
        self._users: dict[tuple[TenantId, ActorId], User] = {}
        self._keys: dict[tuple[TenantId, str], ActorId] = {}
        self._makers: dict[tuple[TenantId, ActorId], ActorId] = {}

    def add(
        self,
        tenant: TenantId,
        user: ActorId,
        *,
        role: str,
        at: datetime,
        key_hash: str | None = None,
        kind: UserKind = UserKind.PERSON,
        made_by: ActorId | None = None,
    ) -> User | None:
        if (tenant, user) in self._users or (tenant, key_hash) in self._keys:
            return None
        if key_hash is not None:
            self._keys[tenant, key_hash] = user
        if made_by is not None:
            self._makers[tenant, user] = made_by
        self._users[tenant, user] = User(tenant, user, role, active=True, created_at=at.astimezone(UTC), kind=kind)
        return self._users[tenant, user]

    def get(self, tenant: TenantId, user: ActorId) -> User | None:
        return self._users.get((tenant, user))

    def of_key(self, tenant: TenantId, key_hash: str) -> User | None:
        user = self._keys.get((tenant, key_hash))
        return None if user is None else self._users[tenant, user]

    def all(self, tenant: TenantId) -> Sequence[User]:
        return sorted((user for user in self._users.values() if user.tenant == tenant), key=lambda user: user.id)

    def set_role(self, tenant: TenantId, user: ActorId, role: str, *, keep: str) -> User | None:
        return self._change(tenant, user, None if role == keep else keep, role=role)

    def deactivate(self, tenant: TenantId, user: ActorId, *, keep: str | None = None) -> User | None:
        return self._change(tenant, user, keep, active=False)

    def _change(self, tenant: TenantId, user: ActorId, keep: str | None, **values: Any) -> User | None:
        known = self._users.get((tenant, user))
        if known is None:
            return None
        keeps = known.active and (known.role, known.kind) == (keep, UserKind.PERSON)
        if keep is not None and keeps and not self.has_active(tenant, keep, besides=[user]):
            raise last_one(user, keep)
        self._users[tenant, user] = replace(known, **values)
        return self._users[tenant, user]

    def makers(self, tenant: TenantId, user: ActorId) -> Collection[ActorId]:
        made_by = self._makers.get((tenant, user))
        known = self._users.get((tenant, user))
        if known is None or known.kind is UserKind.PERSON:
            return frozenset()
        keys = [] if self.api_keys is None else self.api_keys.all(tenant, user)
        return {key.created_by for key in keys} | ({made_by} if made_by is not None else set())

    def has_active(self, tenant: TenantId, role: str, *, besides: Collection[ActorId] = ()) -> bool:
        return any(
            user.active and user.id not in besides and (user.role, user.kind) == (role, UserKind.PERSON)
            for user in self.all(tenant)
        )


class MemoryParticipants:
    """Fits ``ParticipantStore``."""

    def __init__(self) -> None:
        self._parts: dict[tuple[TenantId, MatterId, ActorId], Participant] = {}

    def put(self, participant: Participant) -> None:
        self._parts[participant.tenant, participant.matter, participant.user] = participant

    def remove(self, tenant: TenantId, matter: MatterId, user: ActorId) -> bool:
        return self._parts.pop((tenant, matter, user), None) is not None

    def role_in(self, tenant: TenantId, matter: MatterId, user: ActorId) -> ParticipantRole | None:
        part = self._parts.get((tenant, matter, user))
        return None if part is None else part.role

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Participant]:
        found = [part for part in self._parts.values() if (part.tenant, part.matter) == (tenant, matter)]
        return sorted(found, key=lambda part: part.user)

    def of_user(self, tenant: TenantId, user: ActorId) -> Mapping[MatterId, ParticipantRole]:
        return {part.matter: part.role for part in self._parts.values() if (part.tenant, part.user) == (tenant, user)}
