"""One document, laid out for reading: its pages or blocks, with what is cited marked, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.server.pages.marked_text import Mark, pieces
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of
from casewright.server.problems import INVALID, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import Response

    from casewright.server.pages.visit import Visit

_PATH = "/matters/{matter_id}/documents/{document_id}"
_BLOCKS = 200
_PDF = "application/pdf"
_MOST_BLOCKS_OF_A_PAGE = 1_000


def document_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", _PATH, show_document),
        Page("POST", f"{_PATH}/name", _rename),
        Page("POST", f"{_PATH}/delete", _delete),
    )


# Any in this module: outputs of tools are JSON.
@dataclass(frozen=True, slots=True)
class _Found:
    """What a query found in the document: the matches by their places, and what was said about it."""

    query: str = ""
    matches: Sequence[Mapping[str, Any]] = ()
    warnings: Sequence[str] = ()
    flaw: Flaw | None = None


async def show_document(visit: Visit, flaw: Flaw | None = None) -> Response:
    """The page. ``start`` and ``end`` say which stretch is cited, ``q`` which query's matches are marked."""
    about = {"matter_id": visit.path("matter_id"), "document_id": visit.path("document_id")}
    matter = await visit.read("show_matter", {"matter_id": about["matter_id"]})
    document = await visit.read("show_document", about)
    span, found = _span(visit), await _query(visit, about)
    if span is None and found.matches and not visit.asked("page") and not visit.asked("first"):
        first = found.matches[0]
        span = first["start_index"], first["end_index"]
    values: dict[str, object] = {
        "matter": matter,
        "document": document,
        "span": span,
        "found": found,
        "around": _around(found.matches, span),
        "link": _links(visit, found.query),
        "flaw": flaw or found.flaw,
        "pieces": pieces,
    }
    status = HTTPStatus.OK if flaw is None else flaw.status
    if document["processing_status"] != "ready":
        return visit.show("document.html", status, layout=None, sheet=None, **values)
    if document["file_type"] == _PDF:
        return visit.show("document.html", status, **values, **await _one_page(visit, about, span, found))
    return visit.show("document.html", status, **values, **await _blocks(visit, about, span, found))


async def _one_page(
    visit: Visit, about: Mapping[str, str], span: tuple[int, int] | None, found: _Found
) -> dict[str, object]:
    """A page of a PDF: its picture with boxes on it, and its text beside."""
    number = _number(visit, "page")
    boxes: Sequence[Mapping[str, Any]] = ()
    if span is not None:
        boxes = await _boxes(visit, about, span)
        if number is None and boxes:
            number = boxes[0]["page"]
    sheet: dict[str, Any] = await visit.read("show_page", {**about, "page": number or 1})
    layout: dict[str, Any] | None = None
    marks = _marks(span, found)
    if sheet["start"] is not None and sheet["end"] > sheet["start"]:
        asked = {**about, "at": sheet["start"], "limit": _MOST_BLOCKS_OF_A_PAGE}
        layout = await visit.read("show_document_layout", asked)
        layout["blocks"] = [one for one in layout["blocks"] if one["start"] < sheet["end"]]
    here = [box for box in boxes if box["page"] == sheet["page"]]
    matched = [
        side
        for word in sheet["words"]
        for side in word["boxes"]
        if any(mark.kind == "match" and mark.start <= word["start"] and word["end"] <= mark.end for mark in marks)
    ]
    return {"sheet": sheet, "layout": layout, "boxes": here, "matched": matched, "marks": marks, "is_elsewhere": False}


async def _boxes(visit: Visit, about: Mapping[str, str], span: tuple[int, int]) -> Sequence[Mapping[str, Any]]:
    """Where the span stands on pages; none where that is not known, and then no box is drawn."""
    assert visit.caller is not None
    arguments = {**about, "start": span[0], "end": span[1]}
    result = await visit.caller.session(visit.serving.parts).call("quote_boxes", arguments)
    if not result.success or not isinstance(result.structured, dict):
        return ()
    found: Sequence[Mapping[str, Any]] = result.structured["boxes"]
    return found


