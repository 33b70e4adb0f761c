"""The audit's signed checkpoints in a SQL database, and when the next one is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import LargeBinary, cast, func, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import audit
from casewright.audit.checkpoint import make_checkpoint, read_checkpoint
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from casewright.adapters.database.engine import Database
    from casewright.audit.chain import Head
    from casewright.audit.checkpoint import Checkpoint, Signer
    from casewright.domain.ids import TenantId

EVERY = 1_000
"""Events between two checkpoints."""
_checkpoints = audit.audit_checkpoints
# As bytes whatever a hand put there.
_body = cast(_checkpoints.c.body, LargeBinary)


class SqlCheckpoints:
    """Signs heads and keeps the checkpoints. ``signer`` gives the key that signs now, ``now`` the time in UTC."""

    def __init__(
        self,
        database: Database,
        *,
        signer: Callable[[], Signer],
        now: Callable[[], datetime],
        every: int = EVERY,
    ) -> None:
        self._database = database
        self._signer = signer
        self._now = now
        self._every = every
        self._known: dict[str, int] = {}

    def all(self, tenant: TenantId) -> Sequence[Checkpoint]:
        """The tenant's checkpoints, oldest first. Raises ``IntegrityError`` for one that cannot be read."""
        query = select(_checkpoints.c["count"], _body).where(_checkpoints.c.tenant_id == tenant)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_checkpoints.c["count"])).all()
        return [_read(count, body) for count, body in rows]

    def take(self, connection: Connection, tenant: str, head: Head) -> Checkpoint:
        """Sign this head of the tenant's, which the connection's transaction holds; the one there is, if there is one.

        It is stored when the transaction is committed.
        """
        made = make_checkpoint(tenant, head, self._now().isoformat(timespec="microseconds"), self._signer())
        row = {"tenant_id": tenant, "count": head.count, "body": made.to_json()}
        connection.execute(insert_into(connection, _checkpoints).values(row).on_conflict_do_nothing())
        query = select(_body).where(_checkpoints.c.tenant_id == tenant, _checkpoints.c["count"] == head.count)
        return _read(head.count, connection.execute(query).scalar_one())

    def take_if_due(self, connection: Connection, tenant: str, head: Head, *, every: int | None = None) -> None:
        """Sign the head where ``every`` events (the setting, where left out) came since the newest checkpoint."""
        due = self._every if every is None else every
        # Another process may have made one since we looked, so we look again before we sign.
        if head.count - self._known.get(tenant, 0) < due:
            return
        self._known[tenant] = self._newest(connection, tenant)
        if head.count - self._known[tenant] >= due:
            self.take(connection, tenant, head)

    def _newest(self, connection: Connection, tenant: str) -> int:
        query = select(func.max(_checkpoints.c["count"])).where(_checkpoints.c.tenant_id == tenant)
        newest = connection.execute(query).scalar()
        return newest if isinstance(newest, int) else 0


def _read(count: int, body: bytes) -> Checkpoint:
    try:
        checkpoint = read_checkpoint(body)
    except ValueError as error:
        raise IntegrityError(f"The audit's checkpoint at event {count!r} cannot be read: it was changed.") from error
    if checkpoint.count != count:
        raise IntegrityError(f"The audit's checkpoint at event {count!r} says {checkpoint.count}: it was changed.")
    return checkpoint
