"""The audit in a SQL database: one chain a tenant, appended to under the lock of its head."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

import orjson
from sqlalchemy import LargeBinary, bindparam, cast, select

from casewright.adapters.database.audit_appends import append
from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.group_commit import CAPACITY, GroupCommit, closed
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import audit
from casewright.adapters.database.tenants import newest_recorded, set_tenant, tenant_set
from casewright.audit.chain import EMPTY, Head, Record, link
from casewright.domain.ids import TenantId
from casewright.errors import CasewrightError, IntegrityError, InvalidInput, Unavailable
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from sqlalchemy import Connection

    from casewright.adapters.database.audit_signing import HeadSigning
    from casewright.adapters.database.engine import Database
    from casewright.audit.checkpoint import Checkpoint
    from casewright.audit.events import Event
    from casewright.audit.macs import RecordMacs

_log = logging.getLogger("casewright.audit")

Durability = Literal["group", "each"]
"""``group``: one commit for all events that wait; ``each``: one commit an event. Both answer after the fsync."""

_READ_BATCH = 500
_events = audit.audit_events
_heads = audit.audit_heads
# As bytes whatever a hand put there: a changed value must be read, and found, not fail to decode.
_body = cast(_events.c.body, LargeBinary)
_event_hash = cast(_events.c.hash, LargeBinary)
_event_mac = cast(_events.c.mac, LargeBinary)
_head_hash = cast(_heads.c.hash, LargeBinary)
_of_tenant = _heads.c.tenant_id == bindparam("tenant")
_SELECT_HEAD = select(_heads.c["count"], _head_hash).where(_of_tenant)
_READ_HEAD = DriverStatement(_SELECT_HEAD)
_LOCK_HEAD = DriverStatement(_SELECT_HEAD.with_for_update())


class SqlAuditLog:
    """Fits ``tools.ports.audit.AuditLog``. Several processes may append to one database at once.

    With ``macs`` each record gets its MAC. With ``signing``, heads are signed as that says, and by ``close`` where this
    log recorded anything.
    """

    def __init__(
        self,
        database: Database,
        *,
        durability: Durability = "group",
        capacity: int = CAPACITY,
        macs: RecordMacs | None = None,
        signing: HeadSigning | None = None,
    ) -> None:
        self._database = database
        self._macs = macs
        self._signing = signing
        self._unsigned: dict[TenantId, int] = {}
        self._group = GroupCommit(self._append_group, capacity=capacity) if durability == "group" else None
        self._closed = False

    def submit(self, event: Event) -> int | Future[int]:
        """Record the event: its number (``each``) or a future of it (``group``), which resolves after the commit.

        With ``group`` it waits while ``capacity`` events wait. Raises, or the future does, ``Unavailable`` where the
        event could not be recorded; always after ``close``.
        """
        if self._group is not None:
            return self._group.submit(event)
        if self._closed:
            raise closed()
        [answer] = self._append([event])
        if isinstance(answer, int):
            return answer
        raise answer

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        """The chained records with a sequence number above ``after``, in order, read a batch at a time."""
        while True:
            query = (
                select(_events.c.seq, _body, _event_hash, _event_mac)
                .where(_events.c.tenant_id == tenant, _events.c.seq > after)
                .order_by(_events.c.seq)
                .limit(_READ_BATCH)
            )
            with self._database.read() as connection:
                rows = connection.execute(query).all()
            for seq, body, digest, mac in rows:
                yield Record(seq=seq, body=body, hash=digest.hex(), mac=mac)
            if len(rows) < _READ_BATCH:
                return
            after = rows[-1][0]

    def head(self, tenant: TenantId) -> Head:
        """How many events the chain claims to have, and the hash of the last one."""
        with self._database.read() as connection:
            return _head(connection, tenant) or EMPTY

    def last_recorded(self) -> datetime | None:
        """The newest time at the end of any tenant's chain; None where nothing was recorded, or none can be read."""
        ends = (_events.c.tenant_id == _heads.c.tenant_id) & (_events.c.seq == _heads.c["count"])
        with self._database.read() as connection:
            if self._database.dialect == "postgresql":
                stamps: list[object] = [newest_recorded(connection)]
            else:
                bodies = connection.execute(select(_body).join(_heads, ends)).scalars()
                stamps = [_stamp(body) for body in bodies]
        times = []
        for stamp in stamps:
            # What a hand made unreadable is for the verifier to find.
            with suppress(ValueError, TypeError):
                times.append(datetime.fromisoformat(str(stamp)).astimezone(UTC))
        return max(times, default=None)

    def checkpoint(self, tenant: TenantId) -> Checkpoint | None:
        """Sign the tenant's head as it is now; None where it has no events, or where nobody can sign.

        Raises ``IntegrityError`` where what came since the head that is remembered is not what this system wrote.
        """
        return None if self._signing is None else self._signing.sign(self, tenant)

    def accept(self, tenant: TenantId) -> tuple[Head, Head]:
        """Go on from a restored log: the head that was remembered, and the one that is from now on.

        Fits ``tools.ports.audit.RestoredAudits``.
        """
        if self._signing is None:
            raise InvalidInput("This log remembers no head, so there is nothing to accept.")
        return self._signing.accept(self, tenant)

    def chain(self, connection: Connection, events: Sequence[Event]) -> Sequence[int | Unavailable]:
        """Chain the events of any tenants in the connection's transaction, in order.

        The number of each, or why that one cannot be recorded, in the order of ``events``. Tenants' heads are locked
        in the order of their names, so that two transactions never wait for each other. The heads are signed once the
        transaction is committed: by the next events that are recorded, or by ``close``.
        """
        answers: dict[int, int | Unavailable] = {}
        before = tenant_set(connection)
        for tenant in sorted({event.tenant_id for event in events}):
            set_tenant(connection, TenantId(tenant))
            places = [place for place, event in enumerate(events) if event.tenant_id == tenant]
            head, records = _hold_head(connection, tenant), []
            for place in places:
                try:
                    record = link(head, events[place], self._macs)
                except (TypeError, ValueError) as error:
                    answers[place] = unrecordable(events[place], error)
                    continue
                head = Head(count=record.seq, hash=record.hash)
                records.append(record)
                answers[place] = record.seq
            if records:
                append(connection, tenant, records)
                self._unsigned[TenantId(tenant)] = head.count
        set_tenant(connection, before)
        return [answers[place] for place in range(len(events))]

    def record_own(self, event: Event) -> None:
        """Record what this log itself has to tell, now. Raises ``Unavailable`` where it cannot."""
        with self._database.write() as connection:
            for answer in self.chain(connection, [event]):
                if not isinstance(answer, int):
                    raise answer

    def close(self) -> None:
        """Write what waits, sign what is new, then refuse every further event."""
        self._closed = True
        if self._group is not None:
            self._group.close()
        self._sign_due(every=1)

    def _append_group(self, events: Sequence[Event]) -> Sequence[int | Unavailable]:
        # As a tenant from the start: to turn to it, and back before the commit, are ways while the head is locked.
        with acting_in(TenantId(max(event.tenant_id for event in events))):
            return self._append(events)

    def _append(self, events: Sequence[Event]) -> Sequence[int | Unavailable]:
        with self._database.write() as connection:
            answers = self.chain(connection, events)
        if not self._database.in_transaction:
            self._sign_due()
        return answers

    def _sign_due(self, every: int | None = None) -> None:
        """Sign where that is due. What cannot be signed now stays recorded; the next checkpoint covers it."""
        if self._signing is None:
            return
        for tenant, count in sorted(self._unsigned.copy().items()):
            try:
                with acting_in(tenant):
                    if self._signing.due(tenant, count, every=every):
                        self._signing.sign(self, tenant)
            except CasewrightError as error:
                _log.warning("%s The last events are not signed; the next checkpoint will cover them.", error)