async def _blocks(
    visit: Visit, about: Mapping[str, str], span: tuple[int, int] | None, found: _Found
) -> dict[str, object]:
    """Blocks of any other file, from the cited place on."""
    asked: dict[str, object] = {**about, "limit": _BLOCKS}
    first = _number(visit, "first")
    if first is not None:
        asked["first"] = first
    elif span is not None:
        asked["at"] = span[0]
    layout: dict[str, Any] = await visit.read("show_document_layout", asked)
    # A cited place stands with what precedes it, where that is not much.
    if first is None and layout["first"] > 0:
        layout = await visit.read("show_document_layout", {**asked, "first": max(0, layout["first"] - 10), "at": None})
    return {"sheet": None, "layout": layout, "marks": [*_marks(span, found), *_tracked(layout)]}


def _marks(span: tuple[int, int] | None, found: _Found) -> list[Mark]:
    current = [] if span is None else [Mark(*span, "current")]
    others = [
        Mark(one["start_index"], one["end_index"], "match", number)
        for number, one in enumerate(found.matches, start=1)
        if (one["start_index"], one["end_index"]) != span
    ]
    return [*current, *others]


def _tracked(layout: Mapping[str, Any]) -> list[Mark]:
    found = []
    for number, one in enumerate((*layout["changes"], *layout["comments"]), start=1):
        one["number"] = number
        found.append(Mark(one["start"], one["end"], one["kind"], number))
    return found


async def _query(visit: Visit, about: Mapping[str, str]) -> _Found:
    query = visit.asked("q")
    if not query:
        return _Found()
    assert visit.caller is not None
    arguments = {"matter_id": about["matter_id"], "document_ids": [about["document_id"]], "query": query}
    session = visit.caller.session(visit.serving.parts)
    # An address that somebody passed on spends nobody's money.
    estimated = await session.call("estimate_query", arguments)
    if not estimated.success or not isinstance(estimated.structured, dict):
        return _Found(query, flaw=Flaw(flaw_of(estimated).detail, "q"))
    if texts := estimated.structured["texts"]:
        return _Found(query, flaw=Flaw(f"{texts} texts would be scored for money: run it among the queries first", "q"))
    result = await session.call("isaacus_iql", arguments)
    if not result.success or not isinstance(result.structured, dict):
        return _Found(query, flaw=Flaw(flaw_of(result).detail, "q"))
    matches = [match for one in result.structured["document_results"] for match in one["matches"] or ()]
    matches.sort(key=lambda one: (one["start_index"], one["end_index"]))
    return _Found(query, matches, result.structured["warnings"])


def _around(matches: Sequence[Mapping[str, Any]], span: tuple[int, int] | None) -> Mapping[str, Any]:
    """The match before the cited place and the one behind it."""
    here = -1 if span is None else span[0]
    before = [one for one in matches if one["start_index"] < here]
    behind = [one for one in matches if one["start_index"] > here]
    return {"before": before[-1] if before else None, "behind": behind[0] if behind else None}


def _links(visit: Visit, query: str) -> Any:
    """Makes the address of a place in this document; the query stays."""
    path = visit.request.url.path.removesuffix("/name").removesuffix("/delete")

    def link(start: int | None = None, end: int | None = None, **more: object) -> str:
        named = {"q": query or None, "start": start, "end": end, **more}
        asked = urlencode({name: value for name, value in named.items() if value is not None})
        return f"{path}?{asked}" + ("" if start is None else "#match")

    return link


def _span(visit: Visit) -> tuple[int, int] | None:
    start, end = _number(visit, "start"), _number(visit, "end")
    if start is None or end is None:
        return None
    if start >= end:
        raise Problem(
            INVALID, f"A place goes from {start} to {end}, which is nothing: follow a link again", field="end"
        )
    return start, end


def _number(visit: Visit, name: str) -> int | None:
    text = visit.asked(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Problem(INVALID, f"The address says {name}={text!r}, which is no number: follow a link again", field=name)
    return int(text)


async def _rename(visit: Visit) -> Response:
    return await _act(visit, "rename_document", visit.form.arguments("filename"), "document-renamed")


async def _delete(visit: Visit) -> Response:
    return await _act(visit, "delete_document", {}, "document-deleted")


async def _act(visit: Visit, tool: str, arguments: dict[str, object], done: str) -> Response:
    about = {"matter_id": visit.path("matter_id"), "document_id": visit.path("document_id")}
    result = await visit.call(tool, {**about, **arguments})
    if waits := visit.waits(result):
        return waits
    if not result.success:
        return await show_document(visit, flaw_of(result))
    place = f"/matters/{about['matter_id']}"
    return visit.go(place if tool == "delete_document" else f"{place}/documents/{about['document_id']}", done)
