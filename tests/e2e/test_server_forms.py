"""Every form of the pages, by their table: without the session's token, or from another site, it does nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from casewright.server.pages.page_routes import all_pages
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

FORMS = [page for page in all_pages() if page.method == "POST"]
OF_A_SESSION = [page.path for page in FORMS if not page.open_to_all]
BEFORE_ONE = ["/sign-in", "/join/{secret}", "/preferences"]
"""Sent by people who may not be signed in, so that they have no token. A new one is a decision to be made here."""
ELSEWHERE = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.fixture(scope="module")
def signed_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str]]:
    """Ada's browser, and the token of her forms."""
    with serving(tmp_path_factory.mktemp("home")) as served, served.client() as client:
        headers = served.signed_in()
        # In English, as refusals are told in the language of the page, and cases speak Romanian.
        cookies = f"{headers['Cookie']}; casewright_language=en"
        client.headers.update({"Cookie": cookies, "Accept": "text/html"})
        yield client, headers["X-CSRF-Token"]


def address(path: str) -> str:
    """The path with something in the place of its names."""
    return re.sub(r"{\w+(:path)?}", "00000000-0000-4000-8000-000000000000", path)


def test_forms_without_a_token_are_known() -> None:
    """A form that nobody has to be signed in for is one of these three."""
    assert [page.path for page in FORMS if page.open_to_all] == BEFORE_ONE
    assert len(OF_A_SESSION) > 40


@pytest.mark.parametrize("path", OF_A_SESSION)
def test_form_wants_the_sessions_token(signed_in: tuple[httpx.Client, str], path: str) -> None:
    """None, an empty one, another one, and one in the address are refused; hers gets as far as the page itself."""
    client, token = signed_in
    for wrong in ({}, {"csrf_token": ""}, {"csrf_token": token[:-1]}, {"csrf_token": "x" * len(token)}):
        refused = client.post(address(path), data={**wrong, "title": "Forged"})
        assert (refused.status_code, "token is missing" in refused.text) == (403, True)
    refused = client.post(address(path), params={"csrf_token": token}, data={"title": "Forged"})
    assert refused.status_code == 403

    if path != "/sign-out":
        let_in = client.post(address(path), data={"csrf_token": token})
        assert "token is missing" not in let_in.text


@pytest.mark.parametrize("path", [page.path for page in FORMS])
def test_form_of_another_site_is_refused(signed_in: tuple[httpx.Client, str], path: str) -> None:
    """Whatever says that it comes from elsewhere, with the token or without, and files or none."""
    client, token = signed_in
    for headers in ELSEWHERE:
        for files in (None, {"files": ("a.txt", b"Forged")}):
            refused = client.post(address(path), headers=headers, data={"csrf_token": token}, files=files)
            assert (refused.status_code, "another site" in refused.text) == (403, True), headers


def test_signed_out_form_goes_nowhere(signed_in: tuple[httpx.Client, str]) -> None:
    """Without a session a form leads to the sign-in, and is not done."""
    client, token = signed_in
    for path in OF_A_SESSION:
        sent = client.post(address(path), headers={"Cookie": ""}, data={"csrf_token": token})
        assert (sent.status_code, sent.headers["location"].split("?")[0]) == (303, "/sign-in"), path
