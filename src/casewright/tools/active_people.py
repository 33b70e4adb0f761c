"""Whether whoever acts may still act: a stored, active user in the role that is stored, or a person who is built in.

It is asked at every call and every decision, not only when somebody signs in: who is deactivated while a home is open
does nothing more with it, not through a model either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.domain.ids import TenantId
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.people import KnownUser, KnownUsers

ADMINISTRATOR = "ADMIN"
"""The role whose first stored, active user ends what is built in."""


class ActivePeople:
    """Over the users that are stored.

    ``built_in`` are people who are not stored and act all the same, such as the operating system's user of a home:
    until the tenant has an ADMIN with a key.
    """

    def __init__(self, users: KnownUsers, built_in: Collection[Actor] = ()) -> None:
        self._users = users
        self._roles = {(actor.tenant, actor.id): actor.role for actor in built_in}

    def within(self, context: CallContext) -> CallContext:
        """The context with its people in the roles that are stored now. Raises ``Stop``, ``denied``."""
        actor = self.acting(context.actor)
        behind = None if context.on_behalf_of is None else self.acting(context.on_behalf_of)
        if actor is context.actor and behind is context.on_behalf_of:
            return context
        return replace(context, actor=actor, on_behalf_of=behind)

    def acting(self, actor: Actor) -> Actor:
        """The actor in the role that is stored now. Raises ``Stop``, ``denied``, where they may not act any more.

        A model is asked for the person behind it, where its name says who that is; a service is no person.
        """
        if actor.kind is ActorKind.SERVICE or not actor.person:
            return actor
        user = self._users.get(actor.tenant, ActorId(actor.person))
        reason = self._objection(actor.tenant, actor.person, user)
        if reason is not None:
            raise Stop(Status.DENIED, reason, Refused)
        if actor.kind is ActorKind.MODEL:
            return actor
        role = self._roles[actor.tenant, actor.id] if user is None else user.role
        return actor if role == actor.role else replace(actor, role=role)

    def may_act(self, tenant: TenantId, person: str) -> bool:
        """Whether the person of this name may act now."""
        return not person or self._objection(tenant, person, self._users.get(tenant, ActorId(person))) is None

    def has_other(self, tenant: TenantId, roles: Collection[str], people: Collection[str]) -> bool:
        """Whether somebody but these people is there in one of these roles, and may act."""
        besides = [ActorId(person) for person in people]
        if any(self._users.has_active(tenant, role, besides=besides) for role in roles):
            return True
        built_in = [name for (of, name), role in self._roles.items() if of == tenant and role in roles]
        return any(name not in people and self.may_act(tenant, name) for name in built_in)

    def standing_behind(self, tenant: TenantId, person: str) -> frozenset[str]:
        """Whoever made the service account of this name or a key of its, and so can have it ask; of a person nobody.

        Where a service account made it, those who stand behind that one, too.
        """
        found: set[str] = set()
        asked = [person]
        while asked:
            makers = {*self._users.makers(tenant, ActorId(asked.pop()))} - found - {person}
            found |= makers
            asked += makers
        return frozenset(found)

    def _objection(self, tenant: TenantId, person: str, user: KnownUser | None) -> str | None:
        if user is not None:
            return None if user.active else f"The user {person!r} is deactivated: ask an ADMIN"
        if (tenant, person) not in self._roles:
            return f"{person!r} is no user: an ADMIN adds users with 'casewright users add'"
        if self._users.has_active(tenant, ADMINISTRATOR):
            return (
                f"{person!r} is no user: there is an ADMIN with a key now, so everybody acts with a key of their own. "
                "Name yours with --as KEYFILE, or CASEWRIGHT_USER_KEY"
            )
        return None
