"""From an empty install to a report that is signed off, as somebody new goes, by what docs/web.md says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pypdfium2 import PdfDocument

from tests.browser.browsing import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.browsing import Tab

    NewTab = Callable[..., Tab]

SECTION = "## From nothing to a report that is signed off"
REASON = "Asked the seller; it was withheld"


def words_to_press() -> list[str]:
    """What the page of the docs has people press and read, in its order."""
    text = (ROOT / "docs" / "web.md").read_text("utf-8").partition(SECTION)[2].partition("\n## ")[0]
    return re.findall(r"\*([^*]+)\*", text)


def test_walk_of_the_page(new_tab: NewTab, tmp_path: Path) -> None:
    """Every button is there under the name that the page gives it."""
    told = words_to_press()
    pressed: list[str] = []
    tab = new_tab().enter()
    page = tab.page

    def named(word: str) -> str:
        pressed.append(word)
        return word

    page.click(f"li:has-text('Brindlecote') button:has-text('{named('Only this one')}')")
    page.click(f"a:text-is('{named('Deal')}')", timeout=60_000)
    page.wait_for_selector(f"h2:has-text('{named('Open defects')}')")
    _open_the_words_of_a_claim(page)
    page.click(f"button:has-text('{named('Hold a debate')}')")
    page.wait_for_url("**/jobs/**")
    page.wait_for_selector("main >> text=/done|success|ended/i", timeout=60_000)
    page.go_back()
    page.reload()

    gates = page.locator(f"section:has(h2:has-text('{named('What a person has to decide')}'))")
    decisions = [named(word) for word in ("Approve", "Correct", "Reject")]
    count = gates.locator("form").count()
    assert count
    for number in range(count):
        form = gates.locator("form").first
        form.locator("input[name=reason]").fill(REASON)
        form.locator(f"button:text-is('{decisions[0 if number == 0 else 2]}')").click()
        page.wait_for_selector("[role=status]:has-text('Saved')")
    assert not gates.locator("form").count()

    with page.expect_download(timeout=60_000) as download:
        page.click(f"button:has-text('{named('Export the report')}')")
    file = tmp_path / "report.pdf"
    download.value.save_as(file)
    report = PdfDocument(file)
    text = "".join(report[number].get_textpage().get_text_range() for number in range(len(report)))
    assert REASON in " ".join(text.split())
    assert "ada" in text

    page.click(f"nav a:text-is('{named('Audit')}')")
    page.click(f"button:has-text('{named('Verify')}')")
    assert "events stand as they were recorded" in page.inner_text("[role=status]")
    assert pressed == told


def _open_the_words_of_a_claim(page: Page) -> None:
    """To the chain, the quote, and its place; and back to the deal."""
    deal = page.url
    page.click("section[aria-labelledby=claims] tbody a >> nth=0")
    quote = page.inner_text(".quote >> nth=0")
    page.click("article a >> nth=0")
    marked = "".join(page.locator("mark.current").all_inner_texts())
    assert "".join(marked.split()) == "".join(quote.split())
    page.goto(deal)
