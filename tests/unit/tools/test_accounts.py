"""Tests of casewright.tools.accounts: passwords, and the sessions that they open."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from argon2 import PasswordHasher

from casewright.adapters.vault.passwords import Argon2Passwords
from casewright.audit.chain import verify_log
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.accounts import SESSION_IDLE, SESSION_LONGEST, UserKind
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import InvalidInput, Refused, StorageFull, TooManyAttempts
from casewright.tools.credentials import Credential, CredentialKind
from tests.fakes.account_house import ACME, ADA, HOME, PASSWORD, QUICK, RIVAL, AccountHouse

if TYPE_CHECKING:
    from casewright.tools.accounts import SignedIn

ADA_PARTNER = Actor(ACME, ADA, "PARTNER")
BO, NOWHERE = ActorId("bo"), TenantId("nowhere")


def session_of(house: AccountHouse) -> SignedIn:
    return house.accounts.sign_in(ACME, "ada", PASSWORD)


def test_password_opens_a_session() -> None:
    """Whoever signs in is the user in the stored role; the session says so, and its forms have their token."""
    house = AccountHouse()
    signed_in = session_of(house)
    assert signed_in.actor == ADA_PARTNER
    assert signed_in.secret.startswith("cws.acme.")
    assert house.last() == ("auth.signed_in", "ada", "PARTNER")
    assert house.accounts.of_session(signed_in.secret) == signed_in
    assert signed_in.is_csrf(signed_in.csrf)
    assert not signed_in.is_csrf(session_of(house).csrf)
    assert not signed_in.is_csrf("\udc80")
    assert len(house.events()) == 2
    assert verify_log(house.log, ACME)[1] is None


NOT_SIGNED_IN: dict[str, tuple[TenantId, str, str]] = {
    "wrong password": (ACME, "ada", PASSWORD + "!"),
    "no password given": (ACME, "ada", ""),
    "longer than any": (ACME, "ada", PASSWORD.ljust(2000)),
    "nobody": (ACME, "nobody", PASSWORD),
    "no name": (ACME, "Ada\n", PASSWORD),
    "user without a password": (ACME, "bo", PASSWORD),
    "service account": (ACME, "cron", PASSWORD),
    "deactivated": (ACME, "eva", PASSWORD),
    "other tenant": (RIVAL, "ada", PASSWORD),
    "no tenant": (NOWHERE, "ada", PASSWORD),
    "no tenant's name": (TenantId("../x"), "ada", PASSWORD),
}


class Counted(Argon2Passwords):
    """Notes what is compared."""

    def __init__(self) -> None:
        super().__init__(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        self.compared: list[str | None] = []

    def is_of(self, hash_: str | None, password: str) -> bool:
        self.compared.append(hash_)
        return super().is_of(hash_, password)


@pytest.mark.requirement("accounts-sign-in")
@pytest.mark.parametrize("case", NOT_SIGNED_IN)
def test_all_who_may_not_hear_the_same(case: str) -> None:
    """One sentence and one slow comparison for each; the refusal is recorded where there is an audit for it."""
    tenant, name, password = NOT_SIGNED_IN[case]
    passwords = Counted()
    house = AccountHouse(passwords=passwords)
    house.add(BO)
    house.add(ActorId("eva"))
    house.add(ActorId("cron"), kind=UserKind.SERVICE_ACCOUNT)
    for user in ("eva", "cron"):
        house.passwords.put(ACME, ActorId(user), QUICK.hash(PASSWORD), house.clock.now())
    house.users.deactivate(ACME, ActorId("eva"))
    with pytest.raises(Refused) as refused:
        house.accounts.sign_in(tenant, name, password)

    assert str(refused.value) == "Name or password is wrong, or the user is not active: try again, or ask an ADMIN"
    assert len(passwords.compared) == 1
    place = tenant if tenant in (ACME, RIVAL) else HOME
    event_type, who, _ = house.last(place)
    assert event_type == "auth.refused"
    assert who == (name if (tenant, name) in {(ACME, one) for one in ("ada", "bo", "cron", "eva")} else "unknown")
    told = b"".join(record.body for one in (ACME, RIVAL, HOME) for record in house.log.records(one))
    assert PASSWORD.encode() not in told
    assert not list(house.log.records(NOWHERE))


@pytest.mark.requirement("accounts-sign-in")
@pytest.mark.parametrize(("tenant", "name"), [(ACME, "ada"), (ACME, "nobody"), (NOWHERE, "ada")])
def test_eleventh_attempt_has_to_wait(tenant: TenantId, name: str) -> None:
    """After ten that failed in a quarter of an hour even the right password waits, whether or not it is a name."""
    house = AccountHouse()
    for _ in range(10):
        house.clock.advance(seconds=30)
        with pytest.raises(Refused):
            house.accounts.sign_in(tenant, name, "wrong")
    with pytest.raises(TooManyAttempts, match="try again in 11 minutes") as refused:
        house.accounts.sign_in(tenant, name, PASSWORD)
    assert refused.value.retry_after == 15 * 60 - 9 * 30
    assert house.last(ACME if tenant == ACME else HOME)[0] == "auth.refused"
    if (tenant, name) == (ACME, "ada"):
        house.clock.advance(seconds=refused.value.retry_after)
    assert session_of(house).actor == ADA_PARTNER


def test_tenants_that_are_not_there_are_counted_in_the_home() -> None:
    """By the same way as others, each for itself; nothing is kept of a tenant that is none."""
    house = AccountHouse()
    with pytest.raises(Refused):
        house.accounts.sign_in(NOWHERE, "ada", "wrong")
    counted = [
        house.failed_sign_ins.begin(tenant, name, house.clock.now(), limit=1, within=timedelta(minutes=1)) is not None
        for tenant, name in ((HOME, "nowhere/ada"), (HOME, "ada"), (NOWHERE, "ada"))
    ]
    assert counted == [True, False, False]


def test_sign_in_forgets_what_failed() -> None:
    """Nine that failed, one that did not, nine that failed: the next is tried."""
    house = AccountHouse()
    for _ in range(2):
        for _ in range(9):
            with pytest.raises(Refused):
                house.accounts.sign_in(ACME, "ada", "wrong")
        assert session_of(house).actor == ADA_PARTNER


@pytest.mark.requirement("accounts-sessions")
def test_session_ends_by_itself() -> None:
    """After twelve hours without a call, and after seven days in any case."""
    house = AccountHouse()
    idle, used = session_of(house).secret, session_of(house).secret
    for _ in range(int(SESSION_LONGEST / timedelta(hours=11))):
        house.clock.advance(hours=11)
        house.accounts.of_session(used)
    with pytest.raises(Refused, match="sign in again"):
        house.accounts.of_session(idle)
    house.clock.advance(hours=11)
    with pytest.raises(Refused, match="sign in again"):
        house.accounts.of_session(used)
    assert house.last() == ("auth.refused", "ada", "PARTNER")

    used = session_of(house).secret
    house.clock.advance(seconds=SESSION_IDLE.total_seconds() - 1)
    house.accounts.of_session(used)
    house.clock.advance(seconds=SESSION_IDLE.total_seconds())
    with pytest.raises(Refused):
        house.accounts.of_session(used)


@pytest.mark.requirement("accounts-sessions")
def test_session_follows_its_user() -> None:
    """A changed role is that of the next call; who is deactivated is out at the next call."""
    house = AccountHouse()
    secret = session_of(house).secret
    house.users.set_role(ACME, ADA, "ANALYST", keep="ADMIN")
    assert house.accounts.of_session(secret).actor.role == "ANALYST"
    house.users.deactivate(ACME, ADA)
    with pytest.raises(Refused):
        house.accounts.of_session(secret)


def test_signing_out_ends_this_session_or_all() -> None:
    """One, recorded once; all of the user's; and the one that a browser had before it signed in again."""
    house = AccountHouse()
    first, second, third = (session_of(house) for _ in range(3))
    house.accounts.sign_out(first.secret)
    assert house.last() == ("auth.signed_out", "ada", "PARTNER")
    count = len(house.events())
    house.accounts.sign_out(first.secret)
    house.accounts.sign_out("cws.acme.nothing")
    assert len(house.events()) == count
    fourth = house.accounts.sign_in(ACME, "ada", PASSWORD, second.secret)
    for ended in (first, second):
        with pytest.raises(Refused):
            house.accounts.of_session(ended.secret)
    assert house.accounts.of_session(third.secret) == third
    assert house.accounts.sign_out_everywhere(ADA_PARTNER) == 2
    with pytest.raises(Refused):
        house.accounts.of_session(fourth.secret)


