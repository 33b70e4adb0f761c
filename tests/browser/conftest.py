"""What the tests of the pages share: one browser, and a server whose first user has joined."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser.browsing import AXE, Tab, find_chromium, open_browser
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests.served import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for a module's tests: its driver's event loop ends with it, so that others can have theirs."""
    chromium = find_chromium()
    missing = "Chromium is not installed" if chromium is None else None if AXE.exists() else "make web has not run"
    if chromium is None or missing is not None:
        if "browser" in os.environ.get("CASEWRIGHT_REQUIRE", "").split(","):
            pytest.fail(f"{missing}, and CASEWRIGHT_REQUIRE asks for it")
        pytest.skip(str(missing))
    with open_browser(chromium) as opened:
        yield opened


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over an empty home of this module's own."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture
def new_tab(browser: Browser, served: Served) -> Iterator[Callable[..., Tab]]:
    """Opens tabs; whatever the browser complains of fails the test at its end."""
    tabs: list[Tab] = []

    def make(**options: object) -> Tab:
        tabs.append(Tab(browser, served, **options))  # type: ignore[arg-type]  # Tab's own options
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()
