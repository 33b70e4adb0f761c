"""What every journal of calls keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.journal import SqlJournal
from casewright.domain.ids import TenantId
from casewright.tools.ports.journal import Entry, RecordedResult
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.journal import CallJournal

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ENTRY = Entry(OURS, "k", "f", "wipe", START)
RESULT = RecordedResult("success", "ș \x00 \ud800", '{"a": 1}', None, None, "sha256:ab")


@pytest.fixture(params=EVERYWHERE)
def journal(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> CallJournal:
    """An empty journal of each kind in turn."""
    return MemoryJournal() if request.param == "memory" else SqlJournal(new_database(request.param))


def test_key_is_taken_once(journal: CallJournal) -> None:
    """The first call gets the key, every other is told who has it."""
    assert journal.begin(ENTRY) is None
    assert journal.begin(replace(ENTRY, fingerprint="g")) == ENTRY
    assert journal.get(OURS, "k") == ENTRY
    assert list(journal.unfinished(OURS)) == [ENTRY]


def test_result_is_kept(journal: CallJournal) -> None:
    """What came of the call is told word for word, and the last word stands."""
    journal.begin(ENTRY)
    journal.finish(OURS, "k", replace(RESULT, status="timeout", error="late", error_kind="Unavailable"))
    journal.finish(OURS, "k", RESULT)

    assert journal.begin(ENTRY) == replace(ENTRY, result=RESULT)
    assert list(journal.unfinished(OURS)) == []


def test_forgotten_key_is_free(journal: CallJournal) -> None:
    """A key that was given back can be taken again."""
    journal.begin(ENTRY)
    journal.forget(OURS, "k")

    assert journal.get(OURS, "k") is None
    assert journal.begin(ENTRY) is None


def test_unknown_key_changes_nothing(journal: CallJournal) -> None:
    """A result for a key that nobody has is dropped."""
    journal.finish(OURS, "k", RESULT)
    journal.forget(OURS, "k")

    assert journal.get(OURS, "k") is None


@pytest.mark.requirement("storage-tenants")
def test_tenants_have_keys_of_their_own(journal: CallJournal) -> None:
    """The same key of another tenant is free, and neither sees or ends the other's call."""
    journal.begin(ENTRY)

    assert journal.begin(replace(ENTRY, tenant=THEIRS)) is None
    journal.finish(THEIRS, "k", RESULT)
    assert list(journal.unfinished(OURS)) == [ENTRY]
    journal.forget(THEIRS, "k")
    assert journal.get(OURS, "k") == ENTRY


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
