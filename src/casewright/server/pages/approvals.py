"""The inbox: every call that waits for a person, and a decision about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fastapi.responses import HTMLResponse

from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of, page_headers
from casewright.tools.decisions import Approve, Edit, Reject

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit
    from casewright.tools.decisions import Decision

_DONE = {"approve": "approved", "reject": "rejected", "edit": "edited"}


def approval_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/approvals", _list),
        Page("GET", "/approvals/count", _count),
        Page("GET", "/approvals/{approval_id}", _show),
        Page("POST", "/approvals/{approval_id}", _decide),
    )


async def _list(visit: Visit) -> Response:
    state = visit.asked("state", "pending")
    found = await visit.read("list_approvals", {} if state == "all" else {"state": state})
    return visit.show("approvals.html", approvals=found["approvals"], state=state)


async def _count(visit: Visit) -> Response:
    """How many wait, for the badge."""
    found = await visit.read("list_approvals", {"state": "pending"})
    count = found["total_count"]
    body = f'<span class="badge">{count:d}</span>' if isinstance(count, int) and count else ""
    return HTMLResponse(body, headers=page_headers(visit.nonce))


async def _show(visit: Visit, flaw: Flaw | None = None) -> Response:
    found = await visit.read("list_approvals", {"approval_id": visit.path("approval_id")})
    approvals = found["approvals"]
    assert isinstance(approvals, list)
    approval = approvals[0]
    arguments = json.dumps(approval["arguments"], ensure_ascii=False, indent=2)
    return visit.show(
        "approval.html", *([] if flaw is None else [flaw.status]), approval=approval, arguments=arguments, flaw=flaw
    )


async def _decide(visit: Visit) -> Response:
    assert visit.caller is not None
    decision = _decision(visit)
    if isinstance(decision, Flaw):
        return await _show(visit, decision)
    session = visit.caller.session(visit.serving.parts)
    result = await session.decide(visit.path("approval_id"), decision)
    if waits := visit.waits(result):
        return waits
    if not result.success and not isinstance(decision, Reject):
        return await _show(visit, flaw_of(result))
    return visit.go("/approvals", _DONE[visit.form.text("decision")])


def _decision(visit: Visit) -> Decision | Flaw:
    form = visit.form
    match form.text("decision"):
        case "approve":
            return Approve()
        case "reject":
            return Reject(form.text("reason"))
        case "edit":
            try:
                arguments = json.loads(form.raw("arguments"))
            except ValueError as error:
                return Flaw(f"The arguments are no JSON: {error}", "arguments")
            if not isinstance(arguments, dict):
                return Flaw("The arguments are no JSON object: write them as they stood, with your change", "arguments")
            return Edit(arguments, form.text("reason"))
    return Flaw("Choose: approve, reject or edit", "decision")
