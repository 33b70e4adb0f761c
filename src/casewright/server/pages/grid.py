"""The review grid: documents by what is asked of each, filled cell by cell, reviewed by people, and carried away."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from fastapi.responses import Response

from casewright.bootstrap.grid_files import GridFormat, grid_file
from casewright.domain.facts import FIELDS
from casewright.domain.grids import Grid, GridRow
from casewright.domain.reviews import ColumnKind
from casewright.server.answers import json_response, stopped_response
from casewright.server.pages.fact_labels import label_in
from casewright.server.pages.grid_cells import fill_cells, fill_wholly
from casewright.server.pages.grid_columns import canonical, column_of, columns_of, pairs, usual_columns
from casewright.server.pages.grid_reviews import FILTERS, STATES, asked_of, keeps, key_of, opinion, opinions_of
from casewright.server.pages.grid_sets import delete_set, save_set, sets_of
from casewright.server.pages.grid_view import cell_json, grid_as_json, grid_json
from casewright.server.pages.page import Page
from casewright.server.pages.query_request import drawn
from casewright.server.pages.query_results import place_address
from casewright.server.pages.visit import Flaw, flaw_of, page_headers
from casewright.server.problems import INVALID, MISSING, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.grids import GridColumn
    from casewright.server.pages.grid_cells import Cells
    from casewright.server.pages.visit import Visit

_PATH = "/matters/{matter_id}/grid"
_PAGE = 25
"""Documents of a page that is drawn without JavaScript."""
_BATCH = 100
_MEDIA = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}


def grid_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", _PATH, _grid),
        Page("POST", f"{_PATH}/cells", _cells),
        Page("POST", f"{_PATH}/export", _export),
        Page("POST", f"{_PATH}/sets", _save_set),
        Page("POST", f"{_PATH}/sets/delete", _delete_set),
        Page("GET", f"{_PATH}/cell", _show_cell),
        Page("POST", f"{_PATH}/cell", _review),
    )


async def _grid(visit: Visit) -> Response:
    """The grid; with ``act=add`` one column more, if it can be asked."""
    if visit.asked("act") != "add":
        return await _grid_page(visit)
    kind = visit.asked("kind")
    text = " ".join(visit.asked(kind if kind in ("fact", "query", "question") else "fact").split())
    if not text:
        return await _grid_page(visit, Flaw("Say what the column asks", kind or "fact"))
    new = await canonical(visit, column_of(f"{kind}:{text}"))
    if isinstance(new, Flaw):
        return await _grid_page(visit, new)
    columns = columns_of([*(one.key for one in _columns(visit)), new.key])
    return visit.go(f"{_path(visit)}?{urlencode(pairs(columns))}")


def _path(visit: Visit) -> str:
    return f"/matters/{visit.path('matter_id')}/grid"


def _columns(visit: Visit) -> list[GridColumn]:
    return columns_of(visit.request.query_params.getlist("col") or visit.form.many("col")) or usual_columns()


async def _save_set(visit: Visit) -> Response:
    done = await save_set(visit, visit.path("matter_id"))
    return await _grid_page(visit, done) if isinstance(done, Flaw) else done


async def _delete_set(visit: Visit) -> Response:
    done = await delete_set(visit, visit.path("matter_id"))
    return await _grid_page(visit, done) if isinstance(done, Flaw) else done


# Any, here and below: a tool's JSON.
async def _documents(visit: Visit) -> list[dict[str, Any]]:
    """The matter's documents, by name."""
    listed: Any = await visit.read("list_matter_documents", {"matter_id": visit.path("matter_id")})
    return sorted(listed["documents"], key=lambda one: str(one["filename"]).casefold())


async def _grid_page(visit: Visit, flaw: Flaw | None = None) -> Response:
    matter = visit.path("matter_id")
    columns = _columns(visit)
    usable: Any
    shown, documents, reviews, usable, sets = await asyncio.gather(
        visit.read("show_matter", {"matter_id": matter}),
        _documents(visit),
        opinions_of(visit, matter),
        visit.read("list_usable_templates"),
        sets_of(visit, matter),
    )
    keys = [one.key for one in columns]
    state = visit.asked("state")
    kept = [one for one in documents if keeps(state, reviews.get(one["document_id"], {}), keys)]
    first = _first(visit, len(kept))
    page = kept[first : first + _PAGE]
    cells: Mapping[str, Any] = {}
    warnings: Sequence[str] = ()
    costs: Mapping[str, Any] = {}
    if visit.asked("fill") == "yes":
        filled = await fill_cells(visit, matter, page, columns)
        cells, warnings, costs = _rows(visit, filled.cells), filled.warnings, filled.costs
    return visit.show(
        "grid.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        matter=shown,
        columns=columns,
        label_of=partial(label_in, visit.language),
        others={one.key: urlencode(pairs([each for each in columns if each != one])) for one in columns},
        address=urlencode(pairs(columns)),
        documents=page,
        total=len(kept),
        all_documents=len(documents),
        first=first,
        after=first + _PAGE if first + _PAGE < len(kept) else None,
        before=max(0, first - _PAGE) if first else None,
        cells=cells,
        reviews=reviews,
        warnings=warnings,
        costs=costs,
        filters=FILTERS,
        sets=sets,
        state=state,
        data=grid_json(visit.language, matter, kept, columns, reviews),
        fields=[one for one in FIELDS if f"{ColumnKind.FACT.value}:{one.name}" not in keys],
        templates=[one["usage"] for one in usable["templates"] if not one["arguments"]],
        flaw=flaw,
        wrong=drawn(flaw) if flaw is not None and flaw.field == "query" else None,
    )


