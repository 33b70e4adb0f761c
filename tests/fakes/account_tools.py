"""The tools about accounts, over stores in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.toolbox.people.add_api_key import add_api_key
from casewright.toolbox.people.add_service_account import add_service_account
from casewright.toolbox.people.end_sessions import end_sessions
from casewright.toolbox.people.invite_user import invite_user
from casewright.toolbox.people.link_identity import link_identity
from casewright.toolbox.people.list_api_keys import list_api_keys
from casewright.toolbox.people.list_invitations import list_invitations
from casewright.toolbox.people.revoke_api_key import revoke_api_key
from casewright.toolbox.people.revoke_invitation import revoke_invitation
from casewright.toolbox.people.set_role import set_role
from tests.fakes.memory_accounts import (
    MemoryApiKeys,
    MemoryBegunSignIns,
    MemoryFailedSignIns,
    MemoryIdentities,
    MemoryInvitations,
    MemoryPasswords,
    MemorySessions,
    MemoryTenants,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.tools.definition import Tool
    from tests.fakes.fixed_clock import FixedClock
    from tests.fakes.memory_people import MemoryUsers

TOOLS = frozenset({"list_matters", "isaacus_iql", "add_api_key", "invite_user"})
"""Tools that a key may be confined to."""


class MemoryAccounts:
    """What users are known by; with their store, ``AccountStores``."""

    def __init__(self) -> None:
        self.tenants, self.passwords, self.sessions = MemoryTenants(), MemoryPasswords(), MemorySessions()
        self.api_keys, self.invitations = MemoryApiKeys(), MemoryInvitations()
        self.identities, self.failed_sign_ins = MemoryIdentities(), MemoryFailedSignIns()
        self.begun_sign_ins = MemoryBegunSignIns()


def account_tools(
    users: MemoryUsers, accounts: MemoryAccounts, clock: FixedClock, roles: Collection[str]
) -> list[Tool]:
    """The tools over these."""
    return [
        invite_user(users=users, invitations=accounts.invitations, clock=clock, roles=roles),
        list_invitations(users=users, invitations=accounts.invitations, clock=clock),
        revoke_invitation(users=users, invitations=accounts.invitations, clock=clock),
        add_service_account(users=users, clock=clock, roles=roles),
        set_role(users=users, roles=roles),
        add_api_key(users=users, api_keys=accounts.api_keys, clock=clock, tools=TOOLS),
        list_api_keys(api_keys=accounts.api_keys, clock=clock),
        revoke_api_key(api_keys=accounts.api_keys, clock=clock),
        link_identity(users=users, identities=accounts.identities, clock=clock),
        end_sessions(users=users, sessions=accounts.sessions),
    ]
