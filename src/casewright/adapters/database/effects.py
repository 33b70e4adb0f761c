"""Marks of committed effects, and the outcomes that take them away."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import orjson
from sqlalchemy import Connection, delete, select, update

from casewright.adapters.database.tables import audit, effects, journal
from casewright.audit.events import Event
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from sqlalchemy import Row

    from casewright.adapters.database.audit_log import SqlAuditLog
    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_marks = effects.call_effects
_events = audit.audit_events
_journal = journal.call_journal

UNTOLD = "the effect was committed; the process that ran it ended before it recorded the outcome"
LOST = "the effect was committed; its result was lost with the process that ran it"
"""Of a mark that an older version left: it says nothing of the result."""


class SqlEffects:
    """Fits ``tools.ports.effects.Effects``."""

    def __init__(self, database: Database, log: SqlAuditLog, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._log = log
        self._now = now

    def settle(self, outcome: Event) -> int | None:
        """Chain the outcome and take its intent's mark away, in one transaction; None where it was settled before."""
        with self._database.write() as connection:
            return self._chained(connection, outcome)

    def chain(self, connection: object, events: Sequence[Event]) -> Sequence[int]:
        """Chain events in the transaction of an effect, whose connection this is; their numbers."""
        assert isinstance(connection, Connection), "the transaction is of our own database"
        numbers = []
        for answer in self._log.chain(connection, events):
            if not isinstance(answer, int):
                raise answer
            numbers.append(answer)
        return numbers

    @contextmanager
    def together(self) -> Iterator[Callable[[Event], int]]:
        """One transaction for what is written inside, and for the events that are given to what it gives."""
        with self._database.together(), self._database.write() as connection:
            yield lambda event: self.chain(connection, [event])[0]

    def recover(self) -> int:
        """Chain an outcome for every mark that is left. A process that is still at it finds its call settled."""
        settled = 0
        for tenant in self._database.tenants(_marks):
            with acting_in(tenant):
                settled += self._recover(tenant)
        return settled

    def _recover(self, tenant: TenantId) -> int:
        with self._database.read() as connection:
            left = connection.execute(select(_marks).where(_marks.c.tenant_id == tenant)).all()
        settled = 0
        for mark in left:
            with self._database.write() as connection:
                outcome = self._from_intent(connection, mark)
                if self._chained(connection, outcome) is not None:
                    settled += 1
                    if mark.result_status is None:
                        _finish_key(connection, outcome)
        return settled

    def _chained(self, connection: Connection, outcome: Event) -> int | None:
        mark = delete(_marks).where(_marks.c.tenant_id == outcome.tenant_id, _marks.c.intent_seq == outcome.intent_seq)
        if connection.execute(mark).rowcount == 0:
            return None
        [answer] = self._log.chain(connection, [outcome])
        if not isinstance(answer, int):
            raise answer
        return answer

    def _from_intent(self, connection: Connection, mark: Row[*tuple[object, ...]]) -> Event:
        """The outcome that follows from the intent and its mark alone."""
        query = select(_events.c.body).where(_events.c.tenant_id == mark.tenant_id, _events.c.seq == mark.intent_seq)
        body = orjson.loads(bytes(connection.execute(query).scalar_one()))
        del body["seq"]
        return Event(
            **{
                **body,
                "phase": "outcome",
                "result_status": mark.result_status or "SUCCESS",
                "result_hash": mark.result_hash,
                "reason": LOST if mark.result_status is None else UNTOLD,
                "intent_seq": mark.intent_seq,
                "timestamp": self._now().isoformat(timespec="microseconds"),
            }
        )


def _finish_key(connection: Connection, outcome: Event) -> None:
    """Let the call's key answer with what is known, where the mark is older than what it says of results."""
    if outcome.idempotency_key is None:
        return
    open_ = (
        _journal.c.tenant_id == outcome.tenant_id,
        _journal.c.actor_id == outcome.agent_id,
        _journal.c.key == outcome.idempotency_key,
        _journal.c.status.is_(None),
    )
    values = {"status": "success", "content": f"Done: {LOST}.", "structured": "null", "result_hash": ""}
    connection.execute(update(_journal).where(*open_).values(values))
