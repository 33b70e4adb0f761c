"""The parties of a case: the one page with personal data, each party's shown only when it is asked for."""

from __future__ import annotations

import re
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from casewright.domain.parties import FIELDS, REQUIRED, PartyKind
from casewright.server.pages.case_frame import DETAILS, case_of, case_page, case_path, show_case_page
from casewright.server.pages.visit import Flaw, flaw_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Response

    from casewright.server.pages.page import Page
    from casewright.server.pages.visit import Visit

_ONE = "/{case_id}/parties/{party_id}"
_NAMED = re.compile(rf"\b({'|'.join(DETAILS)})\b")


def case_party_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        case_page("GET", "/{case_id}/parties", _list),
        case_page("POST", "/{case_id}/parties", _add),
        case_page("POST", "/{case_id}/parties/attachment", _attach),
        case_page("POST", f"{_ONE}/show", _reveal),
        case_page("POST", f"{_ONE}/change", _change),
        case_page("POST", f"{_ONE}/detach", _detach),
        case_page("POST", f"{_ONE}/delete", _delete),
    )


async def _list(visit: Visit) -> Response:
    return await _page(visit)


# Any in this module: outputs of tools are JSON.
async def _page(
    visit: Visit,
    *,
    shown: dict[str, Any] | None = None,
    typed: str = "",
    flaw: Flaw | None = None,
) -> Response:
    """The parties. ``shown`` is the one whose details were asked for, ``typed`` the form that is to keep its fields."""
    case = await case_of(visit)
    here = {one["party_id"] for one in case["parties"]}
    known = (await visit.read("list_parties"))["parties"]
    kind = visit.form.text("kind") if typed == "add" else visit.asked("kind")
    return show_case_page(
        visit,
        "case_parties.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        case=case,
        others=[one for one in known if one["party_id"] not in here],
        shown=shown,
        typed=typed,
        kind=kind if kind in FIELDS else PartyKind.INDIVIDUAL.value,
        fields={one.value: FIELDS[one] for one in PartyKind},
        required={name for one in PartyKind for name in REQUIRED[one]},
        words=DETAILS,
        flaw=flaw,
    )


async def _add(visit: Visit) -> Response:
    """A new party, and its part in the case."""
    form = visit.form
    kind = form.text("kind")
    if not form.text("role"):
        return await _page(visit, typed="add", flaw=Flaw("The party needs its role in the case, such as pârât", "role"))
    names = FIELDS[PartyKind(kind)] if kind in FIELDS else ()
    result = await visit.call("add_party", {"kind": kind, **form.arguments(*names)})
    if not result.success or not isinstance(result.structured, dict):
        return await _page(visit, typed="add", flaw=_of_detail(flaw_of(result)))
    return await _attached(visit, str(result.structured["party_id"]))


async def _attach(visit: Visit) -> Response:
    return await _attached(visit, visit.form.text("party_id"))


async def _attached(visit: Visit, party: str) -> Response:
    arguments = {"case_id": visit.path("case_id"), "party_id": party, "role": visit.form.text("role")}
    called = [word.strip() for word in visit.form.text("called").split(",") if word.strip()]
    result = await visit.call("attach_party", {**arguments, "called": called})
    if not result.success:
        # The party itself is there by now: it is offered among those who have no part yet.
        return await _page(visit, typed="attach", flaw=replace(flaw_of(result), field=None))
    return visit.go(_path(visit), "party-added")


async def _reveal(visit: Visit) -> Response:
    """One party's details. Asked by a form, for that it is asked is recorded."""
    return await _page(visit, shown=await visit.read("show_party", {"party_id": visit.path("party_id")}))


async def _change(visit: Visit) -> Response:
    party = visit.path("party_id")
    names = [name for name in DETAILS if name in visit.form.fields]
    result = await visit.call("change_party", {"party_id": party, **{name: visit.form.text(name) for name in names}})
    if waits := visit.waits(result):
        return waits
    if not result.success:
        shown = await visit.read("show_party", {"party_id": party})
        shown["details"] = {**shown["details"], **{name: visit.form.text(name) for name in names}}
        return await _page(visit, shown=shown, flaw=_of_detail(flaw_of(result)))
    return visit.go(_path(visit), "party-changed")


async def _detach(visit: Visit) -> Response:
    arguments = {"case_id": visit.path("case_id"), "party_id": visit.path("party_id")}
    return await _act(visit, "detach_party", arguments, "party-detached")


async def _delete(visit: Visit) -> Response:
    return await _act(visit, "delete_party", {"party_id": visit.path("party_id")}, "party-deleted")


async def _act(visit: Visit, tool: str, arguments: Mapping[str, object], done: str) -> Response:
    result = await visit.call(tool, arguments)
    if waits := visit.waits(result):
        return waits
    return visit.go(_path(visit), done) if result.success else await _page(visit, flaw=flaw_of(result))


def _of_detail(flaw: Flaw) -> Flaw:
    """The flaw beside the field whose name its sentence has."""
    found = _NAMED.search(flaw.detail)
    return flaw if found is None else replace(flaw, field=found[1])


def _path(visit: Visit) -> str:
    return case_path(visit, "/parties")
