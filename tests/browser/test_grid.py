"""The review grid: cells and their states, columns added, keys, reviews, exports, and rows of which few are drawn."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from openpyxl import load_workbook

from tests.scans import picture, scan
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

LAW = "9. Governing Law\nThis Agreement is governed by the laws of the State of Delaware."
SUPPLY = f"SUPPLY AGREEMENT\n\nThis Agreement is made on 3 May 2024 between Alpha Ltd and Beta LLC.\n\n{LAW}\n"
HOSTILE = "<script>document.title='stolen'</script>\"><img src=x onerror=document.title='stolen'>"
COLUMNS = {"col": ["fact:governing_law", "query:{IS governing law clause}", "question:Which law governs it?"]}
FILLED = "#grid[data-filled=yes]"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that recognises no scanned text, so that a scan stays one."""
    with serving(tmp_path_factory.mktemp("home"), settings={"CASEWRIGHT_OCR_SECONDS": "0"}) as listening:
        yield listening


def matter_of(tab: Tab, title: str, documents: dict[str, bytes]) -> str:
    """A matter with these documents, made by the API as the tab's own user; the path of its grid."""
    cookies = {one["name"]: one["value"] for one in tab.page.context.cookies()}
    with tab.served.client() as client:
        client.cookies.update(cookies)
        client.headers["X-CSRF-Token"] = json_of(client.get(f"{API}/session"))["csrf_token"]
        matter = json_of(client.post(f"{API}/matters", json={"title": title}))["matter_id"]
        for name, data in documents.items():
            json_of(client.post(f"{API}/matters/{matter}/documents?{urlencode({'filename': name})}", content=data))
    return f"/matters/{matter}/grid"


def states_of(page: Page, row: int) -> list[str]:
    """What the cells of a row say first, without their scores."""
    tags = page.locator(f"#grid tbody tr:not(.gap) >> nth={row}").locator("td .tag").all_inner_texts()
    return [" ".join(part for part in one.split() if not part[0].isdigit()) for one in tags]


@pytest.mark.requirement("page-grid")
@pytest.mark.parametrize("scripts", [True, False])
def test_cells_say_what_is_known_and_lead_to_the_place(new_tab: NewTab, scripts: bool) -> None:
    """Found, not found and needing recognition look different by sign and by word, with scripts and without."""
    tab = new_tab(scripts=scripts).enter()
    documents = {"a.txt": SUPPLY.encode(), "b.txt": b"MEMO\n\nLunch is at noon.\n", "c.pdf": scan(picture("LEASE"))}
    page = tab.open(f"{matter_of(tab, 'States', documents)}?{urlencode(COLUMNS, doseq=True)}")
    if scripts:
        page.wait_for_selector(FILLED)
    else:
        page.click("noscript button")  # its texts are none to the browser's driver

    found = states_of(page, 0)
    assert all(one.startswith(("●", "◐", "○")) for one in found)
    assert "Delaware" in page.inner_text("#grid tr:not(.gap) td >> nth=0")
    assert states_of(page, 1) == ["– not found"] * 3
    assert states_of(page, 2) == ["▣ needs OCR"] * 3
    href = str(page.get_attribute("#grid tr:not(.gap) td a >> nth=0", "href"))
    asked = parse_qs(urlsplit(href).query)
    start, end = int(asked["start"][0]), int(asked["end"][0])
    assert "Delaware" in SUPPLY[start:end]


@pytest.mark.parametrize("scripts", [True, False])
def test_columns_are_added_and_taken_out(new_tab: NewTab, scripts: bool) -> None:
    """Each kind; what cannot be asked is said beside the field, and the address says what is shown."""
    tab = new_tab(scripts=scripts).enter()
    page = tab.open(matter_of(tab, "Columns", {"a.txt": SUPPLY.encode()}) + "?col=fact:parties")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(str(one.post_data)) if one.url.endswith("/cells") else None)

    def add(name: str, text: str) -> None:
        if page.get_attribute("#grid-columns", "open") is None:
            page.click("#grid-columns summary")
        page.fill(f"[name={name}]", text)
        page.click(f"form:has([name={name}]:not([type=hidden])) button")

    add("query", "{IS governing lw clause}")
    assert page.inner_text("pre.caret").split("\n")[1].index("^") == len("{IS ")
    add("query", "{IS  governing law clause}")
    page.wait_for_selector("thead th:has-text('governing law clause')")
    add("question", "Which law governs it?")
    page.wait_for_selector("thead th:has-text('Which law governs it?')")
    if not scripts:
        page.click("#grid-columns summary")
    page.click("a:has-text('Take out Parties')")
    page.wait_for_selector("thead th:has-text('Parties')", state="detached")

    heads = page.locator("thead th").all_inner_texts()
    assert heads == ["Document", "{ } governing law clause", "? Which law governs it?"]
    assert parse_qs(urlsplit(page.url).query)["col"] == [COLUMNS["col"][1], COLUMNS["col"][2]]
    if scripts:
        page.wait_for_selector(FILLED)
        assert len(states_of(page, 0)) == 2
        assert sum("question" in one for one in asked) == 1
        assert sum("governing" in one for one in asked) == 1


