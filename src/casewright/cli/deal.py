"""``casewright deal``: open a deal, put its data room and its claims in, and see how it stands."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.added_files import Ingested
from casewright.cli.assessment import show_assessment, show_withdrawn_line
from casewright.cli.ingest import show_ingested
from casewright.cli.ingestion import add_files
from casewright.cli.output import counted
from casewright.cli.paths import Gathered, gather, given_paths
from casewright.cli.references import Deal, resolved
from casewright.cli.state import State, about_file, answer, checked
from casewright.domain.documents import DocumentStatus
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.cli.output import Output
    from casewright.domain.claims import Verdict
    from casewright.domain.defects import DefectSeverity
    from casewright.domain.evidence import Grade
    from casewright.toolbox.deals.show_deal import CoverageView, ShowDealOutput

app = typer.Typer(no_args_is_help=True)


class Format(StrEnum):
    """The formats that claims are imported from."""

    JSON = "json"
    CSV = "csv"


@app.command()
def create(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What the deal is called.")],
    documents: Annotated[
        list[str] | None,
        typer.Option(help="A folder (the data room) or a file to put in at once; may repeat.", show_default=False),
    ] = None,
    description: Annotated[str, typer.Option(help="What it is about.")] = "",
    jurisdiction: Annotated[str | None, typer.Option(help="Such as 'England and Wales'.", show_default=False)] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            help="The day from which ages are counted, such as 2026-05-29. Default: today.", show_default=False
        ),
    ] = None,
) -> int:
    """Open a deal and print its id; with --documents, put its data room in."""
    from casewright.toolbox.deals.date_deal import DateDealOutput
    from casewright.toolbox.matters.create_matter import MatterView

    state: State = context.obj
    arguments = {"title": title, "kind": "deal", "description": description, "jurisdiction": jurisdiction}
    _check_day(as_of)
    with state.open() as casewright:
        roots = given_paths(documents or [])
        gathered = gather(roots, home=casewright.settings.home) if roots else Gathered()
        made = answer(casewright, MatterView, "create_matter", arguments)
        deal = made.output
        if as_of is not None:
            answer(casewright, DateDealOutput, "date_deal", {"deal_id": deal.matter_id, "as_of": as_of})
        called = gathered.names.__getitem__
        added = (
            add_files(casewright, deal.matter_id, gathered.files, state.output, called=called) if roots else Ingested()
        ).and_skipped(gathered.skipped)
    output = state.output
    output.document({"deal": made.data, **added.as_json()})
    output.prose(f"{deal.number}  {show_line(deal.title)}")
    output.line(f"id {deal.matter_id}")
    if roots:
        show_ingested(output, added)
    output.line(_next(deal.matter_id, ingested=bool(added.documents)))
    return added.exit_code


@app.command("import-claims")
def import_claims(
    context: typer.Context,
    deal: Deal,
    file: Annotated[Path, typer.Argument(help="The file of claims, in JSON or CSV.")],
    format_: Annotated[
        Format | None, typer.Option("--format", help="json or csv. Default: what the name ends in.", show_default=False)
    ] = None,
) -> None:
    """Import a file of claims, whole or not at all, and look over the deal."""
    from casewright.toolbox.claims.import_claims import ImportClaimsOutput

    state: State = context.obj
    data = file.read_bytes()
    chosen = format_.value if format_ is not None else _format_of(file)
    with state.open() as casewright:
        named = resolved(casewright, {"deal_id": deal})
        arguments = {**named, "format": chosen, "blob_id": casewright.lend(data)}
        imported_from = about_file(casewright.call("import_claims", arguments), str(file))
        found = checked(imported_from, ImportClaimsOutput)
    output = state.output
    output.document(found.data)
    imported, places = counted(found.output.imported, "claim"), counted(found.output.evidence, "place")
    output.prose(f"{imported} imported, resting on {places}.")
    for note in found.output.notes:
        output.line(f"  row {note.row}: {show_line(note.note)}")
    show_assessment(output, found.output.assessment, deal)


@app.command()
def assess(context: typer.Context, deal: Deal) -> None:
    """Look over a deal: file what contradicts what, open gates, grade every claim."""
    from casewright.toolbox.deals.assessment_view import AssessmentView

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, AssessmentView, "assess_deal", {"deal_id": deal})
    state.output.document(found.data)
    show_assessment(state.output, found.output, deal)


@app.command()
def show(context: typer.Context, deal: Deal) -> None:
    """Show a deal at a glance: claims by grade and verdict, what is open, its sources."""
    from casewright.toolbox.deals.show_deal import ShowDealOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ShowDealOutput, "show_deal", {"deal_id": deal})
    state.output.document(found.data)
    _show(state.output, found.output)


@app.command("as-of")
def as_of(
    context: typer.Context,
    deal: Deal,
    day: Annotated[
        str | None, typer.Argument(help="The day, such as 2026-05-29; left out: always today.", show_default=False)
    ] = None,
) -> None:
    """Say as of what day a deal is looked at: how old a source is counts from then."""
    from casewright.toolbox.deals.date_deal import DateDealOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, DateDealOutput, "date_deal", {"deal_id": deal, "as_of": day})
    output = state.output
    output.document(found.data)
    output.prose(f"Ages are counted from {found.output.as_of or 'today'}.")
    show_assessment(output, found.output.assessment, deal)


def _show(output: Output, found: ShowDealOutput) -> None:
    deal = found.deal
    output.line(f"{deal.number}  {show_line(deal.title)}")
    output.prose(f"{'as of':<13}{found.as_of}")
    if found.claims:
        output.prose(f"{'claims':<13}{found.claims:,}: {_counts(found.grades)}")
        output.line(f"{'verdicts':<13}{_counts(found.verdicts)}")
        output.prose(f"{'open defects':<13}{_counts(found.open_defects) or 'none'}")
        output.prose(f"{'open gates':<13}{found.open_gates or 'none'}")
        if found.withdrawn_count:
            output.prose(f"{'withdrawn':<13}{counted(found.withdrawn_count, 'defect')} that the detectors find no more")
        for defect in found.withdrawn:
            show_withdrawn_line(output, defect)
        output.prose(f"{'calculations':<13}{found.calculations or 'none'}")
    else:
        output.line(no_claims(deal.matter_id))
    _show_coverage(output, found.coverage)
    _show_contracts(output, found.coverage)
    output.prose("sources" if found.sources else "There are no documents yet.")
    for one in found.sources:
        kind = (one.source_type or ("not described" if one.claims else "")).replace("_", " ")
        dated = (one.source_date or "")[:10]
        line = f"  {kind:<22}{dated:<11}{one.claims:>5} claims  {show_line(one.filename)}"
        output.line(line, style=None if one.status is DocumentStatus.READY else "red")


def _show_coverage(output: Output, coverage: CoverageView) -> None:
    """How much of the room was read, and below it what was not."""
    if not coverage.documents:
        return
    if coverage.share is None:
        output.prose(f"{'read':<13}no figures: nothing in these documents could be read as one")
        return
    financial = "" if coverage.financial_share is None else f"; {coverage.financial_share:.0%} of financial documents"
    counted = f"{coverage.claimed:,} of {coverage.figures:,}"
    output.prose(f"{'read':<13}{coverage.share:.0%} of the figures are claims ({counted}){financial}")
    for one in coverage.documents:
        if one.why_not is not None:
            output.prose(f"  not read: {show_line(one.filename)}: {show_line(one.why_not)}")
        elif one.figures and one.claimed < one.figures:
            aside = ", ".join(f"{count} {reason}" for reason, count in one.set_aside.items())
            output.prose(
                f"  {one.claimed:>5,} of {one.figures:>5,} figures  {show_line(one.filename)}"
                f"{f' (set aside: {aside})' if aside else ''}"
            )


def _show_contracts(output: Output, coverage: CoverageView) -> None:
    """Which contracts were read for clauses, and for which."""
    if not coverage.contracts:
        return
    from casewright.evidence.clauses.kinds import show_kind

    number = sum(one.clauses for one in coverage.contracts)
    read = counted(len(coverage.contracts), "contract")
    output.prose(f"{'clauses':<13}{number:,} of {read} {'is a claim' if number == 1 else 'are claims'}")
    for one in coverage.contracts:
        found = ", ".join(map(show_kind, one.found)) or "none"
        silent = ", ".join(map(show_kind, one.not_found))
        reader = "" if one.facts_read else " (its facts were not read)"
        output.prose(f"  {show_line(one.filename)}: {found}; not found: {silent or 'nothing'}{reader}")


def no_claims(deal: str) -> str:
    """What is said of a deal without claims."""
    return (
        f"There are no claims yet. Import them: casewright deal import-claims {deal} FILE, "
        f"or have them extracted: casewright deal extract {deal}"
    )


def _counts(counted: Mapping[Grade, int] | Mapping[Verdict, int] | Mapping[DefectSeverity, int]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counted.items() if number)


def _check_day(text: str | None) -> None:
    """Before anything is made."""
    from casewright.evidence.period_names import read_day

    try:
        read_day(text or "2026-01-01")
    except ValueError as error:
        raise InvalidInput(f"--as-of is {text!r}: {error}") from error


def _next(deal: str, *, ingested: bool) -> str:
    if not ingested:
        return f"Next: casewright ingest {deal} PATH…"
    return f"Next: casewright deal import-claims {deal} FILE, or casewright deal extract {deal}"


def _format_of(file: Path) -> str:
    ending = file.suffix.lower().removeprefix(".")
    if ending not in tuple(Format):
        raise InvalidInput(f"{file.name!r} ends in neither .json nor .csv: say which it is with --format")
    return ending
