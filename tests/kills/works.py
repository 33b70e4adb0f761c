"""The five works that are killed: each on a home that was made ready for it, telling what was acknowledged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve
from tests.kills.files import files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from casewright.tools.calls import ToolResult

    Acknowledge = Callable[[str, str], None]
    """Told what was acknowledged: the kind of act, and what names it."""

ADA = Actor(LOCAL_TENANT, ActorId("ada"), "ADMIN")
QUERIES = ("{IS governing law clause}", "{notice in writing}", "{IS governing law clause} AND {notice in writing}")
_SAID = (
    ("The annual recurring revenue for 2025 was EUR 12.1 million.", "deck.txt", "board_deck", "12100000"),
    ("Recurring revenue was EUR 9.6 million.", "accounts.txt", "audited_accounts", "9600000"),
)
_MESSAGES = (
    "Am primit o amendă de circulație, deși nu eram acasă. Ce pot face?",
    "Mi-a fost comunicat prin poștă ieri.",
)
_REPORT = "Proces-verbal de contravenție încheiat la 10 martie 2026, amendă 500 lei, agent Popescu Ion."


def ended(result: ToolResult) -> Any:
    """What a call gives that has to succeed."""
    if not result.success:
        raise AssertionError(f"{result.tool}: {result.status}: {result.content}")
    return result.structured


@dataclass(frozen=True, slots=True)
class Work:
    """``prepare`` makes a home ready, ``home`` in a new folder, and gives the ids that the work has to know.

    ``do`` does what is not done yet, and tells what was acknowledged. Both use the library, as a person's program does.
    """

    prepare: Callable[[Path], dict[str, str]]
    do: Callable[[Path, Mapping[str, str], Acknowledge], None]


def _opened(place: Path) -> Casewright:
    """The place's home, for ada: with her key, where she was given one."""
    key = place / "home" / "keys" / "ada.key"
    if key.exists():
        return Casewright.open(place / "home", user_key=key)
    return Casewright.open(place / "home", actor=ADA)


def _add(casewright: Casewright, matter: str, name: str, data: bytes) -> Any:
    blob = casewright.keep(matter, data)
    added = ended(casewright.call("add_document", {"matter_id": matter, "blob_id": blob, "filename": name}))
    casewright.blobs.release(LOCAL_TENANT, blob)
    return added


def _files_in(casewright: Casewright, matter: str, name: str, data: bytes) -> list[tuple[str, bytes]]:
    """The file itself, or what an archive holds."""
    if not name.endswith(".zip"):
        return [(name, data)]
    asked = {"matter_id": matter, "blob_id": casewright.keep(matter, data), "filename": name}
    found = ended(casewright.call("open_container", asked))["files"]
    return [(one["filename"], casewright.blobs.get(LOCAL_TENANT, one["blob_id"])) for one in found]


def _matter(place: Path) -> dict[str, str]:
    with _opened(place) as casewright:
        return {"matter": ended(casewright.call("create_matter", {"title": "Alpha"}))["matter_id"]}


def _folder(place: Path) -> dict[str, str]:
    """A matter, and a folder of files that are to go into it: bytes of some formats hold the time they were made."""
    (place / "files").mkdir()
    for name, data in files().items():
        (place / "files" / name).write_bytes(data)
    return _matter(place)


def _filled(place: Path) -> dict[str, str]:
    known = _matter(place)
    with _opened(place) as casewright:
        for file, packed in files().items():
            for name, data in _files_in(casewright, known["matter"], file, packed):
                _add(casewright, known["matter"], name, data)
    return known


def _shared(place: Path) -> dict[str, str]:
    """The same, and a case with some of the files, of ada and ben, who have keys."""
    known = {**_filled(place), "case": _case(place)["matter"]}
    with _opened(place) as casewright:
        for name in ("lease.txt", "list.csv"):
            _add(casewright, known["case"], name, files()[name])
        for name, role in (("ben", "PARTNER"), ("ada", "ADMIN")):
            ended(casewright.add_user(name, role)[1])
        for matter in known.values():
            ended(casewright.call("share_matter", {"matter_id": matter, "user": "ben", "role": "counsel"}))
    return known


def _ingest(place: Path, known: Mapping[str, str], told: Acknowledge) -> None:
    with _opened(place) as casewright:
        for file in sorted((place / "files").iterdir()):
            for name, data in _files_in(casewright, known["matter"], file.name, file.read_bytes()):
                told("document", _add(casewright, known["matter"], name, data)["document_id"])


