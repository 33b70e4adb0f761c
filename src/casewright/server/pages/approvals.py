"""The inbox: every call that waits for a person, and a decision about it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse

from casewright.domain.ids import is_uuid
from casewright.server.pages.approval_view import compare_arguments, describe_arguments, read_preview
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of, page_headers
from casewright.server.problems import Problem
from casewright.tools.decisions import Approve, Edit, Reject

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Response

    from casewright.server.pages.visit import Visit
    from casewright.tools.decisions import Decision

_DONE = {"approve": "approved", "reject": "rejected", "edit": "edited"}
_MATTERS = ("matter_id", "deal_id", "case_id")
"""Arguments that name a matter."""


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
    approvals = [{**one, "head": one["preview"].partition("\n")[0]} for one in found["approvals"]]
    return visit.show("approvals.html", approvals=approvals, state=state)


async def _count(visit: Visit) -> Response:
    """How many wait, for the badge."""
    found = await visit.read("list_approvals", {"state": "pending"})
    count = found["total_count"]
    body = f'<span class="badge">{count:d}</span>' if isinstance(count, int) and count else ""
    return HTMLResponse(body, headers=page_headers(visit.nonce))


async def _show(visit: Visit, flaw: Flaw | None = None) -> Response:
    assert visit.caller is not None
    approval = await _approval(visit, visit.path("approval_id"))
    tool = visit.serving.parts.registry.get(approval["tool"])
    rule = visit.serving.parts.executor.policy.rules.get(approval["tool"])
    about = None if rule is None else rule.approval
    arguments = approval["arguments"]
    given = arguments if isinstance(arguments, dict) else {}
    before = None if approval["replaces"] is None else await _approval(visit, approval["replaces"])
    me = visit.caller.actor
    return visit.show(
        "approval.html",
        *([] if flaw is None else [flaw.status]),
        approval=approval,
        preview=read_preview(approval["preview"]),
        edit=() if before is None else compare_arguments(before["arguments"], arguments),
        shown=describe_arguments({} if tool is None else tool.input_schema, given, await _names(visit, given)),
        touches=[] if tool is None else [*tool.writes, *tool.sends],
        deciders=[] if about is None else sorted(about.roles),
        decides=about is None or me.role in about.roles,
        four_eyes=about is not None and about.four_eyes,
        is_own=about is not None and about.four_eyes and me.id in (approval["requested_by"], approval["edited_by"]),
        arguments=json.dumps(arguments, ensure_ascii=False, indent=2),
        flaw=flaw,
    )


# Any: outputs of tools are JSON.
async def _approval(visit: Visit, approval: str) -> dict[str, Any]:
    found = await visit.read("list_approvals", {"approval_id": approval})
    one: dict[str, Any] = found["approvals"][0]
    return one


async def _names(visit: Visit, arguments: Mapping[str, object]) -> dict[str, str]:
    """What the ids among the arguments stand for: the matter's title, the document's name. What is gone has none."""
    names: dict[str, str] = {}
    matter = next((one for name in _MATTERS if isinstance(one := arguments.get(name), str) and is_uuid(one)), None)
    if matter is None:
        return names
    with suppress(Problem):
        found = await visit.read("show_matter", {"matter_id": matter})
        names[matter] = f"{found['title']} ({found['number']})"
    document = arguments.get("document_id")
    if isinstance(document, str) and is_uuid(document):
        with suppress(Problem):
            held = await visit.read("show_document", {"matter_id": matter, "document_id": document})
            names[document] = held["filename"]
    return names


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
            reason = form.text("reason")
            return Reject(reason) if reason else Flaw("The reason is missing: whoever asked is told it", "reason")
        case "edit":
            try:
                arguments = json.loads(form.raw("arguments"))
            except ValueError as error:
                return Flaw(f"The arguments are no JSON: {error}", "arguments")
            if not isinstance(arguments, dict):
                return Flaw("The arguments are no JSON object: write them as they stood, with your change", "arguments")
            return Edit(arguments, form.text("change"))
    return Flaw("Choose: approve, reject or edit", "decision")
