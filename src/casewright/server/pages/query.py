"""The query bar: templates with their arguments, plain words, a query, what it would cost, and where it matches."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from casewright.server.pages.page import Page
from casewright.server.pages.query_request import (
    JOINS,
    QueryRequest,
    TemplateChoice,
    drawn,
    joined,
    query_flaw,
)
from casewright.server.pages.query_results import SHOWN, QueryResults
from casewright.server.pages.visit import Flaw, flaw_of

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit

_PATH = "/matters/{matter_id}/query"
_TEMPLATE = "template:"


def query_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", _PATH, _ask),
        Page("POST", _PATH, _run),
        Page("POST", f"{_PATH}/saved", _save),
        Page("POST", f"{_PATH}/saved/delete", _delete),
    )


async def _ask(visit: Visit) -> Response:
    """The bar, and what was pressed in it: a template put in, words written as a query, or the query run."""
    act, asked = visit.asked("act"), QueryRequest.of(visit)
    if act.startswith(_TEMPLATE):
        return await _put_in(visit, asked, act.removeprefix(_TEMPLATE))
    if act in ("translate", "explain"):
        return await _translate(visit, asked)
    if act == "run" or (asked.query and not act):
        return await _estimate(visit, asked)
    return await _bar(visit, asked)


async def _put_in(visit: Visit, asked: QueryRequest, name: str) -> Response:
    choice = next((one for one in await _choices(visit) if one.name == name), None)
    if choice is None:
        return await _bar(visit, asked, Flaw(f"There is no template {name!r}: choose one from the list", "q"))
    argument = visit.asked(choice.field)
    if choice.argument is not None and not argument:
        return await _bar(visit, asked, Flaw(f"Say the {choice.argument} that is meant", choice.field))
    return await _bar(visit, replace(asked, query=joined(asked.query, choice.written(argument), visit.asked("join"))))


async def _translate(visit: Visit, asked: QueryRequest) -> Response:
    """Words as a query, or a query in words."""
    backwards = visit.asked("act") == "explain"
    given = {"query": asked.query, "scope": asked.scope} if backwards else {"words": asked.words}
    result = await visit.call("translate_query", given)
    if not result.success or not isinstance(result.structured, dict):
        return await _bar(visit, asked, query_flaw(flaw_of(result), "q" if backwards else "words"))
    made: Any = result.structured  # Any: the tool's JSON
    return await _bar(visit, replace(asked, query=made["query"], scope=made["scope"]), translation=made)


async def _estimate(visit: Visit, asked: QueryRequest) -> Response:
    """What costs nothing runs at once; for everything else the page says first what it would cost."""
    if not asked.query:
        return await _bar(visit, asked, Flaw("There is no query yet: write one, or put a template in", "q"))
    estimated = await visit.call("estimate_query", asked.asks(visit.path("matter_id")))
    if not estimated.success or not isinstance(estimated.structured, dict):
        return await _bar(visit, asked, query_flaw(flaw_of(estimated)))
    if estimated.structured["texts"]:
        return await _bar(visit, asked, estimate=estimated.structured)
    return await _run(visit)


async def _run(visit: Visit) -> Response:
    asked, matter = QueryRequest.of(visit), visit.path("matter_id")
    arguments = asked.runs(matter)
    if isinstance(arguments, Flaw):
        return await _bar(visit, asked, arguments)
    result = await visit.call("isaacus_iql", arguments)
    if waits := visit.waits(result):
        return waits
    if not result.success or not isinstance(result.structured, dict):
        return await _bar(visit, asked, query_flaw(flaw_of(result)))
    return await _bar(visit, asked, results=QueryResults.of(matter, result.structured))


async def _save(visit: Visit) -> Response:
    asked, matter = QueryRequest.of(visit), visit.path("matter_id")
    arguments = {"name": visit.form.text("name"), "query": asked.query, "words": asked.words, "matter_id": matter}
    result = await visit.call("save_query", {**arguments, "replace": visit.form.text("replace") == "yes"})
    if not result.success:
        return await _bar(visit, asked, query_flaw(flaw_of(result)), saving=True)
    return visit.go(f"/matters/{matter}/query?{asked.address}&act=show", "query-saved")


async def _delete(visit: Visit) -> Response:
    result = await visit.call("delete_saved_query", {"name": visit.form.text("saved")})
    if not result.success:
        return await _bar(visit, QueryRequest.of(visit), flaw_of(result))
    return visit.go(f"/matters/{visit.path('matter_id')}/query", "query-deleted")


async def _bar(visit: Visit, asked: QueryRequest, flaw: Flaw | None = None, /, **more: object) -> Response:
    matter = {"matter_id": visit.path("matter_id")}
    shown, listed, saved, choices = await asyncio.gather(
        visit.read("show_matter", matter),
        visit.read("list_matter_documents", matter),
        _saved(visit),
        _choices(visit),
    )
    groups: dict[str, list[TemplateChoice]] = {}
    for one in choices:
        groups.setdefault(one.group, []).append(one)
    nothing = dict.fromkeys(("results", "estimate", "translation", "saving"))
    values = {**nothing, **more}
    return visit.show(
        "query.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        matter=shown,
        documents=listed["documents"],
        saved=saved,
        groups=groups,
        joins=JOINS,
        request=asked,
        flaw=flaw,
        wrong=drawn(flaw) if flaw is not None and flaw.field == "q" else None,
        most=SHOWN,
        **values,
    )


async def _choices(visit: Visit) -> list[TemplateChoice]:
    """The templates of the language and the tenant's own."""
    found: Any = await visit.read("list_usable_templates")  # Any: the tool's JSON
    return [TemplateChoice.of(one) for one in found["templates"]]


async def _saved(visit: Visit) -> object:
    """The visitor's saved queries; None for one who can have none."""
    return (await visit.read("list_saved_queries"))["queries"] if visit.may("list_saved_queries") else None
