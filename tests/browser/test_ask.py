"""Questions in the browser: asked of what is open, followed, answered with places; what waits and what is not true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.asked import LAW, LEASE, policy_that_lets_the_agent_delete
from tests.browser.mind import Mind
from tests.providers.openai import ScriptedOllama
from tests.providers.replies import Call, Turn
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx

    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def mind() -> Mind:
    """What the assistant says."""
    return Mind()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, mind: Mind) -> Iterator[Served]:
    """A server whose assistant is a model on this machine, which may ask for deletions."""
    folder = tmp_path_factory.mktemp("ask")
    with ScriptedOllama(always=mind) as model:
        policy = {"CASEWRIGHT_POLICY": str(policy_that_lets_the_agent_delete(folder))}
        with serving(folder / "home", settings={**model.environment(), **policy}) as listening:
            yield listening


@pytest.fixture(scope="module")
def api(served: Served) -> Iterator[httpx.Client]:
    """Ada's client over the API."""
    with served.client(served.join()) as client:
        yield client


@pytest.fixture
def matter(api: httpx.Client) -> str:
    """A matter with a lease and a memo."""
    made = str(json_of(api.post(f"{API}/matters", json={"title": "Elm House"}))["matter_id"])
    for name, text in (("lease.txt", LEASE), ("memo.txt", "MEMO\n\nNothing is decided.\n")):
        json_of(api.post(f"{API}/matters/{made}/documents", params={"filename": name}, content=text.encode()))
    return made


def documents(api: httpx.Client, matter: str) -> dict[str, str]:
    """The ids of the matter's documents, by name."""
    found = json_of(api.get(f"{API}/matters/{matter}/documents"))["documents"]
    return {one["filename"]: one["document_id"] for one in found}


def calls(tool: str, matter: str, document: str) -> Turn:
    """The model calls a tool with the document."""
    return Turn(calls=(Call(tool, {"matter_id": matter, "document_id": document}),))


def law(document: str) -> str:
    """An answer whose quote stands where it says."""
    start = LEASE.index(LAW)
    return f"It is English law: “{LAW}” [lease.txt](cite:{document}@{start}-{start + len(LAW)})"


def ask(tab: Tab, path: str, question: str) -> Any:
    """Type the question, and send it."""
    page = tab.open(path)
    page.fill("#question", question)
    page.click("#ask button.main")
    return page


def test_question_is_followed_and_its_answer_opens_the_place(
    new_tab: NewTab, api: httpx.Client, mind: Mind, matter: str
) -> None:
    """The open document is its visible context; what is typed meanwhile stays; the thread is there afterwards."""
    lease = documents(api, matter)["lease.txt"]
    mind.says(calls("get_document_text", matter, lease), Turn(law(lease)), held=True)
    tab = new_tab()
    tab.sign_in()

    page = ask(tab, f"/matters/{matter}/ask?document_id={lease}", "Which law governs the lease?")
    page.wait_for_selector(".log .step:has-text('frame_question: success')")
    assert page.locator(".chip input:checked").input_value() == lease
    page.fill("#question", "And the rent?")
    assert tab.axe() == []
    mind.let_go()
    page.wait_for_selector(".log .step:has-text('get_document_text: success')")
    mind.let_go()
    page.wait_for_selector(".answer")

    assert page.input_value("#question") == "And the rent?"
    start = LEASE.index(LAW)
    place = f"/matters/{matter}/documents/{lease}?start={start}&end={start + len(LAW)}#match"
    assert page.locator(".answer a.cite").get_attribute("href") == place
    assert page.locator("#threads a:has-text('Which law governs')").count() == 1
    page.reload()
    assert page.url.split("?")[0].startswith(f"{tab.served.url}/matters/{matter}/ask/")
    assert page.inner_text(".turn .tag") == "lease.txt"
    page.click("text=What was called for it")
    assert "passages shown: 1" in page.inner_text(".turn")
    assert tab.looks() == []
    page.click(".answer a.cite")
    assert LAW in page.inner_text("#match")


