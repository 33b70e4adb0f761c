"""Who somebody is: by a password, a session, an API key, an invitation or an OpenID provider's word.

What people do about accounts as somebody who is known already (inviting, keys, roles) are tools; here is what happens
before there is an actor. Every success and every refusal is recorded as an event ``auth.…``, without any secret.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from hmac import compare_digest
from math import ceil
from typing import TYPE_CHECKING

from casewright.domain.accounts import (
    INVITATION_ENDS,
    NOTED_EVERY,
    Identity,
    Invitation,
    Session,
    Tenant,
    UserKind,
    is_tenant_id,
)
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.domain.people import is_user_name, require_user_name
from casewright.errors import InvalidInput, NotFound, Refused, TooManyAttempts
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.credentials import Credential, CredentialKind
from casewright.tools.key_scope import WHOLE, KeyScope
from casewright.tools.new_passwords import LONGEST, require_usable
from casewright.tools.open_invitations import SET_UP, can_be_followed, has_people
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.domain.people import User
    from casewright.tools.auth_events import AuthEvents
    from casewright.tools.ports.accounts import AccountStores, Passwords
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.together import Together
    from casewright.tools.sign_in import SignIn

ATTEMPTS, ATTEMPTS_WITHIN = 10, timedelta(minutes=15)
"""Failed sign-ins under one name, and the time in which they count, after which it is not tried any more."""

_WRONG = "Name or password is wrong, or the user is not active: try again, or ask an ADMIN"
_NO_SESSION = "You are not signed in, or the session has ended: sign in again"
_NO_KEY = "The API key is none of ours, is revoked or has expired: ask whoever gave it to you for another"
_NO_INVITATION = "The link was followed already, has expired or is none of ours: ask an ADMIN for a new one"
_NO_IDENTITY = "Nobody here is known by this sign-in: ask an ADMIN to link it to your user"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that is open. ``secret`` is for the cookie, ``csrf`` for every form."""

    actor: Actor
    secret: str = field(repr=False)
    csrf: str = field(repr=False)

    def is_csrf(self, token: str) -> bool:
        """Whether this is the token of the session's forms."""
        return compare_digest(self.csrf.encode(), token.encode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """Who holds a key, and what it is for."""

    actor: Actor
    scope: KeyScope = WHOLE


class Accounts:
    """Over these parts. ``home`` is the tenant that is there without being stored, and whose keys name none."""

    def __init__(
        self,
        stores: AccountStores,
        *,
        passwords: Passwords,
        sign_in: SignIn,
        events: AuthEvents,
        together: Together,
        clock: Clock,
        home: TenantId,
    ) -> None:
        self._stores = stores
        self._passwords = passwords
        self._sign_in = sign_in
        self._events = events
        self._together = together
        self._clock = clock
        self._home = home

    def add_tenant(self, tenant: TenantId, title: str, by: Actor) -> Tenant:
        """Make a tenant, recorded in its own audit. Raises ``InvalidInput`` for an id that is none or is taken."""
        if not is_tenant_id(tenant):
            raise InvalidInput(f"{tenant!r} is no tenant's name: use 1 to 63 of a-z, 0-9 and dash, not a dash first")
        made = Tenant(tenant, title or tenant, self._clock.now())
        with acting_in(tenant):
            if tenant == self._home or not self._stores.tenants.add(made):
                raise InvalidInput(f"There is a tenant {tenant!r} already: choose another name")
            self._events.done(Actor(tenant, by.id, by.role), "add_tenant", "auth.tenant_added")
            return made

    def tenants(self) -> Sequence[Tenant]:
        """Every tenant by id, beside the home's own."""
        return self._stores.tenants.all()

    def set_up_link(self, tenant: TenantId) -> str:
        """The secret of a link by which a tenant gets its first user, an ADMIN; those made before are no good now.

        Raises ``NotFound`` where there is no such tenant, ``Refused`` where it has an active user.
        """
        with acting_in(tenant):
            if not self._is_there(tenant):
                raise NotFound(f"Tenant {tenant!r} not found: 'casewright tenants list' shows the names")
            if has_people(self._stores.users, tenant):
                raise Refused(f"The tenant {tenant!r} has users already: its ADMIN invites others")
            made, at = Credential.make(CredentialKind.INVITATION, tenant), self._clock.now()
            ends = at + INVITATION_ENDS
            self._stores.invitations.add(Invitation(tenant, made.hash, None, ADMINISTRATOR, SET_UP, at, ends))
            self._events.done(Actor(tenant, SET_UP, ADMINISTRATOR), "set_up", "auth.set_up_link_made")
            return made.text

    def invitation(self, secret: str) -> Invitation:
        """The invitation that can be followed by this secret. Raises ``Refused``, recorded."""
        given = Credential.read(CredentialKind.INVITATION, secret)
        with acting_in(self._home if given is None else given.tenant):
            found = None if given is None else self._stores.invitations.get(given.tenant, given.hash)
            if found is None or not can_be_followed(found, self._stores.users, self._clock.now()):
                tenant = self._home if given is None else given.tenant
                raise self._nobody(tenant, "accept_invitation", _NO_INVITATION, "invitation")
            return found

    def accept_invitation(self, secret: str, password: str, name: str | None = None) -> SignedIn:
        """Become the user that the invitation is for, and sign in.

        ``name`` is for an invitation that leaves it open. Raises ``Refused``, recorded; ``InvalidInput`` for a name or
        a password that cannot be used, and then the link can be followed again.
        """
        found = self.invitation(secret)
        tenant, at = found.tenant, self._clock.now()
        user = ActorId(found.name or name or "")
        if name is not None and name != user:
            raise InvalidInput(f"The invitation is for {user!r}: leave the name as it is")
        require_user_name(user)
        require_usable(password)
        hashed = self._passwords.hash(password)
        taken = InvalidInput(f"The name {user!r} is taken: choose another, names are used once")
        with acting_in(tenant), self._together.together():
            if self._stores.users.get(tenant, user) is not None:
                raise taken
            added = None
            if self._stores.invitations.use(tenant, found.hash, at):
                added = self._stores.users.add(tenant, user, role=found.role, at=at)
                if added is None:
                    raise taken  # by somebody in this very moment: nothing is kept of this, and the link is as it was
                self._stores.passwords.put(tenant, user, hashed, at)
        if added is None:
            with acting_in(tenant):
                raise self._nobody(tenant, "accept_invitation", _NO_INVITATION, "invitation")
        return self._opened(added, "auth.invitation_accepted", invited_by=found.invited_by)

    def sign_in(self, tenant: TenantId, name: str, password: str, former: str | None = None) -> SignedIn:
        """Sign in by a password; the session that the browser had before, ``former``, ends.

        Who is unknown, has no password, gives a wrong one or is deactivated hears the same, after the same time.
        Raises ``Refused``, and ``TooManyAttempts`` where too many sign-ins under the name failed; both are recorded.
        """
        with acting_in(tenant):
            user = self._by_password(tenant, name, password, "sign_in")
        if former is not None:
            self.sign_out(former)
        return self._opened(user, "auth.signed_in", by="password")

    def sign_in_by_identity(self, tenant: TenantId, issuer: str, subject: str, former: str | None = None) -> SignedIn:
        """Sign in whom a provider has proved to be this ``subject``. Raises ``Refused``, recorded."""
        with acting_in(tenant):
            name = self.find_identity(tenant, issuer, subject)
            user = None if name is None else self._stores.users.get(tenant, name)
            if user is None or not user.active or user.kind is not UserKind.PERSON:
                raise self._nobody(tenant, "sign_in", _NO_IDENTITY, "identity", user)
            if former is not None:
                self.sign_out(former)
            return self._opened(user, "auth.signed_in", by=issuer)

    def refuse_identity(self, tenant: TenantId, reason: str) -> Refused:
        """Record that somebody whom a provider was to name was refused before it did, and the error to raise."""
        return self._nobody(tenant, "sign_in", reason, "identity")

    def of_session(self, secret: str) -> SignedIn:
        """Who is signed in with this session, in the role that is stored now. Raises ``Refused``, recorded."""
        given = Credential.read(CredentialKind.SESSION, secret)
        with acting_in(self._home if given is None else given.tenant):
            found = None if given is None else self._stores.sessions.get(given.tenant, given.hash)
            user = None if found is None else self._stores.users.get(found.tenant, found.user)
            at = self._clock.now()
            if given is None or found is None or user is None or not found.is_open(at) or not user.active:
                tenant = self._home if given is None else given.tenant
                raise self._nobody(tenant, "use_session", _NO_SESSION, "session", user)
            if at >= found.seen_at + NOTED_EVERY:
                self._stores.sessions.note_use(found.tenant, found.hash, at)
            return SignedIn(_actor(user), given.text, given.csrf)

    def sign_out(self, secret: str) -> None:
        """End this session; nothing happens where it is none, or ended before."""
        given = Credential.read(CredentialKind.SESSION, secret)
        with acting_in(self._home if given is None else given.tenant):
            found = None if given is None else self._stores.sessions.get(given.tenant, given.hash)
            if found is None or not self._stores.sessions.end(found.tenant, found.hash):
                return
            user = self._stores.users.get(found.tenant, found.user)
            if user is not None:
                self._events.done(_actor(user), "sign_out", "auth.signed_out")

    def sign_out_everywhere(self, actor: Actor) -> int:
        """End every session of the actor; how many there were."""
        with acting_in(actor.tenant):
            ended = self._stores.sessions.end_all(actor.tenant, actor.id)
        self._events.done(actor, "sign_out", "auth.signed_out", sessions=ended)
        return ended

    def of_api_key(self, text: str) -> KeyHolder:
        """Who holds this API key, or this personal key of the home's own tenant. Raises ``Refused``, recorded."""
        if "." not in text:
            return KeyHolder(self._sign_in.actor(self._home, text))
        given = Credential.read(CredentialKind.API_KEY, text)
        with acting_in(self._home if given is None else given.tenant):
            found = None if given is None else self._stores.api_keys.of_hash(given.tenant, given.hash)
            user = None if found is None else self._stores.users.get(found.tenant, found.user)
            at = self._clock.now()
            if found is None or user is None or not found.is_open(at) or not user.active:
                tenant = self._home if given is None else given.tenant
                raise self._nobody(tenant, "use_api_key", _NO_KEY, "API key", user)
            if found.used_at is None or at >= found.used_at + NOTED_EVERY:
                self._stores.api_keys.note_use(found.tenant, found.id, at)
            return KeyHolder(_actor(user), KeyScope(found.tools, found.matter))

    def change_password(self, actor: Actor, old: str | None, new: str) -> SignedIn:
        """Give the person a new password; all their sessions end, and one is opened.

        ``old`` may be None for who has none yet. Raises ``Refused`` and ``TooManyAttempts`` as ``sign_in`` does,
        ``InvalidInput`` for a password that cannot be used.
        """
        require_usable(new)
        with acting_in(actor.tenant):
            user = self._stores.users.get(actor.tenant, actor.id)
            if user is None or user.kind is not UserKind.PERSON:
                raise self._nobody(actor.tenant, "change_password", _WRONG, "password")
            if old is not None or self._stores.passwords.get(actor.tenant, actor.id) is not None:
                user = self._by_password(actor.tenant, actor.id, old or "", "change_password")
            self._stores.passwords.put(user.tenant, user.id, self._passwords.hash(new), self._clock.now())
            self._stores.sessions.end_all(user.tenant, user.id)
            return self._opened(user, "auth.password_changed")

    def link_identity(self, actor: Actor, issuer: str, subject: str) -> None:
        """Have the actor known by what a provider has just proved to be theirs. Raises ``Refused``, recorded."""
        with acting_in(actor.tenant):
            if not self._stores.identities.add(Identity(actor.tenant, issuer, subject, actor.id, self._clock.now())):
                reason = "This sign-in is linked to another user: ask an ADMIN"
                raise self._events.refused(actor, "link_identity", reason, what="identity")
            self._events.done(actor, "link_identity", "auth.identity_linked", issuer=issuer)

    def find_identity(self, tenant: TenantId, issuer: str, subject: str) -> ActorId | None:
        """The user that is known by this identity, active or not; None where there is none."""
        with acting_in(tenant):
            return self._stores.identities.find(tenant, issuer, subject)

    def _by_password(self, tenant: TenantId, name: str, password: str, act: str) -> User:
        """The active person of that name whose password this is. Raises ``Refused``, recorded."""
        # What is no name is nobody's, as anyone can tell: it is not counted, and takes as long.
        named, at = is_user_name(name) and is_tenant_id(tenant), self._clock.now()
        if named:
            self._count(tenant, name, act)
        user = self._stores.users.get(tenant, ActorId(name)) if named else None
        hashed = self._stores.passwords.get(tenant, ActorId(name)) if named else None
        fits = self._passwords.is_of(hashed, password[: LONGEST + 1])
        if user is None or hashed is None or not fits or not user.active or user.kind is not UserKind.PERSON:
            raise self._nobody(tenant, act, _WRONG, "password", user)
        self._stores.failed_sign_ins.clear(tenant, name)
        if self._passwords.is_outdated(hashed):
            self._stores.passwords.put(tenant, user.id, self._passwords.hash(password), at)
        return user

    def _count(self, tenant: TenantId, name: str, act: str) -> None:
        """Count a sign-in that is about to be tried; of a tenant that is not there, in the home, by the same way."""
        at, counting = self._clock.now(), self._stores.failed_sign_ins
        place, counted = (tenant, name) if self._is_there(tenant) else (self._home, f"{tenant}/{name}")
        with acting_in(place):
            free = counting.begin(place, counted, at, limit=ATTEMPTS, within=ATTEMPTS_WITHIN)
        if free is not None:
            minutes = ceil((free - at) / timedelta(minutes=1))
            reason = f"Too many sign-ins under this name have failed: try again in {minutes} minutes"
            self._nobody(tenant, act, reason, "password", self._stores.users.get(tenant, ActorId(name)))
            raise TooManyAttempts(reason, retry_after=ceil((free - at).total_seconds()))

    def _opened(self, user: User, event_type: str, **details: str) -> SignedIn:
        """A new session of the user, recorded before it is there."""
        actor, at = _actor(user), self._clock.now()
        made = Credential.make(CredentialKind.SESSION, user.tenant)
        self._events.done(actor, "sign_in", event_type, **details)
        with acting_in(user.tenant):
            self._stores.sessions.add(Session(user.tenant, made.hash, user.id, at, at))
        return SignedIn(actor, made.text, made.csrf)

    def _nobody(self, tenant: TenantId, act: str, reason: str, what: str, user: User | None = None) -> Refused:
        """The refusal, recorded of the user where one is known; where there is no such tenant, in the home's audit."""
        if user is not None:
            return self._events.refused(_actor(user), act, reason, what=what)
        place = tenant if self._is_there(tenant) else self._home
        return self._events.refused_to_nobody(place, act, reason, what=what)

    def _is_there(self, tenant: TenantId) -> bool:
        return tenant == self._home or self._stores.tenants.get(tenant) is not None


def _actor(user: User) -> Actor:
    kind = ActorKind.PERSON if user.kind is UserKind.PERSON else ActorKind.SERVICE_ACCOUNT
    return Actor(user.tenant, user.id, user.role, kind)
