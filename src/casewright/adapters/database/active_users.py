"""Users as they are now, asked for at every call: on SQLite kept in memory until anybody wrote to the file."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select, union

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.tables import accounts, people
from casewright.adapters.database.translate import told_name, translated
from casewright.domain.accounts import UserKind
from casewright.domain.ids import ActorId
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_users = people.users
_USER = DriverStatement(
    select(_users.c.role, _users.c.active).where(
        _users.c.tenant_id == bindparam("tenant"), _users.c.id == bindparam("user")
    )
)
_keys = accounts.api_keys
_MAKERS = """
    SELECT made_by FROM users WHERE tenant_id = ?1 AND id = ?2 AND kind = ?3 AND made_by IS NOT NULL
    UNION SELECT created_by FROM api_keys JOIN users ON users.tenant_id = api_keys.tenant_id AND users.id = user_id
    WHERE api_keys.tenant_id = ?1 AND user_id = ?2 AND kind = ?3
"""


class _Known(NamedTuple):
    """Fits ``tools.ports.people.KnownUser``."""

    role: str
    active: bool


class SqlKnownUsers:
    """Fits ``tools.ports.people.KnownUsers``: asks the database each time, before anybody acts in the tenant."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, tenant: TenantId, user: ActorId) -> _Known | None:
        """The user as stored now, active or not; None where the tenant has none of that name."""
        with acting_in(tenant), self._database.read() as connection:
            row = _USER.first(connection, {"tenant": tenant, "user": user})
        return None if row is None else _Known(row.role, row.active)

    def has_active(self, tenant: TenantId, role: str, *, besides: Collection[ActorId] = ()) -> bool:
        """Whether the tenant has an active person in this role now, beside those of these names."""
        query = select(_users.c.id).where(_users.c.tenant_id == tenant, _users.c.role == role, _users.c.active)
        query = query.where(_users.c.kind == UserKind.PERSON.value, _users.c.id.not_in(list(besides)))
        with acting_in(tenant), self._database.read() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def makers(self, tenant: TenantId, user: ActorId) -> Collection[ActorId]:
        """Who made the service account of this name, or a key of its; of a person nobody."""
        program = (_users.c.tenant_id == tenant, _users.c.id == user, _users.c.kind == UserKind.SERVICE_ACCOUNT.value)
        its_own = (_keys.c.tenant_id == _users.c.tenant_id, _keys.c.user_id == _users.c.id)
        query = union(
            select(_users.c.made_by).where(*program, _users.c.made_by.is_not(None)),
            select(_keys.c.created_by).where(*program, *its_own),
        )
        with acting_in(tenant), self._database.read() as connection:
            return frozenset(ActorId(name) for name in connection.execute(query).scalars())

    def close(self) -> None:
        """Nothing is held."""


class SqliteKnownUsers:
    """The same over a SQLite file, on a connection of its own that never writes. Thread-safe. Fits the port.

    ``PRAGMA data_version`` says whether another connection wrote to the file since; every write is another's.
    """

    def __init__(self, path: str, busy_timeout: float) -> None:
        self._name = told_name(path)
        self._lock = threading.Lock()
        with translated(self._name):
            self._connection = sqlite3.connect(path, timeout=busy_timeout, check_same_thread=False)
            self._connection.execute("PRAGMA query_only = ON")
        self._version: int | None = None
        self._known: dict[tuple[str, str], _Known | None] = {}
        self._roles: dict[tuple[str, ...], bool] = {}

    def get(self, tenant: TenantId, user: ActorId) -> _Known | None:
        """The user as stored now, active or not; None where the tenant has none of that name."""
        key = (tenant, user)
        with self._lock, translated(self._name):
            self._revalidate()
            if key not in self._known:
                query = "SELECT role, active FROM users WHERE tenant_id = ? AND id = ?"
                row = self._connection.execute(query, key).fetchone()
                self._known[key] = None if row is None else _Known(row[0], bool(row[1]))
            return self._known[key]

    def has_active(self, tenant: TenantId, role: str, *, besides: Collection[ActorId] = ()) -> bool:
        """Whether the tenant has an active person in this role now, beside those of these names."""
        key = (tenant, role, *sorted(besides))
        with self._lock, translated(self._name):
            self._revalidate()
            if key not in self._roles:
                query = "SELECT id FROM users WHERE tenant_id = ? AND role = ? AND kind = ? AND active"
                found = self._connection.execute(query, (tenant, role, UserKind.PERSON.value))
                self._roles[key] = any(name not in besides for (name,) in found)
            return self._roles[key]

    def makers(self, tenant: TenantId, user: ActorId) -> Collection[ActorId]:
        """Who made the service account of this name, or a key of its; of a person nobody."""
        with self._lock, translated(self._name):
            found = self._connection.execute(_MAKERS, (tenant, user, UserKind.SERVICE_ACCOUNT.value))
            return frozenset(ActorId(name) for (name,) in found)

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()

    def _revalidate(self) -> None:
        """Forget everything where anybody wrote since it was read: the version is read before anything else."""
        [version] = self._connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._known.clear()
            self._roles.clear()
            self._version = version
