"""What everything that counts promises, in this process and in a database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from casewright.adapters.database.limits import KEPT, SqlCallCounts, SqlRates
from casewright.adapters.database.tables.limits import call_counts, request_rates
from casewright.tools.memory_limits import MemoryCallCounts, MemoryRates
from casewright.tools.ports.limits import Round
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.limits import CallCounts, Rates

pytestmark = pytest.mark.requirement("limits-shared")
ROUND = Round(OURS, "run ș \x00", 1, "advocate", "lookup_claim")
OTHERS = (
    ROUND._replace(tenant=THEIRS),
    ROUND._replace(run="another"),
    ROUND._replace(round=2),
    ROUND._replace(round=None),
    ROUND._replace(role="arbiter"),
    ROUND._replace(tool="calculate"),
)


@pytest.fixture(params=EVERYWHERE)
def counts(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> CallCounts:
    """Counts of each kind in turn."""
    return MemoryCallCounts() if request.param == "memory" else SqlCallCounts(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def rates(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Rates:
    """Rates of each kind in turn."""
    return MemoryRates() if request.param == "memory" else SqlRates(new_database(request.param))


def test_a_round_has_so_many_places(counts: CallCounts) -> None:
    """Every other tenant, run, round, role and tool has its own."""
    assert [counts.take(ROUND, 2, START) for _ in range(4)] == [True, True, False, False]
    assert [counts.take(one, 1, START) for one in OTHERS] == [True] * len(OTHERS)
    assert [counts.take(one, 1, START) for one in OTHERS] == [False] * len(OTHERS)
    assert not counts.take(ROUND._replace(round=9), 0, START)


def test_a_place_that_is_given_back_can_be_taken(counts: CallCounts) -> None:
    """Once; more than were taken cannot be given back."""
    counts.give_back(ROUND)
    assert counts.take(ROUND, 1, START)
    for _ in range(3):
        counts.give_back(ROUND)
    assert [counts.take(ROUND, 1, START) for _ in range(2)] == [True, False]


def test_places_taken_at_once_are_taken_once(counts: CallCounts) -> None:
    """However many threads ask."""
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _: counts.take(ROUND, 7, START), range(40))) == 7


def test_counts_of_long_ago_are_removed(database: Database) -> None:
    """Those of rounds that nobody goes on with, once there are others."""
    counts = SqlCallCounts(database)
    counts.take(ROUND, 1, START)
    counts.take(ROUND._replace(round=2), 1, START + KEPT + timedelta(hours=2))
    with acting_in(OURS), database.read() as connection:
        left = connection.execute(select(call_counts.c.round).where(call_counts.c.tenant_id == OURS)).scalars().all()
    assert left == [2]


@pytest.mark.parametrize(("most", "seconds"), [(1, 1), (3, 60), (7, 60), (1000, 3600)])
def test_a_rate_is_used_up_and_comes_back_evenly(rates: Rates, most: int, seconds: int) -> None:
    """After the last one the next may come when a part of the time has passed, no sooner; in the end all are back."""
    assert [rates.take(OURS, "k", most, seconds, START) for _ in range(most)] == [None] * most
    wait = rates.take(OURS, "k", most, seconds, START)
    assert wait == pytest.approx(seconds / most, abs=1e-5)
    assert wait is not None
    assert rates.take(OURS, "k", most, seconds, START + timedelta(seconds=wait * 0.9)) is not None
    assert rates.take(OURS, "k", most, seconds, START + timedelta(seconds=wait + 1e-5)) is None
    later = START + timedelta(seconds=3 * seconds)
    assert [rates.take(OURS, "k", most, seconds, later) for _ in range(most)] == [None] * most
    assert rates.take(OURS, "k", most, seconds, later) is not None


def test_each_key_of_each_tenant_has_its_own_rate(rates: Rates) -> None:
    """What one uses up, no other misses."""
    keys = [(OURS, "k"), (OURS, "other ș \x00"), (THEIRS, "k")]
    assert [rates.take(tenant, key, 1, 60, START) for tenant, key in keys] == [None] * 3
    assert all(rates.take(tenant, key, 1, 60, START) == pytest.approx(60.0) for tenant, key in keys)


def test_a_clock_set_back_locks_nobody_out(rates: Rates) -> None:
    """By a day: the rate is as if unused, and is used up as any other."""
    assert rates.take(OURS, "k", 1, 60, START + timedelta(days=1)) is None
    assert rates.take(OURS, "k", 1, 60, START) is None
    assert rates.take(OURS, "k", 1, 60, START) == pytest.approx(60.0)


def test_requests_at_once_pass_as_often_as_they_may(rates: Rates) -> None:
    """However many threads ask."""
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: rates.take(OURS, "k", 5, 3600, START), range(40)))
    assert waits.count(None) == 5


def test_rates_that_are_unused_again_are_removed(database: Database) -> None:
    """Once others are asked, after an hour."""
    rates = SqlRates(database)
    for number in range(5):
        rates.take(OURS, f"k{number}", 1, 60, START)
    rates.take(OURS, "new", 1, 60, START + timedelta(hours=2))
    with acting_in(OURS), database.read() as connection:
        mine = select(func.count()).select_from(request_rates).where(request_rates.c.tenant_id == OURS)
        assert connection.execute(mine).scalar_one() == 1
