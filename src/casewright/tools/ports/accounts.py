"""Where tenants are kept, and by what their users are known: passwords, sessions, keys, invitations, identities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from casewright.domain.accounts import ApiKey, Identity, Invitation, Session, Tenant
    from casewright.domain.ids import ActorId, TenantId
    from casewright.tools.ports.people import UserStore


class TenantStore(Protocol):
    """The tenants there are, beside the one of the home itself."""

    def add(self, tenant: Tenant) -> bool:
        """Store a new tenant; False, and nothing stored, where there is one of this id."""
        ...

    def get(self, tenant: TenantId) -> Tenant | None:
        """The tenant, None where there is none."""
        ...

    def all(self) -> Sequence[Tenant]:
        """Every tenant by id: for whoever runs the server."""
        ...


class PasswordStore(Protocol):
    """Hashes of passwords, one a user at most."""

    def put(self, tenant: TenantId, user: ActorId, hash_: str, at: datetime) -> None:
        """Store the hash; it replaces the one before. The user must exist."""
        ...

    def get(self, tenant: TenantId, user: ActorId) -> str | None:
        """The hash, None where the user has no password."""
        ...


class SessionStore(Protocol):
    """Sessions of users who signed in. One that was ended is there no more."""

    def add(self, session: Session) -> None:
        """Store a new session, and forget those of the user that have ended by themselves."""
        ...

    def get(self, tenant: TenantId, hash_: str) -> Session | None:
        """The session, whether or not it ended by itself; None where there is none."""
        ...

    def note_use(self, tenant: TenantId, hash_: str, at: datetime) -> None:
        """Note when something was last asked in it."""
        ...

    def end(self, tenant: TenantId, hash_: str) -> bool:
        """End the session; whether it was there."""
        ...

    def end_all(self, tenant: TenantId, user: ActorId) -> int:
        """End every session of the user; how many there were."""
        ...


class ApiKeyStore(Protocol):
    """API keys. One that was revoked stays, as such."""

    def add(self, key: ApiKey) -> bool:
        """Store a new key; False, and nothing stored, where its hash is taken. The user must exist."""
        ...

    def get(self, tenant: TenantId, key: str) -> ApiKey | None:
        """The key of this id, None where there is none."""
        ...

    def of_hash(self, tenant: TenantId, hash_: str) -> ApiKey | None:
        """The key whose secret has this hash, whether or not it still opens anything."""
        ...

    def all(self, tenant: TenantId, user: ActorId | None = None) -> Sequence[ApiKey]:
        """The user's keys, or everybody's, oldest first."""
        ...

    def note_use(self, tenant: TenantId, key: str, at: datetime) -> None:
        """Note when it was last used."""
        ...

    def revoke(self, tenant: TenantId, key: str, at: datetime) -> ApiKey | None:
        """Have it open nothing any more; the key as it is now, None where there is none. The first time stays."""
        ...


class InvitationStore(Protocol):
    """Invitations, each of which is followed once."""

    def add(self, invitation: Invitation) -> bool:
        """Store a new invitation; False, and nothing stored, where its hash is taken.

        Where it leaves the name to whoever follows it, others that do so are forgotten: the newest is the only one.
        """
        ...

    def get(self, tenant: TenantId, hash_: str) -> Invitation | None:
        """The invitation, whether or not it can still be followed."""
        ...

    def use(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        """Note that it was followed; False where it had been, or is not there: of several one is told True."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Invitation]:
        """Every invitation, oldest first, those that were followed or have expired included."""
        ...

    def take_back(self, tenant: TenantId, hash_: str) -> bool:
        """Forget an invitation that was not followed; False where it had been, or is not there."""
        ...


class IdentityStore(Protocol):
    """Who somebody is here whom an OpenID provider knows."""

    def add(self, identity: Identity) -> bool:
        """Store it; whether the identity is this user's now: False where it is another's. The user must exist."""
        ...

    def find(self, tenant: TenantId, issuer: str, subject: str) -> ActorId | None:
        """The user, None where nobody has this identity."""
        ...

    def of_user(self, tenant: TenantId, user: ActorId) -> Sequence[Identity]:
        """The user's identities by issuer and subject."""
        ...


class BegunSignIns(Protocol):
    """Sign-ins at an OpenID provider that have not come back, each by a hash of what the browser keeps."""

    def add(self, tenant: TenantId, hash_: str, at: datetime, ends: datetime) -> None:
        """Store one that can come back until ``ends``, and forget those of the tenant that cannot any more."""
        ...

    def take(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        """Forget it; whether it was there and could come back: of several that ask one is told True."""
        ...


class FailedSignIns(Protocol):
    """How often a sign-in under a name failed of late, whether or not there is a user of that name."""

    def begin(self, tenant: TenantId, name: str, at: datetime, *, limit: int, within: timedelta) -> datetime | None:
        """Count a sign-in as failed before it is tried, so that several at once are counted as well.

        Where ``limit`` are counted ``within`` that time, it is not counted, and the time comes back from which the
        next one is; else None.
        """
        ...

    def clear(self, tenant: TenantId, name: str) -> None:
        """Forget what is counted: somebody signed in under the name."""
        ...


class AccountStores(Protocol):
    """All of them, and the users."""

    @property
    def users(self) -> UserStore: ...  # noqa: D102 (the name says it, as with the others)
    @property
    def tenants(self) -> TenantStore: ...  # noqa: D102
    @property
    def passwords(self) -> PasswordStore: ...  # noqa: D102
    @property
    def sessions(self) -> SessionStore: ...  # noqa: D102
    @property
    def api_keys(self) -> ApiKeyStore: ...  # noqa: D102
    @property
    def invitations(self) -> InvitationStore: ...  # noqa: D102
    @property
    def identities(self) -> IdentityStore: ...  # noqa: D102
    @property
    def begun_sign_ins(self) -> BegunSignIns: ...  # noqa: D102
    @property
    def failed_sign_ins(self) -> FailedSignIns: ...  # noqa: D102


class Passwords(Protocol):
    """A slow hash of passwords."""

    def hash(self, password: str) -> str:
        """What is stored of a password."""
        ...

    def is_of(self, hash_: str | None, password: str) -> bool:
        """Whether the hash is the password's. For None, which is nobody's, it takes as long and is False."""
        ...

    def is_outdated(self, hash_: str) -> bool:
        """Whether it was made with less effort than new ones are."""
        ...


class ProvedIdentity(Protocol):
    """Whom an OpenID provider says that somebody is. Addresses and names are what it says, and prove nothing here."""

    @property
    def issuer(self) -> str:
        """The provider."""
        ...

    @property
    def subject(self) -> str:
        """How it calls them, for good."""
        ...

    @property
    def email(self) -> str | None:
        """Their address, where the provider gives one that it has verified."""
        ...

    @property
    def name(self) -> str | None:
        """Their name, where the provider gives one."""
        ...


class IdentityProvider(Protocol):
    """Sign-in at an OpenID provider."""

    def start(self, redirect_uri: str) -> tuple[str, str]:
        """The address to send the browser to, and what to keep for ``finish``, where only this browser can bring it.

        Raises ``Unavailable`` where the provider does not answer as one.
        """
        ...

    def finish(self, params: Mapping[str, str], kept: str) -> ProvedIdentity:
        """Whom the provider sent back, by the query of its redirection and what ``start`` had kept.

        Raises ``Refused`` where the provider did not, or what it sent does not hold; ``Unavailable`` as ``start``.
        """
        ...
