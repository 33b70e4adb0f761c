"""What every store keeps of tenants, passwords, invitations, identities and failed sign-ins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from casewright.adapters.database.accounts import (
    SqlBegunSignIns,
    SqlFailedSignIns,
    SqlIdentities,
    SqlInvitations,
    SqlPasswords,
    SqlTenants,
)
from casewright.adapters.database.people import SqlUsers
from casewright.adapters.database.tables.accounts import failed_sign_ins
from casewright.domain.accounts import Identity, Invitation, Tenant
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_accounts import (
    MemoryBegunSignIns,
    MemoryFailedSignIns,
    MemoryIdentities,
    MemoryInvitations,
    MemoryPasswords,
    MemoryTenants,
)
from tests.fakes.memory_people import MemoryUsers

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.accounts import (
        BegunSignIns,
        FailedSignIns,
        IdentityStore,
        InvitationStore,
        PasswordStore,
        TenantStore,
    )

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN, BO = ActorId("ann"), ActorId("bo")
HOUR, WINDOW = timedelta(hours=1), timedelta(minutes=15)


@dataclass(frozen=True)
class Stores:
    tenants: TenantStore
    passwords: PasswordStore
    invitations: InvitationStore
    identities: IdentityStore
    begun: BegunSignIns
    failed: FailedSignIns


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Stores of each kind in turn, with users of both tenants and nothing else."""
    if request.param == "memory":
        users: MemoryUsers | SqlUsers = MemoryUsers()
        made = Stores(
            MemoryTenants(),
            MemoryPasswords(),
            MemoryInvitations(),
            MemoryIdentities(),
            MemoryBegunSignIns(),
            MemoryFailedSignIns(),
        )
    else:
        database = new_database(request.param)
        users = SqlUsers(database)
        made = Stores(
            SqlTenants(database),
            SqlPasswords(database),
            SqlInvitations(database),
            SqlIdentities(database),
            SqlBegunSignIns(database),
            SqlFailedSignIns(database),
        )
    for tenant, name in ((OURS, ANN), (OURS, BO), (THEIRS, ANN)):
        users.add(tenant, name, role="PARTNER", at=START)
    return made


def invitation(hash_: str, name: ActorId | None = ANN, tenant: TenantId = OURS) -> Invitation:
    return Invitation(tenant, hash_, name, "PARTNER", BO, START, START + HOUR)


def test_tenants_are_kept_by_id(stores: Stores) -> None:
    """A tenant comes back equal; its id is given once; the list is by id."""
    tenants = [Tenant(TenantId(name), f"{name} & Co.", START) for name in ("b-2", "a", "b")]
    for tenant in tenants:
        assert stores.tenants.add(tenant)
        assert stores.tenants.get(tenant.id) == tenant
    assert not stores.tenants.add(Tenant(TenantId("a"), "another", START))
    assert [one.id for one in stores.tenants.all()] == ["a", "b", "b-2"]
    assert stores.tenants.get(TenantId("c")) is None
    assert stores.tenants.all()[0].title == "a & Co."


def test_newest_password_is_the_one(stores: Stores) -> None:
    """A second hash replaces the first, of that user in that tenant alone."""
    assert stores.passwords.get(OURS, ANN) is None
    stores.passwords.put(OURS, ANN, "first", START)
    stores.passwords.put(THEIRS, ANN, "theirs", START)
    stores.passwords.put(OURS, ANN, "second", START)
    assert stores.passwords.get(OURS, ANN) == "second"
    assert stores.passwords.get(THEIRS, ANN) == "theirs"
    assert stores.passwords.get(OURS, BO) is None


def test_invitation_is_followed_once(stores: Stores) -> None:
    """It comes back equal, is noted as followed at the first time, and not again."""
    made = invitation("h")
    assert stores.invitations.add(made)
    assert not stores.invitations.add(invitation("h", BO))
    assert stores.invitations.get(OURS, "h") == made
    assert stores.invitations.get(THEIRS, "h") is None
    assert not stores.invitations.use(THEIRS, "h", START)
    assert not stores.invitations.use(OURS, "g", START)

    assert stores.invitations.use(OURS, "h", START + HOUR)
    assert not stores.invitations.use(OURS, "h", START + HOUR * 2)
    assert stores.invitations.get(OURS, "h") == replace(made, used_at=START + HOUR)


def test_newest_invitation_without_a_name_is_the_only_one(stores: Stores) -> None:
    """One that leaves the name open takes the place of those before, and leaves all others alone."""
    for made in (invitation("named"), invitation("old", None), invitation("theirs", None, THEIRS)):
        stores.invitations.add(made)
    stores.invitations.add(invitation("followed", None))
    stores.invitations.use(OURS, "followed", START)
    stores.invitations.add(invitation("new", None))

    assert stores.invitations.get(OURS, "old") is None
    assert stores.invitations.get(OURS, "followed") is not None
    assert stores.invitations.get(OURS, "named") == invitation("named")
    assert stores.invitations.get(THEIRS, "theirs") is not None
    assert stores.invitations.get(OURS, "new") == invitation("new", None)


