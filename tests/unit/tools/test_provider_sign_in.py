"""Tests of casewright.tools.provider_sign_in, at a provider that listens on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.oidc.provider import OpenIdProvider
from casewright.domain.actors import Actor
from casewright.domain.ids import TenantId
from casewright.errors import Refused, Unavailable
from casewright.tools.provider_sign_in import ProviderSignIn
from tests.fakes.account_house import ACME, ADA, HOME, RIVAL, AccountHouse
from tests.openid_server import CLIENT, SECRET, Provider, openid_provider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.tools.accounts import SignedIn

pytestmark = pytest.mark.requirement("accounts-openid")
BACK = "https://casewright.example/sign-in/provider/callback"


class Door:
    """The accounts of a house with ada, whom the provider knows, and sign-in at that provider."""

    def __init__(self, provider: Provider, tenant: TenantId = ACME) -> None:
        self.provider, self.house = provider, AccountHouse()
        provider.now = lambda: self.house.clock.now().timestamp()
        self.client = OpenIdProvider(provider.address, CLIENT, SECRET, clock=self.house.clock, timeout=5.0)
        self.house.accounts.link_identity(Actor(ACME, ADA, "PARTNER"), provider.address, "248289761001")
        self.sign_in = self.to(tenant)

    def to(self, tenant: TenantId) -> ProviderSignIn:
        """Sign-in into this tenant."""
        house = self.house
        return ProviderSignIn(
            self.client, accounts=house.accounts, begun=house.begun_sign_ins, clock=house.clock, tenant=tenant
        )

    def whole(self) -> SignedIn:
        """The whole way of a browser."""
        address, kept = self.sign_in.start(BACK)
        return self.sign_in.finish(self.provider.sign_in(address), kept)


@pytest.fixture
def door() -> Iterator[Door]:
    """A provider that does as it should, and who signs in there."""
    with openid_provider() as provider:
        made = Door(provider)
        yield made
        made.client.close()


def test_known_person_is_signed_in_and_recorded(door: Door) -> None:
    """In their tenant, by the provider's name."""
    signed_in = door.whole()
    assert door.house.accounts.of_session(signed_in.secret).actor == Actor(ACME, ADA, "PARTNER")
    assert door.house.last() == ("auth.signed_in", "ada", "PARTNER")
    assert door.house.events()[-1]["tool_args"] == {"by": door.provider.address}


def test_what_was_begun_comes_back_once(door: Door) -> None:
    """The second time the provider is not even asked."""
    address, kept = door.sign_in.start(BACK)
    answer = door.provider.sign_in(address)
    door.sign_in.finish(answer, kept)
    asked = len(door.provider.asked)
    with pytest.raises(Refused, match="was finished already"):
        door.sign_in.finish(answer, kept)
    assert len(door.provider.asked) == asked
    assert door.house.last() == ("auth.refused", "unknown", "")


@pytest.mark.parametrize("minutes", [10, 60])
def test_what_was_begun_too_long_ago_does_not_come_back(door: Door, minutes: int) -> None:
    """Ten minutes are for whoever looks for their password."""
    address, kept = door.sign_in.start(BACK)
    door.house.clock.advance(minutes=minutes)
    with pytest.raises(Refused, match="took too long"):
        door.sign_in.finish(door.provider.sign_in(address), kept)


def test_what_nobody_began_is_refused_before_the_provider_is_asked(door: Door) -> None:
    """However well it is made."""
    address, kept = door.client.start(BACK)
    with pytest.raises(Refused, match="was not begun in this browser"):
        door.sign_in.finish(door.provider.sign_in(address), kept)
    assert "/token" not in door.provider.asked


def test_failed_return_uses_what_was_begun_up(door: Door) -> None:
    """Whoever guesses at the state, or finds the provider away, begins again."""
    address, kept = door.sign_in.start(BACK)
    answer = door.provider.sign_in(address)
    with pytest.raises(Refused, match="belongs to another sign-in"):
        door.sign_in.finish({**answer, "state": "guessed"}, kept)
    with pytest.raises(Refused, match="was finished already"):
        door.sign_in.finish(answer, kept)
    assert [event["event_type"] for event in door.house.events()[-2:]] == ["auth.refused"] * 2

    address, kept = door.sign_in.start(BACK)
    door.provider.answers["/token"] = (500, b"{}")
    with pytest.raises(Unavailable):
        door.sign_in.finish(door.provider.sign_in(address), kept)


@pytest.mark.parametrize(("tenant", "recorded"), [(RIVAL, RIVAL), (HOME, HOME), (TenantId("nowhere"), HOME)])
def test_identity_of_another_tenant_is_nobody(tenant: TenantId, recorded: TenantId) -> None:
    """What is begun for one tenant does not come back for another; and there nobody is known by it."""
    with openid_provider() as provider:
        door = Door(provider, tenant)
        with pytest.raises(Refused, match="Nobody here is known by this sign-in"):
            door.whole()
        assert door.house.last(recorded) == ("auth.refused", "unknown", "")
        address, kept = door.sign_in.start(BACK)
        with pytest.raises(Refused, match="was not begun in this browser"):
            door.to(ACME).finish(provider.sign_in(address), kept)
        door.client.close()
