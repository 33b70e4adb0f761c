"""What every store of tenants' limits promises, and of what they keep and spend: no two together take too much."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.tenant_limits import SqlModelMoney, SqlStoredBytes, SqlTenantLimits
from casewright.domain.tenant_limits import TenantLimits
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.memory_limits import MemoryModelMoney, MemoryStoredBytes, MemoryTenantLimits
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.tenant_limits import LimitStore, MoneyLedger, StoredBytes, Taken

pytestmark = pytest.mark.requirement("limits-of-tenants")
NOW, THEN = "2026-11", "2026-12"
ODD = "ș \x00 %_"


@pytest.fixture(autouse=True)
def ours() -> Iterator[None]:
    """Everything is done for us, but where a test says otherwise."""
    with acting_in(OURS):
        yield


@pytest.fixture(params=EVERYWHERE)
def limits(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> LimitStore:
    """Limits in each kind of store in turn."""
    return MemoryTenantLimits() if request.param == "memory" else SqlTenantLimits(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def money(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> MoneyLedger:
    """A ledger of each kind in turn."""
    return MemoryModelMoney() if request.param == "memory" else SqlModelMoney(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def stored(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> StoredBytes:
    """A count of bytes of each kind in turn."""
    return MemoryStoredBytes() if request.param == "memory" else SqlStoredBytes(new_database(request.param))


def test_limits_are_a_tenants_own(limits: LimitStore) -> None:
    """What replaces them replaces them whole; another tenant has none."""
    assert limits.get(OURS) == TenantLimits()
    for given in (TenantLimits(10**15, 0), TenantLimits(None, 7)):
        limits.put(OURS, given)
        assert limits.get(OURS) == given
    with acting_in(THEIRS):
        assert limits.get(THEIRS) == TenantLimits()


def test_money_is_taken_up_to_the_cap_and_settled(money: MoneyLedger) -> None:
    """By tenant and month; without a cap there is no end."""
    assert [money.reserve(OURS, NOW, 40, cap=100) for _ in range(3)] == [True, True, False]
    money.correct(OURS, NOW, -30)
    assert (money.reserve(OURS, NOW, 50, cap=100), money.reserve(OURS, NOW, 1, cap=100)) == (True, False)
    assert money.reserve(OURS, NOW, 10**13, cap=None)
    money.correct(OURS, THEN, 5)
    assert (money.spent(OURS, NOW), money.spent(OURS, THEN)) == (10**13 + 100, 0)
    with acting_in(THEIRS):
        assert (money.reserve(THEIRS, NOW, 100, cap=100), money.spent(THEIRS, NOW)) == (True, 100)


def test_money_taken_at_once_stays_below_the_cap(money: MoneyLedger) -> None:
    """However many calls begin together, and whatever they are settled by."""

    def call(number: int) -> bool:
        with acting_in(OURS):
            held = money.reserve(OURS, NOW, 30, cap=300)
            assert money.spent(OURS, NOW) <= 300
            if held and number % 2:
                money.correct(OURS, NOW, -20)
            return held

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(call, range(40)))
    assert 10 <= sum(done) < 40
    assert money.spent(OURS, NOW) <= 300


def test_an_object_takes_its_room_once(stored: StoredBytes) -> None:
    """However often it is kept; what is given back can be taken again, and giving it back twice changes nothing."""
    taken: list[Taken] = [stored.take(OURS, ODD, 60, cap=100), stored.take(OURS, ODD, 60, cap=100)]
    assert taken == ["new", "known"]
    assert (stored.take(OURS, "b", 41, cap=100), stored.take(OURS, "b", 40, cap=100)) == ("full", "new")
    stored.give_back(OURS, ODD)
    stored.give_back(OURS, ODD)
    assert stored.used(OURS) == 40
    assert stored.take(OURS, ODD, 10**13, cap=None) == "new"
    assert stored.used(OURS) == 10**13 + 40
    with acting_in(THEIRS):
        assert (stored.used(THEIRS), stored.take(THEIRS, "b", 100, cap=100)) == (0, "new")


def test_a_folder_is_given_back_whole(stored: StoredBytes) -> None:
    """And nothing that merely begins like it, or that a wild card would find."""
    for place in ("cases/a_c/drafts/x.pdf", "cases/a_c/drafts/x.md", "cases/a_cd/x.pdf", "cases/abc/x.pdf"):
        stored.take(OURS, place, 10, cap=None)
    stored.give_back_folder(OURS, "cases/a_c")
    assert stored.used(OURS) == 20


def test_room_taken_at_once_stays_below_the_cap(stored: StoredBytes) -> None:
    """However many files come together, some of them the same."""

    def keep(number: int) -> Taken:
        with acting_in(OURS):
            return stored.take(OURS, f"file {number % 20}", 10, cap=100)

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(keep, range(40)))
    assert (stored.used(OURS), done.count("new")) == (100, 10)
