"""A document in the browser: what is cited is marked, on the picture and in the text, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.samples import list_samples
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over a home with the sample matter."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture(scope="module")
def matter(served: Served) -> str:
    """The sample matter's page, as Ada put it in."""
    headers = served.signed_in()
    with served.client() as client:
        form = {"csrf_token": headers["X-CSRF-Token"]}
        answer = client.post(
            f"/samples/{list_samples()[0].name}",
            data=form,
            headers={"Cookie": headers["Cookie"], "Accept": "application/json"},
        )
        return str(json_of(answer)["place"])


def documents(tab: Tab, matter: str) -> dict[str, str]:
    """The paths of its documents by name."""
    page = tab.open(matter)
    links = page.locator("tbody a")
    return {one.inner_text(): str(one.get_attribute("href")) for one in links.all()}


def text_of(tab: Tab, path: str) -> str:
    """The document's text as the API gives it."""
    answer = tab.page.request.get(f"{tab.served.url}{API}{path}/text?max_length=10000000")
    return str(answer.json()["text"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("supply-agreement.docx", "This Agreement is governed by the laws of the State of New York"),
        ("software-license-agreement.pdf", "Governing law"),
        ("commercial-lease.txt", "LANDLORD AND TENANT WAIVE TRIAL BY JURY"),
    ],
)
def test_cited_place_is_marked(new_tab: NewTab, matter: str, name: str, words: str) -> None:
    """With JavaScript and without; on a PDF's page boxes stand where the words are."""
    tab = new_tab(scripts=False).enter()
    path = documents(tab, matter)[name]
    start = text_of(tab, path).index(words)

    page = tab.open(f"{path}?start={start}&end={start + len(words)}")

    assert "".join(page.locator("mark.current").all_inner_texts()) == words
    assert page.locator("rect.current").count() == (1 if name.endswith(".pdf") else 0)


def test_query_is_gone_through_by_keys(new_tab: NewTab, matter: str) -> None:
    """The first match is shown, n leads to the next, and the strip says where they are."""
    tab = new_tab().enter()
    path = documents(tab, matter)["commercial-lease.txt"]
    page = tab.open(path)
    page.fill("[name=q]", "{IS choice of venue clause} OR {IS governing law clause}")
    page.click("button:text-is('Mark')")
    first = page.inner_text("mark.current")
    count = page.locator("ol:not(.crumbs ol) > li").count()

    page.keyboard.press("n")
    page.wait_for_url("**start=*")

    assert first != page.locator("mark.current").first.inner_text()
    assert page.locator(".strip-match").count() == count > 1


def test_query_that_cannot_be_read_is_said_beside_it(new_tab: NewTab, matter: str) -> None:
    """The same sentence as over the API; the query stays."""
    tab = new_tab().enter()
    path = documents(tab, matter)["commercial-lease.txt"]

    page = tab.open(f"{path}?q={{IS governing")

    assert page.input_value("[name=q]") == "{IS governing"
    assert page.inner_text("#q-flaw")
    assert page.evaluate("document.activeElement.id") == "q"


def test_hostile_names_and_texts_stay_text(new_tab: NewTab, matter: str, tmp_path: Path) -> None:
    """A script in a name or in the text is shown, not run."""
    tab = new_tab().enter()
    hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    path = tmp_path / "note.txt"
    path.write_text(f"NOTE\n\n1. {hostile}\n")
    page = tab.open(matter)
    page.set_input_files("[name=files]", path)
    page.click("text=Put them in")
    page.click("a:has-text('note.txt')")
    page.click("text=Give it another name")
    page.fill("[name=filename]", hostile)
    page.click("main button:has-text('Rename')")

    assert page.inner_text("h1") == hostile
    assert hostile in page.inner_text("[data-text]")
    assert page.locator("main img, main script").count() == 0
