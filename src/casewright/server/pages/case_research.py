"""What was found in acts and decisions for a case, and the text of each."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from casewright.server.pages.case_frame import case_of, case_page, details_of, show_case_page
from casewright.server.pages.visit import Flaw, flaw_of
from casewright.server.problems import MISSING, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Response

    from casewright.server.pages.page import Page
    from casewright.server.pages.visit import Visit

_TABLES = {"legislation": "legislatie", "jurisprudence": "jurisprudenta"}
_USED_FIRST = ("applied", "considered", "irrelevant")
_BLANK = {"doc_id": "", "title": "", "summary": "", "status": "", "synthetic": False, "in_force": True}


def case_research_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        case_page("GET", "/{case_id}/research", _list),
        case_page("GET", "/{case_id}/research/{kind}/{doc_id:path}", _show),
    )


async def _list(visit: Visit) -> Response:
    found = (await details_of(visit))["legal_research"]
    kinds = [(kind, sorted(_sources(found, kind), key=_place)) for kind in _TABLES]
    return show_case_page(visit, "case_research.html", HTTPStatus.OK, case=await case_of(visit), kinds=kinds)


async def _show(visit: Visit) -> Response:
    """The whole text of one source that stands in the case file."""
    kind, doc_id = visit.path("kind"), visit.path("doc_id")
    found = (await details_of(visit))["legal_research"]
    source = next((one for one in _sources(found, kind) if one["doc_id"] == doc_id), None)
    if source is None or kind not in _TABLES:
        raise Problem(MISSING, f"The case file has no source {doc_id!r}: choose one of its research")
    text, flaw = await _text(visit, kind, doc_id)
    return visit.show("case_source.html", case=await case_of(visit), kind=kind, source=source, row=text, flaw=flaw)


# Any in this module: outputs of tools are JSON.
async def _text(visit: Visit, kind: str, doc_id: str) -> tuple[Mapping[str, Any] | None, Flaw | None]:
    assert visit.caller is not None
    table, quoted = _TABLES[kind], doc_id.replace("\\", "\\\\").replace("'", "\\'")
    query = f"SELECT * FROM `{table}` WHERE doc_id = '{quoted}' LIMIT 1"  # noqa: S608 - quoted, and guarded by the tool
    arguments = {"query_string": query, "table_name": table}
    result = await visit.caller.session(visit.serving.parts).call("query_bigquery", arguments)
    if not result.success or not isinstance(result.structured, dict):
        return None, flaw_of(result)
    rows = result.structured["results"]
    if not rows:
        return None, Flaw(f"The corpus has no {doc_id!r} any more: ask whoever fills it")
    return rows[0], None


def _sources(found: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    return [{**_BLANK, **one} for one in found.get(kind, []) if isinstance(one, dict)]


def _place(source: Mapping[str, Any]) -> int:
    status = source.get("status")
    return _USED_FIRST.index(status) if status in _USED_FIRST else 1
