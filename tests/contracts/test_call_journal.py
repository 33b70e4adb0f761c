"""What every journal of calls keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.journal import SqlJournal
from casewright.domain.actors import Caller
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.ports.journal import Entry, RecordedResult
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.journal import CallJournal

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN = Caller(OURS, ActorId("ann"))
ENTRY = Entry(ANN, "k", "f", "wipe", START)
RESULT = RecordedResult("success", "ș \x00 \ud800", '{"a": 1}', None, None, "sha256:ab")


@pytest.fixture(params=EVERYWHERE)
def journal(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> CallJournal:
    """An empty journal of each kind in turn."""
    return MemoryJournal() if request.param == "memory" else SqlJournal(new_database(request.param))


def test_key_is_taken_once(journal: CallJournal) -> None:
    """The first call gets the key, every other is told who has it."""
    assert journal.begin(ENTRY) is None
    assert journal.begin(replace(ENTRY, fingerprint="g")) == ENTRY
    assert journal.get(ANN, "k") == ENTRY
    assert list(journal.unfinished(OURS)) == [ENTRY]


def test_result_is_kept(journal: CallJournal) -> None:
    """What came of the call is told word for word, and the last word stands."""
    journal.begin(ENTRY)
    journal.finish(ANN, "k", replace(RESULT, status="timeout", error="late", error_kind="Unavailable"))
    journal.finish(ANN, "k", RESULT)

    assert journal.begin(ENTRY) == replace(ENTRY, result=RESULT)
    assert list(journal.unfinished(OURS)) == []


def test_forgotten_key_is_free(journal: CallJournal) -> None:
    """A key that was given back can be taken again."""
    journal.begin(ENTRY)
    journal.forget(ANN, "k")

    assert journal.get(ANN, "k") is None
    assert journal.begin(ENTRY) is None


def test_unknown_key_changes_nothing(journal: CallJournal) -> None:
    """A result for a key that nobody has is dropped."""
    journal.finish(ANN, "k", RESULT)
    journal.forget(ANN, "k")

    assert journal.get(ANN, "k") is None


@pytest.mark.requirement("storage-tenants", "idempotency-caller")
@pytest.mark.parametrize(
    "other", [replace(ANN, tenant=THEIRS), replace(ANN, actor=ActorId("bo")), replace(ANN, person="bo")]
)
def test_callers_have_keys_of_their_own(journal: CallJournal, other: Caller) -> None:
    """The same key of another tenant, actor or person behind it is free, and neither sees or ends the other's call."""
    journal.begin(ENTRY)

    assert journal.begin(replace(ENTRY, caller=other)) is None
    journal.finish(other, "k", RESULT)
    assert [one for one in journal.unfinished(OURS) if one.caller == ANN] == [ENTRY]
    assert journal.get(ANN, "k") == ENTRY
    journal.forget(other, "k")
    assert journal.get(other, "k") is None
    assert journal.get(ANN, "k") == ENTRY


def test_a_key_is_discarded_for_whomever_its_actor_worked(journal: CallJournal) -> None:
    """And of no other actor, tenant or key."""
    kept = [
        replace(ENTRY, key="another"),
        replace(ENTRY, caller=Caller(OURS, ActorId("bo"))),
        replace(ENTRY, caller=Caller(THEIRS, ActorId("ann"))),
    ]
    gone = [ENTRY, replace(ENTRY, caller=replace(ANN, person="cy"))]
    for one in (*kept, *gone):
        assert journal.begin(one) is None
    journal.discard(OURS, ActorId("ann"), "k")
    assert [journal.get(one.caller, one.key) for one in kept] == kept
    assert [journal.get(one.caller, one.key) for one in gone] == [None, None]


def test_unfinished_come_oldest_first(journal: CallJournal) -> None:
    """Calls that have no result are told in the order in which they were begun."""
    later = replace(ENTRY, key="a", begun_at=START + timedelta(seconds=1))
    journal.begin(later)
    journal.begin(ENTRY)

    assert list(journal.unfinished(OURS)) == [ENTRY, later]


@pytest.mark.requirement("idempotency-key")
def test_of_many_at_once_one_gets_the_key(database: Database) -> None:
    """Several threads over two handles: exactly one is told that the key was free."""
    journals = [SqlJournal(database), SqlJournal(database)]

    with ThreadPoolExecutor(4) as pool:
        begun = list(pool.map(lambda place: journals[place % 2].begin(ENTRY), range(12)))

    assert sum(one is None for one in begun) == 1
