"""Tests of casewright.tools.accounts: tenants, invitations, API keys and identities elsewhere."""

from __future__ import annotations

import pytest

from casewright.domain.accounts import EVERY_TOOL, UserKind
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.tools.key_scope import GIVE_ACCESS
from casewright.tools.open_invitations import SET_UP
from casewright.tools.user_keys import hash_key, write_key
from tests.fakes.account_house import ACME, ADA, HOME, PASSWORD, RIVAL, AccountHouse
from tests.fakes.fixed_clock import START

OPERATOR = Actor(HOME, ActorId("root"), "ADMIN")
BO, KEY = ActorId("bo"), b"k" * 32
ISSUER = "https://id.example"


def test_tenant_is_made_once_and_recorded() -> None:
    """In its own audit, by whoever made it; an id that is taken or none is refused."""
    house = AccountHouse()
    made = house.accounts.add_tenant(TenantId("smith"), "Smith & Co.", OPERATOR)
    assert (made.title, made.created_at) == ("Smith & Co.", START)
    assert house.last(TenantId("smith")) == ("auth.tenant_added", "root", "ADMIN")
    assert [one.id for one in house.accounts.tenants()] == ["acme", "rival", "smith"]
    for taken in ("smith", "local"):
        with pytest.raises(InvalidInput, match="already"):
            house.accounts.add_tenant(TenantId(taken), "", OPERATOR)
    for none in ("", "Smith", "-a", "a.b", "a" * 64, "a\n"):
        with pytest.raises(InvalidInput, match="no tenant's name"):
            house.accounts.add_tenant(TenantId(none), "", OPERATOR)


@pytest.mark.requirement("accounts-links")
@pytest.mark.parametrize("tenant", [RIVAL, HOME])
def test_first_user_follows_the_newest_set_up_link(tenant: TenantId) -> None:
    """They are ADMIN under the name they choose; no other link is good, before or after."""
    house = AccountHouse()
    old, link = house.accounts.set_up_link(tenant), house.accounts.set_up_link(tenant)
    assert house.last(tenant) == ("auth.set_up_link_made", SET_UP, "ADMIN")
    assert house.accounts.invitation(link).role == "ADMIN"
    with pytest.raises(Refused):
        house.accounts.accept_invitation(old, PASSWORD, "eva")
    signed_in = house.accounts.accept_invitation(link, PASSWORD, "eva")
    assert signed_in.actor == Actor(tenant, ActorId("eva"), "ADMIN")
    assert house.last(tenant) == ("auth.invitation_accepted", "eva", "ADMIN")
    assert house.accounts.of_session(signed_in.secret).actor == signed_in.actor
    assert house.accounts.sign_in(tenant, "eva", PASSWORD).actor == signed_in.actor
    with pytest.raises(Refused):
        house.accounts.accept_invitation(link, PASSWORD, "eve")
    with pytest.raises(Refused, match="has users already"):
        house.accounts.set_up_link(tenant)


def test_set_up_link_ends_with_the_first_user() -> None:
    """Whoever else became a user meanwhile is the first; without a tenant there is no link."""
    house = AccountHouse()
    link = house.accounts.set_up_link(RIVAL)
    house.add(BO, "ADMIN", RIVAL)
    with pytest.raises(Refused):
        house.accounts.accept_invitation(link, PASSWORD, "eve")
    with pytest.raises(NotFound, match="'nowhere' not found"):
        house.accounts.set_up_link(TenantId("nowhere"))


def test_invitation_is_for_its_name_and_role() -> None:
    """Who follows it is that user; a password or a name that cannot be used leaves it as it is."""
    house = AccountHouse()
    link = house.invite("bo", ADA)
    for password, name in (("short", None), (PASSWORD, "eve")):
        with pytest.raises(InvalidInput):
            house.accounts.accept_invitation(link, password, name)
    assert house.accounts.accept_invitation(link, PASSWORD).actor == Actor(ACME, BO, "CLIENT")
    assert house.events()[-1]["tool_args"] == {"invited_by": "ada"}
    with pytest.raises(Refused, match="followed already"):
        house.accounts.accept_invitation(link, PASSWORD)


def test_taken_name_leaves_the_invitation() -> None:
    """It can be followed under another name, where it leaves that open."""
    house = AccountHouse()
    link = house.invite(None, ADA)
    for name in ("ada", "", "Bo"):
        with pytest.raises(InvalidInput):
            house.accounts.accept_invitation(link, PASSWORD, name)
    assert house.accounts.accept_invitation(link, PASSWORD, "bo").actor.id == BO


@pytest.mark.requirement("accounts-links")
@pytest.mark.parametrize("why", ["expired", "inviter deactivated", "garbage", "other tenant"])
def test_invitation_that_is_no_good(why: str) -> None:
    """All hear the same, and nobody is added."""
    house = AccountHouse()
    link = house.invite("bo", ADA)
    if why == "expired":
        house.clock.advance(hours=72)
    elif why == "inviter deactivated":
        house.users.deactivate(ACME, ADA)
    elif why == "garbage":
        link = "cwi.acme.x"
    else:
        link = link.replace("acme", "rival")
    with pytest.raises(Refused, match="The link was followed already, has expired or is none of ours"):
        house.accounts.accept_invitation(link, PASSWORD)
    assert house.users.get(ACME, BO) is None
    assert house.last({"garbage": HOME, "other tenant": RIVAL}.get(why, ACME))[0] == "auth.refused"


