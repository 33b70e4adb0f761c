"""A case in the browser: from its first message to the paper; its parties, its payment, its tickets, its end."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from casewright.bootstrap.sample_cases import sample_case
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx
    from playwright.sync_api import Page

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

SAMPLE = sample_case("amenda", date.today())  # noqa: DTZ011 - a day of whoever reads it
CNP = "2781102400151"
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
LEFT_OUT = ("5:", "gata")
"""What of the sample's conversation is told elsewhere; parties are declared beforehand."""
DONE = "() => !document.querySelector('[data-live]')"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over an empty home; the assistant is the one by rules."""
    with serving(tmp_path_factory.mktemp("home")) as listening:
        yield listening


@pytest.fixture(scope="module")
def ada(served: Served) -> Iterator[httpx.Client]:
    """Ada's session over HTTP."""
    headers = served.signed_in()
    with served.client() as client:
        client.headers.update(headers)
        yield client


@pytest.fixture(scope="module")
def sample(ada: httpx.Client) -> str:
    """The path of the sample case, over a corpus of invented acts."""
    form, wanted = {"csrf_token": ada.headers["X-CSRF-Token"]}, {"Accept": "application/json"}
    json_of(ada.post("/samples/corpus", data=form, headers=wanted))
    return str(json_of(ada.post("/samples/amenda", data=form, headers=wanted))["place"])


@pytest.fixture
def case(ada: httpx.Client) -> str:
    """The path of a new case."""
    return f"/cases/{json_of(ada.post(f'{API}/cases', json={'title': 'Dosar'}))['case_id']}"


@pytest.fixture
def enter(new_tab: NewTab, ada: httpx.Client, served: Served) -> NewTab:
    """Opens tabs in Ada's session."""

    def make(**options: object) -> Tab:
        tab: Tab = new_tab(**options)
        pairs = (one.partition("=") for one in ada.headers["Cookie"].split("; "))
        tab.page.context.add_cookies([{"name": name, "value": value, "url": served.url} for name, _, value in pairs])
        return tab

    return make


def say(page: Page, text: str) -> None:
    """Say it, and wait for what comes."""
    before = page.locator(".utterance.assistants").count()
    page.fill("#message", text)
    page.click("#ask button.main")
    page.wait_for_url("**job=**")
    page.wait_for_function(
        "before => document.querySelectorAll('.utterance.assistants').length > before", arg=before, timeout=20_000
    )
    page.wait_for_function(DONE)


def test_from_the_first_message_to_the_paper(enter: NewTab, ada: httpx.Client, sample: str) -> None:
    """Told as the sample tells it, a complaint stands on paper; until then nobody's number stands in any page."""
    tab = enter()
    page = tab.open(sample)
    pages = [page.content()]
    assert page.get_attribute("html", "lang") == "ro"
    for step in SAMPLE.steps:
        if step.get("say", "").startswith(LEFT_OUT):
            continue
        if "say" in step:
            say(page, step["say"])
        elif "upload" in step:
            data = SAMPLE.document(step["upload"])
            page.set_input_files("#files", {"name": step["upload"], "mimeType": "text/plain", "buffer": data})
            page.click(".drop button")
            page.wait_for_url("**done=documents-added")
        pages.append(page.content())
    assert tab.looks() == []
    page.set_viewport_size({"width": 1280, "height": 900})
    for rest in ("", "/parties", "/research", "/drafts"):
        page = tab.open(sample + rest)
        pages.append(page.content())
    assert page.locator("section table tbody tr").count() == 2
    page.click("table tbody a >> nth=0")
    pages.append(page.content())

    page.wait_for_function(
        "() => [...document.querySelectorAll('img.page-image')].every(one => one.naturalWidth > 900)"
    )
    assert tab.looks() == []
    pdf = ada.get(str(page.get_attribute("a.button.main", "href")))
    again = ada.get(str(pdf.request.url), headers={"If-None-Match": pdf.headers["etag"]})
    assert pdf.content.startswith(b"%PDF-")
    assert (pdf.headers["content-disposition"].split(";")[0], pdf.headers["content-security-policy"]) == (
        "inline",
        "sandbox",
    )
    assert (again.status_code, again.content) == (304, b"")
    for value in SAMPLE.personal:
        assert not any(value in html for html in pages), value


def test_source_opens_with_its_text(enter: NewTab, ada: httpx.Client, sample: str, case: str) -> None:
    """Without JavaScript: what was found, markup in it shown as it is, and the whole text of a source."""
    assert sample
    found = [
        {"doc_id": "exemplu-contraventii", "title": "Ordonanța", "summary": HOSTILE, "status": "applied"},
        {"doc_id": "a' OR '1'='1", "title": "Alta", "summary": "", "status": "applied"},
    ]
    json_of(ada.patch(f"{API}{case}/details", json={"updates": {"legal_research.legislation": found}}))
    page = enter(scripts=False).open(f"{case}/research")
    assert HOSTILE in page.inner_text("tbody")
    page.click("text=Ordonanța")
    assert "Art. 31. Împotriva procesului-verbal" in page.inner_text(".reading")
    page.go_back()
    page.click("text=Alta")
    assert page.locator(".reading").count() == 0
    assert page.locator("[role=alert]").count() == 1
    page.goto(f"{page.url}-none")
    assert "no source" in page.inner_text("main")


