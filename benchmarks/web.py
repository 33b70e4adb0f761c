"""The pages in a real browser: what is sent and how long it takes, beside the calibration loop.

``python -m benchmarks.web [--quick]``. Needs Chromium and ``make web``.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import typst

from benchmarks import calibration
from tests.browser.browsing import Tab, find_chromium, open_browser
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

    from tests.served import Served

_TIMING = """() => {
  const one = performance.getEntriesByType('navigation')[0];
  const all = [one, ...performance.getEntriesByType('resource')];
  return {interactive: one.domContentLoadedEventEnd, bytes: all.reduce((sum, it) => sum + it.transferSize, 0)};
}"""
_PICTURE = "() => performance.getEntriesByType('resource').some(one => one.name.includes('/image'))"
_ADD = """async ([path, name, text]) => {
  const token = (await (await fetch('/api/v1/session')).json()).csrf_token;
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const answer = await fetch(`/api/v1${path}/documents?filename=${name}`,
    {method: 'POST', headers: {'X-CSRF-Token': token, 'Content-Type': 'application/octet-stream'}, body: bytes});
  return (await answer.json()).document_id;
}"""


def contract(pages: int) -> bytes:
    """A PDF of so many pages, each with numbered clauses."""
    clauses = "\n\n".join(
        f"{number}. The Supplier shall deliver the goods of lot {number} within {number % 90 + 1} days of the order, "
        "and shall bear the costs of carriage, insurance and packing until they are handed over to the Customer."
        for number in range(1, pages * 4 + 1)
    )
    source = f"#set page(height: 14cm, width: 12cm)\n#set text(size: 11pt)\n{clauses}"
    return bytes(typst.compile(source.encode()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    rounds = 3 if parser.parse_args(arguments).quick else 15
    chromium = find_chromium()
    if chromium is None:
        print("left out: Chromium is not installed")
        return 0
    print(calibration.line())
    with tempfile.TemporaryDirectory() as folder, open_browser(chromium) as browser:
        begun = perf_counter()
        with serving(Path(folder)) as served:
            tab = Tab(browser, served)
            _from_nothing(tab, str(served.link), begun)
            _first_page(browser, served, rounds)
            _long_documents(tab, rounds)
            tab.close()
    return 0


def _from_nothing(tab: Tab, link: str, begun: float) -> None:
    """From an empty home to a verified answer, highlighted in its document."""
    tab.join(link)
    page = tab.page
    page.set_default_timeout(120_000)
    page.click("li[data-sample=smith_v_jones] button")
    page.wait_for_selector("tbody a")
    page.click(".tabs >> text=Ask")
    page.fill("[name=question]", "What is the governing law of the supply agreement?")
    page.click("main form button.main >> nth=0")
    page.click("main a[href*='start='] >> nth=0")
    page.wait_for_selector("mark.current")
    print(f"from an empty home to a highlighted answer: {perf_counter() - begun:.1f} s (asked for: 60)")


def _first_page(browser: Browser, served: Served, rounds: int) -> None:
    """Each time in a browser that has kept nothing."""
    found = []
    for _ in range(rounds):
        tab = Tab(browser, served)
        tab.open("/sign-in")
        found.append(tab.page.evaluate(_TIMING))
        tab.close()
    heaviest = max(one["bytes"] for one in found)
    print(f"first page, nothing kept: {heaviest / 1000:.0f} KB (asked for: 150)")
    print(f"  interactive after {median(one['interactive'] for one in found):.0f} ms (median; asked for: 300)")


def _long_documents(tab: Tab, rounds: int) -> None:
    import base64

    page = tab.page
    path = page.url.partition("/documents/")[0].removeprefix(tab.served.url)
    for pages in (50, 300):
        text = base64.b64encode(contract(pages)).decode()
        document = page.evaluate(_ADD, [path, f"contract-{pages}.pdf", text])
        took = []
        for number in range(rounds):
            begun = perf_counter()
            tab.open(f"{path}/documents/{document}?page={number * 3 + 1}")
            page.wait_for_function(
                "() => performance.getEntriesByType('resource').some(e => e.name.includes('/image'))"
            )
            took.append((perf_counter() - begun) * 1000)
        asked = "400" if pages == 50 else "1,000"
        told = f"{took[0]:.0f} ms at first, {median(took):.0f} ms at the median of {rounds} pages not seen before"
        print(f"a page of a {pages}-page PDF with its picture: {told} (asked for: {asked})")


if __name__ == "__main__":
    main()
