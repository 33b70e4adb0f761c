"""Tests of the tools about accounts: invitations, service accounts, roles, API keys, identities, sessions."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.accounts import INVITATION_ENDS, Invitation, Session, UserKind
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, MatterId
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status
from casewright.tools.open_invitations import SET_UP
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import ToolResult

POLICY = compile_policy(shipped_policy())
HASH, OTHER = "ab" * 32, "cd" * 32
ROOT, ADA, CY = ActorId("root"), ActorId("ada"), ActorId("cy")
CRON = ActorId("cron")
NOTHING: Mapping[str, object] = MappingProxyType({})
ROLES = {ROOT: "ADMIN", ADA: "PARTNER", CY: "CLIENT"}


def house() -> MemoryMatter:
    """A matter of ada's, in a tenant with an ADMIN, a client and a service account."""
    made = MemoryMatter(policy=POLICY)
    for name, role in ROLES.items():
        made.users.add(TENANT, name, role=role, at=START)
    made.users.add(TENANT, CRON, role="ANALYST", at=START, kind=UserKind.SERVICE_ACCOUNT)
    return made


def by(name: ActorId, matter: str | None = None) -> CallContext:
    return CallContext(
        Actor(TENANT, name, ROLES.get(name, "ADMIN")), matter=None if matter is None else MatterId(matter)
    )


def called(made: MemoryMatter, who: ActorId, tool: str, **arguments: object) -> ToolResult:
    return made.governed.call(tool, arguments, by(who))


def key(made: MemoryMatter, who: ActorId = ADA, changed: Mapping[str, object] = NOTHING) -> ToolResult:
    arguments = {"name": "night run", "key_hash": HASH, "tools": "*", **changed}
    return made.governed.call("add_api_key", arguments, by(who))


def told(result: ToolResult) -> dict[str, Any]:
    assert isinstance(result.structured, dict), result.content
    return result.structured


def test_person_is_invited() -> None:
    """The invitation is for that name and role, for 72 hours; the audit has not even its hash."""
    made = house()
    result = called(made, ROOT, "invite_user", name="bo", role="ANALYST", invitation_hash=HASH)
    kept = made.accounts.invitations.get(TENANT, HASH)
    assert kept is not None
    assert told(result) == {
        "invitation_id": kept.id,
        "name": "bo",
        "role": "ANALYST",
        "invited_by": "root",
        "created_at": "2025-03-14T09:26:53.589793+00:00",
        "expires_at": "2025-03-17T09:26:53.589793+00:00",
    }
    assert (kept.name, kept.role, kept.invited_by, kept.used_at) == ("bo", "ANALYST", "root", None)
    assert HASH not in repr(made.governed.events())


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"name": "ada"}, "The name 'ada' is taken"),
        ({"role": "BOSS"}, "There is no role 'BOSS' for people"),
        ({"role": "document_agent"}, "There is no role 'document_agent' for people"),
        ({"name": "../bo"}, "Parameter 'name'"),
        ({"invitation_hash": "secret"}, "Parameter 'invitation_hash'"),
        ({"invitation_hash": OTHER}, "an invitation with this hash already"),
    ],
)
def test_invitation_that_cannot_be(changed: dict[str, object], message: str) -> None:
    """A taken name, a role of nobody's, and what is no hash, or another's."""
    made = house()
    called(made, ROOT, "invite_user", name="eva", role="CLIENT", invitation_hash=OTHER)
    arguments = {"name": "bo", "role": "CLIENT", "invitation_hash": HASH, **changed}
    assert message in called(made, ROOT, "invite_user", **arguments).content
    assert made.accounts.invitations.get(TENANT, HASH) is None


def test_open_invitations_are_listed_and_taken_back() -> None:
    """Those that can be followed, by an id from which no secret is told; what was taken back is there no more."""
    made = house()
    first = told(called(made, ROOT, "invite_user", name="bo", role="ANALYST", invitation_hash=HASH))
    second = told(called(made, ROOT, "invite_user", name="eva", role="CLIENT", invitation_hash=OTHER))
    listed = called(made, ROOT, "list_invitations")
    ids = {one["invitation_id"]: one for one in told(listed)["invitations"]}
    assert ids == {first["invitation_id"]: first, second["invitation_id"]: second}
    assert not any(hash_[:16] in listed.content for hash_ in (HASH, OTHER))
    assert told(called(made, ROOT, "revoke_invitation", invitation_id=first["invitation_id"])) == first
    assert made.accounts.invitations.get(TENANT, HASH) is None
    assert told(called(made, ROOT, "list_invitations")) == {"invitations": [second], "total_count": 1}
    for gone in (first["invitation_id"], HASH, "none"):
        assert "not found" in called(made, ROOT, "revoke_invitation", invitation_id=gone).content


