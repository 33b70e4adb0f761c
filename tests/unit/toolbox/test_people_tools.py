"""Tests of the tools about people: users, and who takes part in a matter."""

from __future__ import annotations

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

POLICY = compile_policy(shipped_policy())
HASH = "ab" * 32
ADMINISTRATORS = [
    "list_invitations",
    "revoke_invitation",
    *("add_user", "list_users", "deactivate_user", "invite_user", "add_service_account", "set_role", "link_identity"),
]


def person(name: str, role: str) -> CallContext:
    return CallContext(Actor(TENANT, ActorId(name), role))


def add(house: MemoryMatter, name: str, role: str = "CLIENT") -> None:
    house.users.add(TENANT, ActorId(name), role=role, key_hash=name, at=START)


@pytest.mark.requirement("people-users")
def test_user_is_added_and_listed() -> None:
    """A new user is active in the role given; the list shows no key, the audit not even its hash."""
    house = MemoryMatter()
    added = house.governed.call("add_user", {"name": "bo", "role": "PARTNER", "key_hash": HASH})
    expected = {"name": "bo", "role": "PARTNER", "active": True, "created_at": START.isoformat(), "kind": "person"}
    assert added.structured == expected
    assert house.governed.call("list_users").structured == {"users": [expected], "total_count": 1}
    assert HASH not in repr(house.governed.events())
    assert house.governed.events()[0]["tool_args"]["key_hash"].startswith("hmac-sha256:")
    known = house.users.of_key(TENANT, HASH)
    assert known is not None
    assert known.id == "bo"


NO_USERS: dict[str, tuple[dict[str, object], Status, str]] = {
    "unknown role": ({"role": "BOSS"}, Status.ERROR, "There is no role 'BOSS' for people"),
    "role of a model": ({"role": "document_agent"}, Status.ERROR, "There is no role 'document_agent' for people"),
    "taken name": ({"name": "ada"}, Status.ERROR, "The name 'ada' or the key is taken"),
    "taken key": ({"key_hash": "cd" * 32}, Status.ERROR, "The name 'bo' or the key is taken"),
    "name that leads out": ({"name": "../bo"}, Status.INVALID_ARGUMENTS, "Parameter 'name'"),
    "capital": ({"name": "Bo"}, Status.INVALID_ARGUMENTS, "Parameter 'name'"),
    "no hash": ({"key_hash": "secret"}, Status.INVALID_ARGUMENTS, "Parameter 'key_hash'"),
}


@pytest.mark.parametrize("case", NO_USERS)
def test_user_that_cannot_be_added(case: str) -> None:
    """What is no name, role or hash, or is taken, is refused with what is wrong, and nobody is added."""
    changed, status, message = NO_USERS[case]
    house = MemoryMatter()
    house.users.add(TENANT, ActorId("ada"), role="CLIENT", key_hash="cd" * 32, at=START)
    result = house.governed.call("add_user", {"name": "bo", "role": "CLIENT", "key_hash": HASH, **changed})
    assert result.status is status
    assert message in result.content
    assert [user.id for user in house.users.all(TENANT)] == ["ada"]


def test_deactivated_user_is_listed_as_such() -> None:
    """A deactivated user stays in the list; one that does not exist is not found."""
    house = MemoryMatter()
    add(house, "bo")
    ended = house.governed.call("deactivate_user", {"name": "bo"}).structured
    assert isinstance(ended, dict)
    assert ended["active"] is False
    unknown = house.governed.call("deactivate_user", {"name": "nobody"})
    assert (unknown.metadata.error_kind, unknown.content) == (
        "NotFound",
        "Tool error: User 'nobody' not found: 'casewright users list' shows the names",
    )


def test_last_administrator_is_not_deactivated() -> None:
    """Where nobody acts who is not stored, a tenant without an ADMIN could never have one again."""
    house = MemoryMatter()
    for name in ("bo", "eva"):
        add(house, name, "ADMIN")
    assert house.governed.call("deactivate_user", {"name": "bo"}).success
    last = house.governed.call("deactivate_user", {"name": "eva"})
    assert last.metadata.error_kind == "Refused"
    assert "'eva' is the last active ADMIN: make somebody else ADMIN first" in last.content


