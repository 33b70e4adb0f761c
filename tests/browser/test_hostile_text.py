"""What people and files say is text on every page that shows it: nothing of it runs, and all of it can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.planting import HOSTILE, Planted, plant
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

_TEXT = """() => [
  document.title,
  document.body.textContent,
  ...[...document.querySelectorAll('input, textarea')].map(one => one.value),
].join('\\n')"""
_FOREIGN = """() => [...document.querySelectorAll(
  'main script:not([type="application/json"]), main iframe, img[src="x"], b[class],'
  + '[onerror], [onload], [onclick], a[href^="javascript" i]'
)].map(one => one.outerHTML)"""

# Where a sign that turns the direction of writing would turn what stands beside it too.
_TURNING = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.data.includes('\\u202e')) continue;
    const style = getComputedStyle(texts.currentNode.parentElement);
    const next = texts.currentNode.nextSibling;
    const after = next && getComputedStyle(next.nodeType === 1 ? next : next.parentElement).display;
    const beside = next && after.startsWith('inline') && next.textContent.trim();
    if ((style.display === 'inline' && style.unicodeBidi === 'normal') || beside)
      found.push(texts.currentNode.parentElement.outerHTML.slice(0, 200));
  }
  return found;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home of its own."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture(scope="module")
def planted(served: Served) -> Planted:
    """What was planted, as Ada."""
    headers = served.signed_in()
    with served.client() as client:
        client.headers.update({**headers, "Prefer": "wait=60"})
        return plant(client)


def squeezed(text: str) -> str:
    """Without white space, which pages are free to set."""
    return "".join(text.split())


@pytest.mark.parametrize("scripts", [True, False])
def test_whatever_was_said_is_shown_and_nothing_else_happens(
    new_tab: NewTab, planted: Planted, *, scripts: bool
) -> None:
    """On every page, with scripts and without: to the character, in its window's width, and nothing of it is run."""
    tab = new_tab(scripts=scripts).enter()
    page = tab.page
    page.on("dialog", lambda dialog: tab.complaints.append(f"dialog: {dialog.message}"))
    flaws: list[str] = []
    for name, path in planted.paths.items():
        tab.open(path)
        page.wait_for_load_state("networkidle")
        wanted = list(planted.shown[name])
        if name == "case parties":
            page.click("form[action$='/show'] button")
            page.wait_for_selector("[data-personal]")
            wanted.append(planted.party)
        if name == "grid" and scripts:
            page.wait_for_selector("#grid[data-filled=yes]")
        elif name == "grid":
            page.click("noscript button")
            page.wait_for_load_state("networkidle")
        text = squeezed(page.evaluate(_TEXT))
        if missing := [one for one in wanted if squeezed(one) not in text]:
            flaws += [f"{name} does not show {one!a}" for one in missing]
        if page.evaluate("() => window.stolen"):
            flaws.append(f"{name} ran it")
        if foreign := page.evaluate(_FOREIGN):
            flaws.append(f"{name} made elements of it: {foreign}")
        if turning := page.evaluate(_TURNING):
            flaws.append(f"{name} may be turned: {turning}")
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            if (over := tab.overflow()) > 0:
                flaws.append(f"{name} at {width} is {over} wider than its window")
    assert "\n".join(flaws) == ""


def test_user_cannot_be_called_that(new_tab: NewTab, planted: Planted) -> None:
    """A name of a user has plain letters alone; what was typed stays in its field."""
    assert planted.paths
    tab = new_tab().enter()
    page = tab.open("/admin")
    page.fill("form[action='/admin/users'] [name=name]", HOSTILE)
    page.click("form[action='/admin/users'] button.main")

    assert page.input_value("form[action='/admin/users'] [name=name]") == HOSTILE
    assert page.locator("[role=alert], .flaw").count() >= 1
    assert page.evaluate(_FOREIGN) == []
    assert tab.overflow() <= 0