@pytest.mark.parametrize("why", ["followed", "expired", "inviter deactivated", "set up"])
def test_link_that_leads_nowhere_is_not_listed(why: str) -> None:
    """Nor can it be taken back: who joined by it is deactivated instead."""
    made = house()
    view = told(called(made, ROOT, "invite_user", name="bo", role="ANALYST", invitation_hash=HASH))
    gone = view["invitation_id"]
    if why == "followed":
        made.accounts.invitations.use(TENANT, HASH, START)
    elif why == "expired":
        made.clock.advance(hours=72)
    elif why == "inviter deactivated":
        made.users.add(TENANT, ActorId("max"), role="ADMIN", at=START)
        made.users.deactivate(TENANT, ROOT)
    else:
        made.accounts.invitations.take_back(TENANT, HASH)
        set_up = Invitation(TENANT, OTHER, None, "ADMIN", SET_UP, START, START + INVITATION_ENDS)
        made.accounts.invitations.add(set_up)
        gone = set_up.id
    by_admin = ActorId("max") if why == "inviter deactivated" else ROOT
    assert told(called(made, by_admin, "list_invitations"))["invitations"] == []
    assert "not found" in called(made, by_admin, "revoke_invitation", invitation_id=gone).content


def test_service_account_is_a_user_of_its_kind() -> None:
    """It is listed as such, and takes part in matters as people do."""
    made = house()
    added = told(called(made, ROOT, "add_service_account", name="bot", role="CLIENT"))
    assert (added["kind"], added["role"]) == ("service_account", "CLIENT")
    assert "taken" in called(made, ROOT, "add_service_account", name="bot", role="CLIENT").content
    assert "no role" in called(made, ROOT, "add_service_account", name="bot-2", role="x").content
    shared = called(made, ROOT, "share_matter", matter_id=made.id, user="bot", role="observer")
    assert shared.success


def test_role_is_set_but_for_the_last_administrator() -> None:
    """From then on they have it; the last ADMIN keeps theirs, and a role has to be one."""
    made = house()
    assert told(called(made, ROOT, "set_role", user="ada", role="ADMIN"))["role"] == "ADMIN"
    assert told(called(made, ROOT, "set_role", user="root", role="PARTNER"))["role"] == "PARTNER"
    last = called(made, ADA, "set_role", user="ada", role="CLIENT")
    assert last.status is Status.DENIED  # by the role that the caller has here, PARTNER
    refused = made.governed.call("set_role", {"user": "ada", "role": "CLIENT"}, by(ActorId("x")))
    assert refused.metadata.error_kind == "Refused"
    assert "'ada' is the last active ADMIN" in refused.content
    assert "no role 'x'" in made.governed.call("set_role", {"user": "ada", "role": "x"}, by(ActorId("x"))).content
    missing = made.governed.call("set_role", {"user": "nobody", "role": "CLIENT"}, by(ActorId("x")))
    assert missing.metadata.error_kind == "NotFound"


@pytest.mark.requirement("accounts-keys")
def test_key_of_ones_own() -> None:
    """It is confined as asked, and shown without its secret; it can be revoked once and for all."""
    made = house()
    made.clock.advance(hours=1)
    confined = {"tools": ["isaacus_iql", "list_matters"], "matter_id": made.id.upper(), "expires_days": 2}
    added = told(key(made, changed=confined))
    assert added["user"] == "ada"
    assert (added["tools"], added["matter_id"]) == (["isaacus_iql", "list_matters"], made.id)
    assert (added["state"], added["expires_at"][:16]) == ("active", "2025-03-16T10:26")
    assert HASH not in repr(made.governed.events())
    kept = made.accounts.api_keys.of_hash(TENANT, HASH)
    assert kept is not None
    assert (kept.id, kept.created_by) == (added["key_id"], "ada")
    assert told(called(made, ADA, "list_api_keys"))["keys"] == [added]
    revoked = told(called(made, ADA, "revoke_api_key", key_id=added["key_id"]))
    assert (revoked["state"], revoked["revoked_at"]) == ("revoked", made.clock.now().isoformat())
    assert told(called(made, ADA, "list_api_keys")) == {"keys": [revoked], "total_count": 1}


def test_expired_key_is_listed_as_such() -> None:
    """It stays in the list."""
    made = house()
    key(made, changed={"expires_days": 1})
    made.clock.advance(days=1)
    assert told(called(made, ADA, "list_api_keys"))["keys"][0]["state"] == "expired"


