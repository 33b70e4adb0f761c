"""The audit: who did what, one call's whole story, the proof, and a pack to prove it elsewhere."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.responses import FileResponse

from casewright.server.pages.page import Page
from casewright.server.pages.visit import flaw_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import Response

    from casewright.server.pages.visit import Flaw, Visit

_AT_ONCE = 100
_FILTERS = ("tool_name", "agent_id", "about_matter")


def audit_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/audit", show_audit),
        Page("POST", "/audit/verification", _verify),
        Page("POST", "/audit/export", _export),
        Page("GET", "/audit/calls/{call_id}", _show_call),
    )


# Any: outputs of tools are JSON.
async def show_audit(visit: Visit, proof: Mapping[str, Any] | None = None, flaw: Flaw | None = None) -> Response:
    """The newest events, or those before one; ``proof`` is what a verification just said."""
    asked: dict[str, object] = {name: visit.asked(name) for name in _FILTERS if visit.asked(name)}
    if visit.asked("acts"):
        asked["acts_only"] = True
    before = visit.asked("before")
    if before.isascii() and before.isdigit():
        asked["before"] = int(before)
    found = await visit.read("read_audit", {**asked, "last": _AT_ONCE})
    status = HTTPStatus.OK if flaw is None else flaw.status
    return visit.show(
        "audit.html",
        status,
        events=found["events"][::-1],
        total=found["total_count"],
        head=found["head"],
        filters={name: visit.asked(name) for name in (*_FILTERS, "acts")},
        more=len(found["events"]) == _AT_ONCE,
        proof=proof,
        flaw=flaw,
    )


async def _verify(visit: Visit) -> Response:
    result = await visit.call("verify_audit")
    if not result.success or not isinstance(result.structured, dict):
        return await show_audit(visit, flaw=flaw_of(result))
    return await show_audit(visit, proof=result.structured)


async def _export(visit: Visit) -> Response:
    """The pack as a file: events, signed checkpoints, and a verifier that needs nothing else."""
    assert visit.caller is not None
    result = await visit.call("export_audit", visit.form.arguments("form"))
    if not result.success or not isinstance(result.structured, dict):
        return await show_audit(visit, flaw=flaw_of(result))
    name = result.structured["filename"]
    proofs = visit.serving.parts.materials.proofs
    folder = await asyncio.to_thread(proofs.exports.folder, visit.caller.actor.tenant)
    headers = {"Cache-Control": "no-store"}
    return FileResponse(folder / name, media_type="application/octet-stream", filename=name, headers=headers)


async def _show_call(visit: Visit) -> Response:
    found = await visit.read("read_audit", {"about_call": visit.path("call_id"), "last": _AT_ONCE})
    events = found["events"]
    arguments: object = next((one["tool_args"] for one in events if one.get("tool_args")), {})
    return visit.show(
        "call.html",
        HTTPStatus.OK if events else HTTPStatus.NOT_FOUND,
        call_id=visit.path("call_id"),
        events=events,
        arguments=json.dumps(arguments, ensure_ascii=False, indent=2),
        approvals=_approvals(events),
    )


def _approvals(events: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(one["approval_id"] for one in events if one["approval_id"]))