def test_invitations_are_listed_and_taken_back(stores: Stores) -> None:
    """Oldest first, each tenant's own; one that was followed stays."""
    made = [replace(invitation(name), created_at=START + at * HOUR) for name, at in (("b", 1), ("a", 2), ("c", 0))]
    for one in (*made, invitation("theirs", tenant=THEIRS)):
        stores.invitations.add(one)
    assert list(stores.invitations.all(OURS)) == [made[2], made[0], made[1]]
    stores.invitations.use(OURS, "b", START)
    assert not stores.invitations.take_back(OURS, "b")
    assert not stores.invitations.take_back(THEIRS, "a")
    assert stores.invitations.take_back(OURS, "a")
    assert not stores.invitations.take_back(OURS, "a")
    assert not stores.invitations.use(OURS, "a", START)
    assert [one.hash for one in stores.invitations.all(OURS)] == ["c", "b"]
    assert [one.hash for one in stores.invitations.all(THEIRS)] == ["theirs"]


def test_begun_sign_in_comes_back_once(stores: Stores) -> None:
    """In its time and its tenant; those whose time is over are forgotten as another begins."""
    for tenant, hash_, ends in ((OURS, "h", HOUR), (THEIRS, "h", HOUR), (OURS, "late", HOUR)):
        stores.begun.add(tenant, hash_, START, START + ends)
    assert not stores.begun.take(OURS, "g", START)
    assert stores.begun.take(OURS, "h", START + HOUR / 2)
    assert not stores.begun.take(OURS, "h", START + HOUR / 2)
    assert not stores.begun.take(OURS, "late", START + HOUR)
    stores.begun.add(OURS, "new", START + HOUR, START + 2 * HOUR)
    assert not stores.begun.take(OURS, "late", START)
    assert stores.begun.take(THEIRS, "h", START)


def test_identity_is_one_users(stores: Stores) -> None:
    """Who has it keeps it; each tenant has its own; the same subject at another provider is somebody else."""

    def linked(user: ActorId, tenant: TenantId = OURS, issuer: str = "https://id") -> bool:
        return stores.identities.add(Identity(tenant, issuer, "s", user, START))

    assert linked(ANN)
    assert linked(ANN)
    assert not linked(BO)
    assert linked(BO, issuer="https://other")
    assert linked(ANN, THEIRS)
    assert stores.identities.find(OURS, "https://id", "s") == ANN
    assert stores.identities.find(OURS, "https://other", "s") == BO
    assert stores.identities.find(THEIRS, "https://other", "s") is None
    assert stores.identities.find(OURS, "https://id", "S") is None
    assert list(stores.identities.of_user(OURS, ANN)) == [Identity(OURS, "https://id", "s", ANN, START)]
    assert list(stores.identities.of_user(OURS, BO)) == [Identity(OURS, "https://other", "s", BO, START)]


def test_failed_sign_ins_are_counted_within_a_time(stores: Stores) -> None:
    """The third is told when the first of the two before is too old to count; then one is counted again."""

    def begin(minutes: float, name: str = "ann", tenant: TenantId = OURS) -> float | None:
        at = START + timedelta(minutes=minutes)
        free = stores.failed.begin(tenant, name, at, limit=2, within=WINDOW)
        return None if free is None else (free - START) / timedelta(minutes=1)

    assert [begin(minutes) for minutes in (0, 4, 5, 14.9)] == [None, None, 15, 15]
    assert begin(5, "bo") is None
    assert begin(5, tenant=THEIRS) is None
    assert [begin(minutes) for minutes in (15, 16, 19, 20)] == [None, 19, None, 30]


def test_forgotten_sign_ins_are_not_counted(stores: Stores) -> None:
    """Who signed in begins anew, nobody else does."""
    for name in ("ann", "bo"):
        stores.failed.begin(OURS, name, START, limit=1, within=WINDOW)
    stores.failed.clear(OURS, "ann")
    stores.failed.clear(THEIRS, "bo")
    assert stores.failed.begin(OURS, "ann", START, limit=1, within=WINDOW) is None
    assert stores.failed.begin(OURS, "bo", START, limit=1, within=WINDOW) == START + WINDOW


def test_sign_ins_at_once_are_counted_one_by_one(database: Database) -> None:
    """Of many that begin together no more than the limit are let through; of many that follow a link one is."""
    failed, invitations = SqlFailedSignIns(database), SqlInvitations(database)
    invitations.add(invitation("h"))

    def begin(_number: int) -> bool:
        return failed.begin(OURS, "ann", START, limit=5, within=WINDOW) is None

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(begin, range(16))) == 5
        assert sum(pool.map(lambda _: invitations.use(OURS, "h", START), range(8))) == 1


def test_names_that_no_longer_count_are_forgotten(database: Database) -> None:
    """Whoever tries names leaves no more of them than were tried of late."""
    failed = SqlFailedSignIns(database)
    for number in range(6):
        failed.begin(OURS, f"name-{number}", START + number * WINDOW / 3, limit=5, within=WINDOW)
    with acting_in(OURS), database.read() as connection:
        kept = list(connection.execute(select(failed_sign_ins.c.name).order_by(failed_sign_ins.c.name)).scalars())
    assert kept == ["name-3", "name-4", "name-5"]
