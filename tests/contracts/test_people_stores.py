"""What every store of users and participants keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.people import SqlParticipants, SqlUsers
from casewright.domain.accounts import UserKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from casewright.domain.people import Participant, ParticipantRole, User
from casewright.errors import Refused
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_people import MemoryParticipants, MemoryUsers

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore, UserStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN, BO = ActorId("ann"), ActorId("bo")


@dataclass(frozen=True)
class Stores:
    users: UserStore
    participants: ParticipantStore
    matters: MatterStore

    def user(self, name: ActorId, tenant: TenantId = OURS) -> User:
        added = self.users.add(tenant, name, role="ANALYST", key_hash=f"hash of {name}'s key", at=START)
        assert added is not None
        return added

    def matter(self, tenant: TenantId = OURS) -> MatterId:
        return self.matters.create(
            tenant, title="", description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=START
        ).id

    def part(self, matter: MatterId, user: ActorId, role: str, tenant: TenantId = OURS) -> Participant:
        participant = Participant(tenant, matter, user, ParticipantRole(role))
        self.participants.put(participant)
        return participant


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        return Stores(MemoryUsers(), MemoryParticipants(), MemoryMatters())
    database = new_database(request.param)
    return Stores(SqlUsers(database), SqlParticipants(database), SqlMatters(database))


def test_added_user_comes_back_equal(stores: Stores) -> None:
    """A new user is active, and is found by name, by the key's hash and in the list."""
    user = stores.user(ANN)

    assert user == User(OURS, ANN, "ANALYST", active=True, created_at=START)
    assert stores.users.get(OURS, ANN) == user
    assert stores.users.of_key(OURS, "hash of ann's key") == user
    assert list(stores.users.all(OURS)) == [user]


def test_name_and_key_are_taken_once(stores: Stores) -> None:
    """A second user of one name or of one key is not stored, and the first stays as it was."""
    user = stores.user(ANN)

    assert stores.users.add(OURS, ANN, role="ADMIN", key_hash="another", at=START) is None
    assert stores.users.add(OURS, BO, role="ADMIN", key_hash="hash of ann's key", at=START) is None
    assert list(stores.users.all(OURS)) == [user]
    assert stores.users.of_key(OURS, "another") is None


def test_deactivated_user_stays_and_keeps_the_name(stores: Stores) -> None:
    """A deactivated user is still found, inactive, and the name is not free again."""
    stores.user(ANN)

    ended = stores.users.deactivate(OURS, ANN)

    assert ended == User(OURS, ANN, "ANALYST", active=False, created_at=START)
    assert stores.users.get(OURS, ANN) == stores.users.of_key(OURS, "hash of ann's key") == ended
    assert stores.users.deactivate(OURS, ANN) == ended
    assert stores.users.add(OURS, ANN, role="ADMIN", key_hash="another", at=START) is None


def test_users_without_a_key_are_several(stores: Stores) -> None:
    """A user may have no key of their own, and so may the next one; a service account is told from a person."""
    for name, kind in ((ANN, UserKind.PERSON), (BO, UserKind.SERVICE_ACCOUNT)):
        added = stores.users.add(OURS, name, role="ANALYST", at=START, kind=kind)
        assert added == User(OURS, name, "ANALYST", active=True, created_at=START, kind=kind)
        assert stores.users.get(OURS, name) == added
    assert len(stores.users.all(OURS)) == 2


def test_role_is_changed(stores: Stores) -> None:
    """The user has the new role, and everything else as before; nobody else's changes."""
    user, other, foreign = stores.user(ANN), stores.user(BO), stores.user(ANN, THEIRS)

    changed = stores.users.set_role(OURS, ANN, "PARTNER", keep="ADMIN")

    assert changed == stores.users.get(OURS, ANN) == replace(user, role="PARTNER")
    assert (stores.users.get(OURS, BO), stores.users.get(THEIRS, ANN)) == (other, foreign)
    assert stores.users.set_role(OURS, ActorId("nobody"), "PARTNER", keep="ADMIN") is None


def test_last_active_person_keeps_the_role(stores: Stores) -> None:
    """One of two may give it up, the last may not: neither who is deactivated nor a program stands in for them."""
    stores.user(ANN)
    stores.user(BO)
    stores.users.add(OURS, ActorId("cron"), role="ADMIN", at=START, kind=UserKind.SERVICE_ACCOUNT)
    for name in (ANN, BO):
        stores.users.set_role(OURS, name, "ADMIN", keep="ADMIN")

    given_up = stores.users.set_role(OURS, BO, "PARTNER", keep="ADMIN")

    assert given_up is not None
    assert given_up.role == "PARTNER"
    with pytest.raises(Refused, match="'ann' is the last active ADMIN"):
        stores.users.set_role(OURS, ANN, "PARTNER", keep="ADMIN")
    with pytest.raises(Refused, match="'ann' is the last active ADMIN"):
        stores.users.deactivate(OURS, ANN, keep="ADMIN")
    assert stores.users.deactivate(OURS, BO, keep="ADMIN") is not None
    assert stores.users.set_role(OURS, ANN, "ADMIN", keep="ADMIN") == stores.users.get(OURS, ANN)
    assert stores.users.set_role(OURS, ActorId("cron"), "PARTNER", keep="ADMIN") is not None


