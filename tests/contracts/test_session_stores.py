"""What every store keeps of sessions and API keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.people import SqlUsers
from casewright.adapters.database.sessions import SqlApiKeys, SqlSessions
from casewright.domain.accounts import SESSION_IDLE, SESSION_LONGEST, ApiKey, Session
from casewright.domain.ids import ActorId, MatterId, TenantId
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_accounts import MemoryApiKeys, MemorySessions
from tests.fakes.memory_people import MemoryUsers

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.accounts import ApiKeyStore, SessionStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN, BO = ActorId("ann"), ActorId("bo")
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Stores:
    sessions: SessionStore
    keys: ApiKeyStore


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Stores of each kind in turn, with users of both tenants and nothing else."""
    if request.param == "memory":
        users: MemoryUsers | SqlUsers = MemoryUsers()
        made = Stores(MemorySessions(), MemoryApiKeys())
    else:
        database = new_database(request.param)
        users = SqlUsers(database)
        made = Stores(SqlSessions(database), SqlApiKeys(database))
    for tenant, name in ((OURS, ANN), (OURS, BO), (THEIRS, ANN)):
        users.add(tenant, name, role="PARTNER", at=START)
    return made


def session(hash_: str, user: ActorId = ANN, tenant: TenantId = OURS, at: datetime = START) -> Session:
    return Session(tenant, hash_, user, at, at)


def key(name: str, user: ActorId = ANN, tenant: TenantId = OURS, at: datetime = START) -> ApiKey:
    return ApiKey(
        tenant,
        f"id-{name}",
        user,
        name,
        f"hash-{name}",
        frozenset({"list_matters", "isaacus_iql"}),
        MatterId("m"),
        BO,
        at,
        at + HOUR,
    )


def test_session_is_kept_until_it_is_ended(stores: Stores) -> None:
    """It comes back equal with the time of its last use; ended, it is gone, in its own tenant alone."""
    made = session("h")
    stores.sessions.add(made)
    assert stores.sessions.get(OURS, "h") == made
    assert stores.sessions.get(THEIRS, "h") is None

    stores.sessions.note_use(OURS, "h", START + HOUR)
    stores.sessions.note_use(THEIRS, "h", START + HOUR * 2)
    assert stores.sessions.get(OURS, "h") == replace(made, seen_at=START + HOUR)

    assert not stores.sessions.end(THEIRS, "h")
    assert stores.sessions.end(OURS, "h")
    assert not stores.sessions.end(OURS, "h")
    assert stores.sessions.get(OURS, "h") is None


def test_all_sessions_of_a_user_end_together(stores: Stores) -> None:
    """Theirs, and nobody else's."""
    for made in (session("a"), session("b"), session("c", BO), session("d", tenant=THEIRS)):
        stores.sessions.add(made)
    assert stores.sessions.end_all(OURS, ANN) == 2
    assert stores.sessions.end_all(OURS, ANN) == 0
    assert [stores.sessions.get(OURS, hash_) is None for hash_ in "abc"] == [True, True, False]
    assert stores.sessions.get(THEIRS, "d") is not None


@pytest.mark.parametrize("age", [SESSION_IDLE, SESSION_LONGEST])
def test_sessions_that_ended_are_forgotten(stores: Stores, age: timedelta) -> None:
    """As their user signs in again: those that nothing was asked in, and those that are too old; no others."""
    later = START + age
    stores.sessions.add(session("old"))
    stores.sessions.add(session("of bo", BO))
    stores.sessions.add(session("young", at=START + timedelta(microseconds=1)))
    if age is SESSION_LONGEST:
        for used in ("old", "young"):
            stores.sessions.note_use(OURS, used, later - HOUR)
    stores.sessions.add(session("new", at=later))
    assert stores.sessions.get(OURS, "old") is None
    assert all(stores.sessions.get(OURS, hash_) is not None for hash_ in ("young", "new", "of bo"))


def test_key_is_found_by_its_hash_and_its_id(stores: Stores) -> None:
    """It comes back equal, whole; a hash is taken once; another tenant finds nothing."""
    made = key("a")
    assert stores.keys.add(made)
    assert not stores.keys.add(replace(key("b"), hash=made.hash))
    assert stores.keys.get(OURS, made.id) == stores.keys.of_hash(OURS, made.hash) == made
    assert stores.keys.get(THEIRS, made.id) is stores.keys.of_hash(THEIRS, made.hash) is None
    assert stores.keys.get(OURS, "id-b") is stores.keys.of_hash(OURS, "") is None
    assert stores.keys.add(replace(made, tenant=THEIRS))


def test_keys_are_listed_oldest_first(stores: Stores) -> None:
    """Everybody's, or one user's."""
    later, first, other = key("a", at=START + HOUR), key("z"), key("m", BO)
    for made in (later, first, other, key("t", tenant=THEIRS)):
        stores.keys.add(made)
    assert list(stores.keys.all(OURS)) == [other, first, later]
    assert list(stores.keys.all(OURS, ANN)) == [first, later]


def test_key_without_confinement(stores: Stores) -> None:
    """No matter, and every tool."""
    made = replace(key("a"), matter=None, tools=frozenset({"*"}))
    stores.keys.add(made)
    assert stores.keys.get(OURS, made.id) == made


def test_use_and_end_of_a_key_are_noted(stores: Stores) -> None:
    """The newest use and the first revocation stay, of that key alone."""
    made, other = key("a"), key("b")
    for one in (made, other, key("a", tenant=THEIRS)):
        stores.keys.add(one)
    stores.keys.note_use(OURS, made.id, START)
    stores.keys.note_use(OURS, made.id, START + HOUR)
    used = replace(made, used_at=START + HOUR)
    assert stores.keys.get(OURS, made.id) == used

    ended = stores.keys.revoke(OURS, made.id, START + HOUR)
    assert ended == replace(used, revoked_at=START + HOUR)
    assert stores.keys.revoke(OURS, made.id, START + HOUR * 2) == ended == stores.keys.of_hash(OURS, made.hash)
    assert stores.keys.revoke(OURS, "id-c", START) is None
    assert stores.keys.get(OURS, other.id) == other
    assert stores.keys.get(THEIRS, made.id) == key("a", tenant=THEIRS)
