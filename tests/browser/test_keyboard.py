"""Every page by the keyboard alone: Tab reaches whatever can be used, in the document's order, and it is seen where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.tour import fill, sign_in
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from playwright.sync_api import Page

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

# Of radio buttons of one name Tab reaches one; what scrolls and holds nothing to go to is reached by itself.
_WATCH = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  const named = new Set();
  const usable = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({visibilityProperty: true}))
    .filter((one) => {
      if (one.type !== 'radio') return true;
      const group = [...document.querySelectorAll(`input[type=radio][name="${one.name}"]`)];
      return one === (group.find((other) => other.checked) || group[0]);
    });
  const said = (one) =>
    `${one.tagName.toLowerCase()} ${(one.id || one.name || one.textContent || '').trim().slice(0, 40)}`;
  const look = (one) => {
    const rect = one.querySelector('rect');
    const style = getComputedStyle(one), inner = getComputedStyle(rect || one);
    const outline = [style.outlineStyle, style.outlineWidth, style.outlineColor];
    return [...outline, inner.stroke, inner.strokeWidth].join(' ');
  };
  const before = new Map(usable.map((one) => [one, look(one)]));
  const positive = usable.filter((one) => one.tabIndex > 0).map(said);
  window.walked = {wanted: usable.map(said), reached: [], unseen: [], positive};
  document.addEventListener('focusin', (event) => {
    const one = event.target;
    if (!before.has(one) && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)) return;
    window.walked.reached.push(said(one));
    if (look(one) === before.get(one)) window.walked.unseen.push(said(one));
  });
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home with samples of each kind."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture(scope="module")
def pages(served: Served) -> Mapping[str, str]:
    """The paths of all pages by their names, with something on each."""
    return fill(served)


def walk(page: Page) -> dict[str, list[str]]:
    """What Tab reaches from the page's beginning to its end, and what it should."""
    page.evaluate(_WATCH)
    for _ in range(page.evaluate("window.walked.wanted.length + 8")):
        page.keyboard.press("Tab")
    found: dict[str, list[str]] = page.evaluate("window.walked")
    return found


def test_tab_reaches_everything_in_order_and_is_seen(new_tab: NewTab, pages: Mapping[str, str]) -> None:
    """On every page, with its details opened: nothing is left out, nothing holds the focus, each has its own look."""
    tab = new_tab()
    page = sign_in(tab)
    flaws: dict[str, object] = {}
    for name, path in pages.items():
        tab.open(path)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        found = walk(page)
        wanted = found["wanted"]
        assert len(wanted) >= 3, name
        reached = found["reached"][: len(wanted)]
        if reached != wanted:
            at = next(
                (at for at, pair in enumerate(zip(reached, wanted, strict=False)) if pair[0] != pair[1]), len(reached)
            )
            flaws[f"{name} goes astray"] = (at, wanted[at : at + 2], reached[at : at + 2])
        if found["unseen"] or found["positive"]:
            flaws[f"{name} does not show the focus"] = (found["unseen"], found["positive"])
    assert flaws == {}


def test_first_tab_leads_past_the_head_of_the_page(new_tab: NewTab, pages: Mapping[str, str]) -> None:
    """Enter on the first link goes to the content; from there Tab goes on within it."""
    tab = new_tab()
    page = sign_in(tab)
    tab.open(pages["matter"])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_cell_is_reviewed_by_keys_alone(new_tab: NewTab, pages: Mapping[str, str]) -> None:
    """R opens the dialog, Tab stays in it, and Escape closes it and gives the focus back to its cell."""
    tab = new_tab()
    page = sign_in(tab)
    tab.open(f"{pages['grid']}?col=fact:governing_law")
    page.wait_for_selector("#grid[data-filled=yes]")
    page.focus("#grid [tabindex='0']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    page.wait_for_selector("dialog[open] [type=radio]")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("document.activeElement.closest('td, th') !== null")


def test_matches_are_walked_through_by_letters(new_tab: NewTab, pages: Mapping[str, str]) -> None:
    """In a document n and p go through what a query found, but not where somebody types."""
    tab = new_tab()
    page = sign_in(tab)
    tab.open(f"{pages['pdf'].partition('?')[0]}?q=%7BIS+termination+clause%7D")
    first = page.url
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != first and "start=" in url)
    here = page.url
    page.focus("#q")
    page.keyboard.type("pnp")
    assert page.input_value("#q").startswith("pnp")
    assert page.url == here