@pytest.mark.parametrize(
    "secret",
    ["", "cws.acme.x", *(Credential(CredentialKind.SESSION, one, b"k" * 32).text for one in (RIVAL, NOWHERE))],
)
def test_what_is_no_session_is_refused_the_same(secret: str) -> None:
    """And recorded in the tenant's audit that it names, or in the home's where there is none."""
    house = AccountHouse()
    with pytest.raises(Refused) as refused:
        house.accounts.of_session(secret)
    assert str(refused.value) == "You are not signed in, or the session has ended: sign in again"
    assert house.last(RIVAL if "rival" in secret else HOME)[:2] == ("auth.refused", "unknown")
    assert not list(house.log.records(NOWHERE))


def test_changed_password_ends_every_session() -> None:
    """The new one opens a session, the old one none; the old one has to be given."""
    house = AccountHouse()
    before = session_of(house).secret
    with pytest.raises(Refused):
        house.accounts.change_password(ADA_PARTNER, None, "another long one")
    with pytest.raises(Refused):
        house.accounts.change_password(ADA_PARTNER, "wrong", "another long one")
    assert house.accounts.of_session(before).actor == ADA_PARTNER
    after = house.accounts.change_password(ADA_PARTNER, PASSWORD, "another long one")
    assert house.last() == ("auth.password_changed", "ada", "PARTNER")
    assert house.accounts.of_session(after.secret) == after
    with pytest.raises(Refused):
        house.accounts.of_session(before)
    with pytest.raises(Refused):
        session_of(house)
    assert house.accounts.sign_in(ACME, "ada", "another long one").actor == ADA_PARTNER