@pytest.mark.parametrize("scripts", [True, False])
def test_partys_details_are_shown_to_whoever_asks(
    enter: NewTab, ada: httpx.Client, sample: str, *, scripts: bool
) -> None:
    """They stand in no page before, in one party's card then, and the audit has who asked."""
    tab = enter(scripts=scripts)
    page = tab.open(f"{sample}/parties")
    assert CNP not in page.content()
    asked = looks(ada)
    card = page.locator("article", has=page.locator("h3", has_text="petent"))

    card.locator("form[action$='/show'] button").click()
    page.wait_for_selector("[data-personal]")

    assert CNP in page.inner_text("[data-personal]")
    assert page.locator("[data-personal]").count() == 1
    assert looks(ada) > asked
    if scripts:
        assert tab.axe() == []
    assert CNP not in tab.open(f"{sample}/parties").content()


def looks(ada: httpx.Client) -> int:
    """How often somebody was shown a party, as the audit has it."""
    found = json_of(ada.get(f"{API}/audit/events", params={"tool_name": "show_party", "last": 1000}))["events"]
    return len(found)


def test_party_is_added_changed_and_taken_out(enter: NewTab, case: str) -> None:
    """A wrong number is said beside its field, and what was typed stays; names are text, whatever they look like."""
    tab = enter()
    page = tab.open(f"{case}/parties?kind=organisation")
    page.fill("#new-organizationName", f"Firma {HOSTILE}")
    page.fill("#new-cui", "RO14399841")
    page.fill("#role", "pârât")
    page.click("#add ~ form button.main")
    assert "CUI" in page.inner_text("#new-cui-flaw")
    assert page.input_value("#new-organizationName") == f"Firma {HOSTILE}"
    assert page.input_value("#role") == "pârât"
    page.fill("#new-cui", "RO14399840")
    page.click("#add ~ form button.main")
    page.wait_for_url("**done=party-added")
    page.click("article form[action$='/show'] button")
    page.wait_for_selector("[data-personal]")
    assert HOSTILE in page.inner_text("[data-personal]")
    page.click("article details >> nth=0 >> summary")
    page.fill("article #contact", "secretariat")
    page.fill("article #organizationName", "")
    page.locator("article #organizationName").evaluate("one => one.required = false")
    page.click("article form[action$='/change'] button.main")
    assert "organizationName" in page.inner_text("#organizationName-flaw")
    assert page.input_value("article #contact") == "secretariat"
    page.fill("article #organizationName", "Quorvimex")
    page.click("article form[action$='/change'] button.main")
    page.wait_for_url("**done=party-changed")
    page.click("article form[action$='/detach'] button")
    page.wait_for_url("**done=party-detached")
    assert page.locator("article").count() == 0
    page.fill("#attach ~ form input[name=role]", "martor")
    page.click("#attach ~ form button >> nth=0")
    page.wait_for_url("**done=party-added")
    assert page.inner_text("article h3") == "martor"


def test_case_is_paid_once_the_plan_is_used_up(enter: NewTab, ada: httpx.Client, case: str) -> None:
    """What it costs, how it is paid, that nothing came; then an administrator says that it did."""
    first = json_of(ada.post(f"{API}/cases", json={"title": "Altul"}))["case_id"]
    for one in (first, case.rpartition("/")[2]):
        json_of(ada.post(f"{API}/cases/{one}/tier", json={"tier": 3, "justification": "cerut"}))
    json_of(ada.post(f"{API}/cases/{first}/activation", json={}))
    tab = enter(scripts=False)
    page = tab.open(case)
    assert "cerut" in page.inner_text("#stand")
    page.click("#stand form[action$='/activation'] button")
    page.wait_for_url("**done=payment-needed")
    assert "99,00" in page.inner_text("#stand .hold")
    page.click("#stand form[action$='/payment'] button")
    assert "CW-" in page.inner_text("#payment")
    page.click("#stand form[action$='/check'] button")
    page.wait_for_url("**done=payment-open")
    page.click("#stand details >> nth=0 >> summary")
    page.click("#stand form[action$='/confirmation'] button")
    page.wait_for_url("**done=payment-paid")
    assert page.locator("#stand .hold").count() == 0
    assert json_of(ada.get(f"{API}{case}"))["status"] == "active"


def test_question_that_was_not_understood_offers_answers(enter: NewTab, case: str) -> None:
    """The second time the same comes, there are buttons; one of them is an answer. Names in it are masked."""
    tab = enter()
    page = tab.open(case)
    page.click("#ask button.main")
    expect(page.locator("#message[aria-invalid=true]")).to_have_count(1)
    say(page, f"Bună ziua {HOSTILE}")
    assert HOSTILE in page.inner_text("#talk")
    assert page.locator("main img").count() == 0
    say(page, "hmm")
    assert page.locator("#choices button[name=choice]").count() == 0
    say(page, "hmm")
    assert page.locator("#choices button[name=choice]").count() == 3
    page.click("#choices button[name=choice] >> nth=1")
    page.wait_for_function("() => document.querySelectorAll('.utterance.persons').length == 4")
    assert "Nu știu." in page.inner_text(".utterance.persons >> nth=3")


