"""The samples that come with Casewright, put into an open home: each step is one tool call of whoever asks for them."""

from __future__ import annotations

import asyncio
import json
import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.sample_cases import sample_case
from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence
    from datetime import date
    from importlib.resources.abc import Traversable

    from casewright.bootstrap.session import Session

MATTER_TITLE = "Smith v. Jones"
ABOUT_MATTER = "The sample matter that comes with Casewright."
ABOUT_DEAL = "A sample deal that comes with Casewright."
FORMATS = (".pdf", ".docx", ".md", ".txt")
_CASE = "amenda"


@dataclass(frozen=True, slots=True)
class Sample:
    """One of them. ``kind`` is that of the matter that it becomes; corpora become none."""

    name: str
    kind: str
    title: str


@cache
def list_samples() -> tuple[Sample, ...]:
    """All of them, in the order in which they are put in."""
    deals = [folder.name for folder in _folder("deals").iterdir() if folder.joinpath("deal.toml").is_file()]
    return (
        Sample("smith_v_jones", "matter", MATTER_TITLE),
        *(Sample(name, "deal", _about_deal(name)["title"]) for name in sorted(deals)),
        Sample("corpus", "corpus", "Romanian acts and decisions, invented"),
        Sample(_CASE, "case", sample_case(_CASE, _today()).title),
    )


async def put_in(session: Session, name: str) -> str | None:
    """Put one sample in, where it is not there yet; the id of its matter, None for a corpus.

    Raises ``KeyError`` for a name that is none, ``ToolFailed`` where a call does not do what was asked, with its
    sentence.
    """
    steps: Mapping[str, Callable[[Session, str], Coroutine[Any, Any, str | None]]] = {
        "matter": _matter,
        "deal": _deal,
        "corpus": _corpus,
        "case": _case,
    }
    kinds = {sample.name: sample.kind for sample in list_samples()}
    return await steps[kinds[name]](session, name)


# Any in this module: outputs of tools and files of samples are JSON or TOML.
async def _call(session: Session, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
    result = await session.call(tool, arguments)
    if not result.success or not isinstance(result.structured, dict):
        raise ToolFailed(result.error or result.content or f"{tool} did not work")
    return result.structured


async def _matter(session: Session, name: str) -> str:
    folder = _folder(name)
    matter = await _opened(session, {"title": MATTER_TITLE, "description": ABOUT_MATTER})
    await _documents(session, matter, [one for one in _files(folder) if one.name.endswith(FORMATS)])
    return matter


async def _deal(session: Session, name: str) -> str:
    folder = _folder("deals", name)
    about = _about_deal(name)
    deal = await _opened(session, {"title": about["title"], "kind": "deal", "description": ABOUT_DEAL})
    await _documents(session, deal, _files(folder.joinpath("room")))
    await _call(session, "date_deal", {"deal_id": deal, "as_of": about["as_of"].isoformat()})
    if not (await _call(session, "show_deal", {"deal_id": deal}))["claims"]:
        claims = await asyncio.to_thread(session.lend, folder.joinpath("claims.json").read_bytes())
        await _call(session, "import_claims", {"deal_id": deal, "format": "json", "blob_id": claims})
    await _call(session, "extract_claims", {"deal_id": deal})
    for one in json.loads(folder.joinpath("calculations.json").read_text(encoding="utf-8")):
        inputs = [{"name": key, "claim_id": claim} for key, claims in one["inputs"].items() for claim in claims]
        await _call(session, "run_calculation", {"deal_id": deal, "calc_type": one["calc_type"], "inputs": inputs})
    await _call(session, "assess_deal", {"deal_id": deal})
    return deal


async def _corpus(session: Session, name: str) -> None:
    for one in _files(_folder(name)):
        blob = await asyncio.to_thread(session.lend, one.read_bytes())
        table = one.name.partition(".")[0]
        stored = [{"name": one.name, "blob_id": blob}]
        await _call(session, "import_acts", {"table": table, "files": stored, "synthetic": True})


async def _case(session: Session, name: str) -> str:
    """The case as it begins: its parties are declared, and nothing was said yet."""
    sample = sample_case(name, _today())
    listed = await _call(session, "list_cases", {})
    for one in listed["cases"]:
        if one["title"] == sample.title:
            return str(one["case_id"])
    case = str((await _call(session, "create_case", {"title": sample.title}))["case_id"])
    for role, party in sample.parties.items():
        details = {key: value for key, value in party.items() if key != "role"}
        made = await _call(session, "add_party", details)
        await _call(session, "attach_party", {"case_id": case, "party_id": made["party_id"], "role": role})
    return case


async def _opened(session: Session, about: Mapping[str, str]) -> str:
    """The person's own matter of that title and description, opened where it is not there."""
    for one in (await _call(session, "list_matters", {}))["matters"]:
        mine = one["created_by"] == session.actor.id
        if mine and (one["title"], one["description"]) == (about["title"], about["description"]):
            return str(one["matter_id"])
    return str((await _call(session, "create_matter", about))["matter_id"])


async def _documents(session: Session, matter: str, sources: Sequence[Traversable]) -> None:
    """Every file becomes a document; ``add_document`` knows those that are there already."""
    for source in sources:
        blob = await asyncio.to_thread(session.keep, matter, source.read_bytes())
        await _call(session, "add_document", {"matter_id": matter, "blob_id": blob, "filename": source.name})


def _today() -> date:
    return datetime.now().astimezone().date()


def _about_deal(name: str) -> dict[str, Any]:
    return tomllib.loads(_folder("deals", name).joinpath("deal.toml").read_text(encoding="utf-8"))


def _folder(*names: str) -> Traversable:
    return files("casewright").joinpath("samples", *names)


def _files(folder: Traversable) -> list[Traversable]:
    named = (one for one in folder.iterdir() if one.is_file() and not one.name.startswith("_"))
    return sorted((one for one in named if not one.name.endswith((".py", ".pyc"))), key=lambda one: one.name)
