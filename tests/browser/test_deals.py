"""A deal in the browser: from a number to the claim, to its chain, to the words of a document; a debate; a memo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.served import json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home with a sample deal."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture(scope="module")
def deal(served: Served) -> str:
    """The sample deal's page, as Ada put it in."""
    headers = served.signed_in()
    with served.client() as client:
        form = {"csrf_token": headers["X-CSRF-Token"]}
        wanted = {"Cookie": headers["Cookie"], "Accept": "application/json"}
        return f"{json_of(client.post('/samples/brindlecote', data=form, headers=wanted))['place']}/deal"


def test_claim_leads_to_its_words(new_tab: NewTab, deal: str) -> None:
    """Without JavaScript: grade, chain, quote, and the place in the document, marked."""
    tab = new_tab(scripts=False).enter()
    page = tab.open(f"{deal}?claim_verdict=INFLATED")
    page.click("section[aria-labelledby=claims] tbody a >> nth=0")
    expect(page.locator(".chain-box.claim")).to_have_count(1)
    quote = page.inner_text(".quote >> nth=0")

    page.click("article a >> nth=0")

    marked = "".join(page.locator("mark.current").all_inner_texts())
    assert "".join(marked.split()) == "".join(quote.split())


def test_debate_is_held_and_leads_back_to_claims(new_tab: NewTab, deal: str) -> None:
    """It runs as a job; its argument names claims that open."""
    tab = new_tab().enter()
    page = tab.open(deal)
    page.click("text=Hold a debate")
    page.wait_for_url("**/jobs/**")
    page.wait_for_selector("main >> text=/done|success|ended/i", timeout=60_000)
    page = tab.open(deal)
    page.click("section[aria-labelledby=debates] a >> nth=0")
    assert page.inner_text("h1") == "Debate"
    page.click("section[aria-labelledby=rec] a >> nth=0")
    expect(page.locator("#chain")).to_have_count(1)


def test_gate_names_its_claims_by_what_they_say(new_tab: NewTab, deal: str) -> None:
    """Shortened, with all of it in the title; the link opens the claim."""
    tab = new_tab().enter()
    page = tab.open(deal)
    link = page.locator("section[aria-labelledby=gates] article a").first
    whole, shown = str(link.get_attribute("title")), link.inner_text()
    assert len(shown) <= 90
    assert whole.startswith(shown.rstrip(".… "))
    link.click()
    page.wait_for_load_state()
    assert whole in page.inner_text("main")


def test_gate_is_decided_with_a_reason(new_tab: NewTab, deal: str) -> None:
    """What a person has to decide stands on the page until they did."""
    tab = new_tab().enter()
    page = tab.open(deal)
    before = page.locator("section[aria-labelledby=gates] form").count()
    page.fill("section[aria-labelledby=gates] form >> nth=0 >> input[name=reason]", "Asked the seller; it was withheld")
    page.click("section[aria-labelledby=gates] form >> nth=0 >> button[value=approved]")
    assert "Saved" in page.inner_text("[role=status]")
    assert page.locator("section[aria-labelledby=gates] form").count() == before - 1


def test_memo_is_a_file(new_tab: NewTab, deal: str) -> None:
    """Two pages, checked to the last number before they are given."""
    page = new_tab().enter().open(deal)
    with page.expect_download() as download:
        page.click("text=Memo as PDF")
    assert download.value.suggested_filename.endswith(".pdf")
