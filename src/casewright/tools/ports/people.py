"""Where users are kept, and who takes part in which matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from casewright.domain.accounts import UserKind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.people import Participant, ParticipantRole, User


class UserStore(Protocol):
    """Users of all tenants; every question names the tenant and sees only its own."""

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
        """Store a new, active user. None, and nothing stored, where the name or the key is taken, by whomever.

        Without ``key_hash`` they have no personal key: a password, API keys or an identity elsewhere. ``made_by`` is
        who made a service account.
        """
        ...

    def get(self, tenant: TenantId, user: ActorId) -> User | None:
        """The user, active or not; None where the tenant has none of that name."""
        ...

    def of_key(self, tenant: TenantId, key_hash: str) -> User | None:
        """The user whose key has this hash, active or not."""
        ...

    def all(self, tenant: TenantId) -> Sequence[User]:
        """Every user of the tenant by name, those that are not active included."""
        ...

    def set_role(self, tenant: TenantId, user: ActorId, role: str, *, keep: str) -> User | None:
        """Give the user another role; the user as they are now, None where there is none.

        Raises ``Refused``, and changes nothing, where the role ``keep`` would lose its last active person, whoever
        else gives it up at the same time.
        """
        ...

    def deactivate(self, tenant: TenantId, user: ActorId, *, keep: str | None = None) -> User | None:
        """Make the user inactive, for good; the user as they are now, None where there is none.

        Raises ``Refused`` as ``set_role`` does, where ``keep`` is given.
        """
        ...


class KnownUser(Protocol):
    """What is asked of a user at every call."""

    @property
    def role(self) -> str:
        """The role that is stored."""
        ...

    @property
    def active(self) -> bool:
        """Whether they were not deactivated."""
        ...


class KnownUsers(Protocol):
    """Users as they are stored at this moment: what was committed before the question is in the answer."""

    def get(self, tenant: TenantId, user: ActorId) -> KnownUser | None:
        """The user, active or not; None where the tenant has none of that name."""
        ...

    def has_active(self, tenant: TenantId, role: str, *, besides: Collection[ActorId] = ()) -> bool:
        """Whether the tenant has an active person in this role, beside those of these names."""
        ...

    def makers(self, tenant: TenantId, user: ActorId) -> Collection[ActorId]:
        """Who made the service account of this name, or a key of its, revoked ones included; of a person nobody."""
        ...


class ParticipantStore(Protocol):
    """Who takes part in which matter. Owners are not stored here: the matter names its own."""

    def put(self, participant: Participant) -> None:
        """Store the part; it replaces one that the user had in the matter. Matter and user must exist."""
        ...

    def remove(self, tenant: TenantId, matter: MatterId, user: ActorId) -> bool:
        """Take the user out of the matter; whether they were in it."""
        ...

    def role_in(self, tenant: TenantId, matter: MatterId, user: ActorId) -> ParticipantRole | None:
        """The user's part in the matter, None where they have none."""
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Participant]:
        """Everybody who takes part in the matter, by name."""
        ...

    def of_user(self, tenant: TenantId, user: ActorId) -> Mapping[MatterId, ParticipantRole]:
        """The matters that the user takes part in."""
        ...
