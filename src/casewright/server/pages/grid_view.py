"""A review grid as its page's script and its JSON export have it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from casewright.domain.bands import shown
from casewright.domain.reviews import ColumnKind
from casewright.server.pages.fact_labels import label_in
from casewright.server.pages.grid_cells import say, unread_cell
from casewright.server.pages.query_results import place_address

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.grids import CellPlace, Grid, GridCell, GridColumn
    from casewright.server.pages.grid_reviews import Opinions

_QUOTE = 220
"""Characters of a quote that a cell has room for."""


def _(text: str) -> str:
    """Marks a text for translation."""
    return text


_PAGE = _("p. %(page)s")


def cell_json(language: str, matter: str, cell: GridCell, key: str = "") -> dict[str, object]:
    """One cell of the column of this ``key``: what says nothing is left out."""
    place = cell.place
    kind, _sign, query = key.partition(":")
    marked = query if kind == ColumnKind.QUERY else ""
    said = {
        "state": cell.state.value,
        "value": cell.value,
        "band": cell.band,
        "score": None if cell.score is None else float(shown(cell.score)),
        "quote": cell.quote if len(cell.quote) <= _QUOTE else f"{cell.quote[:_QUOTE].rsplit(' ', 1)[0]} …",
        "href": place and place_address(matter, place.document_id, place.start, place.end, marked),
        "place": place and place_words(language, place),
        "more": cell.more or None,
        "note": cell.note,
    }
    return {name: value for name, value in said.items() if value not in (None, "")}


def place_words(language: str, place: CellPlace) -> str:
    """The page and the section of a place; empty where neither is known."""
    parts = [say(language, _PAGE, page=place.page)] if place.page is not None else []
    return ", ".join([*parts, *([f"§ {place.section}"] if place.section else [])])


# Any: what the tools' JSON has.
def grid_json(
    language: str,
    matter: str,
    documents: Sequence[Mapping[str, Any]],
    columns: Sequence[GridColumn],
    reviews: Mapping[str, Opinions],
) -> dict[str, object]:
    """What the page's script draws from; cells that need no reading are filled already."""
    rows = []
    for one in documents:
        unread = unread_cell(one, language)
        row: dict[str, object] = {"id": one["document_id"], "name": one["filename"]}
        if unread is not None:
            row["unread"] = cell_json(language, matter, unread)
        elif (one["reading"] or {}).get("state") == "part":
            row["part"] = True
        rows.append(row)
    return {
        "columns": [{"key": one.key, "label": label_in(language, one), "kind": one.kind.value} for one in columns],
        "documents": rows,
        "reviews": {document: {key: asdict(one) for key, one in said.items()} for document, said in reviews.items()},
    }


def grid_as_json(grid: Grid) -> dict[str, object]:
    """The grid as its JSON export has it: nothing is cut."""
    return {
        "title": grid.title,
        "columns": [
            {"key": one.key, "kind": one.kind.value, "asks": one.text, "label": one.label} for one in grid.columns
        ],
        "documents": [
            {
                "document_id": row.document_id,
                "filename": row.filename,
                "cells": {
                    key: {
                        **asdict(cell),
                        "state": cell.state.value,
                        "review": asdict(row.reviews[key]) if key in row.reviews else None,
                    }
                    for key, cell in row.cells.items()
                },
            }
            for row in grid.rows
        ],
    }
