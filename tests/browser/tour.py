"""A home with something on every page, and the way through all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.served import API, PASSWORD, json_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

    from tests.browser.browsing import Tab
    from tests.served import Served

SAMPLES = ("smith_v_jones", "brindlecote", "corpus", "amenda")
QUERY = "%7BIS+governing+law+clause%7D"


def fill(served: Served) -> Mapping[str, str]:
    """The paths of all pages by their names, with something on each."""
    headers = served.signed_in()
    with served.client() as client:
        client.headers.update({**headers, "Accept": "application/json"})
        form = {"csrf_token": headers["X-CSRF-Token"]}
        places = {one: str(json_of(client.post(f"/samples/{one}", data=form))["place"]) for one in SAMPLES}
        matter, deal = places["smith_v_jones"], places["brindlecote"]
        question = {"question": "What is the governing law of the supply agreement?"}
        thread = json_of(client.post(f"{API}{matter}/ask", json=question))["thread_id"]
        json_of(client.post(f"{API}/deals/{deal.rpartition('/')[2]}/debates", json={}))
        debate = json_of(client.get(f"{API}/deals/{deal.rpartition('/')[2]}/debates"))["debates"][0]["debate_id"]
        claim = json_of(client.get(f"{API}/deals/{deal.rpartition('/')[2]}/claims"))["claims"][1]["claim_id"]
        found = json_of(client.get(f"{API}{matter}/documents"))["documents"]
        by_name = {one["filename"]: one["document_id"] for one in found}
        said = {"message": "Am primit o amendă pentru zgomot și vreau să o contest."}
        json_of(client.post(f"{API}{places['amenda']}/turns", json=said, headers={"Prefer": "wait=60"}))
        asked = client.request("DELETE", f"{API}{matter}", json={})
        approval = asked.json()["approval_id"]
    return {
        "sign-in": "/sign-in",
        "matters": "/",
        "matter": matter,
        "query": f"{matter}/query?act=run&q={QUERY}",
        "grid": f"{matter}/grid",
        "pdf": f"{matter}/documents/{by_name['software-license-agreement.pdf']}?q={QUERY}",
        "word": f"{matter}/documents/{by_name['supply-agreement.docx']}?q={QUERY}",
        "ask": f"{matter}/ask/{thread}",
        "search": "/search",
        "approvals": "/approvals",
        "approval": f"/approvals/{approval}",
        "deals": "/deals",
        "deal": f"{deal}/deal",
        "claim": f"{deal}/deal/claims/{claim}",
        "debate": f"{deal}/deal/debates/{debate}",
        "cases": "/cases",
        "case": places["amenda"],
        "case-parties": f"{places['amenda']}/parties",
        "case-research": f"{places['amenda']}/research",
        "case-drafts": f"{places['amenda']}/drafts",
        "audit": "/audit",
        "admin": "/admin",
        "policy": "/admin/policy",
        "account": "/account",
        "samples": "/samples",
        "design": "/design",
    }


def sign_in(tab: Tab) -> Page:
    """Ada, whatever the language of the page."""
    page = tab.open("/sign-in")
    page.fill("[name=name]", "ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main button.main")
    page.wait_for_url(f"{tab.served.url}/")
    return page
