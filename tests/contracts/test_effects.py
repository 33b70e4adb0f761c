"""Effects and outcomes commit together: the contract of the marks, on every database."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
import pytest
from sqlalchemy import Connection, text

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.effects import LOST, UNTOLD, SqlEffects
from casewright.adapters.database.journal import SqlJournal
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.tables.effects import call_effects
from casewright.audit.chain import verify_log
from casewright.domain.actors import Caller
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.matters import MatterKind
from casewright.errors import StorageAway, ToolFailed
from casewright.tools.call_events import CallEvents
from casewright.tools.calls import Status
from casewright.tools.effects import Effect, current_effect
from casewright.tools.outcomes import Outcome
from casewright.tools.ports.journal import Entry, RecordedResult
from tests.audit_events import event
from tests.fakes.fixed_clock import START, FixedClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from casewright.adapters.database.engine import Database
    from casewright.audit.events import Event
    from casewright.canonical import Json

OURS = TenantId("ours")
KEY = "the call's own"
CALLER = Caller(OURS, ActorId("advocate"))
DONE = Outcome(Status.SUCCESS, "made", {}, None, None, "sha256:of-what-was-made")


class Office:
    """A log with one intent, and what may follow it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.log = SqlAuditLog(database, durability="each")
        self.effects = SqlEffects(database, self.log, now=FixedClock().now)
        intent = self.log.submit(event())
        assert isinstance(intent, int)
        self.call_events = CallEvents(self._told, {"matter.created"})
        self.effect = Effect(OURS, intent, self.call_events, self.effects.chain, self._keep)

    def _keep(self, outcome: Outcome) -> None:
        """As for a call with a key, in the journal of the same database."""
        result = RecordedResult(outcome.status.value, outcome.content, "{}", None, None, outcome.result_hash)
        SqlJournal(self.database).finish(CALLER, KEY, result)

    def _told(self, event_type: str, details: Mapping[str, Json]) -> Event:
        return replace(event(), phase="effect", event_type=event_type, tool_args=details)

    def types(self) -> list[str]:
        """The type of every event in the log."""
        return [orjson.loads(record.body)["event_type"] for record in self.log.records(OURS)]

    @contextmanager
    def working(self) -> Iterator[None]:
        """As the thread that works on the call; what it did is committed at the end."""
        token = current_effect.set(self.effect)
        try:
            yield
            self.effect.end(DONE)
        finally:
            current_effect.reset(token)

    def create(self) -> None:
        """The effect."""
        SqlMatters(self.database).create(
            OURS,
            title="x",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("ann"),
            at=START,
        )

    def settle(self) -> int | None:
        """Record the outcome."""
        outcome = replace(event(), phase="outcome", result_status="SUCCESS", intent_seq=self.effect.intent)
        return self.effects.settle(outcome)

    def result_hashes(self) -> list[str]:
        """The hash of the result of every outcome in the log."""
        bodies = [orjson.loads(record.body) for record in self.log.records(OURS)]
        return [one["result_hash"] for one in bodies if one["phase"] == "outcome"]

    def outcomes(self) -> list[tuple[int, str, str | None]]:
        """Intent, status and reason of every outcome in the log."""
        bodies = [orjson.loads(record.body) for record in self.log.records(OURS)]
        return [(one["intent_seq"], one["result_status"], one["reason"]) for one in bodies if one["phase"] == "outcome"]


@pytest.mark.requirement("call-effect-and-outcome")
def test_outcome_takes_the_mark_away_once(database: Database) -> None:
    """The first write marks the effect, the outcome ends the mark, and nothing is left to recover."""
    office = Office(database)
    with office.working():
        office.create()
        office.create()
    assert office.effect.committed
    assert office.settle() == 2
    assert office.settle() is None
    assert office.effects.recover() == 0
    assert len(office.outcomes()) == 1
    assert verify_log(office.log, OURS)[1] is None


@pytest.mark.requirement("call-effect-and-outcome")
def test_outcome_that_a_crash_took_is_chained_from_the_mark(database: Database) -> None:
    """A mark without outcome says what came of the call: recovering chains it, and whoever comes late adds none."""
    office = Office(database)
    with office.working():
        office.create()
    assert office.effects.recover() == 1
    assert office.outcomes() == [(office.effect.intent, "SUCCESS", UNTOLD)]
    assert office.result_hashes() == [DONE.result_hash]
    assert office.settle() is None
    assert office.effects.recover() == 0
    assert verify_log(office.log, OURS)[1] is None