@pytest.mark.requirement("people-users")
@pytest.mark.parametrize("role", ["PARTNER", "ANALYST", "CLIENT", "AUDITOR", "document_agent"])
@pytest.mark.parametrize("tool", ADMINISTRATORS)
def test_only_admin_manages_users(tool: str, role: str) -> None:
    """Nobody but ADMIN says who there is."""
    result = MemoryMatter(policy=POLICY).governed.call(tool, {}, person("x", role))
    assert (result.status, result.content) == (Status.DENIED, f"Tool {tool!r} is not permitted for {role}")


@pytest.mark.requirement("people-managed")
def test_owner_shares_changes_and_ends() -> None:
    """The owner lets somebody in, changes their part, and ends it; each answer shows everybody in the matter."""
    house = MemoryMatter(policy=POLICY)
    add(house, "bo")
    ada = person("ada", "PARTNER")
    for role in ("observer", "counsel"):
        shared = house.governed.call("share_matter", {"matter_id": house.id, "user": "bo", "role": role}, ada)
        assert shared.structured == {
            "matter_id": house.id,
            "owner": "ada",
            "participants": [{"user": "bo", "role": role}],
        }
    listed = house.governed.call("list_participants", {"matter_id": house.id}, person("bo", "CLIENT"))
    assert listed.structured == shared.structured
    ended = house.governed.call("unshare_matter", {"matter_id": house.id, "user": "bo"}, ada).structured
    assert isinstance(ended, dict)
    assert ended["participants"] == []


@pytest.mark.requirement("people-managed")
@pytest.mark.parametrize("tool", ["share_matter", "unshare_matter"])
def test_counsel_does_not_manage(tool: str) -> None:
    """Counsel does everything in a matter but say who takes part in it; ADMIN does that in any."""
    house = MemoryMatter(policy=POLICY)
    for name in ("carl", "bo"):
        add(house, name, "PARTNER")
        shared = {"matter_id": house.id, "user": name, "role": "counsel"}
        assert house.governed.call("share_matter", shared, person("root", "ADMIN")).success
    arguments = {"matter_id": house.id, "user": "bo"} | ({"role": "client"} if tool == "share_matter" else {})
    result = house.governed.call(tool, arguments, person("carl", "PARTNER"))
    assert (result.status, result.content) == (Status.DENIED, f"Tool {tool!r} is not permitted for counsel")


NOT_SHARED: dict[str, tuple[dict[str, object], str, str]] = {
    "owner": ({"user": "ada"}, "InvalidInput", "'ada' owns this matter"),
    "nobody": ({"user": "nobody"}, "NotFound", "User 'nobody' not found"),
    "deactivated": ({"user": "eva"}, "NotFound", "User 'eva' not found"),
    "of another tenant": ({"user": "rex"}, "NotFound", "User 'rex' not found"),
    "auditor": ({"user": "aud"}, "InvalidInput", "'aud' is AUDITOR, a role that sees no matter"),
    "no part": ({"role": "owner"}, "BadArguments", "Parameter 'role'"),
    "no matter": ({"matter_id": "x"}, "InvalidInput", "Invalid matter ID format"),
}


@pytest.mark.parametrize("case", NOT_SHARED)
def test_share_that_makes_no_sense(case: str) -> None:
    """A matter is shared with an active user who can see matters, in one of the three parts."""
    changed, kind, message = NOT_SHARED[case]
    house = MemoryMatter(policy=POLICY)
    for name, role in (("bo", "CLIENT"), ("eva", "CLIENT"), ("aud", "AUDITOR")):
        add(house, name, role)
    house.users.deactivate(TENANT, ActorId("eva"))
    house.users.add(TenantId("rival"), ActorId("rex"), role="CLIENT", key_hash="r", at=START)
    arguments = {"matter_id": house.id, "user": "bo", "role": "client", **changed}
    result = house.governed.call("share_matter", arguments, person("ada", "PARTNER"))
    assert result.metadata.error_kind == kind
    assert message in result.content
    assert house.participants.of_matter(TENANT, house.matters.all(TENANT)[0].id) == []


def test_ending_a_part_that_nobody_has() -> None:
    """Who takes no part cannot be taken out, and it is said where to look."""
    house = MemoryMatter(policy=POLICY)
    result = house.governed.call("unshare_matter", {"matter_id": house.id, "user": "bo"}, person("ada", "PARTNER"))
    assert result.metadata.error_kind == "NotFound"
    assert "'bo' takes no part in this matter" in result.content
