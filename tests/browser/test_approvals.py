"""Approvals: what would be done in hunks and in words, decided from the keyboard alone."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from casewright import Casewright, tool
from casewright.tools.diffs import diff
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

OLD = "".join(f"Term {number} stands.\n" for number in range(1, 31))
NEW = OLD.replace("Term 2 stands.", "Term 2 is <script>alert(1)</script>.").replace("Term 29 stands.\n", "")
RULES = """
[tools.replace_notes]
roles = ["ADMIN"]
approval = { roles = ["ADMIN", "PARTNER"], four_eyes = true }
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home in which a tool that writes a file waits to be approved."""
    home = tmp_path_factory.mktemp("home")
    # The browser's driver has an event loop in this thread already.
    with ThreadPoolExecutor(1) as other:
        other.submit(ask_to_replace_notes, home).result()
    with serving(home) as listening:
        yield listening


def ask_to_replace_notes(home: Path) -> None:
    """File a request of a tool whose preview is a diff."""

    def would_change(text: str) -> str:
        return diff(OLD, text, "notes.txt")

    @tool(safety_level="dangerous", writes=["the notes"], preview=would_change)
    def replace_notes(text: str) -> str:
        """Replace the notes."""
        return text

    with Casewright.open(home, tools=[replace_notes], rules=RULES) as casewright:
        casewright.call("replace_notes", {"text": NEW}, why="the lease was amended")


@pytest.fixture(scope="module")
def asked(served: Served) -> dict[str, str]:
    """By title: where two matters wait that Ada asked to delete, and the id of a third; Ben and Cam may decide."""
    headers = served.signed_in()
    with served.client() as client:
        client.headers.update(headers)
        for name in ("ben", "cam"):
            link = json_of(client.post(f"{API}/users", json={"name": name, "role": "PARTNER"}))["link"]
            served.signed_in(link.removeprefix(served.url), None)
        paths = {}
        for title in ("Lease of Elm House", 'Lease "><img src=x onerror=alert(1)>', "Draft"):
            matter = json_of(client.post(f"{API}/matters", json={"title": title}))["matter_id"]
            for name in ("ben", "cam"):
                body = {"user": name, "role": "counsel"}
                json_of(client.post(f"{API}/matters/{matter}/participants", json=body))
            paths[title] = matter
            if title != "Draft":
                answer = client.request("DELETE", f"{API}/matters/{matter}", json={})
                paths[title] = f"/approvals/{answer.json()['approval_id']}"
    return paths


def test_change_of_a_file_is_shown_in_hunks(new_tab: NewTab, asked: dict[str, str]) -> None:
    """Lines put in and taken out, by sign and words, in the places where they are; what is marked up is text."""
    tab = new_tab().enter()
    page = tab.open("/approvals")
    page.click("a:has-text('replace_notes')")

    expect(page.locator("table.hunk")).to_have_count(2)
    assert "Term 2 is <script>alert(1)</script>." in page.inner_text("tr.put-in")
    assert page.locator("tr.taken-out").all_inner_texts()[-1].split("\t")[-1] == "Term 29 stands."
    assert page.locator("tr.taken-out td").nth(-4).inner_text() == "29"
    assert "Lines put in: 1, taken out: 2; places: 2" in page.inner_text("main")
    assert tab.looks() == []


def test_request_is_found_and_rejected_by_keys(new_tab: NewTab, asked: dict[str, str]) -> None:
    """Down the inbox, into one, to its reason, and back in the inbox, without a mouse; hostile titles are text."""
    tab = new_tab()
    tab.sign_in("ben")
    page = tab.open("/approvals")
    keys = page.keyboard
    keys.press("j")
    while "delete_matter" not in page.evaluate("document.activeElement.textContent"):
        keys.press("j")
    keys.press("j")
    keys.press("Enter")
    page.wait_for_selector("h1:has-text('delete_matter')")
    page.wait_for_load_state()
    assert 'Lease "><img src=x onerror=alert(1)> (' in page.inner_text("section[aria-labelledby=with]")
    page.click("text=Keys")
    assert "Enter then rejects" in page.inner_text("[data-keys]")
    assert tab.looks() == []
    page.click("text=Keys")

    keys.press("r")
    keys.type("We still need a copy")
    keys.press("Enter")

    page.wait_for_url("**/approvals?done=rejected")
    page = tab.open(asked['Lease "><img src=x onerror=alert(1)>'])
    assert "We still need a copy" in page.inner_text("section[aria-labelledby=about]")


def test_edited_request_shows_what_was_edited(new_tab: NewTab, asked: dict[str, str]) -> None:
    """Ben edits what Ada asked for, with a mistake that costs him nothing typed; Cam approves by two keys."""
    ada = new_tab().enter()
    page = ada.open(asked["Lease of Elm House"])
    assert "somebody else approves it" in page.inner_text("main")
    assert page.locator("button[value=approve], button[value=edit]").count() == 0
    ben = new_tab()
    ben.sign_in("ben")
    page = ben.open(asked["Lease of Elm House"])
    page.keyboard.press("e")
    page.fill("[name=arguments]", "{oops")
    page.click("text=Ask for it like this")
    assert page.input_value("[name=arguments]") == "{oops"
    assert page.inner_text("#arguments-flaw")
    assert page.evaluate("document.activeElement.id") == "arguments"
    page.fill("[name=arguments]", json.dumps({"matter_id": asked["Draft"]}))
    page.fill("[name=change]", "The other one was meant")
    page.click("text=Ask for it like this")
    page.wait_for_selector("section[aria-labelledby=would] >> text=Draft")

    cam = new_tab()
    cam.sign_in("cam")
    page = cam.open("/approvals")
    page.click("li:has-text('Draft') a")
    assert asked["Draft"] in page.inner_text("tr.put-in")
    page.keyboard.press("a")
    assert page.evaluate("document.activeElement.value") == "approve"
    page.keyboard.press("Enter")
    page.wait_for_url("**/approvals?done=approved")


def test_rejection_without_a_reason_says_so_without_scripts(new_tab: NewTab, asked: dict[str, str]) -> None:
    """A browser that checks nothing is told beside the field; a tool that is not here is shown too."""
    tab = new_tab(scripts=False).enter()
    page = tab.open("/approvals")
    page.click("a:has-text('replace_notes')")
    page.fill("[name=reason]", "   ")
    page.click("button[value=reject]")

    assert page.inner_text("#reason-flaw").startswith("The reason is missing")
    page.fill("[name=reason]", "Asked for by mistake")
    page.click("button[value=reject]")
    assert "Rejected" in page.inner_text("[role=status]")
