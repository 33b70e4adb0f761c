"""Sign-in at an OpenID provider over HTTP: a browser's way there and back, and whoever tries to come in by it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from base64 import urlsafe_b64encode
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.databases import DATABASES
from tests.openid_server import CLIENT, SECRET, Provider, openid_provider
from tests.served import API, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.requirement("accounts-openid")
START, CALLBACK = "/sign-in/provider", "/sign-in/provider/callback"
COOKIE, KEPT = "casewright_session", "casewright_sign_in"
PAGE = {"Accept": "text/html,application/xhtml+xml"}
PAT, EVE, DAN = "248289761001", "of-eve", "of-dan"


@dataclass(frozen=True)
class House:
    """A server with a provider that knows pat and dan of its tenant, and eve of another one's."""

    home: Path
    served: Served
    provider: Provider
    ada: str

    def begin(self, browser: httpx.Client, subject: str = PAT) -> dict[str, str]:
        """What the provider sends the browser back with, once its user has signed in there."""
        sent = browser.get(START)
        assert sent.status_code == 303, sent.text
        return self.provider.sign_in(sent.headers["location"], subject)

    def recorded(self, event_type: str) -> list[dict[str, Any]]:
        """The sign-ins that ended so, as the audit has them."""
        with self.served.client(self.ada) as client:
            found = json_of(client.get(f"{API}/audit/events", params={"tool_name": "sign_in", "last": 500}))
        return [event for event in found["events"] if event["event_type"] == event_type]


@contextmanager
def provided(
    home: Path, provider: Provider, tenant: str = "local", database: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Served]:
    """A server whose people may sign in at the provider."""
    settings = {
        "CASEWRIGHT_OIDC_ISSUER": provider.address,
        "CASEWRIGHT_OIDC_CLIENT_ID": CLIENT,
        "CASEWRIGHT_OIDC_CLIENT_SECRET": SECRET,
        "CASEWRIGHT_OIDC_TENANT": tenant,
        **database,
    }
    with serving(home, settings=settings) as served:
        yield served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server, shared by the tests."""
    home = tmp_path_factory.mktemp("provider") / "home"
    with openid_provider() as provider:
        provider.now = time.time
        with provided(home, provider) as served:
            ada = served.join()
            for name, subject in (("pat", PAT), ("dan", DAN)):
                served.invited(ada, name, "PARTNER")
                link(served, ada, name, provider.address, subject)
            link(served, served.join(new_tenant(home), "eve"), "eve", provider.address, EVE)
            yield House(home, served, provider, ada)


def new_tenant(home: Path, database: Mapping[str, str] = MappingProxyType({})) -> str:
    """Make the tenant b; the path of the link for its first user."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "tenants", "add", "b"]
    added = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **database})
    return next(part for part in added.stdout.split() if part.startswith("/join/"))


def link(served: Served, key: str, user: str, issuer: str, subject: str) -> None:
    """Have the user known by what the provider calls them."""
    with served.client(key) as client:
        json_of(client.post(f"{API}/users/{user}/identities", json={"issuer": issuer, "subject": subject}))


@pytest.fixture
def browser(house: House) -> Iterator[httpx.Client]:
    """A browser that was never here."""
    house.provider.claims, house.provider.sign = {}, None
    house.provider.answers.clear()
    with house.served.client() as client:
        yield client


def cookie(response: httpx.Response, name: str) -> str:
    """The line that sets the cookie."""
    return next(line for line in response.headers.get_list("set-cookie") if line.startswith(f"{name}="))


def test_person_comes_in_by_their_provider(house: House, browser: httpx.Client) -> None:
    """A program gets the session as JSON, a browser the first page; the session before has ended; it is recorded."""
    sent = browser.get(START)
    kept = cookie(sent, KEPT).lower()
    asked = parse_qs(urlsplit(sent.headers["location"]).query)
    assert all(part in kept for part in ("httponly", "samesite=lax", "max-age=600", "path=/"))
    assert asked["redirect_uri"] == [house.served.url + CALLBACK]
    assert sent.headers["cache-control"] == "no-store"

    signed_in = json_of(browser.get(CALLBACK, params=house.provider.sign_in(sent.headers["location"])))
    assert {**signed_in, "csrf_token": ""} == {"tenant": "local", "name": "pat", "role": "PARTNER", "csrf_token": ""}
    assert KEPT not in browser.cookies
    assert json_of(browser.get(f"{API}/session")) == signed_in
    first = browser.cookies[COOKIE]

    answer = house.begin(browser)
    page = browser.get(CALLBACK, params=answer, headers=PAGE)
    assert (page.status_code, page.headers["location"]) == (303, "/")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie(page, COOKIE).split(";")}
    assert json_of(browser.get(f"{API}/session"))["name"] == "pat"
    with house.served.client() as former:
        assert former.get(f"{API}/session", headers={"Cookie": f"{COOKIE}={first}"}).status_code == 401
    assert KEPT not in browser.cookies
    last = house.recorded("auth.signed_in")[-1]
    assert (last["agent_id"], last["tool_args"]) == ("pat", {"by": house.provider.address})