def _query(place: Path, known: Mapping[str, str], told: Acknowledge) -> None:
    with _opened(place) as casewright:
        for number, query in enumerate(QUERIES):
            ended(casewright.call("isaacus_iql", {"matter_id": known["matter"], "query": query}))
            told("asked", query)
            saved = casewright.call("save_query", {"name": f"Query {number}", "query": query, "replace": True})
            told("query", ended(saved)["name"])


def _delete(place: Path, known: Mapping[str, str], told: Acknowledge) -> None:
    """Every second document: ada asks, ben approves, ada's call ends."""
    bens = place / "home" / "keys" / "ben.key"
    with _opened(place) as casewright, Casewright.open(place / "home", user_key=bens) as second:
        for matter, document in [(one, each) for one in known.values() for each in _unwanted(casewright, one)]:
            arguments = {"matter_id": matter, "document_id": document}
            asked = casewright.call("delete_document", arguments, key=f"delete {document}", why="a mistake")
            if asked.status is Status.UNKNOWN_OUTCOME:  # begun, and cut before its effect: a person says so
                _not_done(casewright, "delete_document")
                asked = casewright.call("delete_document", arguments, key=f"delete {document}", why="a mistake")
            if asked.status is Status.APPROVAL_REQUIRED:
                request = str(asked.metadata.approval_id)
                told("request", request)
                ended(second.decide(request, Approve()))
            elif not asked.success and "not found" not in asked.content:
                ended(asked)
            told("deleted", document)


def _unwanted(casewright: Casewright, matter: str) -> list[str]:
    listed = ended(casewright.call("list_matter_documents", {"matter_id": matter}))["documents"]
    return [one["document_id"] for one in listed if one["filename"] in sorted(files())[::2]]


def _not_done(casewright: Casewright, tool: str) -> None:
    for one in ended(casewright.call("list_unresolved_calls", {}))["calls"]:
        if one["tool"] == tool:
            ended(casewright.call("resolve_call", {"call": one["call_id"], "outcome": "not_done"}))


def _deal(place: Path) -> dict[str, str]:
    with _opened(place) as casewright:
        deal = ended(casewright.call("create_matter", {"title": "Project Alder", "kind": "deal"}))["matter_id"]
        for text, name, source, amount in _SAID:
            document = _add(casewright, deal, name, text.encode())["document_id"]
            claim = {
                "deal_id": deal,
                "claim_text": text,
                "claim_class": "FINANCIAL",
                "materiality": "HIGH",
                "metric": "arr",
                "entity": "acme",
                "period": "FY2025",
                "value_struct": {"type": "monetary", "amount": amount, "currency": "EUR"},
                "evidence": [{"document": document, "quote": text, "source_type": source}],
            }
            ended(casewright.call("add_claim", claim))
    return {"matter": deal}


def _debate(place: Path, known: Mapping[str, str], told: Acknowledge) -> None:
    """What the rules find, and a debate about it; one that was cut is resumed."""
    about = {"deal_id": known["matter"]}
    with _opened(place) as casewright:
        ended(casewright.call("extract_claims", about))
        told("claims", known["matter"])
        ended(casewright.call("assess_deal", about))
        held = ended(casewright.call("list_debates", about))["debates"]
        if not held:
            told("debate", ended(casewright.call("run_debate", {**about, "seed": 3}))["debate_id"])
        elif held[0]["status"] == "running":
            told("debate", ended(casewright.call("resume_debate", about))["debate_id"])


def _case(place: Path) -> dict[str, str]:
    with _opened(place) as casewright:
        return {"matter": ended(casewright.call("create_case", {"title": "Amendă"}))["case_id"]}


def _turn(place: Path, known: Mapping[str, str], told: Acknowledge) -> None:
    """Two things said, a document between them. What was cut is gone on with before anything new is said."""
    case = known["matter"]
    with _opened(place) as casewright:
        ended(casewright.converse(case, None))
        for number, message in enumerate(_MESSAGES):
            details = ended(casewright.call("get_case_details", {"case_id": case}))["case_details"]
            if not any(one["text"] == message for one in details["user_statements"]):
                ended(casewright.converse(case, message))
            told("message", message)
            if number == 0:
                told("document", _add(casewright, case, "proces-verbal.txt", _REPORT.encode())["document_id"])


WORKS: Mapping[str, Work] = {
    "ingest": Work(_folder, _ingest),
    "query": Work(_filled, _query),
    "deletion": Work(_shared, _delete),
    "debate": Work(_deal, _debate),
    "case": Work(_case, _turn),
}
