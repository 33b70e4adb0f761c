"""All pages as routes, and the files that they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from casewright.server.pages.account import account_pages
from casewright.server.pages.admin import admin_pages
from casewright.server.pages.approvals import approval_pages
from casewright.server.pages.ask import ask_pages
from casewright.server.pages.assets import PATH, load_assets
from casewright.server.pages.audit import audit_pages
from casewright.server.pages.case_drafts import case_draft_pages
from casewright.server.pages.case_parties import case_party_pages
from casewright.server.pages.case_research import case_research_pages
from casewright.server.pages.cases import case_pages
from casewright.server.pages.deals import deal_pages
from casewright.server.pages.design import design_pages
from casewright.server.pages.documents import document_pages
from casewright.server.pages.forms import FORM, WITH_FILES
from casewright.server.pages.grid import grid_pages
from casewright.server.pages.live import live_pages
from casewright.server.pages.matters import matter_pages
from casewright.server.pages.page import Page, PageEndpoint
from casewright.server.pages.query import query_pages
from casewright.server.pages.rendering import Renderer
from casewright.server.pages.samples import sample_pages
from casewright.server.pages.search import search_pages
from casewright.server.pages.session import session_pages
from casewright.server.problems import MISSING, Problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fastapi import Request, Response

    from casewright.server.pages.visit import Visit
    from casewright.server.serving import Serving

    Answer = Callable[[Request], Awaitable[Response]]

_FORMS = (FORM, WITH_FILES)


def all_pages() -> tuple[Page, ...]:
    """Every page there is."""
    return (
        *session_pages(),
        *account_pages(),
        *matter_pages(),
        *document_pages(),
        *sample_pages(),
        *query_pages(),
        *grid_pages(),
        *approval_pages(),
        *audit_pages(),
        *admin_pages(),
        *ask_pages(),
        *search_pages(),
        *live_pages(),
        *design_pages(),
        *deal_pages(),
        *case_pages(),
        *case_party_pages(),
        *case_research_pages(),
        *case_draft_pages(),
    )


def page_answers(serving: Serving) -> Mapping[str, Mapping[str, Answer]]:
    """What answers under each path, by method."""
    renderer = Renderer(load_assets())
    found: dict[str, dict[str, Answer]] = {}
    for page in all_pages():
        found.setdefault(page.path, {})[page.method] = PageEndpoint(page, serving, renderer)
    return found


def missing_page(serving: Serving) -> Answer:
    """What a browser is answered under a path that nothing is at."""

    async def nothing(_visit: Visit) -> Response:
        raise Problem(MISSING, "There is no page at this address: go on from the first one")

    return PageEndpoint(Page("GET", "", nothing, open_to_all=True), serving, Renderer(load_assets()))


def asset_route() -> Route:
    """Where styles and scripts are."""
    return Route(f"{PATH}/{{version}}/{{name:path}}", load_assets().serve, methods=["GET"])


def by_what_is_wanted(page: Answer, api: Answer) -> Answer:
    """Under a path that both have: a page for a browser that asks for one or sends a form, else the API's answer."""

    async def answered(request: Request) -> Response:
        wanted = request.headers.get("accept" if request.method in ("GET", "HEAD") else "content-type", "")
        return await (page if "text/html" in wanted or wanted.startswith(_FORMS) else api)(request)

    return answered
