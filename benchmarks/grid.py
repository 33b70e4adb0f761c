"""The review grid of 100 documents by 20 facts in a real browser: from the address to every cell, and scrolled through.

The documents are made here, their facts are read when they are put in, which is not timed.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from casewright.domain.facts import FIELDS
from tests.browser.browsing import Tab, find_chromium, open_browser
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

_FILLED = "#grid[data-filled=yes]"
_FRAMES = """
() => new Promise((resolve) => {
  const box = document.getElementById("grid-box");
  const frames = [];
  let before = performance.now();
  function step(now) {
    frames.push(now - before);
    before = now;
    box.scrollTop += 90;
    if (box.scrollTop + box.clientHeight < box.scrollHeight - 1) requestAnimationFrame(step);
    else resolve(frames.slice(1));
  }
  requestAnimationFrame(step);
})
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    chromium = find_chromium()
    if chromium is None:
        print("review grid: Chromium is not installed")
        return 0
    documents, columns, rounds = (10, 4, 1) if given.quick else (100, 20, 5)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as served, open_browser(chromium) as browser:
        tab = Tab(browser, served).enter()
        keys = [("col", f"fact:{one.name}") for one in FIELDS[:columns]]
        path = f"/matters/{_matter(tab, documents)}/grid?{urlencode(keys)}"
        print(
            f"review grid, {documents} documents by {columns} facts, {documents * columns:,} cells; ms from the address"
        )
        _opened(tab, path, rounds)
        frames = tab.page.evaluate(_FRAMES)
        slow = sum(one > 34 for one in frames)
        print(f"scrolled through: {len(frames)} frames, median {statistics.median(frames):.1f} ms, {slow} above 34 ms")
    return 0


def _matter(tab: Tab, count: int) -> str:
    with tab.served.client() as client:
        client.cookies.update({one["name"]: one["value"] for one in tab.page.context.cookies()})
        client.headers["X-CSRF-Token"] = json_of(client.get(f"{API}/session"))["csrf_token"]
        matter = str(json_of(client.post(f"{API}/matters", json={"title": "A made room"}))["matter_id"])
        for number in range(count):
            place = f"{API}/matters/{matter}/documents?filename=supply-{number:03}.txt"
            json_of(client.post(place, content=_contract(number).encode()))
    return matter


def _contract(number: int) -> str:
    supplier, buyer = f"Supplier {number} Ltd (the Supplier)", f"Buyer {number} LLC (the Buyer)"
    return (
        f"SUPPLY AGREEMENT\n\nThis Supply Agreement is made on {number % 28 + 1} May 2024 between {supplier} and "
        f"{buyer}.\n\n1. Term\nThis Agreement runs for {number % 9 + 2} years from the date above.\n\n2. Payment\n"
        "The Buyer shall pay each invoice within thirty days.\n\n3. Assignment\nNeither party may assign this "
        "Agreement without the prior written consent of the other.\n\n4. Liability\nThe Supplier's total liability "
        f"is limited to EUR {1000 * (number + 1):,}.\n\n5. Governing Law\nThis Agreement is governed by the laws of "
        "England and Wales.\n"
    )


def _opened(tab: Tab, path: str, rounds: int) -> None:
    shown, drawn, filled = [], [], []
    for _ in range(rounds):
        page = tab.open(path)
        page.wait_for_selector(_FILLED)
        shown.append(page.evaluate("performance.getEntriesByType('navigation')[0].responseEnd"))
        drawn.append(_measured(page, "grid-drawn"))
        filled.append(_measured(page, "grid-filled"))
    size = page.evaluate("performance.getEntriesByType('navigation')[0].transferSize")
    cells = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.endsWith('/cells'))"
        ".map(one => [Math.round(one.duration), Math.round(one.transferSize / 1000)])"
    )
    for name, times in (("page received", shown), ("rows drawn", drawn), ("all cells filled", filled)):
        print(f"{name:<17} best {min(times):6.0f}   median {statistics.median(times):6.0f}")
    print(f"page {size / 1000:.0f} kB; batches of cells (ms, kB): {cells}")


def _measured(page: Page, name: str) -> float:
    return float(page.evaluate("name => performance.getEntriesByName(name)[0].duration", name))


if __name__ == "__main__":
    raise SystemExit(main())
