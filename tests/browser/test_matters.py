"""Joining, signing in and out, a matter opened, files put in: with and without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
