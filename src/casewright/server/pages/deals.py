"""Deals: claims with their grades and chains, what is wrong and how it is cured, debates and reports."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi.responses import FileResponse

from casewright.server.pages.chain_graph import HEIGHT, WIDTH, draw
from casewright.server.pages.live import begin
from casewright.server.pages.page import Page
from casewright.server.pages.places import place_path
from casewright.server.pages.visit import flaw_of
from casewright.server.problems import MISSING, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fastapi import Response

    from casewright.server.pages.visit import Flaw, Visit

_DEAL = "/matters/{matter_id}/deal"
_AT_ONCE = 100
_LISTED = 1_000
_CLAIMS_LOOKED_THROUGH = 2_000
_FILTERS = ("claim_grade", "claim_verdict", "materiality", "claim_class")
_ACTS: Mapping[str, str] = {"extract": "extract_claims", "assess": "assess_deal", "debate": "run_debate"}
_REFERENCE = re.compile(r"\[(claim|calc|evidence):([0-9a-f-]{36})\]")


def deal_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", "/deals", _list),
        Page("GET", _DEAL, show_deal),
        Page("GET", f"{_DEAL}/claims/{{claim_id}}", show_claim),
        Page("POST", f"{_DEAL}/claims/{{claim_id}}/verification", _verify),
        Page("POST", f"{_DEAL}/claims/{{claim_id}}/defects/{{defect_id}}", _resolve),
        Page("GET", f"{_DEAL}/debates/{{debate_id}}", _show_debate),
        Page("POST", f"{_DEAL}/debates/{{debate_id}}/resumption", _resume),
        Page("POST", f"{_DEAL}/gates/{{gate_id}}", _decide),
        Page("POST", f"{_DEAL}/report", _report),
        Page("POST", f"{_DEAL}/{{act}}", _work),
    )


async def _list(visit: Visit) -> Response:
    found = await visit.read("list_matters")
    return visit.show("deals.html", deals=[one for one in found["matters"] if one["kind"] == "deal"])


async def show_deal(visit: Visit, flaw: Flaw | None = None) -> Response:
    """One deal: how its claims stand, what waits for a person, what is wrong, what was debated."""
    matter = visit.path("matter_id")
    about = {"deal_id": matter}
    chosen = {name: visit.asked(name) for name in _FILTERS}
    offset = int(text) if (text := visit.asked("offset")).isascii() and text.isdigit() and len(text) < 7 else 0
    listed = {name: value for name, value in chosen.items() if value}
    claims = await visit.read("list_claims", {**about, **listed, "offset": offset, "limit": _AT_ONCE})
    gates = (await visit.read("list_gates", about))["gates"]
    return visit.show(
        "deal.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        matter=await visit.read("show_matter", {"matter_id": matter}),
        deal=await visit.read("show_deal", about),
        claims=claims,
        chosen=chosen,
        offset=offset,
        step=_AT_ONCE,
        more=urlencode(listed),
        defects=(await visit.read("list_defects", {**about, "status": "OPEN"}))["defects"],
        gates=gates,
        texts=await _texts_of(visit, about, claims["claims"], gates),
        sources=(await visit.read("list_sources", about))["sources"],
        calculations=(await visit.read("list_calculations", about))["calculations"],
        debates=(await visit.read("list_debates", about))["debates"],
        flaw=flaw,
    )


async def _texts_of(
    visit: Visit, about: Mapping[str, str], shown: Sequence[Mapping[str, Any]], gates: Sequence[Mapping[str, Any]]
) -> dict[str, str]:
    """What the claims of the gates say, by their ids; those beyond the first thousands of a deal have their id only."""
    texts = {one["claim_id"]: str(one["claim_text"]) for one in shown}
    wanted = {claim for gate in gates for claim in gate["claim_ids"]}
    for offset in range(0, _CLAIMS_LOOKED_THROUGH, _LISTED):
        if wanted <= texts.keys():
            break
        found = (await visit.read("list_claims", {**about, "offset": offset, "limit": _LISTED}))["claims"]
        texts.update({one["claim_id"]: str(one["claim_text"]) for one in found})
        if len(found) < _LISTED:
            break
    return texts


async def show_claim(visit: Visit, flaw: Flaw | None = None) -> Response:
    """One claim: what it says, why it has its grade, and the words that it rests on, each with its place."""
    matter = visit.path("matter_id")
    asked = {"claim_id": visit.path("claim_id"), "include_sanad": True, "include_evidence": True}
    found = await visit.read("lookup_claim", asked)
    evidence = [{**one, "path": _opened(matter, one["source_span"])} for one in found["evidence"]]
    return visit.show(
        "claim.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        matter=await visit.read("show_matter", {"matter_id": matter}),
        claim=found["claim"],
        sanad=found["sanad"],
        evidence=evidence,
        drawing=draw(found, matter),
        box={"width": WIDTH, "height": HEIGHT},
        flaw=flaw,
    )


def _opened(matter: str, span: Mapping[str, Any] | None) -> str | None:
    return None if span is None else place_path(matter, span["document_id"], span["start"], span["end"])


async def _verify(visit: Visit) -> Response:
    deal, claim = visit.path("matter_id"), visit.path("claim_id")
    result = await visit.call("verify_claim", {"deal_id": deal, "claim_id": claim})
    return await show_claim(visit, flaw_of(result)) if not result.success else visit.go(_claim_path(visit), "saved")


async def _resolve(visit: Visit) -> Response:
    tool = "waive_defect" if visit.form.text("act") == "waive" else "cure_defect"
    arguments = {"deal_id": visit.path("matter_id"), "defect_id": visit.path("defect_id")}
    result = await visit.call(tool, {**arguments, **visit.form.arguments("reason")})
    if waits := visit.waits(result):
        return waits
    return await show_claim(visit, flaw_of(result)) if not result.success else visit.go(_claim_path(visit), "saved")


def _claim_path(visit: Visit) -> str:
    return f"{_deal_path(visit)}/claims/{visit.path('claim_id')}"


def _deal_path(visit: Visit) -> str:
    return f"/matters/{visit.path('matter_id')}/deal"


async def _work(visit: Visit) -> Response:
    """What takes long: a job, which has a page of its own until it has ended."""
    if visit.path("act") not in _ACTS:
        raise Problem(MISSING, f"Nothing here is called {visit.path('act')!r}: send the form from its page")
    tool = _ACTS[visit.path("act")]
    arguments: dict[str, object] = {"deal_id": visit.path("matter_id")}
    if tool == "run_debate" and (rounds := visit.form.number("max_rounds")) is not None:
        arguments["max_rounds"] = rounds
    job = await begin(visit, tool, arguments)
    return visit.go(f"/jobs/{job}?{urlencode({'back': _deal_path(visit)})}")


async def _decide(visit: Visit) -> Response:
    arguments = {"deal_id": visit.path("matter_id"), "gate_id": visit.path("gate_id")}
    result = await visit.call("decide_gate", {**arguments, **visit.form.arguments("decision", "reason")})
    return await show_deal(visit, flaw_of(result)) if not result.success else visit.go(_deal_path(visit), "saved")


async def _resume(visit: Visit) -> Response:
    arguments = {"deal_id": visit.path("matter_id"), "debate_id": visit.path("debate_id")}
    job = await begin(visit, "resume_debate", arguments)
    return visit.go(f"/jobs/{job}?{urlencode({'back': _deal_path(visit)})}")


async def _report(visit: Visit) -> Response:
    """The report or the memo as a file: checked to the last number before it is given."""
    assert visit.caller is not None
    chosen = visit.form.text("format", "pdf")
    arguments = {"deal_id": visit.path("matter_id"), "formats": [chosen], "memo": bool(visit.form.text("memo"))}
    result = await visit.call("report_deal", arguments)
    if not result.success or not isinstance(result.structured, dict):
        return await show_deal(visit, flaw_of(result))
    name = result.structured["files"][0]["filename"]
    exports = visit.serving.parts.materials.proofs.exports
    folder = await asyncio.to_thread(exports.folder, visit.caller.actor.tenant)
    # Never shown in place: it is a page of its own making, with a policy of its own.
    headers = {"Cache-Control": "no-store"}
    return FileResponse(folder / name, media_type="application/octet-stream", filename=name, headers=headers)


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of what a role said; ``path`` opens the claim that it names."""

    text: str
    path: str | None = None


async def _show_debate(visit: Visit) -> Response:
    matter = visit.path("matter_id")
    asked = {"deal_id": matter, "debate_id": visit.path("debate_id")}
    debate = await visit.read("show_debate", asked)

    def said(text: str) -> list[list[Said]]:
        """The lines of a text, each in pieces of which those that name a claim open it."""
        return [list(_pieces(line, matter)) for line in text.splitlines() if line.strip()]

    return visit.show(
        "debate.html", matter=await visit.read("show_matter", {"matter_id": matter}), debate=debate, said=said
    )


def _pieces(line: str, matter: str) -> Iterator[Said]:
    at = 0
    for found in _REFERENCE.finditer(line):
        if found.start() > at:
            yield Said(line[at : found.start()])
        at = found.end()
        kind, name = found.groups()
        path = f"/matters/{matter}/deal/claims/{name}" if kind == "claim" else None
        yield Said(f"[{kind} {name[:8]}]", path)
    if at < len(line):
        yield Said(line[at:])
