"""What every store of matters keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.tables.matters import matter_numbers
from casewright.domain.ids import ActorId, MatterId, TenantId, is_uuid
from casewright.domain.matters import Matter, MatterKind, MatterStatus
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_matters import MemoryMatters

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.matters import MatterStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN = ActorId("ann")


@pytest.fixture(params=EVERYWHERE)
def matters(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> MatterStore:
    """An empty store of each kind in turn."""
    return MemoryMatters() if request.param == "memory" else SqlMatters(new_database(request.param))


def create(matters: MatterStore, title: str, *, tenant: TenantId = OURS, at: datetime = START) -> Matter:
    return matters.create(
        tenant, title=title, description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=at
    )


def test_created_matter_holds_what_was_given(matters: MatterStore) -> None:
    """A new matter is active, has a UUID, its number and every field as given."""
    matter = matters.create(
        OURS, title="Smith", description="d", kind=MatterKind.DEAL, jurisdiction="RO", created_by=ANN, at=START
    )

    assert is_uuid(matter.id)
    assert matter == Matter(
        id=matter.id,
        tenant=OURS,
        number="M-2025-001",
        title="Smith",
        description="d",
        kind=MatterKind.DEAL,
        status=MatterStatus.ACTIVE,
        jurisdiction="RO",
        created_by=ANN,
        created_at=START,
        updated_at=START,
    )


def test_stored_matter_comes_back_equal(matters: MatterStore) -> None:
    """What ``get`` and ``all`` tell is what ``create`` returned."""
    matter = create(matters, "Smith")

    assert matters.get(OURS, matter.id) == matter
    assert list(matters.all(OURS)) == [matter]


@pytest.mark.requirement("storage-any-text")
@pytest.mark.parametrize("title", ["Ștefan § 7", "nul \x00 in it", "lone \ud800 surrogate", "\x1a0000", "𝔘 \x1a\x1a"])
def test_any_text_comes_back_exactly(matters: MatterStore, title: str) -> None:
    """Text that a database cannot hold as it is comes back as it was given."""
    matter = create(matters, title)

    assert matters.get(OURS, matter.id) == matter
    assert matter.title == title


def test_unknown_matter_is_none(matters: MatterStore) -> None:
    """No matter of that id, whatever the id looks like, is None."""
    assert matters.get(OURS, MatterId("no such \x00 id")) is None


@pytest.mark.requirement("storage-tenants")
def test_tenants_see_only_their_own(matters: MatterStore) -> None:
    """Another tenant's matter is like one that does not exist."""
    matter = create(matters, "ours")

    assert matters.get(THEIRS, matter.id) is None
    assert list(matters.all(THEIRS)) == []


@pytest.mark.requirement("storage-matter-numbers")
def test_numbers_count_per_tenant_and_year(matters: MatterStore) -> None:
    """Numbers start at 001 in every tenant and every year."""
    next_year = START.replace(year=2026)

    numbers = [
        create(matters, "a").number,
        create(matters, "b").number,
        create(matters, "c", tenant=THEIRS).number,
        create(matters, "d", at=next_year).number,
        create(matters, "e").number,
    ]

    assert numbers == ["M-2025-001", "M-2025-002", "M-2025-001", "M-2026-001", "M-2025-003"]


def test_year_is_that_of_utc(matters: MatterStore) -> None:
    """A matter opened on New Year's Eve west of Greenwich belongs to the year that UTC is in."""
    evening = datetime(2024, 12, 31, 23, 30, tzinfo=timezone(timedelta(hours=-5)))

    matter = create(matters, "late", at=evening)

    assert matter.number == "M-2025-001"
    assert matter.created_at == evening
    assert matter.created_at.tzinfo is UTC


def test_newest_comes_first(matters: MatterStore) -> None:
    """Later matters stand before earlier ones, and of one instant those created later."""
    create(matters, "old", at=START - timedelta(days=1))
    create(matters, "one")
    create(matters, "two")
    create(matters, "new", at=START + timedelta(microseconds=1))

    assert [matter.title for matter in matters.all(OURS)] == ["new", "two", "one", "old"]


def test_numbers_go_on_beyond_three_digits(database: Database) -> None:
    """The thousandth matter of a year is M-YYYY-1000, and still stands before the one created before it."""
    matters = SqlMatters(database)
    create(matters, "first")
    with acting_in(OURS), database.write() as connection:
        connection.execute(matter_numbers.update().values(last=998))

    create(matters, "last of three digits")
    create(matters, "first of four")

    assert [matter.number for matter in matters.all(OURS)] == ["M-2025-1000", "M-2025-999", "M-2025-001"]


@pytest.mark.requirement("storage-matter-numbers")
def test_matters_created_at_once_get_different_numbers(database: Database) -> None:
    """Several threads and two handles of one database never give one number twice, and leave no gap."""
    stores = [SqlMatters(database), SqlMatters(database)]

    with ThreadPoolExecutor(4) as pool:
        created = list(pool.map(lambda place: create(stores[place % 2], str(place)), range(24)))

    assert sorted(matter.number for matter in created) == [f"M-2025-{place:03d}" for place in range(1, 25)]


def test_status_changes_and_nothing_else(matters: MatterStore) -> None:
    """A matter's new status is kept with the time of the change; another tenant changes nothing."""
    matter = create(matters, "Smith")
    later = START + timedelta(days=1)

    assert matters.set_status(THEIRS, matter.id, MatterStatus.CLOSED, at=later) is None
    assert matters.get(OURS, matter.id) == matter

    closed = matters.set_status(OURS, matter.id, MatterStatus.CLOSED, at=later)

    assert closed == replace(matter, status=MatterStatus.CLOSED, updated_at=later)
    assert matters.get(OURS, matter.id) == closed


def test_description_changes_and_nothing_else(matters: MatterStore) -> None:
    """A matter's title and description are replaced; another tenant changes nothing."""
    matter = create(matters, "Smith")

    assert matters.describe(THEIRS, matter.id, title="x", description="y") is None
    described = matters.describe(OURS, matter.id, title="Ș", description="d")

    assert described == replace(matter, title="Ș", description="d")
    assert matters.get(OURS, matter.id) == described
