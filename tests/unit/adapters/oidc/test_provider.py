"""Tests of casewright.adapters.oidc, against a provider that listens on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from casewright.adapters.oidc.provider import OpenIdProvider, Proved
from casewright.errors import Refused, Unavailable
from tests.fakes.fixed_clock import START, FixedClock
from tests.openid_server import CLIENT, SECRET, Provider, openid_provider

if TYPE_CHECKING:
    from collections.abc import Iterator

BACK = "http://127.0.0.1:8000/signed-in"
NOW = int(START.timestamp())


class Door:
    """A client of the provider, and its clock."""

    def __init__(self, provider: Provider, secret: str | None = SECRET) -> None:
        self.provider, self.clock = provider, FixedClock()
        provider.now = lambda: self.clock.now().timestamp()
        self.client = OpenIdProvider(provider.address, CLIENT, secret, clock=self.clock, timeout=5.0)

    def sign_in(self) -> Proved:
        """The whole way of a browser."""
        address, kept = self.client.start(BACK)
        return self.client.finish(self.provider.sign_in(address), kept)


@pytest.fixture
def door() -> Iterator[Door]:
    """A provider that does as it should, and its client."""
    with openid_provider() as provider:
        door = Door(provider)
        yield door
        door.client.close()


def test_provider_says_who_signed_in(door: Door) -> None:
    """Issuer, subject, verified address and name; what the browser carries is new each time."""
    assert door.sign_in() == Proved(door.provider.address, "248289761001", "ada@example.com", "Ada L.")
    first, second = (door.client.start(BACK) for _ in range(2))
    asked = [parse_qs(urlsplit(address).query) for address, _ in (first, second)]
    assert all(asked[0][name] != asked[1][name] for name in ("state", "nonce", "code_challenge"))
    assert asked[0]["redirect_uri"] == [BACK]
    assert asked[0]["code_challenge"][0] not in first[1]
    assert door.sign_in().subject == "248289761001"
    assert door.provider.asked.count("/.well-known/openid-configuration") == 1
    assert door.provider.asked.count("/keys") == 1


def test_documents_are_asked_for_again_after_an_hour(door: Door) -> None:
    """And a key that was not there yet at once."""
    door.sign_in()
    door.provider.rotate("second")
    assert door.sign_in().name == "Ada L."
    assert door.provider.asked.count("/keys") == 2
    door.clock.advance(hours=1)
    door.sign_in()
    assert door.provider.asked.count("/keys") == 3
    assert door.provider.asked.count("/.well-known/openid-configuration") == 2


@pytest.mark.parametrize("claims", [{"email_verified": None}, {"email_verified": "true"}, {"email": 1, "name": 2}])
def test_address_that_is_not_verified_is_none(door: Door, claims: dict[str, object]) -> None:
    """Neither is what is no text."""
    door.provider.claims = claims
    assert door.sign_in().email is None


def test_client_shows_its_secret_in_the_form_where_the_provider_wants_that(door: Door) -> None:
    """As its discovery says."""
    door.provider.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    assert door.sign_in().name == "Ada L."


BENT: dict[str, tuple[dict[str, object], str]] = {
    "wrong nonce": ({"nonce": "x"}, "belongs to another sign-in"),
    "no nonce": ({"nonce": None}, "belongs to another sign-in"),
    "wrong audience": ({"aud": "another"}, "is for another client"),
    "audience and others": ({"aud": [CLIENT, "another"]}, "is for another client"),
    "wrong audience, from us": ({"aud": "another", "azp": CLIENT}, "is for another client"),
    "no audience": ({"aud": None}, "is for another client"),
    "for another party": ({"azp": "another"}, "is for another client"),
    "other issuer": ({"iss": "https://id.example"}, "comes from another provider"),
    "no issuer": ({"iss": None}, "comes from another provider"),
    "expired": ({"exp": NOW - 61}, "has expired"),
    "never expires": ({"exp": None}, r"lacks what an ID token holds \(exp\)"),
    "of tomorrow": ({"iat": NOW + 86_400}, "ID token"),
    "nobody": ({"sub": None}, r"lacks what an ID token holds \(sub\)"),
    "empty subject": ({"sub": ""}, "ID token"),
    "subject that is a number": ({"sub": 1}, "ID token"),
    "of another access token": ({"at_hash": "x"}, "belongs to another access token"),
}


@pytest.mark.requirement("accounts-openid")
@pytest.mark.parametrize("case", BENT)
def test_token_that_does_not_hold_is_refused(door: Door, case: str) -> None:
    """With what is wrong with it, and what to do."""
    door.provider.claims, message = BENT[case]
    with pytest.raises(Refused, match=f"{message}.*sign in again"):
        door.sign_in()
    door.provider.claims = {}
    assert door.sign_in().name == "Ada L."


@pytest.mark.requirement("accounts-openid")
@pytest.mark.parametrize("way", ["unsigned", "signed_by_stranger", "signed_by_public_key"])
def test_token_that_the_provider_did_not_sign_is_refused(door: Door, way: str) -> None:
    """Of no algorithm, by another key, or by what everybody knows."""
    door.provider.sign = getattr(door.provider, way)
    with pytest.raises(Refused, match="is not signed by a key of the provider's"):
        door.sign_in()


def test_clocks_may_differ_by_a_minute(door: Door) -> None:
    """And no more."""
    door.provider.claims = {"exp": NOW - 59, "iat": NOW + 59}
    assert door.sign_in().name == "Ada L."


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"state": "x"}, "belongs to another sign-in"),
        ({"state": "\udc80"}, "belongs to another sign-in"),
        ({"iss": "https://id.example"}, "comes from another provider"),
        ({"code": ""}, "has no code"),
        ({"code": "guessed"}, r"did not take its own code back \(invalid_grant\)"),
        ({"error": "access_denied"}, r"did not sign you in \(access_denied\)"),
        ({"error": "<b>x</b>"}, r"did not sign you in \(no reason\)"),
    ],
)
def test_answer_that_was_changed_on_its_way(door: Door, changed: dict[str, str], message: str) -> None:
    """Another state, another provider, no code, a code that was guessed, and what the provider refused itself."""
    address, kept = door.client.start(BACK)
    with pytest.raises(Refused, match=message):
        door.client.finish({**door.provider.sign_in(address), **changed}, kept)


def test_code_is_of_the_browser_that_began(door: Door) -> None:
    """A code that another browser was given does not fit what this one kept; nor does one that was taken."""
    (mine, kept), (other, _) = door.client.start(BACK), door.client.start(BACK)
    stolen = {**door.provider.sign_in(other), "state": parse_qs(urlsplit(mine).query)["state"][0]}
    with pytest.raises(Refused, match="invalid_grant"):
        door.client.finish(stolen, kept)
    answer = door.provider.sign_in(mine)
    door.client.finish(answer, kept)
    with pytest.raises(Refused, match="invalid_grant"):
        door.client.finish(answer, kept)


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"state": "", "nonce": "", "verifier": "", "redirect_uri": ""}'])
def test_nothing_was_kept(door: Door, kept: str) -> None:
    """An answer without a beginning is refused, whatever its state."""
    with pytest.raises(Refused, match="was not begun in this browser"):
        door.client.finish({"state": "", "code": "c"}, kept)


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"issuer": "https://id.example"}, "calls itself 'https://id.example'"),
        ({"issuer": None}, "calls itself 'None'"),
        ({"token_endpoint": "http://id.example/token"}, "names no https address as its token_endpoint"),
        ({"jwks_uri": 1}, "names no https address as its jwks_uri"),
        ({"authorization_endpoint": "javascript:x"}, "names no https address as its authorization_endpoint"),
    ],
)
def test_provider_that_is_another(door: Door, metadata: dict[str, object], message: str) -> None:
    """It has to call itself as it was set, and to be reached where nobody listens."""
    door.provider.metadata = metadata
    with pytest.raises(Unavailable, match=message):
        door.client.start(BACK)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((404, b"{}"), "answers with 404"),
        ((302, b""), "answers with 302"),
        ((200, b"x"), "no JSON"),
        ((200, b"[]"), "no JSON object"),
        ((200, b" " * 1_000_001), "more than 1,000,000 bytes"),
    ],
)
def test_provider_that_does_not_answer_as_one(door: Door, answer: tuple[int, bytes], message: str) -> None:
    """It is unavailable, and asked again the next time."""
    door.provider.answers["/.well-known/openid-configuration"] = answer
    with pytest.raises(Unavailable, match=message):
        door.client.start(BACK)
    door.provider.answers.clear()
    assert door.sign_in().name == "Ada L."


@pytest.mark.parametrize("answer", [(500, b"{}"), (200, b"x"), (302, b""), (200, b"[]")])
def test_token_endpoint_that_does_not_answer_as_one(door: Door, answer: tuple[int, bytes]) -> None:
    """It is unavailable, and nothing else is told."""
    address, kept = door.client.start(BACK)
    door.provider.answers["/token"] = answer
    with pytest.raises(Unavailable, match="does not answer as one"):
        door.client.finish(door.provider.sign_in(address), kept)


@pytest.mark.parametrize("answer", [b"{}", b'{"access_token": "t"}', b'{"id_token": 1}'])
def test_no_token_is_refused(door: Door, answer: bytes) -> None:
    """A provider that sends none speaks something else."""
    address, kept = door.client.start(BACK)
    door.provider.answers["/token"] = (200, answer)
    with pytest.raises(Refused, match="sent no ID token"):
        door.client.finish(door.provider.sign_in(address), kept)


def test_client_that_the_provider_does_not_know(door: Door) -> None:
    """Its secret is wrong."""
    other = Door(door.provider, "wrong")
    with pytest.raises(Refused, match=r"did not take its own code back \(invalid_client\)"):
        other.sign_in()
    other.client.close()


def test_provider_that_is_gone() -> None:
    """It is unavailable, and the message says where it should be."""
    with openid_provider() as provider:
        pass
    client = OpenIdProvider(provider.address, CLIENT, SECRET, clock=FixedClock())
    with pytest.raises(Unavailable, match=f"{provider.address} cannot be reached: check the network"):
        client.start(BACK)
    client.close()