def _first(visit: Visit, count: int) -> int:
    try:
        first = int(visit.asked("first", "0"))
    except ValueError:
        return 0
    return first if 0 <= first < count else 0


async def _cells(visit: Visit) -> Response:
    """Some documents' cells of some columns, as JSON for the page's script."""
    try:
        columns = columns_of(visit.form.many("col"))
        wanted = visit.form.many("document")
        if not columns or not wanted:
            raise Problem(INVALID, "Say which documents and which columns: 'document' and 'col', once or more each")
        if len(wanted) > _BATCH:
            raise Problem(INVALID, f"At most {_BATCH} documents at a time, and {len(wanted)} were asked for")
        by_id = {one["document_id"]: one for one in await _documents(visit)}
        documents = [by_id[one] for one in wanted if one in by_id]
        matter = visit.path("matter_id")
        filled = await fill_cells(visit, matter, documents, columns, visit.form.many("paid"))
    except Problem as problem:
        return stopped_response(problem)
    rows = _rows(visit, filled.cells)
    return json_response({"rows": rows, "warnings": filled.warnings, "left": filled.left, "costs": filled.costs})


def _rows(visit: Visit, cells: Cells) -> dict[str, dict[str, object]]:
    """The cells as JSON, by document and column."""
    language, matter = visit.language, visit.path("matter_id")
    return {
        one: {key: cell_json(language, matter, cell, key) for key, cell in row.items()} for one, row in cells.items()
    }


async def _export(visit: Visit) -> Response:
    """The whole grid as a file, filled anew: what it says is what is known now."""
    kind = visit.form.text("format")
    if kind not in _MEDIA:
        raise Problem(INVALID, f"There is no format {kind!r}: choose xlsx, csv or json", field="format")
    matter = visit.path("matter_id")
    columns = columns_of(visit.form.many("col")) or usual_columns()
    shown, documents, reviews = await asyncio.gather(
        visit.read("show_matter", {"matter_id": matter}), _documents(visit), opinions_of(visit, matter)
    )
    rows = []
    for at in range(0, len(documents), _BATCH):
        batch = documents[at : at + _BATCH]
        filled = await fill_wholly(visit, matter, batch, columns, visit.form.many("paid"))
        for one in batch:
            document = one["document_id"]
            rows.append(GridRow(document, one["filename"], filled.cells[document], reviews.get(document, {})))
    grid = Grid(str(shown["title"]), columns, rows)
    name = f"{shown['number']}-grid.{kind}"
    headers = {**page_headers(visit.nonce), "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    if kind == "json":
        return json_response(grid_as_json(grid), headers=headers)
    made = visit.serving.parts.materials.clock.now()
    data = await asyncio.to_thread(grid_file, grid, GridFormat(kind), made)
    return Response(data, headers=headers, media_type=_MEDIA[kind])


async def _show_cell(visit: Visit, flaw: Flaw | None = None) -> Response:
    """One cell: all that is known of it, what people said to it, and a word of one's own."""
    matter, column = visit.path("matter_id"), _one_column(visit)
    asked = {"matter_id": matter, "document_id": _given(visit, "document")}
    shown, documents, reviews = await asyncio.gather(
        visit.read("show_matter", {"matter_id": matter}),
        _documents(visit),
        _history(visit, asked),
    )
    document = next((one for one in documents if one["document_id"] == asked["document_id"]), None)
    if document is None:
        raise Problem(MISSING, f"Document {asked['document_id']!r} not found in this matter")
    filled = await fill_cells(visit, matter, [document], [column])
    history = [one for one in reviews if key_of(one["column"]) == column.key]
    return visit.show(
        "grid_cell.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        frame="fragment.html" if visit.is_fragment else "base.html",
        matter=shown,
        document=document,
        column=column,
        label=label_in(visit.language, column),
        cell=filled.cells[document["document_id"]].get(column.key),
        said=list(reversed(history)),
        states=STATES if visit.may("review_cell") else (),
        back=f"{_path(visit)}?{visit.asked('back') or visit.form.text('back')}",
        query=column.text if column.kind is ColumnKind.QUERY else "",
        address=place_address,
        flaw=flaw,
    )


async def _review(visit: Visit) -> Response:
    arguments = {
        "matter_id": visit.path("matter_id"),
        "document_id": visit.form.text("document"),
        "column": asked_of(_one_column(visit)),
        **visit.form.arguments("state", "comment"),
    }
    result = await visit.call("review_cell", arguments)
    if not result.success or not isinstance(result.structured, dict):
        return await _show_cell(visit, flaw_of(result))
    if visit.is_fragment:
        return json_response(asdict(opinion(result.structured)))
    return visit.go(f"{_path(visit)}?{visit.form.text('back')}", "cell-reviewed")


def _given(visit: Visit, name: str) -> str:
    return visit.form.text(name) or visit.asked(name)


def _one_column(visit: Visit) -> GridColumn:
    return column_of(_given(visit, "col"))


async def _history(visit: Visit, asked: Mapping[str, object]) -> list[dict[str, Any]]:
    """All that people said to a document's cells, the oldest first."""
    if not visit.may("list_cell_reviews"):
        return []
    found: Any = await visit.read("list_cell_reviews", {**asked, "history": True})
    reviews: list[dict[str, Any]] = found["reviews"]
    return reviews
