"""The query bar: templates, plain words, mistakes under their character, matches with their places, saved queries."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.served import API, json_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.browsing import Tab

    NewTab = Callable[..., Tab]

LAW = "9. Governing Law\nThis Agreement is governed by the laws of the State of Delaware."
SECRETS = "3. Confidentiality\nThe Supplier shall keep all Confidential Information secret."
HOSTILE = "<script>document.title='stolen'</script>\"><img src=x onerror=document.title='stolen'>"


def matter_of(tab: Tab, title: str, **documents: str) -> str:
    """A matter with these text documents, made by the API as the tab's own user; the path of its query bar."""
    page, served = tab.page, tab.served
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    with served.client() as client:
        client.cookies.update(cookies)
        client.headers["X-CSRF-Token"] = json_of(client.get(f"{API}/session"))["csrf_token"]
        matter = json_of(client.post(f"{API}/matters", json={"title": title}))["matter_id"]
        for name, text in documents.items():
            place = f"{API}/matters/{matter}/documents?{urlencode({'filename': f'{name}.txt'})}"
            json_of(client.post(place, content=text.encode()))
    return f"/matters/{matter}/query"


@pytest.mark.requirement("page-query")
@pytest.mark.parametrize("scripts", [True, False])
def test_template_is_put_in_run_and_leads_to_the_place(new_tab: NewTab, scripts: bool) -> None:
    """A match has its score, band and quote, and links to exactly its words; a document without one is named, too."""
    tab = new_tab(scripts=scripts).enter()
    path = matter_of(tab, "Two agreements", first=f"AGREEMENT\n\n{LAW}\n", second=f"AGREEMENT\n\n{SECRETS}\n")
    page = tab.open(path)

    page.click("button:text-is('governing law clause')")
    assert page.input_value("[name=q]") == "{IS governing law clause}"
    page.click("main button.main:has-text('Run')")
    page.wait_for_selector("#results")

    assert page.inner_text("#results") == "1 match in 1 of 2 documents"
    assert "strong" in page.inner_text(".match .tag")
    assert "laws of the State of Delaware" in page.inner_text(".match blockquote")
    href = str(page.get_attribute(".match a", "href"))
    asked = parse_qs(urlsplit(href).query)
    start, end = int(asked["start"][0]), int(asked["end"][0])
    assert f"AGREEMENT\n\n{LAW}\n"[start:end].split() == page.inner_text(".match blockquote").split()
    assert "second.txt" in str(page.text_content("#found details"))


def test_argument_is_asked_for_and_written_as_the_language_has_it(new_tab: NewTab) -> None:
    """Without it the field says so; quotation marks and brackets of it are no syntax."""
    tab = new_tab().enter()
    page = tab.open(matter_of(tab, "Arguments", one=f"AGREEMENT\n\n{LAW}\n"))
    page.click("summary:has-text('Parties and names')")
    page.click("button:has-text('Put in clause obligating')")
    field = page.locator("[name='argument:clause obligating']")
    assert field.get_attribute("aria-invalid") == "true"
    assert "party" in page.inner_text("li:has([name='argument:clause obligating']) .flaw")

    field.fill('The "Buyer" {x}')
    page.click("button:has-text('Put in clause obligating')")
    page.wait_for_function("document.querySelector('[name=q]').value !== ''")

    assert page.input_value("[name=q]") == r'{IS clause obligating "The \"Buyer\" \{x\}"}'
    page.click("main button.main:has-text('Run')")
    page.wait_for_selector("#results")


@pytest.mark.requirement("page-query")
@pytest.mark.parametrize("scripts", [True, False])
def test_mistake_is_shown_under_its_character(new_tab: NewTab, scripts: bool) -> None:
    """The caret stands below it, the remedy beside it, and what was typed is all there."""
    tab = new_tab(scripts=scripts).enter()
    page = tab.open(matter_of(tab, "Mistakes", one="AGREEMENT\n"))
    wrong = "{IS governing law clause} AND\n{IS governing lw clause}"

    page.fill("[name=q]", wrong)
    page.click("main button.main:has-text('Run')")
    page.wait_for_selector("#q-flaw")

    line, caret = page.inner_text("pre.caret").split("\n")
    assert line[caret.index("^") :] == "governing lw clause}"
    assert "{IS governing law clause}" in page.inner_text("#q-flaw p.pre")
    assert page.input_value("[name=q]") == wrong
    if scripts:
        chosen = page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]")
        assert chosen == ["q", wrong.index("governing lw")]


def test_plain_words_become_a_query_and_what_it_leaves_out_is_said(new_tab: NewTab) -> None:
    """And a query is said in words."""
    tab = new_tab().enter()
    page = tab.open(matter_of(tab, "Words", one=f"AGREEMENT\n\n{LAW}\n"))
    page.fill("[name=words]", "uncapped indemnity under Romanian law")
    page.click("text=Write it as a query")
    page.wait_for_selector(".notice")
    assert page.input_value("[name=q]") == "{IS indemnity clause} AND NOT {IS liability cap clause}"
    assert page.input_value("[name=scope]") == "document"
    assert "under Romanian law" in page.inner_text(".hold")

    page.fill("[name=q]", "{IS payment clause}")
    page.select_option("[name=scope]", "chunk")
    page.click("text=Say it in words")
    page.wait_for_function("document.querySelector('.notice').innerText.includes('payment clause')")


@pytest.mark.parametrize("scripts", [True, False])
def test_query_is_saved_run_and_deleted(new_tab: NewTab, scripts: bool) -> None:
    """A name that is taken is said beside the field; what was typed stays."""
    tab = new_tab(scripts=scripts).enter()
    page = tab.open(matter_of(tab, "Saved", one=f"AGREEMENT\n\n{LAW}\n") + "?q={IS governing law clause}")
    name = f"Law {scripts}"
    for _ in range(2):
        page.click("text=Save this query")
        page.fill("[name=name]", name)
        page.click("main button:text-is('Save')")
    assert "already" in page.inner_text("[role=alert]")
    assert page.input_value("[name=name]") == name
    page.check("[name=replace]")
    page.click("main button:text-is('Save')")
    page.wait_for_selector(".notice")

    page.click(f"a:text-is('{name}')")
    page.wait_for_selector("#results")
    page.click(f"text=Delete {name}")
    page.wait_for_selector("text=The saved query is deleted.")
    assert page.locator(f"a:text-is('{name}')").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it_and_text_stays_text(new_tab: NewTab, theme: str) -> None:
    """Results, a mistake and hostile texts: axe finds nothing serious, nothing stands out, nothing runs."""
    tab = new_tab(theme=theme).enter()
    path = matter_of(tab, HOSTILE, hostile=f"AGREEMENT\n\n{LAW} {HOSTILE}\n")
    for query in ("{IS governing law clause}", HOSTILE):
        page = tab.open(f"{path}?{urlencode({'q': query, 'words': HOSTILE})}")
        for width in (360, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            assert tab.axe() == []
            assert tab.overflow() <= 0
        assert page.title() != "stolen"
        assert HOSTILE in page.inner_text("h1")