def test_browser_that_is_refused_is_told_where_it_began(house: House, browser: httpx.Client) -> None:
    """On the page of signing in, which leads to the provider, with the sentence of the API."""
    page = browser.get("/sign-in", headers=PAGE)
    assert f'href="{START}"' in page.text
    refused = browser.get(CALLBACK, params=house.begin(browser, "of-nobody"), headers=PAGE)
    assert refused.status_code == 401
    assert "Nobody here is known by this sign-in" in refused.text
    assert f'href="{START}"' in refused.text
    assert (COOKIE in browser.cookies, KEPT in browser.cookies) == (False, False)


def test_return_is_taken_once(house: House, browser: httpx.Client) -> None:
    """Not again, with the cookie put back, nor from another browser; the provider is not asked a second time."""
    answer = house.begin(browser)
    kept = browser.cookies[KEPT]
    assert browser.get(CALLBACK, params=answer).status_code == 200
    asked = len(house.provider.asked)
    for sent in ({}, {"Cookie": f"{KEPT}={kept}"}):
        with house.served.client() as replaying:
            replayed = replaying.get(CALLBACK, params=answer, headers=sent)
        refuse(replayed, "was not begun in this browser, was finished already or took too long")
    assert len(house.provider.asked) == asked


def test_return_of_another_browser_signs_nobody_in(house: House, browser: httpx.Client) -> None:
    """Whoever is sent a link with somebody else's code is not signed in as them, whether or not they had begun."""
    with house.served.client() as attacker:
        answer = house.begin(attacker, DAN)
    refuse(browser.get(CALLBACK, params=answer), "was not begun in this browser")
    mine = house.begin(browser)
    refuse(browser.get(CALLBACK, params=answer), "belongs to another sign-in")
    assert COOKIE not in browser.cookies
    refuse(browser.get(CALLBACK, params=mine), "was not begun in this browser")

    mine = house.begin(browser)
    stolen = {**answer, "state": mine["state"]}
    refuse(browser.get(CALLBACK, params=stolen), "did not take its own code back (invalid_grant)")


def test_beginning_that_was_made_up_is_none(house: House, browser: httpx.Client) -> None:
    """A cookie that this server did not give out is of no use, whatever stands in it."""
    answer = house.begin(browser)
    made = f'{{"state": "{answer["state"]}", "nonce": "n", "verifier": "v", "redirect_uri": "{house.served.url}"}}'
    for text in (urlsafe_b64encode(made.encode()).decode(), "%%%", "w7g=" * 100, ""):
        with house.served.client() as client:
            refuse(client.get(CALLBACK, params=answer, headers={"Cookie": f"{KEPT}={text}"}), "was not begun")


BENT: Mapping[str, tuple[Mapping[str, object], str]] = {
    "nonce": ({"nonce": "another"}, "belongs to another sign-in"),
    "issuer": ({"iss": "https://id.example"}, "comes from another provider"),
    "audience": ({"aud": "another"}, "is for another client"),
    "expired": ({"exp": 1_700_000_000}, "has expired"),
}


@pytest.mark.parametrize("name", BENT)
def test_token_that_does_not_hold_is_refused(house: House, browser: httpx.Client, name: str) -> None:
    """With the sentence that says why, in the audit too, and no session."""
    claims, told = BENT[name]
    house.provider.claims = dict(claims)
    refuse(browser.get(CALLBACK, params=house.begin(browser)), told)
    assert COOKIE not in browser.cookies
    assert told in house.recorded("auth.refused")[-1]["reason"]


SIGNED: Mapping[str, Callable[[Provider], object]] = {
    "nobody": lambda provider: setattr(provider, "sign", provider.unsigned),
    "stranger": lambda provider: setattr(provider, "sign", provider.signed_by_stranger),
    "public key": lambda provider: setattr(provider, "sign", provider.signed_by_public_key),
}


@pytest.mark.parametrize("by", SIGNED)
def test_token_of_no_provider_is_refused(house: House, browser: httpx.Client, by: str) -> None:
    """Not signed, signed by another key, or by what everybody knows."""
    SIGNED[by](house.provider)
    refuse(browser.get(CALLBACK, params=house.begin(browser)), "is not signed by a key of the provider's")


