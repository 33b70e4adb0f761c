"""Columns of a review grid that a matter keeps together: saved, chosen and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.server.pages.grid_columns import columns_of, pairs
from casewright.server.pages.grid_reviews import asked_of, key_of
from casewright.server.pages.visit import Flaw, flaw_of

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit

FIELD = "set_name"


async def sets_of(visit: Visit, matter: str) -> list[dict[str, object]] | None:
    """The matter's sets, each with the ``address`` of its grid; None for a visitor who can have none.

    A column that grids do not have, such as a query of whole documents, is left out of the address.
    """
    if not visit.may("list_column_sets"):
        return None
    # Any: a tool's JSON.
    found: Any = await visit.read("list_column_sets", {"matter_id": matter})
    return [
        {
            "name": one["name"],
            "saved_by": one["saved_by"],
            "address": urlencode([("col", key) for each in one["columns"] if (key := key_of(each)) is not None]),
        }
        for one in found["sets"]
    ]


async def save_set(visit: Visit, matter: str) -> Response | Flaw:
    """Keep the columns that are shown under the name that was typed, in the place of those of that name if asked to."""
    columns = columns_of(visit.form.many("col"))
    name = visit.form.text(FIELD)
    if not name:
        return Flaw("The name is missing: say what the columns are called", FIELD)
    asked: dict[str, object] = {"matter_id": matter, "name": name, "columns": [asked_of(one) for one in columns]}
    result = await visit.call("save_column_set", {**asked, "replace": bool(visit.form.text("replace"))})
    if not result.success:
        return Flaw(flaw_of(result).detail, FIELD)
    return visit.go(f"/matters/{matter}/grid?{urlencode(pairs(columns))}", "columns-saved")


async def delete_set(visit: Visit, matter: str) -> Response | Flaw:
    """Keep them together no longer."""
    result = await visit.call("delete_column_set", {"matter_id": matter, "name": visit.form.text("set")})
    if not result.success:
        return flaw_of(result)
    shown = columns_of(visit.form.many("col"))
    return visit.go(f"/matters/{matter}/grid?{urlencode(pairs(shown))}", "columns-deleted")
