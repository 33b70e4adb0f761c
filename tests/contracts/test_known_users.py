"""What is known of users at every call is what is stored at that moment, whoever wrote it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.active_users import SqliteKnownUsers, SqlKnownUsers
from casewright.adapters.database.people import SqlUsers
from casewright.adapters.database.sessions import SqlApiKeys
from casewright.domain.accounts import ApiKey, UserKind
from casewright.domain.ids import ActorId, TenantId
from tests.fakes.fixed_clock import START
from tests.fakes.memory_accounts import MemoryApiKeys
from tests.fakes.memory_people import MemoryUsers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.accounts import ApiKeyStore
    from casewright.tools.ports.people import KnownUsers, UserStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ADA = ActorId("ada")
pytestmark = pytest.mark.requirement("people-revoked")


class Pair:
    """Both sides over the same users."""

    def __init__(self, users: UserStore, known: KnownUsers, keys: ApiKeyStore) -> None:
        self.users, self.known, self.keys = users, known, keys

    def add(
        self,
        tenant: TenantId = OURS,
        role: str = "PARTNER",
        user: ActorId = ADA,
        kind: UserKind = UserKind.PERSON,
    ) -> None:
        assert self.users.add(tenant, user, role=role, key_hash=f"{tenant} {user}", at=START, kind=kind)

    def standing(self, tenant: TenantId = OURS) -> tuple[str, bool] | None:
        found = self.known.get(tenant, ADA)
        return None if found is None else (found.role, found.active)


@pytest.fixture(params=["memory", "sqlite", "sqlite asked", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def pair(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Iterator[Pair]:
    """The users and what is known of them, over each kind of store."""
    if request.param == "memory":
        keys = MemoryApiKeys()
        users = MemoryUsers(keys)
        yield Pair(users, users, keys)
        return
    database = new_database(request.param.partition(" ")[0])
    known = SqliteKnownUsers(database.path, 1.0) if request.param == "sqlite" else SqlKnownUsers(database)
    yield Pair(SqlUsers(database), known, SqlApiKeys(database))
    known.close()


def test_unknown_user_is_none(pair: Pair) -> None:
    """Until they are added, in each tenant for itself."""
    assert pair.standing() is None
    pair.add()
    assert pair.standing() == ("PARTNER", True)
    assert pair.standing(THEIRS) is None


def test_change_is_seen_at_once(pair: Pair) -> None:
    """Asked before, deactivated by somebody else, asked again."""
    pair.add()
    pair.add(THEIRS)
    assert pair.standing() == ("PARTNER", True)
    pair.users.deactivate(OURS, ADA)
    assert pair.standing() == ("PARTNER", False)
    assert pair.standing(THEIRS) == ("PARTNER", True)


def test_active_administrator_is_known(pair: Pair) -> None:
    """From when one is added until the last is deactivated."""
    assert not pair.known.has_active(OURS, "ADMIN")
    pair.add(role="ADMIN")
    assert pair.known.has_active(OURS, "ADMIN")
    assert not pair.known.has_active(THEIRS, "ADMIN")
    assert not pair.known.has_active(OURS, "PARTNER")
    pair.users.deactivate(OURS, ADA)
    assert not pair.known.has_active(OURS, "ADMIN")


def test_program_is_no_administrator_of_people(pair: Pair) -> None:
    """A service account in the role takes nobody's place: there is still no person in it."""
    pair.add(role="ADMIN", kind=UserKind.SERVICE_ACCOUNT)
    assert pair.standing() == ("ADMIN", True)
    assert not pair.known.has_active(OURS, "ADMIN")


def test_changed_role_is_seen_at_once(pair: Pair) -> None:
    """Asked before, given another role, asked again."""
    pair.add()
    assert not pair.known.has_active(OURS, "ADMIN")
    assert pair.standing() == ("PARTNER", True)
    pair.users.set_role(OURS, ADA, "ADMIN", keep="ADMIN")
    assert pair.standing() == ("ADMIN", True)
    assert pair.known.has_active(OURS, "ADMIN")


def test_somebody_beside_these_is_in_the_role(pair: Pair) -> None:
    """None of those that are named, and one that is not."""
    pair.add(role="ADMIN")
    assert not pair.known.has_active(OURS, "ADMIN", besides=[ADA])
    pair.add(role="ADMIN", user=ActorId("bo"))
    assert pair.known.has_active(OURS, "ADMIN", besides=[ADA])
    assert not pair.known.has_active(OURS, "ADMIN", besides=[ADA, ActorId("bo")])


def test_makers_of_a_program_are_known(pair: Pair) -> None:
    """Who made the account, and who made a key of its, revoked or not, in that tenant; a person has none."""

    def add_key(user: str, by: str, tenant: TenantId = OURS) -> None:
        name, ends = f"{tenant} {user} {by}", START + timedelta(hours=1)
        made = ApiKey(tenant, name, ActorId(user), "k", name, frozenset("*"), None, ActorId(by), START, ends)
        assert pair.keys.add(made)

    program = UserKind.SERVICE_ACCOUNT
    for tenant, maker in ((OURS, ActorId("ann")), (THEIRS, None)):
        pair.users.add(tenant, ActorId("cron"), role="ADMIN", at=START, kind=program, made_by=maker)
    pair.add()
    assert set(pair.known.makers(OURS, ActorId("cron"))) == {"ann"}
    add_key("cron", "bo")
    add_key("cron", "cy", THEIRS)
    add_key("ada", "ada")
    pair.keys.revoke(OURS, f"{OURS} cron bo", START)
    assert set(pair.known.makers(OURS, ActorId("cron"))) == {"ann", "bo"}
    assert set(pair.known.makers(THEIRS, ActorId("cron"))) == {"cy"}
    assert not pair.known.makers(OURS, ADA)
    assert not pair.known.makers(OURS, ActorId("nobody"))
