"""Sessions and API keys in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, or_, select, update

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import accounts
from casewright.domain.accounts import SESSION_IDLE, SESSION_LONGEST, ApiKey, Session
from casewright.domain.ids import ActorId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_sessions = accounts.sessions
_keys = accounts.api_keys
_SESSION = DriverStatement(
    select(_sessions).where(_sessions.c.tenant_id == bindparam("tenant"), _sessions.c.hash == bindparam("asked_hash"))
)
_KEY = DriverStatement(
    select(_keys).where(_keys.c.tenant_id == bindparam("tenant"), _keys.c.hash == bindparam("asked_hash"))
)


class SqlSessions:
    """Fits ``tools.ports.accounts.SessionStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, session: Session) -> None:
        """Store a new session, and forget those of the user that have ended by themselves."""
        row = {
            "tenant_id": session.tenant,
            "hash": session.hash,
            "user_id": session.user,
            "created_at": session.created_at,
            "seen_at": session.seen_at,
        }
        at = session.created_at
        ended = or_(_sessions.c.created_at <= at - SESSION_LONGEST, _sessions.c.seen_at <= at - SESSION_IDLE)
        with self._database.write() as connection:
            connection.execute(delete(_sessions).where(*_of_user(session.tenant, session.user), ended))
            connection.execute(_sessions.insert(), row)

    def get(self, tenant: TenantId, hash_: str) -> Session | None:
        """The session, whether or not it ended by itself; None where there is none."""
        with self._database.read() as connection:
            row = _SESSION.first(connection, {"tenant": tenant, "asked_hash": hash_})
        if row is None:
            return None
        return Session(TenantId(row.tenant_id), row.hash, ActorId(row.user_id), row.created_at, row.seen_at)

    def note_use(self, tenant: TenantId, hash_: str, at: datetime) -> None:
        """Note when something was last asked in it."""
        named = (_sessions.c.tenant_id == tenant, _sessions.c.hash == hash_)
        with self._database.write() as connection:
            connection.execute(update(_sessions).where(*named).values(seen_at=at))

    def end(self, tenant: TenantId, hash_: str) -> bool:
        """End the session; whether it was there."""
        statement = delete(_sessions).where(_sessions.c.tenant_id == tenant, _sessions.c.hash == hash_)
        with self._database.write() as connection:
            return connection.execute(statement.returning(_sessions.c.hash)).one_or_none() is not None

    def end_all(self, tenant: TenantId, user: ActorId) -> int:
        """End every session of the user; how many there were."""
        with self._database.write() as connection:
            there = select(func.count()).select_from(_sessions).where(*_of_user(tenant, user))
            count = connection.execute(there).scalar_one()
            connection.execute(delete(_sessions).where(*_of_user(tenant, user)))
        return int(count)


class SqlApiKeys:
    """Fits ``tools.ports.accounts.ApiKeyStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, key: ApiKey) -> bool:
        """Store a new key; False where its hash is taken."""
        row = {
            "tenant_id": key.tenant,
            "id": key.id,
            "user_id": key.user,
            "name": key.name,
            "hash": key.hash,
            "tools": " ".join(sorted(key.tools)),
            "matter_id": key.matter,
            "created_by": key.created_by,
            "created_at": key.created_at,
            "expires_at": key.expires_at,
            "used_at": key.used_at,
            "revoked_at": key.revoked_at,
        }
        with self._database.write() as connection:
            statement = insert_into(connection, _keys).values(row).on_conflict_do_nothing().returning(_keys.c.id)
            return connection.execute(statement).one_or_none() is not None

    def get(self, tenant: TenantId, key: str) -> ApiKey | None:
        """The key of this id, None where there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(_keys).where(*_named(tenant, key))).one_or_none()
        return None if row is None else _key(row)

    def of_hash(self, tenant: TenantId, hash_: str) -> ApiKey | None:
        """The key whose secret has this hash, whether or not it still opens anything."""
        with self._database.read() as connection:
            row = _KEY.first(connection, {"tenant": tenant, "asked_hash": hash_})
        return None if row is None else _key(row)

    def all(self, tenant: TenantId, user: ActorId | None = None) -> Sequence[ApiKey]:
        """The user's keys, or everybody's, oldest first."""
        query = select(_keys).where(_keys.c.tenant_id == tenant)
        if user is not None:
            query = query.where(_keys.c.user_id == user)
        with self._database.read() as connection:
            found = [_key(row) for row in connection.execute(query)]
        return sorted(found, key=lambda key: (key.created_at, key.id))

    def note_use(self, tenant: TenantId, key: str, at: datetime) -> None:
        """Note when it was last used."""
        with self._database.write() as connection:
            connection.execute(update(_keys).where(*_named(tenant, key)).values(used_at=at))

    def revoke(self, tenant: TenantId, key: str, at: datetime) -> ApiKey | None:
        """Have it open nothing any more; the key as it is now, None where there is none."""
        first = func.coalesce(_keys.c.revoked_at, bindparam("ended", at, _keys.c.revoked_at.type))
        statement = update(_keys).where(*_named(tenant, key)).values(revoked_at=first).returning(*_keys.c)
        with self._database.write() as connection:
            row = connection.execute(statement).one_or_none()
            return None if row is None else _key(row)


def _of_user(tenant: TenantId, user: ActorId) -> tuple[ColumnElement[bool], ...]:
    return _sessions.c.tenant_id == tenant, _sessions.c.user_id == user


def _named(tenant: TenantId, key: str) -> tuple[ColumnElement[bool], ...]:
    return _keys.c.tenant_id == tenant, _keys.c.id == key


def _key(row: Row[*tuple[object, ...]]) -> ApiKey:
    return ApiKey(
        tenant=TenantId(row.tenant_id),
        id=row.id,
        user=ActorId(row.user_id),
        name=row.name,
        hash=row.hash,
        tools=frozenset(row.tools.split()),
        matter=None if row.matter_id is None else MatterId(row.matter_id),
        created_by=ActorId(row.created_by),
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
        revoked_at=row.revoked_at,
    )
