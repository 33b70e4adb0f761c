"""Every page, in both languages and both themes: looked at by axe, measured for width, and pictured where asked.

``CASEWRIGHT_SCREENS=docs/screens pytest tests/browser/test_screens.py`` makes the pictures of the documentation.
"""

from __future__ import annotations

import os
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.browser.tour import fill, sign_in
from tests.databases import create_migrated
from tests.served import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Page

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

LOOKS: Mapping[str, Sequence[tuple[str, str]]] = {
    "sqlite": [("en", "light")],
    "postgresql": [("ro", "dark")],
}
if "CASEWRIGHT_SCREENS" in os.environ:
    LOOKS = {"sqlite": [(language, theme) for language in ("en", "ro") for theme in ("light", "dark")]}


@pytest.fixture(scope="module", params=LOOKS)
def kind(request: pytest.FixtureRequest) -> str:
    """Of which kind the home's database is."""
    return str(request.param)


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home with samples of each kind."""
    settings = {}
    if kind == "postgresql":
        address = create_migrated(request.getfixturevalue("postgresql_socket"), "screens")
        settings["CASEWRIGHT_DATABASE_URL"] = address
    with serving(tmp_path_factory.mktemp("home"), settings=settings) as listening:
        yield listening


@pytest.fixture(scope="module")
def pages(served: Served) -> Mapping[str, str]:
    """The paths of all pages by their names, with something on each."""
    return fill(served)


def picture(page: Page, path: Path) -> None:
    """A picture of what stands in the window, in the few colours that are most of it: it is kept with the pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(BytesIO(page.screenshot())) as shot:
        drawn = shot.convert("RGB")
    parts = iter(drawn.tobytes())
    colours = Counter(zip(parts, parts, parts, strict=True)).most_common(64)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in colours for part in colour])
    drawn.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def test_every_page_can_be_used_by_everybody(new_tab: NewTab, kind: str, pages: Mapping[str, str]) -> None:
    """Axe finds nothing serious, nothing stands out from 360 to 2560 pixels, nor on a narrow window with text twice as
    large and everything opened, and the page says its language."""
    flaws: dict[str, object] = {}
    for language, theme in LOOKS[kind]:
        tab = new_tab(language=language, theme=theme)
        page = sign_in(tab)
        for name, path in pages.items():
            tab.open(path)
            page.wait_for_load_state("networkidle")
            if name == "search":
                page.fill("[name=text]", "governing law")
                page.click("main form button.main")
                page.wait_for_selector("#found li")
            spoken = page.get_attribute("html", "lang")
            if spoken != ("ro" if name.startswith("case") else language):
                flaws[f"{name} speaks"] = spoken
            if folder := os.environ.get("CASEWRIGHT_SCREENS"):
                picture(page, Path(folder) / f"{name}-{language}-{theme}.png")
            for width in (1280, 360, 2560):
                page.set_viewport_size({"width": width, "height": 900})
                if width != 2560 and (found := tab.axe()):
                    flaws[f"{name} at {width}"] = found
                if (over := tab.overflow()) > 0:
                    flaws[f"{name} at {width}, wider by"] = over
            page.set_viewport_size({"width": 360, "height": 900})
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            tab.set_text_size(2)
            if (over := tab.overflow()) > 0:
                flaws[f"{name} with text at 200 %, wider by"] = over
            if stuck := tab.stuck():
                flaws[f"{name} with text at 200 %, out of the keyboard's reach"] = stuck
            tab.set_text_size(1)
            page.set_viewport_size({"width": 1280, "height": 900})
    assert flaws == {}


def test_answer_opens_its_words(new_tab: NewTab, pages: Mapping[str, str]) -> None:
    """The way that most take: a question, its answer, a citation, and the words marked in the document."""
    tab = new_tab()
    page = sign_in(tab)
    tab.open(f"{pages['matter']}/ask")
    page.fill("[name=question]", "What is the governing law of the commercial lease?")
    page.click("main form button.main >> nth=0")
    page.click("main a[href*='start='] >> nth=0", timeout=60_000)
    assert "Delaware" in "".join(page.locator("mark.current").all_inner_texts())
