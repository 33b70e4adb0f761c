"""The drafts of a case: their revisions, and each as it is printed."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby
from typing import TYPE_CHECKING, Any

from casewright.server.pages.case_frame import case_of, case_page, masked, show_case_page
from casewright.server.problems import MISSING, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import Response

    from casewright.server.pages.page import Page
    from casewright.server.pages.visit import Visit

_MOST_PAGES = 50
_LITTLE = 50


def case_draft_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        case_page("GET", "/{case_id}/drafts", _list),
        case_page("GET", "/{case_id}/drafts/{draft_id}", _show),
    )


async def _list(visit: Visit) -> Response:
    case = await case_of(visit)
    return show_case_page(
        visit, "case_drafts.html", HTTPStatus.OK, case=case, drafts=await _drafts(visit), masked=masked(case["parties"])
    )


async def _show(visit: Visit) -> Response:
    """A revision as it is printed: its pages as pictures."""
    case, drafts = await case_of(visit), await _drafts(visit)
    every = [one for _name, revisions in drafts for one in revisions]
    draft = next((one for one in every if one["draft_firestore_id"] == visit.path("draft_id")), None)
    if draft is None:
        raise Problem(MISSING, "The case has no such draft: choose one of its drafts")
    asked = {"case_id": case["case_id"], "draft_id": draft["draft_firestore_id"], "width": _LITTLE}
    pages = (await visit.read("render_draft", asked))["pages"]
    return visit.show(
        "case_draft.html",
        case=case,
        draft=draft,
        revisions=[one for one in every if one["draft_name"] == draft["draft_name"]],
        pages=pages,
        shown=min(pages, _MOST_PAGES),
        masked=masked(case["parties"]),
    )


# Any in this module: outputs of tools are JSON.
async def _drafts(visit: Visit) -> Sequence[tuple[str, list[Mapping[str, Any]]]]:
    """The drafts by name, each with its revisions, newest first."""
    found = (await visit.read("list_drafts", {"case_id": visit.path("case_id")}))["drafts"]
    blank = {"draft_firestore_id": "", "draft_name": "?", "revision": 0, "status": ""}
    every = [{**blank, "generated_at": None, **one, "said": _said(one)} for one in found]
    every.sort(key=lambda one: (str(one["draft_name"]), -one["revision"]))
    return [(name, list(revisions)) for name, revisions in groupby(every, key=lambda one: str(one["draft_name"]))]


def _said(draft: Mapping[str, Any]) -> list[str]:
    """What was said about a draft, whatever shape an entry has."""
    said = [one.get("feedback") if isinstance(one, dict) else one for one in draft.get("user_feedback", [])]
    return [str(one) for one in said if one]
