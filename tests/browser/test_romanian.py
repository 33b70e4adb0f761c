"""What tools say is told in Romanian on Romanian pages, where it is known; what a person wrote stays theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.served import API

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.browsing import Tab

    NewTab = Callable[..., Tab]


def test_refusals_and_templates_are_told_in_romanian(new_tab: NewTab) -> None:
    """A query's mistake, a missing page, what each template finds; a name in a refusal stays as it was typed."""
    tab = new_tab(language="ro-RO").enter()
    page = tab.page
    token = page.request.get(f"{tab.served.url}{API}/session").json()["csrf_token"]
    made = page.request.post(
        f"{tab.served.url}{API}/matters", headers={"X-CSRF-Token": token}, data={"title": "Închiriere"}
    ).json()["matter_id"]

    tab.open(f"/matters/{made}/query")
    assert "Spune ce lege guvernează contractul." in page.inner_text("section[aria-labelledby=templates]")
    tab.open("/nothing-here")
    assert "La această adresă nu este nicio pagină" in page.inner_text("[role=alert]")
    tab.open(f"/matters/{made}")
    page.click("details:has([name=user]) summary")
    page.fill("[name=user]", "nobody <b>there</b>")
    page.click("details:has([name=user]) button")
    told = page.inner_text("main .flaw, main .problem")
    assert "nobody <b>there</b>" in told
