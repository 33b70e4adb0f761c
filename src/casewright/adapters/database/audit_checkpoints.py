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

    def all(self, tenant: TenantId, *, above: int = 0) -> Sequence[Checkpoint]:
        """The tenant's checkpoints above that count, oldest first. Raises ``IntegrityError`` for one that is none."""
        query = select(_checkpoints.c["count"], _body).where(_checkpoints.c.tenant_id == tenant)
        if above:
            query = query.where(_checkpoints.c["count"] > above)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_checkpoints.c["count"])).all()
        return [_read(count, body) for count, body in rows]

    def stored(self, tenant: TenantId) -> tuple[int, int]:
        """How many checkpoints the tenant has, and the count that the newest is at (0 where there is none)."""
        query = select(func.count(), func.max(_checkpoints.c["count"])).where(_checkpoints.c.tenant_id == tenant)
        with self._database.read() as connection:
            number, newest = connection.execute(query).one()
        return number, newest if isinstance(newest, int) else 0

    def any(self) -> bool:
        """Whether any tenant has a checkpoint."""
        return bool(self._database.tenants(_checkpoints))

    def put(self, tenant: TenantId, head: Head) -> Checkpoint:
        """Sign this head of the tenant's and store it; the one that is stored for it, where there is one."""
        made = make_checkpoint(tenant, head, self._now().isoformat(timespec="microseconds"), self._signer())
        row = {"tenant_id": tenant, "count": head.count, "body": made.to_json()}
        query = select(_body).where(_checkpoints.c.tenant_id == tenant, _checkpoints.c["count"] == head.count)
        with self._database.write() as connection:
            connection.execute(insert_into(connection, _checkpoints).values(row).on_conflict_do_nothing())
            stored = _read(head.count, connection.execute(query).scalar_one())
        self._known[tenant] = max(head.count, self._known.get(tenant, 0))
        return stored

    def due(self, tenant: TenantId, count: int, *, every: int | None = None) -> bool:
        """Whether ``every`` events (the setting, where left out) came since the newest checkpoint."""
        events = self._every if every is None else every
        # Another process may have made one since we looked, so we look again before we say so.
        if count - self._known.get(tenant, 0) < events:
            return False
        self._known[tenant] = self.stored(tenant)[1]
        return count - self._known[tenant] >= events


def _read(count: int, body: bytes) -> Checkpoint:
    try:
        checkpoint = read_checkpoint(body)
    except ValueError as error:
        raise IntegrityError(f"The audit's checkpoint at event {count!r} cannot be read: it was changed.") from error
    if checkpoint.count != count:
        raise IntegrityError(f"The audit's checkpoint at event {count!r} says {checkpoint.count}: it was changed.")
    return checkpoint
