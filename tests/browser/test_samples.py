"""From an empty home to the samples, and the pages that need nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.browsing import Tab

    NewTab = Callable[..., Tab]


def test_one_button_puts_the_samples_in(new_tab: NewTab) -> None:
    """On the first page of an empty home; pressed again, nothing is there twice."""
    tab = new_tab().enter()
    page = tab.page

    page.click("text=Put all of them in")
    page.wait_for_url("**/?done=samples-in", timeout=120_000)

    titles = page.locator("tbody a").all_inner_texts()
    assert len(titles) == 5
    tab.open("/samples").click("li:has-text('Smith v. Jones') button")
    page.wait_for_selector("a:has-text('commercial-lease.txt')")
    assert page.locator("tbody tr").count() == 7
    tab.open("/")
    assert page.locator("tbody a").all_inner_texts() == titles


def test_key_is_told_once_and_can_be_revoked(new_tab: NewTab) -> None:
    """It is shown when it is made, and opens the API until it is revoked."""
    tab = new_tab().enter()
    page = tab.open("/account")
    page.click("text=Make a key")
    page.fill("[name=name]", "script")
    page.click("text=Make it")
    key = page.inner_text("pre")

    with tab.served.client(key) as client:
        assert client.get("/api/v1/matters").status_code == 200
        assert key not in tab.open("/account").content()
        page.click("text=Revoke script")
        assert client.get("/api/v1/matters").status_code == 401