def unrecordable(event: Event, error: Exception) -> Unavailable:
    """Why an event has no canonical form."""
    failure = Unavailable(f"The call of {event.tool_name!r} cannot be recorded in the audit: {error}")
    failure.__cause__ = error
    return failure


def _head(connection: Connection, tenant: str, *, lock: bool = False) -> Head | None:
    row = (_LOCK_HEAD if lock else _READ_HEAD).first(connection, {"tenant": tenant})
    if row is None:
        return None
    count, digest = row
    if not isinstance(count, int):
        raise IntegrityError(f"The audit's head of tenant {tenant!r} says {count!r}: it was changed.")
    return Head(count=count, hash=digest.hex())


def _hold_head(connection: Connection, tenant: str) -> Head:
    """Lock the tenant's head until the transaction ends."""
    head = _head(connection, tenant, lock=True)
    if head is not None:
        return head
    start = insert_into(connection, _heads).values(tenant_id=tenant, count=0, hash=bytes.fromhex(EMPTY.hash))
    connection.execute(start.on_conflict_do_nothing())
    return _head(connection, tenant, lock=True) or EMPTY


def _stamp(body: bytes) -> object:
    """When the event was, as it says; None for one that cannot be read."""
    with suppress(ValueError, TypeError, KeyError):
        return orjson.loads(body)["timestamp"]
    return None
