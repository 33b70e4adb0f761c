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
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.bootstrap.samples import ABOUT_DEAL
from casewright.cli.demo_debate import debated, follow_sentence, show_debated
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.files import Force, require_free
from casewright.cli.ingestion import add_files
from casewright.cli.number_trace import follow, show_followed
from casewright.cli.report import show_report, write_report
from casewright.cli.state import Answer, State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.audit.proof import Proof
    from casewright.bootstrap.home import Casewright
    from casewright.cli.added_files import AddedFile
    from casewright.cli.demo_debate import SentenceTrace
    from casewright.cli.number_trace import NumberTrace
    from casewright.cli.output import Output
    from casewright.toolbox.debates.debate_view import DebateView
    from casewright.toolbox.defects.list_defects import ListedDefect
    from casewright.toolbox.gates.gate_view import GateView
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.reports.report_deal import ReportDealOutput


class SampleDeal(StrEnum):
    """The sample deals there are."""

    BRINDLECOTE = "brindlecote"
    ZIMBREL = "zimbrel"
    TARROWBY = "tarrowby"


@dataclass(frozen=True, slots=True)
class Planted:
    """What was planted, and whether it was found: a defect of its type on one of its claims, or a gate about it."""

    type: str
    sentence: str
    claims: tuple[str, ...]
    against: tuple[str, ...]
    found: bool = False


@dataclass(frozen=True, slots=True)
class _Demonstration:
    """What came of every step, from the data room to the report, and of the audit's check."""

    deal: Answer[MatterView]
    documents: Sequence[AddedFile]
    extracted: int
    defects: Sequence[ListedDefect]
    planted: Sequence[Planted]
    followed: NumberTrace
    debate: Answer[DebateView]
    sentence: SentenceTrace | None
    report: Answer[ReportDealOutput]
    proof: Proof

    @property
    def stands(self) -> bool:
        """Whether the audit's chain holds, and the number's and the sentence's words stand where they are cited."""
        sentence = self.sentence
        return self.proof.holds and self.followed.opened.stands and (sentence is None or sentence.opened.stands)


def demo_deal(
    context: typer.Context,
    name: Annotated[SampleDeal, typer.Argument(help="Which deal.")] = SampleDeal.BRINDLECOTE,
    out: Annotated[Path, typer.Option(help="The folder for the report's PDF and HTML.")] = Path(),
    force: Force = False,
) -> int:
    """Read a sample deal's data room, grade its claims, set what was found beside what was planted, debate, report.

    It works in a home of its own, below the home, and can be run again.
    """
    state: State = context.obj
    if not out.is_dir():
        raise InvalidInput(f"--out is {str(out)!r}, which is no folder: make it first, or name another")
    started = perf_counter()
    own = State(home=_own_home(state, name), output=state.output)
    targets = {"html": out / f"{name.value}.html", "pdf": out / f"{name.value}.pdf"}
    require_free(targets.values(), force=force)
    with own.open() as casewright, ExitStack() as stack:
        folder = stack.enter_context(as_file(files("casewright").joinpath("samples", "deals", name.value)))
        demonstration = _demonstrate(casewright, own, folder, targets, force=force)
    seconds = perf_counter() - started
    state.output.document(_document(demonstration, str(own.home), seconds))
    _show(state.output, demonstration, targets)
    _what_next(state.output, str(own.home), demonstration.deal.output.matter_id, seconds)
    return DONE if demonstration.stands else INTEGRITY


def _demonstrate(
    casewright: Casewright, own: State, folder: Path, targets: Mapping[str, Path], *, force: bool
) -> _Demonstration:
    """Take the deal from its data room to its report."""
    from casewright.toolbox.claims.extract_claims import ExtractClaimsOutput
    from casewright.toolbox.deals.assessment_view import AssessmentView
    from casewright.toolbox.defects.list_defects import ListDefectsOutput
    from casewright.toolbox.gates.list_gates import ListGatesOutput

    made, documents = _room(casewright, own, folder)
    deal = made.output.matter_id
    about = {"deal_id": deal}
    _claims(casewright, deal, folder)
    extracted = answer(casewright, ExtractClaimsOutput, "extract_claims", about).output.extracted
    _calculations(casewright, deal, folder)
    answer(casewright, AssessmentView, "assess_deal", about)
    defects = answer(casewright, ListDefectsOutput, "list_defects", {**about, "status": "OPEN"}).output.defects
    gates = answer(casewright, ListGatesOutput, "list_gates", about).output.gates
    planted = _planted(folder, defects, gates)
    digests = {path.name: sha256(path.read_bytes()).hexdigest() for path in (folder / "room").iterdir()}
    followed = follow(casewright, deal, digests)
    debate = debated(casewright, deal, None)
    return _Demonstration(
        deal=made,
        documents=documents,
        extracted=extracted,
        defects=defects,
        planted=planted,
        followed=followed,
        debate=debate,
        sentence=follow_sentence(casewright, deal, debate.output, digests),
        report=write_report(casewright, deal, targets, force=force),
        proof=casewright.verify_audit(),
    )


