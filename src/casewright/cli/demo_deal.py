"""``casewright demo deal``: a sample deal from its data room through a debate to its report, with numbers followed.

This is the only place that opens ``planted.toml``: what was planted is shown beside what was found, after it was found.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.demo_debate import debated, follow_sentence, show_debated
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.ingestion import add_files
from casewright.cli.number_trace import follow, show_followed
from casewright.cli.report import show_report, write_report
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.bootstrap.home import Casewright

_ABOUT = "A sample deal that comes with Casewright."


class SampleDeal(StrEnum):
    """The sample deals there are."""

    BRINDLECOTE = "brindlecote"
    ZIMBREL = "zimbrel"


@dataclass(frozen=True, slots=True)
class Planted:
    """What was planted, and whether it was found: a defect of its type on one of its claims, or a gate about it."""

    type: str
    sentence: str
    claims: tuple[str, ...]
    against: tuple[str, ...]
    found: bool = False


def demo_deal(
    context: typer.Context,
    name: Annotated[SampleDeal, typer.Argument(help="Which deal.")] = SampleDeal.BRINDLECOTE,
    out: Annotated[Path, typer.Option(help="The folder for the report's PDF and HTML.")] = Path(),
) -> int:
    """Read a sample deal's data room, grade its claims, set what was found beside what was planted, debate, report.

    It works in a home of its own, below the home, and can be run again.
    """
    state: State = context.obj
    if not out.is_dir():
        raise InvalidInput(f"--out is {str(out)!r}, which is no folder: make it first, or name another")
    started = perf_counter()
    own = State(home=_own_home(state, name), output=state.output)
    console = state.output.console()
    with own.open() as casewright, ExitStack() as stack:
        folder = stack.enter_context(as_file(files("casewright").joinpath("samples", "deals", name.value)))
        deal, documents = _room(casewright, own, folder)
        _claims(casewright, deal["matter_id"], folder)
        extracted = answer(casewright, "extract_claims", {"deal_id": deal["matter_id"]})["extracted"]
        _calculations(casewright, deal["matter_id"], folder)
        answer(casewright, "assess_deal", {"deal_id": deal["matter_id"]})
        defects = answer(casewright, "list_defects", {"deal_id": deal["matter_id"], "status": "OPEN"})["defects"]
        gates = answer(casewright, "list_gates", {"deal_id": deal["matter_id"]})["gates"]
        planted = _planted(folder, defects, gates)
        digests = {path.name: sha256(path.read_bytes()).hexdigest() for path in (folder / "room").iterdir()}
        followed = follow(casewright, deal["matter_id"], digests)
        debate = debated(casewright, deal["matter_id"], None)
        sentence = follow_sentence(casewright, deal["matter_id"], debate, digests)
        targets = {"html": out / f"{name.value}.html", "pdf": out / f"{name.value}.pdf"}
        found = write_report(casewright, deal["matter_id"], targets)
        proof = casewright.verify_audit()
    seconds = perf_counter() - started
    state.output.document(
        {
            "deal": deal,
            "documents": documents,
            "extracted": extracted,
            "report": found,
            "planted": [{"type": one.type, "sentence": one.sentence, "found": one.found} for one in planted],
            "found": dict(sorted(Counter(one["defect_type"] for one in defects).items())),
            "followed": followed,
            "debate": debate,
            "sentence": sentence,
            "audit": {"verified": proof.holds, "count": proof.reached.count},
            "home": str(own.home),
            "seconds": round(seconds, 3),
        }
    )
    if not state.output.json:
        _introduce(console, deal, documents)
        more = f"{extracted} more claims were extracted by rules, from places that no imported claim cites."
        console.print(more, markup=False, soft_wrap=True)
        console.print()
        show_report(console, found, deal["matter_id"])
        _show_planted(console, planted, defects)
        show_followed(console, followed)
        show_debated(console, debate, sentence)
        verdict = f"verified, {proof.reached.count} events" if proof.holds else "NOT verified"
        console.print(f"\nAudit: every step was a recorded tool call; the chain is {verdict}.", markup=False)
        _what_next(console, str(own.home), deal["matter_id"], seconds)
    stands = followed["stands"] and (sentence is None or sentence["stands"])
    return DONE if proof.holds and stands else INTEGRITY


def _own_home(state: State, name: SampleDeal) -> Path:
    """Claims of a sample have fixed ids: they are kept apart from a person's own deals."""
    from casewright.config import read_settings

    return read_settings(home=state.home).home / "demo" / name.value


