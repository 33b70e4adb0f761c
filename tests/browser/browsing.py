"""A real browser over a real server: it may ask nobody else, and whatever it complains of fails the test."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from tests.served import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import ConsoleMessage, Page, Request

    from tests.served import Served

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
_SWITCHES = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"]


def find_chromium() -> str | None:
    """Debian's, since Playwright can bring none of its own here."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def open_browser(chromium: str) -> Iterator[Browser]:
    """The browser, without a window."""
    os.environ["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] = "1"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=_SWITCHES)
        yield browser
        browser.close()


class Tab:
    """One person's browser at the server. ``complaints`` is what the browser found wrong, as sentences."""

    def __init__(
        self,
        browser: Browser,
        served: Served,
        *,
        language: str = "en-GB",
        theme: str = "light",
        scripts: bool = True,
        size: tuple[int, int] = (1280, 900),
    ) -> None:
        self.served = served
        self._context = browser.new_context(
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            java_script_enabled=scripts,
            viewport={"width": size[0], "height": size[1]},
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(15_000)
        self._click = self.page.click
        self.page.click = self._follow  # type: ignore[method-assign]  # the driver's returns before a page is read
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        self._context.on("request", self._asked)

    def _follow(self, selector: str, **options: object) -> None:
        """Click; where that leads to another page, all of it has been read when this returns."""
        self._click(selector, **options)  # type: ignore[arg-type]  # the driver's own options
        self.page.wait_for_load_state()

    def _heard(self, message: ConsoleMessage) -> None:
        # The browser writes down every answer of 400 and above; those that a test wants it looks at itself.
        if message.type in ("error", "warning") and "the server responded with a status of" not in message.text:
            self.complaints.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        host = urlsplit(request.url).netloc
        if host and host != urlsplit(self.served.url).netloc:
            self.complaints.append(f"asked another host: {request.url}")

    def open(self, path: str) -> Page:
        """The page at this path."""
        self.page.goto(self.served.url + path)
        return self.page

    def join(self, link: str, name: str | None = "ada") -> None:
        """Follow a link with this name; with None the invitation has one."""
        page = self.open(link)
        if name is not None:
            page.fill("[name=name]", name)
        page.fill("[name=password]", PASSWORD)
        page.fill("[name=password_again]", PASSWORD)
        page.click("main button.main")
        page.wait_for_url(f"{self.served.url}/")

    def sign_in(self, name: str = "ada") -> None:
        """Sign in by password."""
        page = self.open("/sign-in")
        page.fill("[name=name]", name)
        page.fill("[name=password]", PASSWORD)
        page.click("main button.main")
        page.wait_for_url(f"{self.served.url}/")

    def enter(self) -> Tab:
        """As Ada: the first one to come joins, all others sign in."""
        link = str(self.served.link)
        with self.served.client() as client:
            is_open = client.get(link).status_code == 200
        if is_open:
            self.join(link)
        else:
            self.sign_in()
        return self

    def axe(self) -> list[str]:
        """What axe finds that is serious or critical (WCAG A and AA), as sentences."""
        # Run as a command of the browser's, not as a script of the page's: its policy lets no other in.
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
            ".filter(one => ['serious', 'critical'].includes(one.impact))"
            ".map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}: ${one.help}`)"
        )
        return [str(one) for one in found]

    def set_text_size(self, times: int) -> None:
        """The reader's own setting: text so many times as large as it is by default."""
        sizes = {"fontSizes": {"standard": 16 * times, "fixed": 13 * times}}
        self._context.new_cdp_session(self.page).send("Page.setFontSizes", sizes)
        self.page.wait_for_function(
            "size => getComputedStyle(document.documentElement).fontSize === `${size}px`", arg=16 * times
        )

    def stuck(self) -> list[str]:
        """What has to be scrolled sideways and cannot be by keyboard."""
        found = self.page.evaluate(
            "() => [...document.querySelectorAll('body *')]"
            ".filter(one => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))"
            ".filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)"
            ".filter(one => one.tabIndex < 0 && !one.querySelector('[tabindex=\"0\"]'))"
            ".map(one => `${one.tagName} ${one.className}`)"
        )
        return [str(one) for one in found]

    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(
            self.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )

    def looks(self) -> list[str]:
        """What is wrong with the page as it looks: what axe finds in light and dark, and where it is too wide."""
        found: list[str] = []
        for width in (360, 2560):
            self.page.set_viewport_size({"width": width, "height": 900})
            if (wider := self.overflow()) > 0:
                found.append(f"at {width} pixels it is {wider} wider than its window")
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        found += self.axe()
        self.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        return [*found, *self.axe()]

    def close(self) -> None:
        """End it. Raises ``AssertionError`` where there are complaints."""
        self._context.close()
        assert self.complaints == []
