"""Cases: the list, and one case: what is said in it, its tier and payment, its tickets and documents."""

from __future__ import annotations

import re
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.casework.tiers import choices_of
from casewright.server import problems
from casewright.server.pages.case_frame import (
    ENDED,
    case_of,
    case_page,
    case_path,
    details_of,
    masked,
    read_if_allowed,
    show_case_page,
)
from casewright.server.pages.case_talk import talk_of, tier_reason
from casewright.server.pages.live import begin, flaw_of_job, result_of, running
from casewright.server.pages.matters import put_files_in
from casewright.server.pages.visit import Flaw, flaw_of
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Response

    from casewright.server.pages.page import Page
    from casewright.server.pages.visit import Visit

_TOOL = "message_case"
_OPEN = ("queued", "doing")
_CHOICE = re.compile(r"[1-9]\. (.+)")


def case_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        case_page("GET", "", _list),
        case_page("POST", "", _open),
        case_page("GET", "/{case_id}", _show),
        case_page("POST", "/{case_id}/message", _say),
        case_page("POST", "/{case_id}/documents", _put_in),
        case_page("POST", "/{case_id}/tier", _set_tier),
        case_page("POST", "/{case_id}/activation", _activate),
        case_page("POST", "/{case_id}/payment", _ask_payment),
        case_page("POST", "/{case_id}/payment/check", _check_payment),
        case_page("POST", "/{case_id}/payment/confirmation", _confirm_payment),
        case_page("POST", "/{case_id}/tickets", _open_ticket),
        case_page("POST", "/{case_id}/resumption", _resume),
        case_page("POST", "/{case_id}/closing", _close),
    )


async def _list(visit: Visit) -> Response:
    return await _list_page(visit)


async def _list_page(visit: Visit, flaw: Flaw | None = None) -> Response:
    cases = (await visit.read("list_cases"))["cases"]
    plans = await read_if_allowed(visit, "show_plans")
    return visit.show("cases.html", *([] if flaw is None else [flaw.status]), cases=cases, plans=plans, flaw=flaw)


async def _open(visit: Visit) -> Response:
    result = await visit.call("create_case", visit.form.arguments("title", "description"))
    if not result.success or not isinstance(result.structured, dict):
        return await _list_page(visit, flaw_of(result))
    return visit.go(f"/cases/{result.structured['case_id']}", "case-opened")


async def _show(visit: Visit) -> Response:
    """The conversation; with ``job`` the turn that is being made in it, or what came of it."""
    job: dict[str, Any] | None = None
    if job_id := visit.asked("job"):
        job = await visit.read("show_job", {"job_id": job_id})
        if job["status"] is not None and (waits := visit.waits(result_of(job))):
            return waits
    return await _page(visit, job=job)


async def _say(visit: Visit) -> Response:
    """Say something, choose an answer, or without words have it go on: a job, which the page then follows."""
    arguments: dict[str, object] = {"case_id": visit.path("case_id")}
    if visit.form.text("act") != "go on":
        message = visit.form.text("choice") or visit.form.raw("message")
        arguments["message"] = message
        if not message.strip():  # refused at once: nobody has to wait for that
            return await _page(visit, flaw=replace(flaw_of(await visit.call(_TOOL, arguments)), field="message"))
    job_id = await begin(visit, _TOOL, arguments)
    job: dict[str, Any] = await visit.read("show_job", {"job_id": job_id})
    flaw = flaw_of_job(job)
    if flaw is not None and job["status"] in (Status.INVALID_ARGUMENTS.value, Status.ERROR.value):
        invalid = problems.of_result(result_of(job)) is problems.INVALID
        return await _page(visit, flaw=replace(flaw, field="message") if invalid else flaw)
    return visit.go(f"{case_path(visit)}?{urlencode({'job': job_id})}#latest")


# Any in this module: outputs of tools are JSON.
async def _page(
    visit: Visit,
    *,
    job: dict[str, Any] | None = None,
    flaw: Flaw | None = None,
    payment: Mapping[str, Any] | None = None,
) -> Response:
    about = {"case_id": visit.path("case_id")}
    case, details = await case_of(visit), await details_of(visit)
    matter = {"matter_id": about["case_id"]}
    documents = (await visit.read("list_matter_documents", matter))["documents"]
    plans = await read_if_allowed(visit, "show_plans")
    tickets = await read_if_allowed(visit, "list_tickets", about)
    if job is None:
        job = await _open_job(visit, matter)
    live = await running(visit, job["job_id"]) if job is not None and job["state"] in _OPEN else None
    came = job["structured"] if job is not None and job["status"] == Status.SUCCESS.value else None
    said = (job["arguments"] or {}).get("message") if job is not None and live is not None else None
    turns = talk_of(details)
    # What is being answered is written down within the turn: said before that, shown until then.
    if any(turn.is_persons and turn.text == said for turn in turns[-2:]):
        said = None
    return show_case_page(
        visit,
        "case.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        case=case,
        ended=case["status"] in ENDED,
        turns=turns,
        said=said,
        latest=None if said else max((number for number, turn in enumerate(turns) if turn.is_persons), default=None),
        choices=() if live else _choices(details),
        tier_choices=() if live else choices_of(_question(details)),
        reason=tier_reason(details),
        plans=plans,
        price=_price(plans, case),
        payment=payment,
        tickets=tickets["tickets"] if tickets else None,
        documents=documents,
        job=job,
        live=live,
        came=came,
        failed=flaw_of_job(job) if job is not None else None,
        flaw=flaw,
        masked=masked(case["parties"]),
        upload_mb=visit.serving.parts.materials.settings.upload_mb,
    )


