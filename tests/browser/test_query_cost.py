"""Scores that cost money: what a query would send is said, and nothing is sent before somebody says it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from scripts.isaacus_server import embedded_scores, isaacus_server
from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scripts.isaacus_server import IsaacusServer
    from tests.browser.browsing import Tab
    from tests.served import Served

    NewTab = Callable[..., Tab]

KEY = "iuak_v1_secret"
QUERY = {"q": "{IS governing law clause}"}
LAW = "AGREEMENT\n\n9. Governing Law\nThis Agreement is governed by the laws of {place}.\n"


@pytest.fixture(scope="module")
def isaacus() -> Iterator[IsaacusServer]:
    """A server that scores as the embedded model does."""
    with isaacus_server(embedded_scores(), key=KEY) as running:
        yield running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, isaacus: IsaacusServer) -> Iterator[Served]:
    """A server whose scores are that one's."""
    settings = {"CASEWRIGHT_SCORER": "isaacus", "CASEWRIGHT_ISAACUS_API_KEY": KEY}
    settings |= {"CASEWRIGHT_ISAACUS_BASE_URL": isaacus.address}
    with serving(tmp_path_factory.mktemp("home"), settings=settings) as listening:
        yield listening


def matter_of(tab: Tab, place: str) -> str:
    """A matter with an agreement in it that nobody scored yet, whose text may be sent."""
    with tab.served.client() as client:
        client.cookies.update({one["name"]: one["value"] for one in tab.page.context.cookies()})
        client.headers["X-CSRF-Token"] = json_of(client.get(f"{API}/session"))["csrf_token"]
        matter = json_of(client.post(f"{API}/matters", json={"title": "Costs"}))["matter_id"]
        json_of(
            client.post(f"{API}/matters/{matter}/documents?filename=a.txt", content=LAW.format(place=place).encode())
        )
        consent = {"arguments": {"matter_id": matter, "provider": "isaacus"}}
        json_of(client.post(f"{API}/tools/grant_provider_consent", json=consent))
    return f"/matters/{matter}"


@pytest.mark.requirement("page-query-cost")
@pytest.mark.parametrize("scripts", [True, False])
def test_query_that_costs_is_run_when_somebody_says_so(new_tab: NewTab, isaacus: IsaacusServer, scripts: bool) -> None:
    """The address alone sends nothing; afterwards the scores are known, and it costs nothing."""
    tab = new_tab(scripts=scripts).enter()
    path = f"{matter_of(tab, f'Utah {scripts}')}/query?{urlencode(QUERY)}"
    before = len(isaacus.requests)
    page = tab.open(path)

    assert "sent to isaacus" in page.inner_text("section:has(#cost) .hold")
    assert len(isaacus.requests) == before
    page.click("text=Send them and run it")
    page.wait_for_selector("#results")
    sent = len(isaacus.requests)
    assert sent > before
    assert "Isaacus" in page.inner_text("#found .hold")

    tab.open(path).wait_for_selector("#results")
    assert len(isaacus.requests) == sent


@pytest.mark.requirement("page-query-cost")
def test_column_that_costs_is_filled_when_somebody_says_so(new_tab: NewTab, isaacus: IsaacusServer) -> None:
    """Until then its cells say why they are not."""
    tab = new_tab().enter()
    before = len(isaacus.requests)
    page = tab.open(f"{matter_of(tab, 'Ohio')}/grid?{urlencode({'col': 'query:' + QUERY['q']})}")
    page.wait_for_selector("#grid-costs button")
    assert "not looked for" in page.inner_text("#grid td .tag")
    assert len(isaacus.requests) == before

    page.click("#grid-costs button")
    page.wait_for_selector("#grid td .tag:has-text('strong')")
    assert len(isaacus.requests) > before
    assert page.locator("#grid-costs button").count() == 0
