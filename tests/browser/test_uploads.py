"""A file that takes long is read as a job: the page tells how far it is, with and without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.served import API, json_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx
    from playwright.sync_api import FilePayload

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

HOSTILE = "long <img src=x onerror=alert(1)>.txt"
CLAUSES = 700


def long_text(mark: str) -> bytes:
    """A contract of many clauses, each unlike all others, so that none is known from before."""
    lines = [
        f"{number}. The {mark} party shall deliver lot {number * 7919} to depot {number * 104729} within {number} days "
        f"after order {mark}-{number}, and shall keep record {number * 31} of it for {number} months.\n"
        for number in range(1, CLAUSES + 1)
    ]
    return f"AGREEMENT {mark}\n\n{''.join(lines)}".encode()


@pytest.fixture(scope="module")
def api(served: Served) -> Iterator[httpx.Client]:
    """Ada's client over the API."""
    with served.client(served.join()) as client:
        yield client


@pytest.fixture
def matter(api: httpx.Client) -> str:
    return str(json_of(api.post(f"{API}/matters", json={"title": "Supply"}))["matter_id"])


def choose(tab: Tab, *files: tuple[str, bytes]) -> None:
    chosen: list[FilePayload] = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files]
    tab.page.set_input_files("[name=files]", chosen)


def test_big_file_tells_how_far_it_is(new_tab: NewTab, matter: str) -> None:
    """Beside its name, in steps of how many; then the list has it, and what was wrong with another is said."""
    tab = new_tab().enter()
    page = tab.open(f"/matters/{matter}")
    choose(tab, (HOSTILE, long_text("amber")))
    page.click("text=Put them in")

    page.wait_for_selector("[data-files] >> text=/[0-9]+ of [0-9]+ passages made ready/")
    assert HOSTILE in page.inner_text("[data-files]")
    page.wait_for_selector("tbody a:has-text('long')", timeout=60_000)
    page.wait_for_url("**?done=documents-added")


def test_page_that_is_opened_meanwhile_tells_it_too(new_tab: NewTab, api: httpx.Client, matter: str) -> None:
    """What is being read stands above the documents until it is one of them, by itself; it can be cancelled there."""
    asked = api.post(
        f"{API}/matters/{matter}/documents",
        params={"filename": HOSTILE},
        content=long_text("beech"),
        headers={"Prefer": "respond-async"},
    )
    assert asked.status_code == 202
    tab = new_tab().enter()
    page = tab.open(f"/matters/{matter}")

    page.wait_for_selector(f"section[aria-labelledby=reading] a:has-text('{HOSTILE.split()[0]}')")
    page.wait_for_selector("section[aria-labelledby=reading] >> text=/passages made ready/")
    page.wait_for_selector("tbody a:has-text('long')", timeout=60_000)
    page.wait_for_selector("section[aria-labelledby=reading]", state="detached", timeout=60_000)
    assert json_of(api.get(f"{API}/jobs/{asked.json()['job_id']}"))["status"] == "success"


def test_without_scripts_the_page_says_that_it_is_being_read(new_tab: NewTab, matter: str) -> None:
    """The form comes back at once; to look again is a link, and the job has its page."""
    tab = new_tab(scripts=False).enter()
    page = tab.open(f"/matters/{matter}")
    choose(tab, (HOSTILE, long_text("cedar")))
    page.click("text=Put them in")

    assert "are being read" in page.inner_text("[role=status]")
    reading = "section[aria-labelledby=reading]"
    assert page.inner_text(f"{reading} li a") == HOSTILE
    while page.locator(reading).count():
        page.click("text=Look again")
        page.wait_for_timeout(300)
    assert page.inner_text("tbody a") == HOSTILE


def test_bytes_of_a_case_are_read_at_once(api: httpx.Client) -> None:
    """They are held by one process alone, so no job takes them up."""
    case = json_of(api.post(f"{API}/cases", json={"title": "Concediere"}))["case_id"]
    asked = api.post(
        f"{API}/matters/{case}/documents",
        params={"filename": "decizie.txt"},
        content="DECIZIE\n\nContractul încetează.\n".encode(),
        headers={"Prefer": "respond-async"},
    )
    assert asked.status_code == 201
