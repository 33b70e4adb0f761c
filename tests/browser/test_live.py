"""Jobs that are followed: cut off and taken up again, cancelled, and ended for whoever may not listen any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.asked import LEASE
from tests.browser.mind import Mind
from tests.providers.openai import ScriptedOllama
from tests.providers.replies import Call, Turn
from tests.relay import free_port, relay
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx
    from playwright.sync_api import Page, Request

    from tests.browser.browsing import Tab
    from tests.relay import Relay
    from tests.served import Served

    NewTab = Callable[..., Tab]


@pytest.fixture(scope="module")
def mind() -> Mind:
    """What the assistant says."""
    return Mind()


@pytest.fixture(scope="module")
def way() -> Iterator[Relay]:
    """What the browser reaches the server by."""
    with relay(free_port()) as one:
        yield one


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, mind: Mind, way: Relay) -> Iterator[Served]:
    """A server behind the relay, whose assistant is a model on this machine."""
    home = tmp_path_factory.mktemp("live") / "home"
    with ScriptedOllama(always=mind) as model:
        settings = {**model.environment(), "CASEWRIGHT_SERVER_URL": f"http://127.0.0.1:{way.port}"}
        with serving(home, settings=settings, options=("--at", str(way.behind))) as listening:
            yield listening


@pytest.fixture(scope="module")
def api(served: Served) -> Iterator[httpx.Client]:
    """Ada's client over the API."""
    with served.client(served.join()) as client:
        yield client


@pytest.fixture(scope="module")
def matter(api: httpx.Client) -> str:
    """A matter with a lease."""
    made = str(json_of(api.post(f"{API}/matters", json={"title": "Elm House"}))["matter_id"])
    path = f"{API}/matters/{made}/documents?filename=lease.txt"
    json_of(api.post(path, content=LEASE.encode()))
    return made


def lists(matter: str) -> Turn:
    """The model has the documents listed."""
    return Turn(calls=(Call("list_matter_documents", {"matter_id": matter}),))


def ask(tab: Tab, matter: str) -> Page:
    """Ask, and wait until the model is to speak."""
    page = tab.open(f"/matters/{matter}/ask")
    page.fill("#question", "Which documents are there?")
    page.click("#ask button.main")
    page.wait_for_selector(".log .step:has-text('frame_question: success')")
    return page


def steps(page: Page) -> list[str]:
    """What the page shows of the calls, line by line."""
    said = [one.strip() for one in page.locator(".log .step").all_inner_texts()]
    return [one.split(" ", 1)[1] for one in said if one.startswith(("→", "←"))]


def test_stream_that_is_cut_off_is_taken_up_behind_its_last_event(
    new_tab: NewTab, matter: str, mind: Mind, way: Relay
) -> None:
    """What was told meanwhile comes once, in order, and then the answer."""
    mind.says(lists(matter), lists(matter), Turn("There is one."), held=True)
    tab = new_tab()
    tab.sign_in()
    page = ask(tab, matter)
    seen: list[str | None] = []

    def asked(request: Request) -> None:
        if "/live" in request.url:
            seen.append(request.headers.get("last-event-id"))

    page.on("request", asked)

    way.cut()
    mind.let_go()
    page.wait_for_function("() => document.querySelectorAll('.log .step').length >= 6")
    way.cut()
    mind.let_go()
    page.wait_for_function("() => document.querySelectorAll('.log .step').length >= 8")

    listing = ["Calls list_matter_documents", "list_matter_documents: success"]
    assert steps(page) == ["Calls frame_question", "frame_question: success", *listing, *listing]
    assert len(seen) >= 2
    assert int(seen[-1] or 0) > int(seen[0] or 0)
    mind.let_go()
    page.wait_for_selector(".answer p:has-text('There is one.')")
    assert page.locator(".live").count() == 0
    # A connection that is cut is something that the browser writes down.
    assert [one for one in tab.complaints if "ERR_" not in one and "network error" not in one] == []
    tab.complaints.clear()


def test_cancelled_question_says_so_and_can_be_asked_again(new_tab: NewTab, matter: str, mind: Mind) -> None:
    """The question stays; nobody waits for the model."""
    mind.says(Turn("Never mind."), Turn("Asked again."), held=True)
    tab = new_tab()
    tab.sign_in()
    page = ask(tab, matter)

    page.click("text=Cancel")
    page.wait_for_selector(".turn .problem:has-text('cancelled')")
    assert page.inner_text("h2.asked") == "Which documents are there?"
    mind.let_go()
    mind.let_go()
    page.click("text=Ask it again")
    page.wait_for_selector(".answer")


def test_whoever_is_out_hears_no_more(new_tab: NewTab, served: Served, api: httpx.Client, mind: Mind) -> None:
    """Deactivated in the middle of an answer: the next word does not come, the page asks to sign in."""
    invitation = json_of(api.post(f"{API}/users", json={"name": "bo", "role": "ANALYST"}))["link"]
    tab = new_tab()
    tab.join(invitation, None)
    tab.page.fill("[name=title]", "Bo's own")
    tab.page.click("text=Open it")
    mind.says(Turn("A secret."), held=True)
    page = ask(tab, tab.page.url.split("?")[0].rsplit("/", 1)[1])

    assert api.post(f"{API}/users/bo/deactivation").is_success
    mind.let_go()
    page.wait_for_url(lambda url: url.startswith(f"{served.url}/sign-in?"))

    assert "secret" not in page.content()


def test_jobs_of_others_are_not_heard_by_an_admin(served: Served, api: httpx.Client, mind: Mind) -> None:
    """They hear how far it is, and not what is said."""
    invitation = json_of(api.post(f"{API}/users", json={"name": "cy", "role": "ANALYST"}))["link"]
    with served.client(served.join(invitation, None)) as client:
        own = json_of(client.post(f"{API}/matters", json={"title": "Cy's own"}))["matter_id"]
        mind.says(Turn("A secret."))
        asked = client.post(
            f"{API}/matters/{own}/ask", json={"question": "What?"}, headers={"Accept": "text/event-stream"}
        )
        assert "A secret." in asked.text
        heard = api.get(f"{API}/jobs/{asked.headers['casewright-job']}/events").text
    assert '"state":"done"' in heard
    assert "event: answer" not in heard


def test_stream_of_nothing_ends(served: Served, api: httpx.Client) -> None:
    """A job that is not there, and nobody signed in, end a page's stream at once: nothing asks again and again."""
    with served.client() as stranger:
        for job in ("nothing", "b9a29dd3-ec51-41f5-8958-9a1602d46a68"):
            answer = stranger.get(f"/jobs/{job}/live", headers={"Accept": "text/html, text/event-stream"})
            assert (answer.status_code, answer.text.split()) == (200, ["event:", "end", "data:", "end"])
