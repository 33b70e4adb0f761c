"""Tenants, passwords, invitations, identities and counted sign-ins in a SQL database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import accounts
from casewright.domain.accounts import Identity, Invitation, Tenant
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import timedelta

    from sqlalchemy import ColumnElement, Connection, Row

    from casewright.adapters.database.engine import Database

_tenants = accounts.tenants
_passwords = accounts.passwords
_invitations = accounts.invitations
_identities = accounts.identities
_begun = accounts.begun_sign_ins
_failed = accounts.failed_sign_ins
_FORGOTTEN = 100
"""Names that are forgotten at a time."""


class SqlTenants:
    """Fits ``tools.ports.accounts.TenantStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tenant: Tenant) -> bool:
        """Store a new tenant; False where there is one of this id."""
        row = {"tenant_id": tenant.id, "title": tenant.title, "created_at": tenant.created_at}
        with self._database.write() as connection:
            statement = insert_into(connection, _tenants).values(row).on_conflict_do_nothing()
            return connection.execute(statement.returning(_tenants.c.tenant_id)).one_or_none() is not None

    def get(self, tenant: TenantId) -> Tenant | None:
        """The tenant, None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(_tenants).where(_tenants.c.tenant_id == tenant)).one_or_none()
        return None if row is None else _tenant(row)

    def all(self) -> Sequence[Tenant]:
        """Every tenant by id."""
        found = []
        for tenant in self._database.tenants(_tenants):
            with acting_in(tenant):
                found.append(self.get(tenant))
        return [one for one in found if one is not None]


class SqlPasswords:
    """Fits ``tools.ports.accounts.PasswordStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tenant: TenantId, user: ActorId, hash_: str, at: datetime) -> None:
        """Store the hash; it replaces the one before."""
        row = {"tenant_id": tenant, "user_id": user, "hash": hash_, "set_at": at}
        with self._database.write() as connection:
            statement = insert_into(connection, _passwords).values(row)
            changed = {"hash": hash_, "set_at": at}
            key = ["tenant_id", "user_id"]
            connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed))

    def get(self, tenant: TenantId, user: ActorId) -> str | None:
        """The hash, None where the user has no password."""
        query = select(_passwords.c.hash).where(_passwords.c.tenant_id == tenant, _passwords.c.user_id == user)
        with self._database.read() as connection:
            return connection.execute(query).scalar_one_or_none()


class SqlInvitations:
    """Fits ``tools.ports.accounts.InvitationStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, invitation: Invitation) -> bool:
        """Store a new invitation; False where its hash is taken. Of those without a name the newest is the only one."""
        row = {
            "tenant_id": invitation.tenant,
            "hash": invitation.hash,
            "name": invitation.name,
            "role": invitation.role,
            "invited_by": invitation.invited_by,
            "created_at": invitation.created_at,
            "expires_at": invitation.expires_at,
            "used_at": invitation.used_at,
        }
        with self._database.write() as connection:
            statement = insert_into(connection, _invitations).values(row).on_conflict_do_nothing()
            if connection.execute(statement.returning(_invitations.c.hash)).one_or_none() is None:
                return False
            if invitation.name is None:
                others = delete(_invitations).where(
                    *(_invitations.c.tenant_id == invitation.tenant, _invitations.c.hash != invitation.hash),
                    *(_invitations.c.name.is_(None), _invitations.c.used_at.is_(None)),
                )
                connection.execute(others)
            return True

    def get(self, tenant: TenantId, hash_: str) -> Invitation | None:
        """The invitation, whether or not it can still be followed."""
        query = select(_invitations).where(_invitations.c.tenant_id == tenant, _invitations.c.hash == hash_)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _invitation(row)

    def use(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        """Note that it was followed; False where it had been, or is not there."""
        statement = update(_invitations).where(*_unused(tenant, hash_)).values(used_at=at)
        with self._database.write() as connection:
            return connection.execute(statement.returning(_invitations.c.hash)).one_or_none() is not None

    def all(self, tenant: TenantId) -> Sequence[Invitation]:
        """Every invitation, oldest first."""
        query = select(_invitations).where(_invitations.c.tenant_id == tenant)
        with self._database.read() as connection:
            found = [_invitation(row) for row in connection.execute(query)]
        return sorted(found, key=lambda invitation: (invitation.created_at, invitation.hash))

    def take_back(self, tenant: TenantId, hash_: str) -> bool:
        """Forget an invitation that was not followed; False where it had been, or is not there."""
        statement = delete(_invitations).where(*_unused(tenant, hash_)).returning(_invitations.c.hash)
        with self._database.write() as connection:
            return connection.execute(statement).one_or_none() is not None


class SqlIdentities:
    """Fits ``tools.ports.accounts.IdentityStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, identity: Identity) -> bool:
        """Store it; whether the identity is this user's now."""
        row = {
            "tenant_id": identity.tenant,
            "issuer": identity.issuer,
            "subject": identity.subject,
            "user_id": identity.user,
            "linked_at": identity.linked_at,
        }
        with self._database.write() as connection:
            connection.execute(insert_into(connection, _identities).values(row).on_conflict_do_nothing())
        return self.find(identity.tenant, identity.issuer, identity.subject) == identity.user

    def find(self, tenant: TenantId, issuer: str, subject: str) -> ActorId | None:
        """The user, None where nobody has this identity."""
        query = select(_identities.c.user_id).where(
            *(_identities.c.tenant_id == tenant, _identities.c.issuer == issuer, _identities.c.subject == subject)
        )
        with self._database.read() as connection:
            user = connection.execute(query).scalar_one_or_none()
        return None if user is None else ActorId(user)

    def of_user(self, tenant: TenantId, user: ActorId) -> Sequence[Identity]:
        """The user's identities by issuer and subject."""
        query = select(_identities).where(_identities.c.tenant_id == tenant, _identities.c.user_id == user)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        found = [Identity(tenant, row.issuer, row.subject, ActorId(row.user_id), row.linked_at) for row in rows]
        return sorted(found, key=lambda identity: (identity.issuer, identity.subject))


