"""Columns of a review grid kept under a name, by one person, for everybody in the matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.served import API, json_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

HOSTILE = 'Terms "><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def grid(served: Served) -> str:
    """The grid of a matter of Ada's that Ben takes part in."""
    headers = served.signed_in()
    with served.client() as client:
        client.headers.update(headers)
        link = json_of(client.post(f"{API}/users", json={"name": "ben", "role": "ANALYST"}))["link"]
        served.signed_in(link.removeprefix(served.url), None)
        matter = json_of(client.post(f"{API}/matters", json={"title": "Leases"}))["matter_id"]
        body = {"user": "ben", "role": "observer"}
        json_of(client.post(f"{API}/matters/{matter}/participants", json=body))
        asked = {"filename": "lease.txt"}
        json_of(client.post(f"{API}/matters/{matter}/documents", params=asked, content=b"LEASE\n\nRent is due.\n"))
    return f"/matters/{matter}/grid"


def shown(tab: Tab) -> list[str]:
    """The columns of the grid that is open."""
    heads = tab.page.locator("#grid thead th").all_inner_texts()
    return [one.split(maxsplit=1)[-1].strip() for one in heads[1:]]


@pytest.mark.parametrize("scripts", [True, False])
def test_columns_are_kept_chosen_and_deleted(new_tab: NewTab, grid: str, scripts: bool) -> None:
    """Another person in the matter, who may only look, finds them under their name; hostile names are text."""
    tab = new_tab(scripts=scripts).enter()
    page = tab.open(f"{grid}?col=fact:term&col=question:Who+pays%3F")
    kept = shown(tab)
    page.click("summary:has-text('Kept columns (0)')")
    page.fill("[name=set_name]", HOSTILE)
    page.click("text=Keep them")
    assert "kept under their name" in page.inner_text("[role=status]")
    assert shown(tab) == kept

    ben = new_tab(scripts=scripts)
    ben.sign_in("ben")
    page = ben.open(grid)
    assert shown(ben) != kept
    page.click("summary:has-text('Kept columns (1)')")
    page.click(f"#grid-sets a:has-text('{HOSTILE.split()[0]}')")
    assert shown(ben) == kept

    page = tab.open(grid)
    page.click("summary:has-text('Kept columns (1)')")
    assert page.inner_text("#grid-sets a") == HOSTILE
    if scripts:
        assert tab.looks() == []
    page.click("#grid-sets li button")
    expect(page.locator("summary:has-text('Kept columns (0)')")).to_have_count(1)


def test_name_that_is_taken_says_so_beside_it(new_tab: NewTab, grid: str) -> None:
    """What was typed stays; asked to, the columns take the place of those that were there."""
    tab = new_tab().enter()
    for columns, replace in (("col=fact:term", False), ("col=fact:parties&col=fact:term", True)):
        page = tab.open(f"{grid}?{columns}")
        page.click("summary:has-text('Kept columns')")
        page.fill("[name=set_name]", "Basics")
        page.click("text=Keep them")
        if replace:
            assert "already" in page.inner_text("#set_name-flaw")
            assert page.input_value("[name=set_name]") == "Basics"
            assert page.evaluate("document.activeElement.id") == "set_name"
            page.check("[name=replace]")
            page.click("text=Keep them")
        assert "kept under their name" in page.inner_text("[role=status]")
    page.click("summary:has-text('Kept columns (1)')")
    page.click("#grid-sets a")
    assert len(shown(tab)) == 2