def test_unknown_user_is_none(stores: Stores) -> None:
    """Nobody of that name or key, whatever it looks like, is None."""
    assert stores.users.get(OURS, ActorId("\x00")) is None
    assert stores.users.of_key(OURS, "") is None
    assert stores.users.deactivate(OURS, ANN) is None


def test_users_come_by_name(stores: Stores) -> None:
    """Names are in the order of their characters, on every database."""
    names = ["b", "a-c", "a.b", "ab", "a_b", "a", "10", "9"]
    for name in names:
        stores.user(ActorId(name))

    assert [user.id for user in stores.users.all(OURS)] == sorted(names)


def test_time_of_a_user_is_kept(stores: Stores) -> None:
    """The time comes back to the microsecond."""
    at = START + timedelta(microseconds=1)
    stores.users.add(OURS, ANN, role="CLIENT", key_hash="k", at=at)

    found = stores.users.get(OURS, ANN)

    assert found is not None
    assert found.created_at == at


@pytest.mark.requirement("storage-tenants")
def test_tenants_see_only_their_own_people(stores: Stores) -> None:
    """Another tenant's users and participants are like ones that do not exist; both may use one name and key."""
    stores.user(ANN)
    matter = stores.matter()
    stores.part(matter, ANN, "counsel")

    assert stores.users.get(THEIRS, ANN) is None
    assert stores.users.of_key(THEIRS, "hash of ann's key") is None
    assert list(stores.users.all(THEIRS)) == []
    assert stores.users.deactivate(THEIRS, ANN) is None
    assert stores.participants.role_in(THEIRS, matter, ANN) is None
    assert list(stores.participants.of_matter(THEIRS, matter)) == []
    assert stores.participants.of_user(THEIRS, ANN) == {}
    assert stores.participants.remove(THEIRS, matter, ANN) is False
    assert stores.user(ANN, THEIRS).tenant == THEIRS
    assert stores.participants.role_in(OURS, matter, ANN) is ParticipantRole.COUNSEL


def test_part_in_a_matter(stores: Stores) -> None:
    """A part is found by matter and user, in the matter's list and among the user's matters."""
    stores.user(ANN)
    stores.user(BO)
    first, second = stores.matter(), stores.matter()
    bo, ann = stores.part(first, BO, "observer"), stores.part(first, ANN, "client")
    stores.part(second, BO, "counsel")

    assert stores.participants.role_in(OURS, first, BO) is ParticipantRole.OBSERVER
    assert stores.participants.role_in(OURS, second, ANN) is None
    assert list(stores.participants.of_matter(OURS, first)) == [ann, bo]
    assert stores.participants.of_user(OURS, BO) == {
        first: ParticipantRole.OBSERVER,
        second: ParticipantRole.COUNSEL,
    }


def test_second_part_replaces_the_first(stores: Stores) -> None:
    """One user has one part in a matter: the newest."""
    stores.user(BO)
    matter = stores.matter()
    stores.part(matter, BO, "observer")

    counsel = stores.part(matter, BO, "counsel")

    assert list(stores.participants.of_matter(OURS, matter)) == [counsel]


def test_removed_part_is_gone(stores: Stores) -> None:
    """Who is taken out is out of that matter alone; nobody can be taken out twice."""
    stores.user(BO)
    first, second = stores.matter(), stores.matter()
    stores.part(first, BO, "observer")
    stores.part(second, BO, "observer")

    assert stores.participants.remove(OURS, first, BO) is True
    assert stores.participants.remove(OURS, first, BO) is False
    assert stores.participants.of_user(OURS, BO) == {second: ParticipantRole.OBSERVER}


def test_two_who_give_the_role_up_at_once(database: Database) -> None:
    """One of them succeeds."""
    users = SqlUsers(database)
    for name in (ANN, BO):
        users.add(OURS, name, role="ADMIN", at=START)

    def give_up(name: ActorId) -> bool:
        try:
            return users.set_role(OURS, name, "CLIENT", keep="ADMIN") is not None
        except Refused:
            return False

    for _ in range(5):
        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(give_up, (ANN, BO))) == [False, True]
        for name in (ANN, BO):
            users.set_role(OURS, name, "ADMIN", keep="ADMIN")


def test_name_asked_for_at_once_is_given_once(database: Database) -> None:
    """Of several threads that add one name exactly one gets it."""
    users = SqlUsers(database)

    with ThreadPoolExecutor(4) as pool:
        added = list(
            pool.map(lambda place: users.add(OURS, ANN, role="CLIENT", key_hash=str(place), at=START), range(12))
        )

    assert sum(user is not None for user in added) == 1
    assert len(users.all(OURS)) == 1