def _room(casewright: Casewright, state: State, folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    about = tomllib.loads((folder / "deal.toml").read_text(encoding="utf-8"))
    known = [
        matter
        for matter in answer(casewright, "list_matters")["matters"]
        if (matter["title"], matter["description"]) == (about["title"], _ABOUT)
    ]
    fresh = {"title": about["title"], "kind": "deal", "description": _ABOUT}
    deal: dict[str, Any] = known[0] if known else answer(casewright, "create_matter", fresh)
    paths = sorted((folder / "room").iterdir())
    documents = add_files(casewright, deal["matter_id"], paths, state.output, called=lambda path: path.name)
    answer(casewright, "date_deal", {"deal_id": deal["matter_id"], "as_of": about["as_of"].isoformat()})
    return deal, documents


def _claims(casewright: Casewright, deal: str, folder: Path) -> None:
    """Import the claims where they are not there yet."""
    if answer(casewright, "show_deal", {"deal_id": deal})["claims"]:
        return
    blob = casewright.blobs.put(casewright.actor.tenant, (folder / "claims.json").read_bytes())
    answer(casewright, "import_claims", {"deal_id": deal, "format": "json", "blob_id": blob})


def _calculations(casewright: Casewright, deal: str, folder: Path) -> None:
    """Calculate what a person would; a calculation that is there is found again, not made twice."""
    for one in json.loads((folder / "calculations.json").read_text(encoding="utf-8")):
        inputs = [{"name": name, "claim_id": claim} for name, claims in one["inputs"].items() for claim in claims]
        answer(casewright, "run_calculation", {"deal_id": deal, "calc_type": one["calc_type"], "inputs": inputs})


def _planted(folder: Path, defects: list[dict[str, Any]], gates: list[dict[str, Any]]) -> list[Planted]:
    seen = {(defect["defect_type"], defect["claim_id"]) for defect in defects}
    seen |= {(gate["candidate"], claim) for gate in gates if gate["candidate"] for claim in gate["claim_ids"]}
    listed = tomllib.loads((folder / "planted.toml").read_text(encoding="utf-8"))["planted"]
    return [
        Planted(
            one["type"],
            one["sentence"],
            tuple(one["claims"]),
            tuple(one["against"]),
            any((one["type"], claim) in seen for claim in (*one["claims"], *one["against"])),
        )
        for one in listed
    ]


def _introduce(console: Console, deal: dict[str, Any], documents: list[dict[str, Any]]) -> None:
    console.print(f"{deal['number']}  {deal['title']}", style="bold", markup=False)
    for document in documents:
        known = "  (already there)" if document["duplicate"] else ""
        console.print(f"  {document['filename']}{known}", markup=False, soft_wrap=True)


def _show_planted(console: Console, planted: list[Planted], defects: list[dict[str, Any]]) -> None:
    console.print()
    console.rule("What was planted, and whether it was found", align="left")
    for one in planted:
        mark, style = ("found ", "green") if one.found else ("MISSED", "bold red")
        console.print(mark, style=style, end="  ", markup=False)
        console.print(f"{one.type:<28}{one.sentence}", markup=False, soft_wrap=True)
    touched = {(one.type, claim) for one in planted for claim in (*one.claims, *one.against)}
    beyond = [one for one in defects if (one["defect_type"], one["claim_id"]) not in touched]
    many = sum(one.found for one in planted)
    console.print(f"{many} of {len(planted)} found; beyond that {len(beyond)} defects, on other claims:", markup=False)
    for defect in beyond:
        console.print(f"  {defect['defect_type']:<28}{defect['description']}", markup=False, soft_wrap=True)


def _what_next(console: Console, home: str, deal: str, seconds: float) -> None:
    console.print(f"Done in {seconds:.1f} s. Try next:", markup=False)
    for line in (
        f"casewright --home '{home}' defects list {deal}",
        f"casewright --home '{home}' claims list {deal} --grade D",
        f"casewright --home '{home}' gates list {deal}",
        f"casewright --home '{home}' debate show {deal}",
    ):
        console.print("  " + line, markup=False, soft_wrap=True)
