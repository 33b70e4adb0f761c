"""How the score cache in a database stays within bounds, and what it does with what it cannot read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sqlalchemy import event, select, update

from casewright.adapters.database.score_cache import PAGE_BYTES, SqlScoreCache
from casewright.adapters.database.tables import scoring
from casewright.domain.ids import TenantId
from casewright.tools.ports.scoring import PAGE

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.scoring import FloatArray

OURS, THEIRS = TenantId("ours"), TenantId("theirs")


def page(value: float) -> FloatArray:
    return np.full(PAGE, value, np.float32)


def known(cache: SqlScoreCache, *statements: str, tenant: TenantId = OURS) -> list[str]:
    """Those of the statements whose first page is stored."""
    return [statement for statement in statements if cache.load(tenant, "m", statement, [0])]


@pytest.mark.requirement("storage-score-bound")
def test_statement_used_longest_ago_is_forgotten(database: Database) -> None:
    """Beyond the bound the statement goes that was stored or loaded longest ago, all its pages with it."""
    cache = SqlScoreCache(database, megabytes=4 * PAGE_BYTES / 1e6)
    for statement in ("a", "b"):
        cache.merge(OURS, "m", statement, {0: page(0.1), 1: page(0.2)})
    cache.load(OURS, "m", "a", [0])

    cache.merge(OURS, "m", "c", {0: page(0.3)})

    assert cache.load(OURS, "m", "b", [0, 1]) == {}
    assert known(cache, "a", "b", "c") == ["a", "c"]


@pytest.mark.requirement("storage-score-bound")
def test_order_of_loads_is_the_order_of_use(database: Database) -> None:
    """Of several statements loaded since, the one loaded first goes first."""
    cache = SqlScoreCache(database, megabytes=3 * PAGE_BYTES / 1e6)
    for statement in ("a", "b", "c"):
        cache.merge(OURS, "m", statement, {0: page(0.1)})
    for statement in ("c", "a", "b"):
        cache.load(OURS, "m", statement, [0])

    cache.merge(OURS, "m", "d", {0: page(0.1)})

    assert known(cache, "a", "b", "c", "d") == ["a", "b", "d"]


@pytest.mark.requirement("storage-score-bound")
def test_bound_counts_pages_not_merges(database: Database) -> None:
    """Storing the same pages again takes no more room."""
    cache = SqlScoreCache(database, megabytes=2 * PAGE_BYTES / 1e6)
    for _ in range(5):
        cache.merge(OURS, "m", "a", {0: page(0.1)})
        cache.merge(OURS, "m", "b", {0: page(0.2)})

    assert known(cache, "a", "b") == ["a", "b"]


def test_statement_just_stored_is_kept(database: Database) -> None:
    """A statement larger than the bound forgets all others, and not itself."""
    cache = SqlScoreCache(database, megabytes=2 * PAGE_BYTES / 1e6)
    cache.merge(OURS, "m", "small", {0: page(0.1)})

    cache.merge(OURS, "m", "large", {number: page(0.2) for number in range(5)})

    assert known(cache, "small", "large") == ["large"]
    assert len(cache.load(OURS, "m", "large", range(5))) == 5


@pytest.mark.requirement("storage-score-bound")
def test_bound_is_each_tenants_own(database: Database) -> None:
    """One tenant's scores never push out another's."""
    cache = SqlScoreCache(database, megabytes=1 * PAGE_BYTES / 1e6)
    cache.merge(THEIRS, "m", "theirs", {0: page(0.1)})

    for statement in ("a", "b"):
        cache.merge(OURS, "m", statement, {0: page(0.1)})

    assert known(cache, "theirs", tenant=THEIRS) == ["theirs"]
    assert known(cache, "a", "b") == ["b"]


@pytest.mark.requirement("storage-warm-read")
def test_loading_writes_nothing(database: Database) -> None:
    """A warm read is a read: no statement but SELECT runs, so that it waits for no writer."""
    cache = SqlScoreCache(database)
    cache.merge(OURS, "m", "a", {0: page(0.1)})
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement.split()[0])

    event.listen(database._engine, "before_cursor_execute", note)
    for _ in range(3):
        cache.load(OURS, "m", "a", [0, 1])
    event.remove(database._engine, "before_cursor_execute", note)

    assert set(statements) - {"BEGIN"} == {"SELECT"}


def test_page_of_another_size_is_not_a_score(database: Database) -> None:
    """Stored bytes that are no page are treated as unknown, and the next merge replaces them."""
    cache = SqlScoreCache(database)
    cache.merge(OURS, "m", "a", {0: page(0.1)})
    with database.write() as connection:
        connection.execute(update(scoring.score_pages).values(data=b"\x00" * 12))

    assert cache.load(OURS, "m", "a", [0]) == {}
    cache.merge(OURS, "m", "a", {0: page(0.5)})
    assert cache.load(OURS, "m", "a", [0])[0].tolist() == page(0.5).tolist()


def test_scores_are_little_endian_floats(database: Database) -> None:
    """The stored bytes mean the same on every machine."""
    SqlScoreCache(database).merge(OURS, "m", "a", {0: page(0.5)})

    with database.read() as connection:
        [data] = connection.execute(select(scoring.score_pages.c.data)).scalars()
    assert data == b"\x00\x38" * PAGE


def test_merges_at_once_lose_nothing(database: Database) -> None:
    """Threads that each know some scores of a page end with all of them, and the bound's count is right."""
    cache = SqlScoreCache(database)

    def merge(place: int) -> None:
        scores = page(np.nan)
        scores[place::8] = place / 8
        cache.merge(OURS, "m", "a", {0: scores, 1 + place: page(0.5)})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(merge, range(8)))

    assert cache.load(OURS, "m", "a", [0])[0].tolist() == [place % 8 / 8 for place in range(PAGE)]
    with database.read() as connection:
        assert connection.execute(select(scoring.score_usage.c.pages)).scalar_one() == 9


def test_many_pages_are_loaded_at_once(database: Database) -> None:
    """More pages than a statement's list limit come back whole."""
    cache = SqlScoreCache(database)
    cache.merge(OURS, "m", "a", {number: page(0.5) for number in (0, 700, 1_300)})

    assert sorted(cache.load(OURS, "m", "a", range(1_301))) == [0, 700, 1_300]


@pytest.mark.requirement("storage-score-bound")
def test_what_is_forgotten_makes_room(database: Database) -> None:
    """Pages of an older version that were dropped no longer count towards the bound."""
    cache = SqlScoreCache(database, megabytes=3 * PAGE_BYTES / 1e6)
    cache.merge(OURS, "m-1", "a", {0: page(0.1), 1: page(0.2)})
    cache.merge(OURS, "m-2", "a", {0: page(0.3)})
    cache.forget_versions(OURS, "m-", but="m-2")

    cache.merge(OURS, "m-2", "b", {0: page(0.4), 1: page(0.5)})

    assert list(cache.load(OURS, "m-2", "a", [0])) == [0]
    assert list(cache.load(OURS, "m-2", "b", [0, 1])) == [0, 1]
