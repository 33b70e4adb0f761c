"""What every store of named column sets keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.column_sets import SqlColumnSets
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matter_rows import SqlMatterRows
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.column_sets import ColumnSet
from casewright.domain.reviews import Column, ColumnKind
from tests.databases import DATABASES
from tests.fakes.fixed_clock import START
from tests.fakes.memory_column_sets import MemoryColumnSets
from tests.shelf import ANN, OURS, THEIRS, Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.reviews import ColumnSetStore

COLUMNS = (
    Column(ColumnKind.QUESTION, 'Who pays, says "Ț\x00\ud800"?'),
    Column(ColumnKind.FACT, "term"),
    Column(ColumnKind.QUERY, "{a} AND {b}", scope="document"),
    Column(ColumnKind.TEMPLATE, "clause obligating", "the Tenant"),
)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Database:
    return new_database(request.param)


@pytest.fixture
def shelf(database: Database) -> Shelf:
    return Shelf(SqlDocuments(database), SqlMatters(database))


@pytest.fixture(params=[SqlColumnSets, MemoryColumnSets])
def store(request: pytest.FixtureRequest, database: Database) -> ColumnSetStore:
    """Each store, over each database where it has one."""
    made: ColumnSetStore = SqlColumnSets(database) if request.param is SqlColumnSets else MemoryColumnSets()
    return made


def named(shelf: Shelf, name: str = "Leases", columns: tuple[Column, ...] = COLUMNS) -> ColumnSet:
    return ColumnSet(OURS, shelf.matter, name, columns, ANN, START)


def test_sets_are_told_back_in_order(shelf: Shelf, store: ColumnSetStore) -> None:
    """By name, each with its columns as they stood, to their tenant and matter alone."""
    one, other = named(shelf, "Țări și termene"), named(shelf, "A", COLUMNS[1:])

    assert (store.put(one, replace=False, most=9), store.put(other, replace=False, most=9)) == (True, True)

    assert list(store.of_matter(OURS, shelf.matter)) == [other, one]
    assert list(store.of_matter(THEIRS, shelf.matter)) == []
    assert list(store.of_matter(OURS, shelf.second)) == []


def test_name_is_taken_until_it_is_replaced_or_removed(shelf: Shelf, store: ColumnSetStore) -> None:
    """Nothing is overwritten that nobody asked to; the most that there may be counts other names."""
    old, new = named(shelf), named(shelf, columns=COLUMNS[:1])

    assert store.put(old, replace=False, most=1) is True
    assert store.put(new, replace=False, most=1) is False
    assert list(store.of_matter(OURS, shelf.matter)) == [old]
    assert store.put(new, replace=True, most=1) is True
    assert list(store.of_matter(OURS, shelf.matter)) == [new]
    assert store.put(named(shelf, "One more"), replace=True, most=1) is None
    assert store.put(replace(named(shelf, "Elsewhere"), matter=shelf.second), replace=False, most=1) is True

    assert store.remove(THEIRS, shelf.matter, "Leases") is False
    assert store.remove(OURS, shelf.matter, "Leases") is True
    assert store.remove(OURS, shelf.matter, "Leases") is False
    assert list(store.of_matter(OURS, shelf.matter)) == []


def test_sets_go_with_their_matter(shelf: Shelf, database: Database) -> None:
    """What is deleted leaves nothing."""
    store = SqlColumnSets(database)
    store.put(named(shelf), replace=False, most=9)

    SqlMatterRows(database).remove(OURS, shelf.matter)

    assert list(store.of_matter(OURS, shelf.matter)) == []
