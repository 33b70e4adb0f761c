"""``casewright report``: what is known of a deal, with every number traced, on screen and as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.files import Force, place_file, require_free
from casewright.cli.references import Deal
from casewright.cli.state import Answer, State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.reports.report_deal import ReportDealOutput

_LISTED = 10


def report(
    context: typer.Context,
    deal: Deal,
    html: Annotated[
        Path | None, typer.Option(help="Write one HTML page that needs nothing else.", show_default=False)
    ] = None,
    pdf: Annotated[Path | None, typer.Option(help="Write a PDF.", show_default=False)] = None,
    json_file: Annotated[Path | None, typer.Option(help="Write it as JSON data.", show_default=False)] = None,
    memo: Annotated[bool, typer.Option("--memo", help="Only the memo: what matters, on two pages at most.")] = False,
    force: Force = False,
) -> None:
    """Look over a deal and report it: on screen in short, whole in the files that are named.

    A report in which a number has no source is not written.
    """
    state: State = context.obj
    targets = {"html": html, "pdf": pdf, "json": json_file}
    files = {name: path for name, path in targets.items() if path is not None}
    require_free(files.values(), force=force)
    with state.open() as casewright:
        deal = casewright.find_matter(deal, kind="deal")
        found = write_report(casewright, deal, files, force=force, memo=memo)
    state.output.document(found.data)
    show_report(state.output, found.output, files)


def write_report(
    casewright: Casewright, deal: str, targets: Mapping[str, Path], *, force: bool, memo: bool = False
) -> Answer[ReportDealOutput]:
    """Assess the deal, write its report in these formats to these files; the result with where each file is."""
    from casewright.evidence.reporting.report import require_printable
    from casewright.toolbox.claims.list_claims import ListClaimsOutput
    from casewright.toolbox.deals.assessment_view import AssessmentView
    from casewright.toolbox.reports.report_deal import ReportDealOutput

    if "pdf" in targets and not memo:  # before the minutes that assessing so many claims takes
        listed = answer(casewright, ListClaimsOutput, "list_claims", {"deal_id": deal, "limit": 1})
        require_printable("The deal", listed.output.total_count)
    answer(casewright, AssessmentView, "assess_deal", {"deal_id": deal})
    found = answer(
        casewright, ReportDealOutput, "report_deal", {"deal_id": deal, "formats": list(targets), "memo": memo}
    )
    for file in found.output.files:
        place_file(targets[file.format.value], casewright.export_place(file.filename), force=force)
    files = [{**file, "out": str(targets[file["format"]])} for file in found.data["files"]]
    return Answer(found.output, {**found.data, "files": files})


def show_report(output: Output, found: ReportDealOutput, targets: Mapping[str, Path]) -> None:
    """The report in short; ``targets`` is where each format was written."""
    output.prose(f"{found.number}  {show_line(found.title)}, as of {found.as_of}", style="bold")
    grades = ", ".join(f"{number:,} {grade}" for grade, number in found.grades.items())
    verdicts = ", ".join(f"{number:,} {verdict.lower()}" for verdict, number in found.verdicts.items() if number)
    for name, words in (
        ("claims", f"{found.claims:,}: {grades}"),
        ("verdicts", verdicts),
        ("open", f"{found.open_defects:,} defects, {found.open_gates:,} gates"),
        ("calculations", f"{found.calculations:,}"),
        ("ask for", f"{found.ask_for_count:,} things"),
        ("traced", f"{found.numbers_traced:,} places of the report lead to their source, none is without"),
    ):
        output.line(f"{name:<13}{words}")
    for name in found.ask_for_absent[:_LISTED]:
        output.line(f"  not there: {show_line(name)}")
    if found.look_first:
        output.prose(f"look first at {found.look_first_count:,} claims of weight that stand badly")
    for claim in found.look_first[:_LISTED]:
        line = f"  {claim.claim_grade}  {claim.claim_verdict:<13}{show_line(claim.claim_text)}"
        output.line(line)
    left = found.look_first_count - _LISTED
    if left > 0:
        output.prose(f"  and {left:,} more, in the report")
    for file in found.files:
        where = f"{show_line(str(targets[file.format.value]))}, {file.size:,} bytes, SHA-256 {file.sha256}"
        output.line(f"{file.format:<13}{where}")
    if not found.files:
        output.prose(f"Whole: casewright report {found.deal_id} --html report.html --pdf report.pdf")