@pytest.mark.parametrize("scripts", [True, False])
def test_question_of_the_tier_offers_answers(enter: NewTab, ada: httpx.Client, case: str, scripts: bool) -> None:
    """What the question names can be taken as it stands, from the keyboard too, and decides the tier."""
    said = {"message": "Am o problemă la serviciu"}
    json_of(ada.post(f"{API}/cases/{case.rpartition('/')[2]}/turns", json=said))
    tab = enter(scripts=scripts)
    page = tab.open(case)
    assert page.locator("#choices [type=radio]").count() == 3
    if scripts:
        assert tab.looks() == []
    page.check("#choices label:has-text('Concediere') input")
    page.click("#choices button")
    while not scripts and page.locator("[data-live]").count():
        page.wait_for_timeout(300)
        page.goto(page.url)
    page.wait_for_selector("#stand strong:has-text('Nivelul 2')")
    assert "Concediere" in page.inner_text(".utterance.persons >> nth=1")
    assert page.locator("#choices [type=radio]").count() == 0


def test_case_with_support_goes_on_and_is_closed(enter: NewTab, ada: httpx.Client, case: str) -> None:
    """Without JavaScript: a ticket pauses it, an administrator lets it go on, and closed it is only read."""
    one = case.rpartition("/")[2]
    json_of(ada.post(f"{API}/cases/{one}/tier", json={"tier": 1, "justification": "simplu"}))
    json_of(ada.post(f"{API}/cases/{one}/activation", json={}))
    page = enter(scripts=False).open(case)
    page.click("#support ~ details summary")
    page.fill("#issue_description", f"Nu merge {HOSTILE}")
    page.click("form[action$='/tickets'] button")
    page.wait_for_url("**done=ticket-opened")
    assert HOSTILE in page.inner_text("section[aria-labelledby=support]")
    page.fill("#note", "Reparat.")
    page.click("form[action$='/resumption'] button")
    page.wait_for_url("**done=case-resumed")
    assert "Reparat." in page.inner_text("section[aria-labelledby=support]")
    page.click("#end ~ details summary")
    page.click("form[action$='/closing'] button")
    page.wait_for_url("**done=case-closed")
    assert page.locator("#message").count() == 0


def test_case_is_opened_in_the_language_that_was_chosen(enter: NewTab) -> None:
    """Romanian until another is chosen; an empty title is said beside its field."""
    tab = enter()
    page = tab.open("/cases")
    assert page.get_attribute("html", "lang") == "ro"
    page.fill("#title", "   ")
    page.click("form[action='/cases'] button.main")
    expect(page.locator("#title-flaw")).to_have_count(1)
    page.fill("#title", "Chirie neplătită")
    page.click("form[action='/cases'] button.main")
    page.wait_for_url("**done=case-opened")
    page.select_option("#language", "en")
    page.click(".foot button")
    page.goto(tab.served.url + "/cases")
    assert page.get_attribute("html", "lang") == "en"
    assert tab.looks() == []


def test_client_is_offered_what_a_client_may_do(new_tab: NewTab, ada: httpx.Client, case: str) -> None:
    """They talk, and see that there is a draft; nothing that they may not do is offered, or tried by a page."""
    draft = {"markdown_content": "Text", "draft_name": "Scrisoare", "revision": 1}
    made = json_of(ada.post(f"{API}{case}/drafts", json=draft))["draft_firestore_id"]
    tab = new_tab()
    tab.join(json_of(ada.post(f"{API}/users", json={"name": "cleo", "role": "CLIENT"}))["link"], None)
    share = {"user": "cleo", "role": "client"}
    json_of(ada.post(f"{API}/matters/{case.rpartition('/')[2]}/participants", json=share))

    page = tab.open(case)
    assert page.locator("#message").count() == 1
    for act in ("tickets", "closing", "payment/confirmation", "resumption", "tier"):
        assert page.locator(f"form[action$='/{act}']").count() == 0, act
    assert tab.open(f"{case}/parties").locator("form[action$='/delete']").count() == 0
    page = tab.open(f"{case}/drafts")
    assert "Scrisoare" in page.inner_text("h2")
    assert page.locator("tbody a").count() == 0
    assert stopped(ada) == []
    assert "not permitted" in tab.open(f"{case}/drafts/{made}").inner_text("main")
    assert stopped(ada) == ["render_draft"]


def stopped(ada: httpx.Client) -> list[str]:
    """What Cleo asked for and may not, as the audit has it, but the count of approvals that every page asks for."""
    told = json_of(ada.get(f"{API}/audit/events", params={"agent_id": "cleo", "last": 1000}))["events"]
    return [one["tool_name"] for one in told if one["phase"] == "stopped" and one["tool_name"] != "list_approvals"]
