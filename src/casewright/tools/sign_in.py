"""Who somebody is, by the key they hold. A key that is not one of ours is refused, and that is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.actors import Actor, ActorKind
from casewright.tools.auth_events import NOBODY, AuthEvents
from casewright.tools.tenancy import acting_in
from casewright.tools.user_keys import hash_key, read_key

if TYPE_CHECKING:
    from casewright.domain.ids import ActorId, TenantId
    from casewright.errors import Refused
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.people import UserStore


class SignIn:
    """Over these parts. ``policy_hash`` stands in the events like in every other."""

    def __init__(self, *, users: UserStore, audit: AuditLog, clock: Clock, policy_hash: str) -> None:
        self._users = users
        self._events = AuthEvents(audit, clock, policy_hash)

    def actor(self, tenant: TenantId, key_text: str) -> Actor:
        """The active user whose key this is, in the role that is stored. Raises ``Refused``, recorded where possible.

        The text is a key as its file holds it; it is neither stored nor recorded, and no message holds it.
        """
        key = read_key(key_text)
        if key is None:
            raise self._refused(tenant, NOBODY, "", "The key file does not hold a key: use the file that was made")
        with acting_in(tenant):
            user = self._users.of_key(tenant, hash_key(key))
        if user is None:
            reason = "The key is not that of a user: ask an ADMIN to add you with 'casewright users add'"
            raise self._refused(tenant, NOBODY, "", reason)
        if not user.active:
            raise self._refused(tenant, user.id, user.role, f"The user {user.id!r} is deactivated: ask an ADMIN")
        return Actor(tenant=tenant, id=user.id, role=user.role, kind=ActorKind.PERSON)

    def _refused(self, tenant: TenantId, who: ActorId, role: str, reason: str) -> Refused:
        return self._events.refused(Actor(tenant, who, role, ActorKind.PERSON), "sign_in", reason, what="key")