@pytest.mark.requirement("page-grid-reviews")
def test_cell_is_reviewed_by_keys(new_tab: NewTab) -> None:
    """Arrows move, R opens, Escape closes and the focus is back; the mark changes, and the filter knows it."""
    tab = new_tab().enter()
    path = matter_of(tab, "Reviewed", {"a.txt": SUPPLY.encode(), "b.txt": b"MEMO\n\nLunch is at noon.\n"})
    page = tab.open(f"{path}?{urlencode(COLUMNS, doseq=True)}")
    page.wait_for_selector(FILLED)
    page.focus("#grid tbody [tabindex='0']")
    for key in ("End", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    here = "[document.activeElement.ariaColIndex, document.activeElement.closest('tr').ariaRowIndex]"
    assert page.evaluate(here) == ["3", "2"]

    page.keyboard.press("r")
    page.wait_for_selector("dialog[open] [name=state]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate(here) == ["3", "2"]
    page.keyboard.press("r")
    page.check("dialog [value=disputed]")
    page.fill("dialog [name=comment]", HOSTILE)
    page.click("dialog button.main")
    page.wait_for_selector("dialog[open]", state="detached")

    mark = page.locator("#grid tbody tr:not(.gap) >> nth=0").locator("td >> nth=1").locator(".mark-said")
    assert mark.inner_text().startswith("⚑")
    page.select_option("[name=state]", "disputed")
    page.click("#grid-filter button")
    page.wait_for_selector(FILLED)
    assert page.locator("#grid tbody tr:not(.gap)").count() == 1
    page.keyboard.press("Tab")
    page.click(".mark-said >> nth=1")
    assert HOSTILE in page.inner_text("dialog ol")
    assert page.title() != "stolen"
    page.keyboard.press("Escape")
    with page.expect_navigation():
        page.focus("#grid tbody [tabindex='0']")
        page.keyboard.press("Enter")
    assert "#match" in page.url


@pytest.mark.requirement("page-grid-reviews")
def test_cell_is_reviewed_without_scripts(new_tab: NewTab) -> None:
    """On a page of its own; back at the grid the mark is there."""
    tab = new_tab(scripts=False).enter()
    page = tab.open(matter_of(tab, "Plain", {"a.txt": SUPPLY.encode()}) + "?col=fact:governing_law&fill=yes")
    page.click(".mark-said")
    page.check("[value=changed]")
    page.fill("[name=comment]", "New York, by the side letter")
    page.click("text=Keep it")

    assert page.inner_text(".mark-said").startswith("✎")


@pytest.mark.requirement("page-grid-exports")
def test_exports_have_every_cell(new_tab: NewTab) -> None:
    """A workbook, CSV and JSON, filled anew; what a program may compute is text."""
    tab = new_tab().enter()
    documents = {"=1+1.txt": SUPPLY.encode(), "b.txt": b"MEMO\n\nLunch is at noon.\n"}
    page = tab.open(f"{matter_of(tab, 'Exported', documents)}?{urlencode(COLUMNS, doseq=True)}")

    def exported(kind: str) -> bytes:
        page.select_option("[name=format]", kind)
        with page.expect_download() as coming:
            page.click("#grid-export button")
        assert coming.value.suggested_filename.endswith(f"-grid.{kind}")
        return coming.value.path().read_bytes()

    sheet: Any = load_workbook(io.BytesIO(exported("xlsx")))["Cells"]
    assert sheet.max_row == 1 + 2 * 3
    assert sheet["A2"].value == "=1+1.txt"
    assert sheet["A2"].data_type == "s"
    assert "'=1+1.txt" in exported("csv").decode("utf-8-sig")
    told = json.loads(exported("json"))
    cells = {one["filename"]: one["cells"] for one in told["documents"]}
    assert cells["b.txt"]["fact:governing_law"]["state"] == "not found"
    assert "Delaware" in cells["=1+1.txt"]["query:{IS governing law clause}"]["quote"]


def test_of_many_rows_few_are_drawn(new_tab: NewTab) -> None:
    """Scrolled to the end and back by keys, each row is there when it is seen, and the count is told."""
    tab = new_tab().enter()
    documents = {f"{number:03}.txt": f"MEMO {number}\n\nLunch is at {number}.\n".encode() for number in range(30)}
    page = tab.open(matter_of(tab, "Many", documents) + "?col=query:{IS payment clause}")
    page.wait_for_selector(FILLED)

    assert page.get_attribute("#grid", "aria-rowcount") == "31"
    assert page.locator("#grid tbody tr:not(.gap)").count() < 25
    page.focus("#grid tbody [tabindex='0']")
    page.keyboard.press("Control+End")
    assert page.evaluate("document.activeElement.closest('tr').innerText").startswith("029.txt")
    assert page.locator("#grid tbody tr:not(.gap)").count() < 25
    page.keyboard.press("Control+Home")
    assert page.evaluate("document.activeElement.innerText") == "000.txt"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it_and_text_stays_text(new_tab: NewTab, theme: str) -> None:
    """Axe finds nothing serious in the grid and in the dialog, nothing stands out, nothing runs."""
    tab = new_tab(theme=theme).enter()
    documents = {f"{HOSTILE.replace('/', '')}.txt": f"{SUPPLY}{HOSTILE}".encode()}
    keys = {"col": [*COLUMNS["col"], f"question:{HOSTILE}"]}
    page = tab.open(f"{matter_of(tab, HOSTILE, documents)}?{urlencode(keys, doseq=True)}")
    page.wait_for_selector(FILLED)
    page.click("summary:has-text('Columns')")
    for width in (360, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        assert tab.axe() == []
        assert tab.overflow() <= 0
    page.click(".mark-said >> nth=0")
    page.wait_for_selector("dialog[open] [name=state]")
    assert tab.axe() == []
    assert page.title() != "stolen"