class SqlBegunSignIns:
    """Fits ``tools.ports.accounts.BegunSignIns``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tenant: TenantId, hash_: str, at: datetime, ends: datetime) -> None:
        """Store one, and forget those of the tenant that cannot come back any more."""
        row = {"tenant_id": tenant, "hash": hash_, "ends_at": ends}
        with self._database.write() as connection:
            connection.execute(delete(_begun).where(_begun.c.tenant_id == tenant, _begun.c.ends_at <= at))
            connection.execute(_begun.insert(), row)

    def take(self, tenant: TenantId, hash_: str, at: datetime) -> bool:
        """Forget it; whether it was there and could come back."""
        statement = delete(_begun).where(_begun.c.tenant_id == tenant, _begun.c.hash == hash_)
        with self._database.write() as connection:
            ends = connection.execute(statement.returning(_begun.c.ends_at)).scalar_one_or_none()
        return ends is not None and at < ends


class SqlFailedSignIns:
    """Fits ``tools.ports.accounts.FailedSignIns``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, tenant: TenantId, name: str, at: datetime, *, limit: int, within: timedelta) -> datetime | None:
        """Count a sign-in as failed before it is tried; where ``limit`` are counted, the time of the next one."""
        first = {"tenant_id": tenant, "name": name, "times": "", "newest": at}
        with self._database.write() as connection:
            _forget_old(connection, tenant, name, at - within)
            # The row is locked by the insert itself, or by what it changes, so that several at once come one by one.
            statement = insert_into(connection, _failed).values(first)
            statement = statement.on_conflict_do_update(index_elements=["tenant_id", "name"], set_={"name": name})
            kept = connection.execute(statement.returning(_failed.c.times)).scalar_one()
            counted = [time for time in map(datetime.fromisoformat, kept.split()) if time > at - within]
            if len(counted) >= limit:
                return counted[-limit] + within
            times = " ".join(time.astimezone(UTC).isoformat() for time in (*counted, at))
            named = (_failed.c.tenant_id == tenant, _failed.c.name == name)
            connection.execute(update(_failed).where(*named).values(times=times, newest=at))
            return None

    def clear(self, tenant: TenantId, name: str) -> None:
        """Forget what is counted."""
        with self._database.write() as connection:
            connection.execute(delete(_failed).where(_failed.c.tenant_id == tenant, _failed.c.name == name))


def _forget_old(connection: Connection, tenant: TenantId, name: str, before: datetime) -> None:
    """Forget some of the other names under which nothing failed since, but for those that are being counted now."""
    old = select(_failed.c.name).where(_failed.c.tenant_id == tenant, _failed.c.name != name)
    old = old.where(_failed.c.newest <= before).limit(_FORGOTTEN).with_for_update(skip_locked=True)
    names = list(connection.execute(old).scalars())
    if names:
        connection.execute(delete(_failed).where(_failed.c.tenant_id == tenant, _failed.c.name.in_(names)))


def _unused(tenant: TenantId, hash_: str) -> tuple[ColumnElement[bool], ...]:
    return _invitations.c.tenant_id == tenant, _invitations.c.hash == hash_, _invitations.c.used_at.is_(None)


def _invitation(row: Row[*tuple[object, ...]]) -> Invitation:
    return Invitation(
        tenant=TenantId(row.tenant_id),
        hash=row.hash,
        name=None if row.name is None else ActorId(row.name),
        role=row.role,
        invited_by=ActorId(row.invited_by),
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
    )


def _tenant(row: Row[*tuple[object, ...]]) -> Tenant:
    return Tenant(TenantId(row.tenant_id), row.title, row.created_at)
