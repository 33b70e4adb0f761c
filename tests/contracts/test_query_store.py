"""What every store of saved queries keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.queries import SqlQueries
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.queries import SavedQuery
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_queries import MemoryQueries
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.queries import QueryStore

LAW = SavedQuery(OURS, ANN, "Law", "{IS governing law clause}", "Where?", MatterId("m"), START)


@pytest.fixture(params=EVERYWHERE)
def queries(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> QueryStore:
    """An empty store of each kind in turn."""
    return MemoryQueries() if request.param == "memory" else SqlQueries(new_database(request.param))


def test_stored_query_comes_back_equal(queries: QueryStore) -> None:
    """What is stored comes back as it was given, with and without a matter."""
    bare = replace(LAW, name="Bare", matter=None, description="")
    assert queries.put(LAW, replace=False) == LAW
    assert queries.put(bare, replace=True) == bare

    assert queries.get(OURS, ANN, "Law") == LAW
    assert list(queries.of_owner(OURS, ANN)) == [bare, LAW]


def test_name_is_taken_once(queries: QueryStore) -> None:
    """A second query of a name changes nothing, unless it is to replace the first."""
    other = replace(LAW, query="{other}")
    queries.put(LAW, replace=False)

    assert queries.put(other, replace=False) is None
    assert queries.get(OURS, ANN, "Law") == LAW

    assert queries.put(other, replace=True) == other
    assert list(queries.of_owner(OURS, ANN)) == [other]


def test_queries_are_their_owners_alone(queries: QueryStore) -> None:
    """Neither another owner nor another tenant sees a query, and each may use the same name."""
    queries.put(LAW, replace=False)
    bob = ActorId("bob")

    assert list(queries.of_owner(OURS, bob)) == []
    assert queries.get(THEIRS, ANN, "Law") is None
    assert queries.put(replace(LAW, owner=bob), replace=False) is not None
    assert queries.put(replace(LAW, tenant=THEIRS), replace=False) is not None
    assert list(queries.of_owner(OURS, ANN)) == [LAW]