@pytest.mark.parametrize("subject", ["of-nobody", EVE])
def test_nobody_here_is_known_by_it(house: House, browser: httpx.Client, subject: str) -> None:
    """Whom no user is linked to, and whom another tenant knows, hear the same, recorded."""
    refuse(browser.get(CALLBACK, params=house.begin(browser, subject)), "Nobody here is known by this sign-in")
    assert "Nobody here is known" in house.recorded("auth.refused")[-1]["reason"]


def test_deactivated_person_hears_the_same_and_is_out(house: House, browser: httpx.Client) -> None:
    """Between the way there and the way back, too; the session that they had is over."""
    browser.get(CALLBACK, params=house.begin(browser, DAN))
    assert json_of(browser.get(f"{API}/session"))["name"] == "dan"
    with house.served.client() as other:
        answer = house.begin(other, DAN)
        with house.served.client(house.ada) as client:
            json_of(client.post(f"{API}/users/dan/deactivation", json={}))
        refuse(other.get(CALLBACK, params=answer), "Nobody here is known by this sign-in")
    assert browser.get(f"{API}/session").status_code == 401


def test_provider_that_does_not_answer(house: House, browser: httpx.Client, tmp_path: Path) -> None:
    """503 with a sentence, on the way back and on the way there; the server goes on."""
    answer = house.begin(browser)
    house.provider.answers["/token"] = (500, b"{}")
    away = browser.get(CALLBACK, params=answer)
    assert (away.status_code, away.json()["code"]) == (503, "unavailable")
    assert "does not answer as one" in away.json()["detail"]
    with openid_provider() as gone:
        pass
    with provided(tmp_path / "home", gone) as served, served.client() as client:
        away = client.get(START)
        assert (away.status_code, away.json()["code"]) == (503, "unavailable")
        assert f"The OpenID provider at {gone.address} cannot be reached" in away.json()["detail"]
        assert client.get("/healthz").status_code == 200


def test_whoever_comes_by_another_name_begins_at_the_servers_own(house: House) -> None:
    """The way back leads there, and a browser keeps a cookie for the name that set it."""
    port = urlsplit(house.served.url).port
    sent = httpx.get(f"{house.served.url}{START}", headers={"Host": f"localhost:{port}"}, trust_env=False)
    assert (sent.status_code, sent.headers["location"]) == (303, house.served.url + START)
    assert "set-cookie" not in sent.headers


@pytest.mark.parametrize("kind", DATABASES)
def test_people_of_the_tenant_that_is_set_come_in(kind: str, tmp_path: Path, new_address: Callable[[str], str]) -> None:
    """A server for tenant b knows eve, and nobody of the other tenant, whom another server's people are."""
    home = tmp_path / "home"
    database = {} if kind == "sqlite" else {"CASEWRIGHT_DATABASE_URL": new_address(kind)}
    with openid_provider() as provider:
        provider.now = time.time
        with serving(home, settings=database) as served:
            ada = served.join()
            served.invited(ada, "pat", "PARTNER")
            link(served, ada, "pat", provider.address, PAT)
            link(served, served.join(new_tenant(home, database), "eve"), "eve", provider.address, EVE)
        for tenant, name, subject, other in (("b", "eve", EVE, PAT), ("local", "pat", PAT, EVE)):
            with provided(home, provider, tenant, database) as served, served.client() as browser:
                there = House(home, served, provider, "")
                answer = there.begin(browser, subject)
                signed_in = json_of(browser.get(CALLBACK, params=answer))
                assert (signed_in["tenant"], signed_in["name"]) == (tenant, name)
                refuse(browser.get(CALLBACK, params=answer), "was not begun in this browser")
                refuse(browser.get(CALLBACK, params=there.begin(browser, other)), "Nobody here is known")


def test_without_a_provider_it_is_said_and_counted(tmp_path: Path) -> None:
    """404 with what to do instead; after sixty requests in a minute from one address 429, as for every sign-in."""
    with serving(tmp_path / "home") as served, served.client() as client:
        for path in (START, CALLBACK):
            missing = client.get(path)
            assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
            assert "No OpenID provider is set here" in missing.json()["detail"]
        answers = [client.get(CALLBACK).status_code for _ in range(70)]
    assert set(answers) == {404, 429}
    assert answers.count(404) >= 50


def refuse(response: httpx.Response, told: str) -> None:
    """The response is a refusal that says this, opens no session and keeps nothing."""
    assert response.status_code == 401, response.text
    assert response.json()["code"] == "not_signed_in"
    assert told in response.json()["detail"]
    assert not any(line.startswith(f"{COOKIE}=") for line in response.headers.get_list("set-cookie"))
    assert "max-age=0" in cookie(response, KEPT).lower()
