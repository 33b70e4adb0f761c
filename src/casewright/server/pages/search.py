"""Words looked for in every matter that one may see. They are sent, not asked for by address: they may be names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.server.pages.answer_text import label_of
from casewright.server.pages.page import Page
from casewright.server.pages.places import place_path
from casewright.server.pages.visit import flaw_of

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit


def search_pages() -> tuple[Page, ...]:
    """The pages."""
    return (Page("GET", "/search", _show), Page("POST", "/search", _search))


async def _show(visit: Visit) -> Response:
    return visit.show("search.html", found=None, flaw=None)


async def _search(visit: Visit) -> Response:
    assert visit.caller is not None
    # Not as a form's own act, which is made once: what is looked for again may be there by now.
    session = visit.caller.session(visit.serving.parts)
    result = await session.call("search_everywhere", visit.form.arguments("text", "cursor"))
    if not result.success or not isinstance(result.structured, dict):
        flaw = flaw_of(result)
        return visit.show("search.html", flaw.status, found=None, flaw=flaw)
    found: dict[str, Any] = result.structured
    # By matter, that of the best hit first.
    groups: dict[str, list[dict[str, Any]]] = {}
    for hit in found["hits"]:
        place = place_path(hit["matter_id"], hit["document_id"], hit["start"], hit["end"])
        shown = {**hit, "label": label_of(hit["citation"]), "path": place}
        groups.setdefault(hit["matter_id"], []).append(shown)
    return visit.show("search.html", found=found, groups=list(groups.values()), flaw=None)
