"""Accounts over a database: what happens to one link, one name and one session when several come at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap.people_stores import PeopleStores
from casewright.config import read_settings
from casewright.domain.accounts import INVITATION_ENDS, Invitation, Tenant
from casewright.domain.ids import ActorId
from casewright.errors import InvalidInput, Refused
from casewright.tools.accounts import ATTEMPTS, Accounts
from casewright.tools.auth_events import AuthEvents
from casewright.tools.credentials import Credential, CredentialKind
from casewright.tools.sign_in import SignIn
from tests.fakes.account_house import ACME, HOME, PASSWORD, QUICK
from tests.fakes.fixed_clock import START, FixedClock

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database


def opened(database: Database) -> tuple[PeopleStores, Accounts]:
    """The accounts of a tenant without users, over the database."""
    stores, log, clock = PeopleStores(database, read_settings()), MemoryAuditLog(), FixedClock()
    stores.tenants.add(Tenant(ACME, "Acme", START))
    accounts = Accounts(
        stores,
        passwords=QUICK,
        sign_in=SignIn(users=stores.users, audit=log, clock=clock, policy_hash=""),
        events=AuthEvents(log, clock, ""),
        together=database,
        clock=clock,
        home=HOME,
    )
    return stores, accounts


def test_link_that_several_follow_at_once(database: Database) -> None:
    """One of them is the first user, under the name they chose, and signed in."""
    stores, accounts = opened(database)
    link = accounts.set_up_link(ACME)

    def follow(number: int) -> str | None:
        try:
            return accounts.accept_invitation(link, PASSWORD, f"user-{number}").secret
        except Refused:
            return None

    with ThreadPoolExecutor(4) as pool:
        [secret] = [found for found in pool.map(follow, range(8)) if found is not None]
    [user] = stores.users.all(ACME)
    assert accounts.of_session(secret).actor.id == user.id
    assert accounts.sign_in(ACME, user.id, PASSWORD).actor.role == "ADMIN"


def test_name_that_two_links_are_for(database: Database) -> None:
    """One is that user; the other link stays, and is no good for a name that is taken."""
    stores, accounts = opened(database)
    made = [Credential.make(CredentialKind.INVITATION, ACME) for _ in range(2)]
    for one in made:
        name = ActorId("ada")
        stores.invitations.add(Invitation(ACME, one.hash, name, "CLIENT", name, START, START + INVITATION_ENDS))

    def follow(one: Credential) -> bool:
        try:
            return accounts.accept_invitation(one.text, PASSWORD).actor.id == "ada"
        except InvalidInput:
            return False

    with ThreadPoolExecutor(2) as pool:
        followed = list(pool.map(follow, made))
    assert sorted(followed) == [False, True]
    kept = [stores.invitations.get(ACME, one.hash) for one in made]
    assert [one is not None and one.used_at is not None for one in kept] == followed


def test_guesses_at_once(database: Database) -> None:
    """No more are tried than one after the other."""
    stores, accounts = opened(database)
    stores.users.add(ACME, ActorId("ada"), role="CLIENT", at=START)
    stores.passwords.put(ACME, ActorId("ada"), QUICK.hash(PASSWORD), START)

    def guess(_number: int) -> str:
        with pytest.raises(Refused) as refused:
            accounts.sign_in(ACME, "ada", "wrong")
        return type(refused.value).__name__

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(guess, range(ATTEMPTS + 6)))
    assert (told.count("Refused"), told.count("TooManyAttempts")) == (ATTEMPTS, 6)
