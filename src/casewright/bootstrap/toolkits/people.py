"""Users, and whom a matter is shared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def people_tools(given: Materials) -> list[Tool]:
    """Add, list and deactivate users; share matters with them."""
    from casewright.toolbox.people.add_user import add_user
    from casewright.toolbox.people.deactivate_user import deactivate_user
    from casewright.toolbox.people.list_participants import list_participants
    from casewright.toolbox.people.list_users import list_users
    from casewright.toolbox.people.share_matter import share_matter
    from casewright.toolbox.people.unshare_matter import unshare_matter

    matters, participants, users = given.stores.matters, given.stores.participants, given.stores.users
    return [
        add_user(users=users, clock=given.clock, roles=given.policy.people),
        list_users(users=users),
        deactivate_user(users=users),
        share_matter(matters=matters, participants=participants, users=users),
        unshare_matter(matters=matters, participants=participants),
        list_participants(matters=matters, participants=participants),
    ]
