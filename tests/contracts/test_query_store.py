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


@pytest.mark.requirement("case-canaries")
def test_queries_of_a_matter_are_everybodys(queries: QueryStore) -> None:
    """Those that were made for the matter come back, whoever's they are, and no other tenant's."""
    bobs, other = replace(LAW, owner=ActorId("bob")), replace(LAW, name="Another")
    for one in (LAW, bobs, other, replace(LAW, name="Bare", matter=None), replace(LAW, tenant=THEIRS)):
        queries.put(one, replace=False)
    queries.put(replace(LAW, name="Elsewhere", matter=MatterId("n")), replace=False)

    assert list(queries.of_matter(OURS, MatterId("m"))) == [other, LAW, bobs]


@pytest.mark.requirement("case-canaries")
def test_query_is_rewritten_in_its_place(queries: QueryStore) -> None:
    """Name and texts are replaced and the rest stays; a name that the owner has already, or no query: nothing."""
    queries.put(LAW, replace=False)
    queries.put(replace(LAW, name="Taken"), replace=False)
    queries.put(replace(LAW, owner=ActorId("bob")), replace=False)
    after = replace(LAW, name="{{party0.lastName}}", query="{party0.lastName}", description="")

    assert queries.rewrite(LAW, replace(LAW, query="{same name}"))
    assert queries.rewrite(LAW, after)
    assert not queries.rewrite(LAW, after)
    assert not queries.rewrite(after, replace(after, name="Taken"))

    assert list(queries.of_owner(OURS, ANN)) == [replace(LAW, name="Taken"), after]
    assert queries.get(OURS, ActorId("bob"), "Law") == replace(LAW, owner=ActorId("bob"))