def test_keys_of_others_are_not_there() -> None:
    """Neither listed nor revoked, in the words for one that is missing; ADMIN sees and revokes all."""
    made = house()
    mine = told(key(made))
    assert told(called(made, CY, "list_api_keys"))["keys"] == []
    missing, foreign = (called(made, CY, "revoke_api_key", key_id=one) for one in ("none", mine["key_id"]))
    assert foreign.metadata.error_kind == missing.metadata.error_kind == "NotFound"
    assert foreign.content.replace(mine["key_id"], "none") == missing.content
    assert told(called(made, ROOT, "list_api_keys"))["keys"] == [mine]
    assert told(called(made, ROOT, "revoke_api_key", key_id=mine["key_id"]))["state"] == "revoked"


def test_administrator_makes_keys_for_programs_alone() -> None:
    """A service account's, and no other person's; nobody else makes any for others."""
    made = house()
    assert told(key(made, ROOT, {"user": "cron"}))["user"] == "cron"
    person = key(made, ROOT, {"user": "ada", "key_hash": OTHER})
    assert "'ada' is a person, who makes keys of their own" in person.content
    assert "'nobody' not found" in key(made, ROOT, {"user": "nobody", "key_hash": OTHER}).content
    for user in ("cron", "nobody"):
        assert "Only ADMIN makes keys for others" in key(made, ADA, {"user": user, "key_hash": OTHER}).content
    assert made.accounts.api_keys.of_hash(TENANT, OTHER) is None


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"tools": ["isaacus_iql", "nothing"]}, "There is no tool 'nothing'"),
        ({"tools": []}, "Name at least one tool"),
        ({"tools": ["*"]}, "There is no tool '*'"),
        ({"tools": ["add_api_key"]}, "'add_api_key' gives others access"),
        ({"tools": "isaacus_iql"}, "Parameter 'tools'"),
        ({"matter_id": "x"}, "Invalid matter ID format"),
        ({"expires_days": 0}, "Parameter 'expires_days'"),
        ({"expires_days": 367}, "Parameter 'expires_days'"),
        ({"key_hash": "secret"}, "Parameter 'key_hash'"),
        ({"key_hash": OTHER}, "a key with this hash already"),
        ({"name": ""}, "Parameter 'name'"),
    ],
)
def test_key_that_cannot_be(changed: dict[str, object], message: str) -> None:
    """What is no tool, no matter, no time or no hash, and what would give more than the key has."""
    made = house()
    key(made, changed={"key_hash": OTHER})
    assert message in key(made, changed=changed).content
    assert made.accounts.api_keys.of_hash(TENANT, HASH) is None


def test_who_is_no_stored_user_has_no_keys() -> None:
    """The operating system's user of a home acts without being stored."""
    assert "is no stored user and has no keys" in key(house(), ActorId("os")).content


def test_confined_caller_makes_no_wider_key() -> None:
    """In the context of a matter the key is for that one."""
    made = house()
    arguments = {"name": "n", "key_hash": HASH, "tools": "*"}
    refused = made.governed.call("add_api_key", arguments, by(ADA, made.id))
    assert "You work in one matter alone" in refused.content
    assert told(made.governed.call("add_api_key", {**arguments, "matter_id": made.id}, by(ADA, made.id)))["matter_id"]


def test_identity_is_linked_to_one_person() -> None:
    """An active person's, and nobody else's after that."""
    made = house()
    identity = {"issuer": "https://id.example", "subject": "s"}
    assert told(called(made, ROOT, "link_identity", user="ada", **identity)) == {"user": "ada", **identity}
    assert called(made, ROOT, "link_identity", user="ada", **identity).success
    assert "another user's already" in called(made, ROOT, "link_identity", user="cy", **identity).content
    for stranger in ("nobody", "cron"):
        other = {**identity, "subject": "t"}
        assert called(made, ROOT, "link_identity", user=stranger, **other).metadata.error_kind == "NotFound"
    assert made.accounts.identities.find(TENANT, "https://id.example", "s") == "ada"
    assert made.accounts.identities.find(TENANT, "https://id.example", "t") is None


def test_sessions_are_ended_by_oneself_and_by_administrators() -> None:
    """Others are told the same, whether or not there is such a user."""
    made = house()
    for hash_, user in (("1", ADA), ("2", ADA), ("3", CY)):
        made.accounts.sessions.add(Session(TENANT, hash_, user, START, START))
    for other in ("ada", "nobody"):
        assert "Only ADMIN ends the sessions of others" in called(made, CY, "end_sessions", user=other).content
    assert told(called(made, CY, "end_sessions", user="cy")) == {"user": "cy", "ended": 1}
    assert told(called(made, ROOT, "end_sessions", user="ada")) == {"user": "ada", "ended": 2}
    assert called(made, ROOT, "end_sessions", user="nobody").metadata.error_kind == "NotFound"
    assert made.accounts.sessions.get(TENANT, "1") is None
