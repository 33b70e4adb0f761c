"""Approvals with two people, the audit's proof and stories, and the pages of ADMIN."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.served import API, PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.browsing import Tab

    NewTab = Callable[..., Tab]


def post(tab: Tab, path: str, body: dict[str, object]) -> dict[str, object]:
    """A call of the API by whoever the tab's session is."""
    request = tab.page.request
    token = request.get(f"{tab.served.url}{API}/session").json()["csrf_token"]
    answer = request.fetch(f"{tab.served.url}{API}{path}", method="POST", headers={"X-CSRF-Token": token}, data=body)
    assert answer.ok, answer.text()
    found: dict[str, object] = answer.json()
    return found


def test_second_person_approves_what_the_first_asked_for(new_tab: NewTab) -> None:
    """Two browsers: Ada asks to delete a matter, Ben sees it in his inbox and approves; its story is told."""
    ada = new_tab().enter()
    matter = post(ada, "/matters", {"title": "To be deleted"})["matter_id"]
    page = ada.open("/admin")
    page.fill("form[action='/admin/users'] [name=name]", "ben")
    page.select_option("form[action='/admin/users'] [name=role]", "PARTNER")
    page.click("text=Make a link")
    link = page.inner_text("pre").removeprefix(ada.served.url)
    ben = new_tab()
    ben.join(link, None)
    post(ada, f"/matters/{matter}/participants", {"user": "ben", "role": "counsel"})
    page = ada.open(f"/matters/{matter}")
    page.click("summary:has-text('Delete the matter')")
    page.click("button:has-text('Delete the matter')")
    assert "To be deleted" in page.inner_text("main")
    assert page.inner_text("h1") == "delete_matter"

    page = ben.open("/")
    page.wait_for_selector("#waiting .badge")
    page.click("nav >> text=Approvals")
    page.click("main a:has-text('delete_matter')")
    page.click("button:has-text('Approve')")

    assert "Approved" in page.inner_text("[role=status]")
    page = ada.open("/audit?tool_name=delete_matter")
    page.click("tbody a >> nth=0")
    story = page.locator("ol.stack h2").all_inner_texts()
    assert story[0] == "begun" or "ended" in story
    assert ada.open(f"/matters/{matter}").inner_text("h1") == "That did not work"


def test_audit_is_verified_and_exported(new_tab: NewTab) -> None:
    """One button says whether all of it holds; another gives a pack."""
    tab = new_tab().enter()
    page = tab.open("/audit")
    page.click("button:has-text('Verify')")
    assert "Verified" in page.inner_text("[role=status]")
    with page.expect_download() as download:
        page.click("text=Export a pack")
    assert download.value.suggested_filename.endswith(".zip")


def test_audit_is_shown_without_what_only_reads(new_tab: NewTab) -> None:
    """One box leaves acts alone, on the older pages too."""
    tab = new_tab().enter()
    post(tab, "/matters", {"title": "An act"})
    page = tab.open("/audit")
    assert "list_users" in page.inner_text("tbody") or "read_audit" in page.inner_text("tbody")
    page.check("[name=acts]")
    page.click("button:has-text('Show')")

    told = set(page.locator("tbody td:nth-child(4)").all_inner_texts())
    assert "create_matter" in told
    assert not told & {"read_audit", "list_matters", "list_approvals", "list_users"}
    assert page.is_checked("[name=acts]")
    assert tab.looks() == []


def test_auditor_begins_with_the_audit_and_is_offered_nothing_refused(new_tab: NewTab) -> None:
    """Joining leads to a page that works, the head of it names no other, and the account has its way out."""
    ada = new_tab().enter()
    link = post(ada, "/users", {"name": "ana", "role": "AUDITOR"})
    tab = new_tab()
    page = tab.open(str(link["link"]).removeprefix(ada.served.url))
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=password_again]", PASSWORD)
    page.click("main button.main")

    assert page.inner_text("h1") == "Audit"
    assert page.locator("nav[aria-label=Main] a").all_inner_texts() == ["Audit"]
    tab.open("/account")
    assert page.locator("main button").all_inner_texts() == ["Sign out", "Change it"]


def test_form_of_an_ended_session_is_said_not_to_be_sent(new_tab: NewTab) -> None:
    """Whoever signs in again comes back to the page of the form."""
    tab = new_tab().enter()
    page = tab.open("/account")
    page.context.clear_cookies()
    page.fill("[name=new_password]", PASSWORD)
    page.fill("[name=password_again]", PASSWORD)
    page.click("text=Change it")

    assert "was not done" in page.inner_text("[role=status]")
    page.fill("[name=name]", "ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main button.main")
    page.wait_for_url(f"{tab.served.url}/account")
