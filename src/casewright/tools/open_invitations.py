"""Which invitations can still be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.accounts import UserKind
from casewright.domain.ids import ActorId

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.accounts import Invitation
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.people import UserStore

SET_UP = ActorId("casewright:set-up")
"""Who invites the first user of a tenant; no user can be called so."""


def can_be_followed(invitation: Invitation, users: UserStore, at: datetime) -> bool:
    """Whether somebody becomes a user by it at this time.

    Not where it was followed or has expired, nor where the first user, whom it is for, is there, or whoever invited
    was dismissed.
    """
    if not invitation.is_open(at):
        return False
    if invitation.invited_by == SET_UP:
        return not has_people(users, invitation.tenant)
    inviting = users.get(invitation.tenant, invitation.invited_by)
    return inviting is None or inviting.active


def has_people(users: UserStore, tenant: TenantId) -> bool:
    """Whether the tenant has a person who is active."""
    return any(user.active and user.kind is UserKind.PERSON for user in users.all(tenant))