def test_first_password_needs_no_old_one() -> None:
    """Who has none yet chooses one; a service account never has one."""
    house = AccountHouse()
    house.add(BO)
    house.add(ActorId("cron"), kind=UserKind.SERVICE_ACCOUNT)
    house.accounts.change_password(Actor(ACME, BO, "PARTNER"), None, PASSWORD)
    assert house.accounts.sign_in(ACME, "bo", PASSWORD).actor.id == BO
    with pytest.raises(Refused):
        house.accounts.change_password(Actor(ACME, ActorId("cron"), "PARTNER"), None, PASSWORD)


@pytest.mark.parametrize("password", ["short", "x" * 1001, "aaaaaaaaaaaabbbb"])
def test_password_that_is_too_plain(password: str) -> None:
    """It is not taken, and the old one stays."""
    house = AccountHouse()
    with pytest.raises(InvalidInput, match="The password has"):
        house.accounts.change_password(ADA_PARTNER, PASSWORD, password)
    assert session_of(house).actor == ADA_PARTNER


def test_hash_of_less_effort_is_made_again() -> None:
    """As its user signs in."""
    house = AccountHouse()
    costly = type(QUICK)(type(QUICK._hasher)(time_cost=2, memory_cost=64, parallelism=1))
    house.passwords.put(ACME, ADA, costly.hash(PASSWORD), house.clock.now())
    session_of(house)
    kept = house.passwords.get(ACME, ADA)
    assert kept is not None
    assert not QUICK.is_outdated(kept)
    assert QUICK.is_of(kept, PASSWORD)


class FullLog(MemoryAuditLog):
    """An audit without room."""

    def submit(self, event: object) -> int:
        raise StorageFull("There is no room left")


def test_no_session_without_a_record() -> None:
    """Where a sign-in cannot be recorded it is not given; a refusal stands all the same."""
    house = AccountHouse(FullLog())
    with pytest.raises(StorageFull):
        session_of(house)
    assert house.sessions.end_all(ACME, ADA) == 0
    with pytest.raises(Refused):
        house.accounts.sign_in(ACME, "ada", "wrong")