def test_api_key_is_its_user() -> None:
    """In the stored role, confined as the key is; when it was used is noted, to the minute."""
    house = AccountHouse()
    text = house.key("isaacus_iql", matter="m-1")
    holder = house.accounts.of_api_key(text)
    assert (holder.actor, holder.scope.matter) == (Actor(ACME, ADA, "PARTNER"), MatterId("m-1"))
    assert holder.scope.may_call("isaacus_iql")
    assert not holder.scope.may_call("list_matters")
    assert house.events() == []
    house.clock.advance(seconds=59)
    house.accounts.of_api_key(text)
    (key,) = house.api_keys.all(ACME)
    assert key.used_at == START
    house.clock.advance(seconds=1)
    house.accounts.of_api_key(text)
    (key,) = house.api_keys.all(ACME)
    assert key.used_at == house.clock.now()


@pytest.mark.requirement("accounts-programs")
def test_service_account_is_no_person() -> None:
    """By its key it is a program with the role that is stored."""
    house = AccountHouse()
    house.add(ActorId("cron"), kind=UserKind.SERVICE_ACCOUNT)
    holder = house.accounts.of_api_key(house.key(EVERY_TOOL, user=ActorId("cron")))
    assert holder.actor == Actor(ACME, ActorId("cron"), "PARTNER", ActorKind.SERVICE_ACCOUNT)


@pytest.mark.requirement("accounts-keys")
@pytest.mark.parametrize("tool", sorted(GIVE_ACCESS))
def test_confined_key_gives_nobody_access(tool: str) -> None:
    """What would give more than the key has needs one that is confined by nothing."""
    house = AccountHouse()
    allowed = [
        house.accounts.of_api_key(house.key(*tools, matter=matter)).scope.may_call(tool)
        for tools, matter in ((("*",), None), (("*",), "m"), ((tool,), None))
    ]
    assert allowed == [True, False, False]


@pytest.mark.requirement("accounts-keys")
@pytest.mark.parametrize("why", ["revoked", "expired", "deactivated", "other tenant", "session", "garbage"])
def test_api_key_that_opens_nothing(why: str) -> None:
    """All hear the same, recorded; the key stands nowhere."""
    house = AccountHouse()
    text = house.key(EVERY_TOOL)
    if why == "revoked":
        house.api_keys.revoke(ACME, house.api_keys.all(ACME)[0].id, START)
    elif why == "expired":
        house.clock.advance(hours=1)
    elif why == "deactivated":
        house.users.deactivate(ACME, ADA)
    else:
        changed = {"other tenant": text.replace("acme", "rival"), "session": text.replace("cwk", "cws")}
        text = changed.get(why, "cwk.acme")
    with pytest.raises(Refused, match="The API key is none of ours, is revoked or has expired"):
        house.accounts.of_api_key(text)
    place = {"other tenant": RIVAL, "session": HOME, "garbage": HOME}.get(why, ACME)
    assert house.last(place)[0] == "auth.refused"
    assert text.rpartition(".")[2] not in str(house.events(place)) or why == "garbage"


def test_personal_key_is_of_the_home() -> None:
    """A key without a tenant is that of a user of the home's own, and confined by nothing."""
    house = AccountHouse()
    house.users.add(HOME, BO, role="ADMIN", at=START, key_hash=hash_key(KEY))
    holder = house.accounts.of_api_key(write_key(KEY) + "\n")
    assert (holder.actor, holder.scope.matter) == (Actor(HOME, BO, "ADMIN"), None)
    assert holder.scope.may_call("set_role")
    with pytest.raises(Refused, match="not that of a user"):
        house.accounts.of_api_key(write_key(b"n" * 32))
    assert house.last(HOME)[0] == "auth.refused"


def test_linked_identity_signs_in() -> None:
    """Whom a provider knows is the user that it was linked to, once, in that tenant."""
    house = AccountHouse()
    with pytest.raises(Refused, match="Nobody here is known by this sign-in"):
        house.accounts.sign_in_by_identity(ACME, ISSUER, "s")
    assert house.last()[:2] == ("auth.refused", "unknown")
    house.accounts.link_identity(Actor(ACME, ADA, "PARTNER"), ISSUER, "s")
    assert house.last() == ("auth.identity_linked", "ada", "PARTNER")
    assert house.accounts.find_identity(ACME, ISSUER, "s") == ADA
    signed_in = house.accounts.sign_in_by_identity(ACME, ISSUER, "s")
    assert signed_in.actor == Actor(ACME, ADA, "PARTNER")
    assert house.events()[-1]["tool_args"] == {"by": ISSUER}
    again = house.accounts.sign_in_by_identity(ACME, ISSUER, "s", signed_in.secret)
    assert house.accounts.of_session(again.secret) == again
    for tenant, issuer in ((RIVAL, ISSUER), (ACME, "https://other")):
        with pytest.raises(Refused):
            house.accounts.sign_in_by_identity(tenant, issuer, "s")
    with pytest.raises(Refused):
        house.accounts.of_session(signed_in.secret)
    house.users.deactivate(ACME, ADA)
    with pytest.raises(Refused, match="Nobody here"):
        house.accounts.sign_in_by_identity(ACME, ISSUER, "s")


def test_identity_of_another_is_not_linked() -> None:
    """Who has it keeps it."""
    house = AccountHouse()
    house.add(BO)
    house.accounts.link_identity(Actor(ACME, ADA, "PARTNER"), ISSUER, "s")
    with pytest.raises(Refused, match="linked to another user"):
        house.accounts.link_identity(Actor(ACME, BO, "PARTNER"), ISSUER, "s")
    assert house.last() == ("auth.refused", "bo", "PARTNER")
    assert house.accounts.find_identity(ACME, ISSUER, "s") == ADA
