"""Accounts over stores in memory."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import orjson
from argon2 import PasswordHasher

from casewright.adapters.vault.passwords import Argon2Passwords
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.accounts import INVITATION_ENDS, ApiKey, Invitation, Tenant, UserKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.tools.accounts import Accounts
from casewright.tools.auth_events import AuthEvents
from casewright.tools.credentials import Credential, CredentialKind
from casewright.tools.sign_in import SignIn
from tests.fakes.account_tools import MemoryAccounts
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_people import MemoryUsers
from tests.fakes.one_at_a_time import OneAtATime

HOME, ACME, RIVAL = TenantId("local"), TenantId("acme"), TenantId("rival")
ADA = ActorId("ada")
PASSWORD = "correct horse battery"
QUICK = Argon2Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
"""The same hash at a cost that tests can pay."""


class AccountHouse(MemoryAccounts):
    """Two tenants beside the home; ``ada`` is PARTNER of ``acme`` with a password."""

    def __init__(self, log: MemoryAuditLog | None = None, passwords: Argon2Passwords = QUICK) -> None:
        super().__init__()
        self.users = MemoryUsers()
        self.log, self.clock = log or MemoryAuditLog(), FixedClock()
        self.accounts = Accounts(
            self,
            passwords=passwords,
            sign_in=SignIn(users=self.users, audit=self.log, clock=self.clock, policy_hash="sha256:ab"),
            events=AuthEvents(self.log, self.clock, "sha256:ab"),
            together=OneAtATime(),
            clock=self.clock,
            home=HOME,
        )
        for tenant in (ACME, RIVAL):
            self.tenants.add(Tenant(tenant, tenant, self.clock.now()))
        self.add(ADA)
        self.passwords.put(ACME, ADA, QUICK.hash(PASSWORD), self.clock.now())

    def add(
        self, name: ActorId, role: str = "PARTNER", tenant: TenantId = ACME, kind: UserKind = UserKind.PERSON
    ) -> None:
        """Add a user without any secret."""
        assert self.users.add(tenant, name, role=role, at=self.clock.now(), kind=kind)

    def key(self, *tools: str, user: ActorId = ADA, matter: str | None = None, hours: int = 1) -> str:
        """Make an API key; its text."""
        made, at = Credential.make(CredentialKind.API_KEY, ACME), self.clock.now()
        confined = None if matter is None else MatterId(matter)
        ends = at + timedelta(hours=hours)
        self.api_keys.add(ApiKey(ACME, made.hash, user, "cron", made.hash, frozenset(tools), confined, user, at, ends))
        return made.text

    def invite(self, name: str | None, by: ActorId, role: str = "CLIENT") -> str:
        """Invite somebody; the secret of the link."""
        made, at = Credential.make(CredentialKind.INVITATION, ACME), self.clock.now()
        named = None if name is None else ActorId(name)
        self.invitations.add(Invitation(ACME, made.hash, named, role, by, at, at + INVITATION_ENDS))
        return made.text

    def events(self, tenant: TenantId = ACME) -> list[dict[str, Any]]:
        """What the tenant's audit holds, in order."""
        return [orjson.loads(record.body) for record in self.log.records(tenant)]

    def last(self, tenant: TenantId = ACME) -> tuple[str, str, str]:
        """The newest event's type, actor and role."""
        event = self.events(tenant)[-1]
        return event["event_type"], event["agent_id"], event["role"]
