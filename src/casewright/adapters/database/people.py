"""Users and participants in a SQL database."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, select, update

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import people
from casewright.domain.accounts import UserKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.people import Participant, ParticipantRole, User, last_one

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_users = people.users
_parts = people.participants
_USER = DriverStatement(
    select(_users).where(_users.c.tenant_id == bindparam("tenant"), _users.c.id == bindparam("user"))
)
_ROLE = DriverStatement(
    select(_parts.c.role).where(
        _parts.c.tenant_id == bindparam("tenant"),
        _parts.c.matter_id == bindparam("matter"),
        _parts.c.user_id == bindparam("user"),
    )
)


class SqlUsers:
    """Fits ``tools.ports.people.UserStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        """Store a new, active user. None, and nothing stored, where the name or the key is taken."""
        new = User(tenant, user, role, active=True, created_at=at.astimezone(UTC), kind=kind)
        row = {
            "tenant_id": tenant,
            "id": user,
            "role": role,
            "key_hash": key_hash,
            "active": True,
            "created_at": new.created_at,
            "kind": kind.value,
            "made_by": made_by,
        }
        with self._database.write() as connection:
            statement = insert_into(connection, _users).values(row).on_conflict_do_nothing().returning(_users.c.id)
            return None if connection.execute(statement).one_or_none() is None else new

    def get(self, tenant: TenantId, user: ActorId) -> User | None:
        """The user, active or not; None where the tenant has none of that name."""
        with self._database.read() as connection:
            row = _USER.first(connection, {"tenant": tenant, "user": user})
        return None if row is None else _user(row)

    def of_key(self, tenant: TenantId, key_hash: str) -> User | None:
        """The user whose key has this hash, active or not."""
        query = select(_users).where(_users.c.tenant_id == tenant, _users.c.key_hash == key_hash)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _user(row)

    def all(self, tenant: TenantId) -> Sequence[User]:
        """Every user of the tenant by name, those that are not active included."""
        query = select(_users).where(_users.c.tenant_id == tenant)
        with self._database.read() as connection:
            found = [_user(row) for row in connection.execute(query)]
        # Sorted here: databases collate differently.
        return sorted(found, key=lambda user: user.id)

    def set_role(self, tenant: TenantId, user: ActorId, role: str, *, keep: str) -> User | None:
        """Give the user another role; the user as they are now, None where there is none.

        Raises ``Refused`` where the role ``keep`` would lose its last active person.
        """
        return self._change(tenant, user, {"role": role}, None if role == keep else keep)

    def deactivate(self, tenant: TenantId, user: ActorId, *, keep: str | None = None) -> User | None:
        """Make the user inactive; the user as they are now, None where there is none. Raises as ``set_role`` does."""
        return self._change(tenant, user, {"active": False}, keep)

    def _change(self, tenant: TenantId, user: ActorId, values: Mapping[str, object], keep: str | None) -> User | None:
        # Locked where rows can be: of two who give the role up at once, the second finds what the first left.
        keepers = select(_users.c.id).where(_users.c.tenant_id == tenant, _users.c.role == keep, _users.c.active)
        keepers = keepers.where(_users.c.kind == UserKind.PERSON.value).order_by(_users.c.id).with_for_update()
        change = update(_users).where(_users.c.tenant_id == tenant, _users.c.id == user)
        with self._database.write() as connection:
            if keep is not None and list(connection.execute(keepers).scalars()) == [user]:
                raise last_one(user, keep)
            row = connection.execute(change.values(**values).returning(*_users.c)).one_or_none()
            return None if row is None else _user(row)


class SqlParticipants:
    """Fits ``tools.ports.people.ParticipantStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, participant: Participant) -> None:
        """Store the part; it replaces one that the user had in the matter."""
        row = {
            "tenant_id": participant.tenant,
            "matter_id": participant.matter,
            "user_id": participant.user,
            "role": participant.role.value,
        }
        with self._database.write() as connection:
            statement = insert_into(connection, _parts).values(row)
            key = ["tenant_id", "matter_id", "user_id"]
            connection.execute(statement.on_conflict_do_update(index_elements=key, set_={"role": row["role"]}))

    def remove(self, tenant: TenantId, matter: MatterId, user: ActorId) -> bool:
        """Take the user out of the matter; whether they were in it."""
        statement = delete(_parts).where(
            _parts.c.tenant_id == tenant, _parts.c.matter_id == matter, _parts.c.user_id == user
        )
        with self._database.write() as connection:
            return connection.execute(statement.returning(_parts.c.user_id)).one_or_none() is not None

    def role_in(self, tenant: TenantId, matter: MatterId, user: ActorId) -> ParticipantRole | None:
        """The user's part in the matter, None where they have none."""
        asked = {"tenant": tenant, "matter": matter, "user": user}
        with self._database.read() as connection:
            row = _ROLE.first(connection, asked)
        return None if row is None else ParticipantRole(row.role)

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Participant]:
        """Everybody who takes part in the matter, by name."""
        query = select(_parts).where(_parts.c.tenant_id == tenant, _parts.c.matter_id == matter)
        with self._database.read() as connection:
            found = [_participant(row) for row in connection.execute(query)]
        return sorted(found, key=lambda participant: participant.user)

    def of_user(self, tenant: TenantId, user: ActorId) -> Mapping[MatterId, ParticipantRole]:
        """The matters that the user takes part in."""
        query = select(_parts).where(_parts.c.tenant_id == tenant, _parts.c.user_id == user)
        with self._database.read() as connection:
            found = [_participant(row) for row in connection.execute(query)]
        return {participant.matter: participant.role for participant in found}


def _user(row: Row[*tuple[object, ...]]) -> User:
    return User(
        tenant=TenantId(row.tenant_id),
        id=ActorId(row.id),
        role=row.role,
        active=row.active,
        created_at=row.created_at,
        kind=UserKind(row.kind),
    )


def _participant(row: Row[*tuple[object, ...]]) -> Participant:
    return Participant(
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        user=ActorId(row.user_id),
        role=ParticipantRole(row.role),
    )
