"""Joining, signing in and out, a matter opened, files put in: with and without JavaScript."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.served import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import FilePayload

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]


@pytest.mark.parametrize("scripts", [True, False])
def test_matter_is_opened_and_a_file_put_in(new_tab: NewTab, served: Served, tmp_path: Path, scripts: bool) -> None:
    """The way of a newcomer."""
    page = new_tab(scripts=scripts).enter().page
    page.fill("[name=title]", "Lease of Elm House")
    page.click("text=Open it")
    assert page.inner_text("h1") == "Lease of Elm House"
    path = tmp_path / "lease.txt"
    path.write_text("LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month in advance.\n")

    page.set_input_files("[name=files]", path)
    page.click("text=Put them in")

    page.wait_for_selector("a:has-text('lease.txt')")
    assert "read" in page.inner_text("tbody")


def test_form_of_another_site_is_refused(new_tab: NewTab, served: Served) -> None:
    """Nor one without the session's token: nothing is done."""
    cookies = {one["name"]: one["value"] for one in new_tab().enter().page.context.cookies()}
    with served.client() as client:
        client.cookies.update(cookies)
        for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {}):
            answer = client.post("/matters", data={"title": "Forged"}, headers={"Accept": "text/html", **headers})
            assert answer.status_code == 403
        assert "Forged" not in client.get("/", headers={"Accept": "text/html"}).text


def test_files_that_cannot_be_read_say_so_and_the_others_are_listed(new_tab: NewTab) -> None:
    """What is damaged or empty is never told to be read, and the list beside shows what was put in."""
    tab = new_tab().enter()
    page = tab.open("/")
    page.fill("[name=title]", "Mixed")
    page.click("text=Open it")
    files = {"good.txt": b"Notices are sent by post.", "broken.pdf": b"%PDF-1.4 nothing", "empty.txt": b""}
    chosen: list[FilePayload] = [{"name": name, "mimeType": "", "buffer": data} for name, data in files.items()]
    page.set_input_files("[type=file]", chosen)
    page.click("text=Put them in")
    page.wait_for_selector("section[aria-labelledby=documents] a >> text=good.txt")

    told = [one.split("\n", 1)[1].strip() for one in page.locator("[data-files] li").all_inner_texts()]
    assert told[0] == "read"
    assert "is damaged" in told[1]
    assert told[2] == "is empty: it has nothing to read"


def test_archive_becomes_its_files(new_tab: NewTab, tmp_path: Path) -> None:
    """Each file in it is a document, with scripts and without."""
    path = tmp_path / "room.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("lease.txt", "LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n")
        archive.writestr("deep/notice.txt", "NOTICE\n\n1. Term\nThe lease ends on 1 May 2027.\n")
    for scripts in (True, False):
        page = new_tab(scripts=scripts).enter().page
        page.fill("[name=title]", f"Archive {scripts}")
        page.click("text=Open it")
        page.set_input_files("[name=files]", path)
        page.click("text=Put them in")
        page.wait_for_selector("a:has-text('notice.txt')")
        assert page.locator("tbody tr").count() == 2


def test_what_was_typed_outlives_the_session(new_tab: NewTab) -> None:
    """A form that was sent when the session had ended is there again, filled in, after signing in."""
    tab = new_tab().enter()
    page = tab.page
    page.fill("[name=title]", "Typed before the end")
    page.context.clear_cookies()
    page.click("text=Open it")
    page.fill("[name=name]", "ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main button.main")
    page.wait_for_selector("nav >> text=Matters")
    assert page.input_value("[name=title]") == "Typed before the end"
