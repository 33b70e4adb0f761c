"""``casewright report``: what is known of a deal, with every number traced, on screen and as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.deal import Deal
from casewright.cli.files import place_file
from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.bootstrap.home import Casewright

_LISTED = 10


def report(
    context: typer.Context,
    deal: Deal,
    html: Annotated[
        Path | None, typer.Option(help="Write one HTML page that needs nothing else.", show_default=False)
    ] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write a PDF.", show_default=False)] = None,
    json_file: Annotated[Path | None, typer.Option(help="Write it as JSON data.", show_default=False)] = None,
) -> None:
    """Look over a deal and report it: on screen in short, whole in the files that are named; a file there is replaced.

    A report in which a number has no source is not written.
    """
    state: State = context.obj
    targets = {"html": html, "pdf": pdf, "json": json_file}
    with state.open() as casewright:
        found = write_report(casewright, deal, {name: path for name, path in targets.items() if path is not None})
    state.output.document(found)
    if not state.output.json:
        show_report(state.output.console(), found, deal)


def write_report(casewright: Casewright, deal: str, targets: dict[str, Path]) -> dict[str, Any]:
    """Assess the deal, write its report in these formats to these files; the result with where each file is."""
    answer(casewright, "assess_deal", {"deal_id": deal})
    found: dict[str, Any] = answer(casewright, "report_deal", {"deal_id": deal, "formats": list(targets)})
    for file in found["files"]:
        target = targets[file["format"]]
        place_file(target, casewright.export_place(file["filename"]))
        file["out"] = str(target)
    return found


def show_report(console: Console, found: dict[str, Any], deal: str) -> None:
    """The report in short."""
    console.print(f"{found['number']}  {one_line(found['title'])}, as of {found['as_of']}", style="bold", markup=False)
    grades = ", ".join(f"{number:,} {grade}" for grade, number in found["grades"].items())
    verdicts = ", ".join(f"{number:,} {verdict.lower()}" for verdict, number in found["verdicts"].items() if number)
    for name, words in (
        ("claims", f"{found['claims']:,}: {grades}"),
        ("verdicts", verdicts),
        ("open", f"{found['open_defects']:,} defects, {found['open_gates']:,} gates"),
        ("calculations", f"{found['calculations']:,}"),
        ("ask for", f"{found['ask_for_count']:,} things"),
        ("traced", f"{found['numbers_traced']:,} places of the report lead to their source, none is without"),
    ):
        console.print(f"{name:<13}{words}", markup=False, soft_wrap=True)
    for name in found["ask_for_absent"][:_LISTED]:
        console.print(f"  not there: {one_line(name)}", markup=False, soft_wrap=True)
    if found["look_first"]:
        console.print(f"look first at {found['look_first_count']:,} claims of weight that stand badly", markup=False)
    for claim in found["look_first"][:_LISTED]:
        line = f"  {claim['claim_grade']}  {claim['claim_verdict']:<13}{one_line(claim['claim_text'])}"
        console.print(line, markup=False, soft_wrap=True)
    left = found["look_first_count"] - _LISTED
    if left > 0:
        console.print(f"  and {left:,} more, in the report", markup=False)
    for file in found["files"]:
        where = f"{printable(file['out'])}, {file['size']:,} bytes, SHA-256 {file['sha256']}"
        console.print(f"{file['format']:<13}{where}", markup=False, soft_wrap=True)
    if not found["files"]:
        console.print(f"Whole: casewright report {deal} --html report.html --pdf report.pdf", markup=False)