@pytest.mark.requirement("call-effect-and-outcome", "call-first-result")
def test_the_result_of_a_key_is_kept_with_the_effect(database: Database) -> None:
    """Nobody else sees the effect before the result is known, and the result is there as soon as the effect is."""
    office, journal = Office(database), SqlJournal(database)
    journal.begin(Entry(CALLER, KEY, "fingerprint", "create_matter", START))
    seen: list[int] = []

    def look() -> None:
        seen.append(len(SqlMatters(database).all(OURS)))

    with office.working():
        office.create()
        thread = threading.Thread(target=look)
        thread.start()
        thread.join(timeout=30)
        assert len(SqlMatters(database).all(OURS)) == 1
    kept = journal.get(CALLER, KEY)
    assert (seen, len(SqlMatters(database).all(OURS))) == ([0], 1)
    assert kept is not None
    assert kept.result is not None
    assert (kept.result.status, kept.result.content) == ("success", "made")


@pytest.mark.requirement("call-first-result")
def test_a_later_write_that_fails_leaves_the_first(database: Database) -> None:
    """Each write of a call is whole or not there: a handler that goes on after one failed keeps what was done."""
    office = Office(database)

    def undone() -> None:
        with office.database.write():
            office.create()
            raise ToolFailed("changed my mind")

    with office.working():
        office.create()
        with pytest.raises(ToolFailed):
            undone()
    assert len(SqlMatters(database).all(OURS)) == 1


@pytest.mark.requirement("call-effect-and-outcome")
def test_mark_of_an_older_version_answers_with_what_is_known(database: Database) -> None:
    """A mark that says nothing of the result: the call is done, and that its result was lost is said."""
    office, journal = Office(database), SqlJournal(database)
    with database.write() as connection:
        connection.execute(call_effects.insert().values(tenant_id=OURS, intent_seq=office.effect.intent))
    assert office.effects.recover() == 1
    assert office.outcomes() == [(office.effect.intent, "SUCCESS", LOST)]
    assert journal.unfinished(OURS) == []


@pytest.mark.requirement("call-effect-and-outcome")
def test_effect_that_is_undone_leaves_no_mark(database: Database) -> None:
    """Where the transaction is undone there is no effect and no mark; outside a call nothing is marked."""
    office = Office(database)

    def undone() -> None:
        with office.database.write():
            raise ToolFailed("changed my mind")

    with office.working(), pytest.raises(ToolFailed):
        undone()
    assert not office.effect.committed
    office.create()
    assert office.effects.recover() == 0
    assert office.outcomes() == []


@pytest.mark.requirement("audit-families", "call-effect-and-outcome")
def test_what_happened_is_chained_with_the_effect(database: Database) -> None:
    """The event is in the log as soon as the effect is there, before any outcome; it is chained once."""
    office = Office(database)
    office.call_events.emit("matter.created", {"title": "x"})
    with office.working():
        office.create()
        office.create()
    assert [event.event_type for _, event in office.call_events.chained] == ["matter.created"]
    assert (office.types(), list(office.call_events.waiting)) == (["agent.tool_call", "matter.created"], [])
    assert office.settle() == 3
    assert verify_log(office.log, OURS)[1] is None


@pytest.mark.requirement("audit-families", "call-effect-and-outcome")
def test_effect_that_is_undone_tells_nothing(database: Database) -> None:
    """Where the transaction is undone the event is undone with it, and waits on."""
    office = Office(database)
    office.call_events.emit("matter.created", {"title": "x"})

    def undone() -> None:
        with office.database.write():
            raise ToolFailed("changed my mind")

    with office.working(), pytest.raises(ToolFailed):
        undone()
    assert (office.types(), len(office.call_events.waiting)) == (["agent.tool_call"], 1)


@pytest.mark.postgresql
@pytest.mark.requirement("call-effect-and-outcome")
def test_commit_that_was_cut_is_in_doubt(new_database: Callable[[str], Database]) -> None:
    """The connection is ended as it is told to commit: that is no failure, and it is not said to be one."""
    office = Office(new_database("postgresql"))

    def cut(connection: object, _events: Sequence[Event]) -> Sequence[int]:
        assert isinstance(connection, Connection)
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with office.database._engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
        return [1]

    office.effect._chain = cut
    office.call_events.emit("matter.created", {"title": "x"})
    with pytest.raises(StorageAway), office.working():
        office.create()
    assert (office.effect.in_doubt, office.effect.committed) == (True, False)