def _document(demonstration: _Demonstration, home: str, seconds: float) -> dict[str, object]:
    sentence, proof = demonstration.sentence, demonstration.proof
    return {
        "deal": demonstration.deal.data,
        "documents": [one.data for one in demonstration.documents],
        "extracted": demonstration.extracted,
        "report": demonstration.report.data,
        "planted": [{"type": one.type, "sentence": one.sentence, "found": one.found} for one in demonstration.planted],
        "found": dict(sorted(Counter(one.defect_type.value for one in demonstration.defects).items())),
        "followed": demonstration.followed.data,
        "debate": demonstration.debate.data,
        "sentence": None if sentence is None else sentence.data,
        "audit": {"verified": proof.holds, "count": proof.reached.count},
        "home": home,
        "seconds": round(seconds, 3),
    }


def _show(output: Output, demonstration: _Demonstration, targets: Mapping[str, Path]) -> None:
    proof = demonstration.proof
    _introduce(output, demonstration.deal.output, demonstration.documents)
    more = f"{demonstration.extracted} more claims were extracted by rules, from places that no imported claim cites."
    output.line(more)
    output.line()
    show_report(output, demonstration.report.output, targets)
    _show_planted(output, demonstration.planted, demonstration.defects)
    show_followed(output, demonstration.followed)
    show_debated(output, demonstration.debate.output, demonstration.sentence)
    verdict = f"verified, {proof.reached.count} events" if proof.holds else "NOT verified"
    output.prose(f"\nAudit: every step was a recorded tool call; the chain is {verdict}.")


def _own_home(state: State, name: SampleDeal) -> Path:
    """Claims of a sample have fixed ids: they are kept apart from a person's own deals."""
    from casewright.config import read_settings

    return read_settings(home=state.home).home / "demo" / name.value


def _room(casewright: Casewright, state: State, folder: Path) -> tuple[Answer[MatterView], Sequence[AddedFile]]:
    from casewright.toolbox.deals.date_deal import DateDealOutput
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    about = tomllib.loads((folder / "deal.toml").read_text(encoding="utf-8"))
    listed = answer(casewright, ListMattersOutput, "list_matters")
    known = [
        Answer(matter, data)
        for matter, data in zip(listed.output.matters, listed.data["matters"], strict=True)
        if (matter.title, matter.description) == (about["title"], ABOUT_DEAL)
    ]
    fresh = {"title": about["title"], "kind": "deal", "description": ABOUT_DEAL}
    made = known[0] if known else answer(casewright, MatterView, "create_matter", fresh)
    deal = made.output.matter_id
    paths = sorted((folder / "room").iterdir())
    documents = add_files(casewright, deal, paths, state.output).documents
    answer(casewright, DateDealOutput, "date_deal", {"deal_id": deal, "as_of": about["as_of"].isoformat()})
    return made, documents


def _claims(casewright: Casewright, deal: str, folder: Path) -> None:
    """Import the claims where they are not there yet."""
    from casewright.toolbox.claims.import_claims import ImportClaimsOutput
    from casewright.toolbox.deals.show_deal import ShowDealOutput

    if answer(casewright, ShowDealOutput, "show_deal", {"deal_id": deal}).output.claims:
        return
    blob = casewright.lend((folder / "claims.json").read_bytes())
    answer(casewright, ImportClaimsOutput, "import_claims", {"deal_id": deal, "format": "json", "blob_id": blob})


def _calculations(casewright: Casewright, deal: str, folder: Path) -> None:
    """Calculate what a person would; a calculation that is there is found again, not made twice."""
    from casewright.toolbox.calculations.run_calculation import RunCalculationOutput

    for one in json.loads((folder / "calculations.json").read_text(encoding="utf-8")):
        inputs = [{"name": name, "claim_id": claim} for name, claims in one["inputs"].items() for claim in claims]
        arguments = {"deal_id": deal, "calc_type": one["calc_type"], "inputs": inputs}
        answer(casewright, RunCalculationOutput, "run_calculation", arguments)


def _planted(folder: Path, defects: Sequence[ListedDefect], gates: Sequence[GateView]) -> list[Planted]:
    seen = {(defect.defect_type.value, defect.claim_id) for defect in defects}
    seen |= {(gate.candidate.value, claim) for gate in gates if gate.candidate for claim in gate.claim_ids}
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


def _introduce(output: Output, deal: MatterView, documents: Sequence[AddedFile]) -> None:
    output.prose(f"{deal.number}  {deal.title}", style="bold")
    for document in documents:
        known = "  (already there)" if document.duplicate else ""
        output.line(f"  {document.filename}{known}")


def _show_planted(output: Output, planted: Sequence[Planted], defects: Sequence[ListedDefect]) -> None:
    from rich.text import Text

    output.heading("What was planted, and whether it was found")
    for one in planted:
        mark, style = ("found ", "green") if one.found else ("MISSED", "bold red")
        output.line(Text.assemble((mark, style), f"  {one.type:<28}{one.sentence}"))
    touched = {(one.type, claim) for one in planted for claim in (*one.claims, *one.against)}
    beyond = [one for one in defects if (one.defect_type.value, one.claim_id) not in touched]
    many = sum(one.found for one in planted)
    output.prose(f"{many} of {len(planted)} found; beyond that {len(beyond)} defects, on other claims:")
    for defect in beyond:
        output.line(f"  {defect.defect_type:<28}{defect.description}")


def _what_next(output: Output, home: str, deal: str, seconds: float) -> None:
    output.prose(f"Done in {seconds:.1f} s. Try next:")
    for line in (
        f"casewright --home '{home}' defects list {deal}",
        f"casewright --home '{home}' claims list {deal} --grade D",
        f"casewright --home '{home}' gates list {deal}",
        f"casewright --home '{home}' debate show {deal}",
    ):
        output.line("  " + line)
