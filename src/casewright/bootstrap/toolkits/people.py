"""People: who there is, and who takes part in which matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("people")


@TOOLKIT.tool(CAUTIOUS, "people", sensitive=("key_hash",))
def add_user(given: Materials) -> Tool:
    from casewright.toolbox.people.add_user import add_user

    return add_user(users=given.stores.users, clock=given.clock, roles=given.policy.people)


@TOOLKIT.tool(SAFE, "people")
def list_users(given: Materials) -> Tool:
    from casewright.toolbox.people.list_users import list_users

    return list_users(users=given.stores.users)


@TOOLKIT.tool(CAUTIOUS, "people")
def deactivate_user(given: Materials) -> Tool:
    from casewright.toolbox.people.deactivate_user import deactivate_user

    return deactivate_user(users=given.stores.users)


@TOOLKIT.tool(CAUTIOUS, "people", "matters")
def share_matter(given: Materials) -> Tool:
    from casewright.toolbox.people.share_matter import share_matter

    return share_matter(matters=given.stores.matters, participants=given.stores.participants, users=given.stores.users)


@TOOLKIT.tool(CAUTIOUS, "people", "matters")
def unshare_matter(given: Materials) -> Tool:
    from casewright.toolbox.people.unshare_matter import unshare_matter

    return unshare_matter(matters=given.stores.matters, participants=given.stores.participants)


@TOOLKIT.tool(SAFE, "people", "matters")
def list_participants(given: Materials) -> Tool:
    from casewright.toolbox.people.list_participants import list_participants

    return list_participants(matters=given.stores.matters, participants=given.stores.participants)
