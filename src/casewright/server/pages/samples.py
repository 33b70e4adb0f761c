"""The samples: one button on an empty home puts them all in, each step a call of whoever pressed it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright.bootstrap.samples import list_samples, put_in
from casewright.errors import ToolFailed
from casewright.server.answers import json_response
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw
from casewright.server.problems import MISSING, Problem

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit


def sample_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/samples", _show),
        Page("POST", "/samples", _put_all_in),
        Page("POST", "/samples/{name}", _put_in),
    )


async def _show(visit: Visit) -> Response:
    return _page(visit)


def _page(visit: Visit, flaw: Flaw | None = None) -> Response:
    return visit.show("samples.html", HTTPStatus.OK if flaw is None else flaw.status, samples=list_samples(), flaw=flaw)


async def _put_all_in(visit: Visit) -> Response:
    """All of them, one after the other: the way without JavaScript, which takes a while."""
    assert visit.caller is not None
    session = visit.caller.session(visit.serving.parts)
    for sample in list_samples():
        try:
            await put_in(session, sample.name)
        except ToolFailed as error:
            return _page(visit, Flaw(f"{sample.title}: {error}"))
    return visit.go("/", "samples-in")


async def _put_in(visit: Visit) -> Response:
    """One of them; the page's script asks for each in turn and is told where it is."""
    assert visit.caller is not None
    sample = next((one for one in list_samples() if one.name == visit.path("name")), None)
    if sample is None:
        raise Problem(MISSING, f"There is no sample {visit.path('name')!r}: choose one of the page")
    wants_json = "json" in visit.request.headers.get("accept", "")
    try:
        matter = await put_in(visit.caller.session(visit.serving.parts), sample.name)
    except ToolFailed as error:
        if wants_json:
            return json_response({"detail": str(error)}, HTTPStatus.UNPROCESSABLE_ENTITY)
        return _page(visit, Flaw(f"{sample.title}: {error}"))
    place = "/samples" if matter is None else f"/{'cases' if sample.kind == 'case' else 'matters'}/{matter}"
    return json_response({"place": place}) if wants_json else visit.go(place)
