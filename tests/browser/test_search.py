"""Words looked for in every matter; and documents read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from tests.asked import LEASE
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import httpx

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

NAME = '"><img src=x onerror=alert(1)>.txt'


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the home."""
    return tmp_path_factory.mktemp("search") / "home"


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Served]:
    """A server over it."""
    with serving(home) as listening:
        yield listening


@pytest.fixture(scope="module")
def api(served: Served) -> Iterator[httpx.Client]:
    """Ada's client over the API."""
    with served.client(served.join()) as client:
        yield client


@pytest.fixture(scope="module")
def matter(api: httpx.Client) -> str:
    """A matter with a lease whose name is hostile, and a file that cannot be read."""
    made = str(json_of(api.post(f"{API}/matters", json={"title": "Elm <b>House</b>"}))["matter_id"])
    for name, data in ((NAME, LEASE.encode()), ("broken.pdf", b"%PDF-1.7 broken")):
        json_of(api.post(f"{API}/matters/{made}/documents", params={"filename": name}, content=data))
    return made


@pytest.mark.parametrize("scripts", [True, False])
def test_words_are_found_and_open_at_their_place(new_tab: NewTab, matter: str, scripts: bool) -> None:
    """The words are in no address, what was not read is said, and names are text."""
    tab = new_tab(scripts=scripts)
    tab.sign_in()
    page = tab.open("/search")
    page.fill("[name=text]", "governed laws")
    page.click("main form button.main")
    page.wait_for_selector(".hits")

    assert page.url == f"{tab.served.url}/search"
    place = page.locator(".hits .row a").first
    assert place.inner_text().startswith(NAME)
    assert str(place.get_attribute("href")).startswith(f"/matters/{matter}/documents/")
    assert str(place.get_attribute("href")).endswith("#match")
    assert "This lease is governed" in page.inner_text(".hits .quote")
    assert "broken.pdf" in page.inner_text("#found .hold")
    assert page.locator("main img, main b").count() == 0
    if scripts:
        assert tab.looks() == []


def test_nothing_found_says_what_to_do(new_tab: NewTab, matter: str) -> None:
    """And a search without a word says why, keeping what was typed."""
    tab = new_tab()
    tab.sign_in()
    page = tab.open("/search")
    assert "Type words above" in page.inner_text("#found")
    page.fill("[name=text]", "zebra")
    page.click("main form button.main")
    page.wait_for_selector("#found .empty:has-text('No document')")
    page.fill("[name=text]", "!?")
    page.click("main form button.main")
    page.wait_for_selector("#found .problem:has-text('needs a word')")
    assert page.input_value("[name=text]") == "!?"


def test_documents_of_an_older_reader_are_read_again(
    new_tab: NewTab, served: Served, api: httpx.Client, matter: str, home: Path
) -> None:
    """The matter says that there are some; afterwards it does not, and the job's page tells what came of each."""
    engine = create_engine(f"sqlite:///{home / 'casewright.db'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE documents SET reader_version = 0 WHERE status = 'ready'"))
    engine.dispose()
    tab = new_tab()
    tab.sign_in()
    page = tab.open(f"/matters/{matter}")
    assert "an older version read" in page.inner_text("p.hold")

    page.click("text=Read again")
    page.wait_for_selector("td:has-text('The same text')")
    assert "/jobs/" in page.url
    assert "done" in page.inner_text("#job-state")
    assert tab.axe() == []
    page.click("text=Go on")
    page.wait_for_url(f"{served.url}/matters/{matter}")
    assert page.locator("p.hold").count() == 0