async def _open_job(visit: Visit, matter: Mapping[str, str]) -> dict[str, Any] | None:
    """One's own turn that runs, so that its page can be left and come back to."""
    jobs = (await visit.read("list_jobs", {**matter, "mine": True, "limit": 20}))["jobs"]
    found = next((one for one in jobs if one["tool"] == _TOOL and one["state"] in _OPEN), None)
    return None if found is None else await visit.read("show_job", {"job_id": found["job_id"]})


def _question(details: Mapping[str, Any]) -> str:
    """The question that is open; empty where none is."""
    asked = details["agent_interactions"].get("active_info_request_to_user")
    question = asked.get("question") if isinstance(asked, dict) else asked
    return str(question or "")


def _choices(details: Mapping[str, Any]) -> list[str]:
    """The answers that the open question offers: the lines of the numbered list that it ends with."""
    lines = _question(details).rstrip().rpartition("\n\n")[2].splitlines()
    found = [_CHOICE.fullmatch(line.strip()) for line in lines]
    return [one[1] for one in found if one is not None] if len(found) > 1 and all(found) else []


def _price(plans: Mapping[str, Any] | None, case: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the case costs beside the plan; keys of JSON objects are texts, those of Python's numbers."""
    if plans is None or case["case_tier"] is None:
        return None
    own = next((one for one in plans["plans"] if one["name"] == plans["plan"]), None)
    prices: Mapping[Any, Any] = {} if own is None else own["extra_case"]
    found: Mapping[str, Any] | None = prices.get(str(case["case_tier"])) or prices.get(case["case_tier"])
    return found


async def _put_in(visit: Visit) -> Response:
    done = await put_files_in(visit, visit.path("case_id"))
    if isinstance(done, Flaw):
        return await _page(visit, flaw=done)
    return visit.go(case_path(visit), "documents-added") if isinstance(done, bool) else done


async def _set_tier(visit: Visit) -> Response:
    arguments: dict[str, object] = {**visit.form.arguments("justification"), "tier": visit.form.number("tier")}
    return await _act(visit, "set_case_tier", arguments, "saved")


async def _activate(visit: Visit) -> Response:
    result = await visit.call("activate_case", {"case_id": visit.path("case_id")})
    if not result.success or not isinstance(result.structured, dict):
        return await _page(visit, flaw=flaw_of(result))
    active = result.structured["case_status"] == "active"
    return visit.go(case_path(visit), "case-active" if active else "payment-needed")


async def _ask_payment(visit: Visit) -> Response:
    """How the case is paid; asked again, it is the same payment."""
    result = await visit.call("request_payment", {"case_id": visit.path("case_id")})
    if not result.success or not isinstance(result.structured, dict):
        return await _page(visit, flaw=flaw_of(result))
    return await _page(visit, payment=result.structured)


async def _check_payment(visit: Visit) -> Response:
    result = await visit.call("check_payment", {"case_id": visit.path("case_id")})
    if not result.success or not isinstance(result.structured, dict):
        return await _page(visit, flaw=flaw_of(result))
    paid = result.structured["case_status"] == "active"
    return visit.go(case_path(visit), "payment-paid" if paid else "payment-open")


async def _confirm_payment(visit: Visit) -> Response:
    return await _act(visit, "confirm_payment", {}, "payment-paid")


async def _open_ticket(visit: Visit) -> Response:
    return await _act(visit, "create_support_ticket", visit.form.arguments("issue_description"), "ticket-opened")


async def _resume(visit: Visit) -> Response:
    return await _act(visit, "resume_case", visit.form.arguments("note"), "case-resumed")


async def _close(visit: Visit) -> Response:
    return await _act(visit, "close_case", {"archive": bool(visit.form.text("archive"))}, "case-closed")


async def _act(visit: Visit, tool: str, arguments: Mapping[str, object], done: str) -> Response:
    result = await visit.call(tool, {"case_id": visit.path("case_id"), **arguments})
    if waits := visit.waits(result):
        return waits
    return visit.go(case_path(visit), done) if result.success else await _page(visit, flaw=flaw_of(result))
