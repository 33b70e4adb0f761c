"""People: who there is, and who takes part in which matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
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

    return deactivate_user(users=given.stores.users, built_in=(LOCAL_TENANT,))


@TOOLKIT.tool(CAUTIOUS, "people", sensitive=("invitation_hash",))
def invite_user(given: Materials) -> Tool:
    from casewright.toolbox.people.invite_user import invite_user

    stores, roles = given.stores, given.policy.people
    return invite_user(users=stores.users, invitations=stores.invitations, clock=given.clock, roles=roles)


@TOOLKIT.tool(SAFE, "people")
def list_invitations(given: Materials) -> Tool:
    from casewright.toolbox.people.list_invitations import list_invitations

    stores = given.stores
    return list_invitations(users=stores.users, invitations=stores.invitations, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "people")
def revoke_invitation(given: Materials) -> Tool:
    from casewright.toolbox.people.revoke_invitation import revoke_invitation

    stores = given.stores
    return revoke_invitation(users=stores.users, invitations=stores.invitations, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "people")
def add_service_account(given: Materials) -> Tool:
    from casewright.toolbox.people.add_service_account import add_service_account

    return add_service_account(users=given.stores.users, clock=given.clock, roles=given.policy.people)


@TOOLKIT.tool(CAUTIOUS, "people")
def set_role(given: Materials) -> Tool:
    from casewright.toolbox.people.set_role import set_role

    return set_role(users=given.stores.users, roles=given.policy.people)


@TOOLKIT.tool(CAUTIOUS, "people", sensitive=("key_hash",))
def add_api_key(given: Materials) -> Tool:
    from casewright.toolbox.people.add_api_key import add_api_key

    stores, tools = given.stores, given.policy.rules
    return add_api_key(users=stores.users, api_keys=stores.api_keys, clock=given.clock, tools=tools)


@TOOLKIT.tool(SAFE, "people")
def list_api_keys(given: Materials) -> Tool:
    from casewright.toolbox.people.list_api_keys import list_api_keys

    return list_api_keys(api_keys=given.stores.api_keys, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "people")
def revoke_api_key(given: Materials) -> Tool:
    from casewright.toolbox.people.revoke_api_key import revoke_api_key

    return revoke_api_key(api_keys=given.stores.api_keys, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "people")
def link_identity(given: Materials) -> Tool:
    from casewright.toolbox.people.link_identity import link_identity

    return link_identity(users=given.stores.users, identities=given.stores.identities, clock=given.clock)


@TOOLKIT.tool(CAUTIOUS, "people")
def end_sessions(given: Materials) -> Tool:
    from casewright.toolbox.people.end_sessions import end_sessions

    return end_sessions(users=given.stores.users, sessions=given.stores.sessions)


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