def test_question_without_javascript(new_tab: NewTab, api: httpx.Client, mind: Mind, matter: str) -> None:
    """Its page says that it runs, and shows the answer when it is looked at again."""
    lease = documents(api, matter)["lease.txt"]
    mind.says(Turn(law(lease)), held=True)
    tab = new_tab(scripts=False)
    tab.sign_in()

    page = ask(tab, f"/matters/{matter}/ask", "Which law?")
    assert "It runs." in page.inner_text(".turn")
    mind.let_go()
    for _ in range(50):
        if page.locator(".again").count() == 0:
            break
        page.click(".again")
        page.wait_for_timeout(100)

    assert "English law" in page.inner_text(".answer")
    assert page.inner_text(".turn .tag") == "the whole matter"


def test_empty_question_is_said_beside_its_field(new_tab: NewTab, matter: str, api: httpx.Client) -> None:
    """Nothing is begun, and the chosen document stays chosen."""
    lease = documents(api, matter)["lease.txt"]
    tab = new_tab()
    tab.sign_in()
    page = ask(tab, f"/matters/{matter}/ask?document_id={lease}", "  ")
    assert "The question is empty" in page.inner_text("#question-flaw")
    assert page.locator("#question[aria-invalid=true]").evaluate("one => one === document.activeElement")
    assert page.locator(".chip input:checked").input_value() == lease
    assert json_of(api.get(f"{API}/matters/{matter}/threads"))["threads"] == []


def test_what_is_not_true_looks_so_and_what_is_hostile_is_text(
    new_tab: NewTab, api: httpx.Client, mind: Mind, matter: str
) -> None:
    """A place that does not hold is no link; a sentence is marked in words; markup of the model's is shown as it is."""
    lease = documents(api, matter)["lease.txt"]
    mind.says(Turn(f"{HOSTILE} The rent is “EUR 9” [lease.txt](cite:{lease}@0-5)."))
    tab = new_tab()
    tab.sign_in()

    page = ask(tab, f"/matters/{matter}/ask", f"What of {HOSTILE}?")
    page.wait_for_selector(".answer")

    assert page.locator(".answer a.cite").count() == 0
    assert page.inner_text(".answer .tag.bad") == "✕\nnot verified"
    assert "Not verified" in page.inner_text(".turn .problem")
    assert HOSTILE in page.inner_text("h2.asked")
    assert HOSTILE in page.inner_text(".answer")
    assert page.locator("main img, main script").count() == 0


def test_deletion_that_the_assistant_asks_for_waits_for_another_person(
    new_tab: NewTab, served: Served, api: httpx.Client, mind: Mind, matter: str
) -> None:
    """Ada asks in one browser, Pat approves in another, Ada goes on: the document is gone, and the thread tells why."""
    memo = documents(api, matter)["memo.txt"]
    invitation = json_of(api.post(f"{API}/users", json={"name": "pat", "role": "PARTNER"}))["link"]
    mind.says(calls("delete_document", matter, memo), Turn("The memo is gone."))
    adas, pats = new_tab(), new_tab()
    adas.sign_in()
    pats.join(invitation, None)
    json_of(api.post(f"{API}/matters/{matter}/participants", json={"user": "pat", "role": "counsel"}))

    ada = ask(adas, f"/matters/{matter}/ask", "Delete the memo")
    ada.wait_for_selector(".turn .hold a:has-text('Decide on delete_document')")
    assert "waits for a person’s decision" in ada.inner_text(".turn .hold")
    assert adas.axe() == []
    pat = pats.open("/approvals")
    pat.click("a:has-text('delete_document')")
    pat.click("button[value=approve]")
    pat.wait_for_url(f"{served.url}/approvals?done=approved")
    ada.click("button[value='go on']")
    ada.wait_for_selector(".answer p:has-text('The memo is gone.')")

    assert "memo.txt" not in documents(api, matter)
    ada.click("text=What was called for it")
    assert "delete_document" in ada.inner_text(".turn")
    # Her conversation is hers alone.
    pat.goto(ada.url)
    assert "not found" in pat.inner_text("main")
