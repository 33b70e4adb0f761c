"""``casewright deal``: open a deal, put its data room and its claims in, and see how it stands."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.assessment import show_assessment, show_regraded
from casewright.cli.exit_codes import DONE, INVALID
from casewright.cli.ingest import show_documents
from casewright.cli.ingestion import add_files
from casewright.cli.output import counted, one_line
from casewright.cli.paths import gather, given_paths, name_of
from casewright.cli.state import State, answer
from casewright.domain.evidence import SourceType
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(no_args_is_help=True)

Deal = Annotated[str, typer.Argument(metavar="DEAL", help="Id of the deal, as 'casewright matter list' shows it.")]


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
    state: State = context.obj
    arguments = {"title": title, "kind": "deal", "description": description, "jurisdiction": jurisdiction}
    _check_day(as_of)
    with state.open() as casewright:
        roots = given_paths(documents or [])
        paths = gather(roots, casewright.formats) if roots else []
        deal = answer(casewright, "create_matter", arguments)
        if as_of is not None:
            answer(casewright, "date_deal", {"deal_id": deal["matter_id"], "as_of": as_of})
        names = {path: _called(path, roots) for path in paths}
        added = add_files(casewright, deal["matter_id"], paths, state.output, called=names.__getitem__) if paths else []
    state.output.document({"deal": deal, "documents": added})
    if not state.output.json:
        console = state.output.console()
        console.print(f"{deal['number']}  {one_line(deal['title'])}", markup=False)
        console.print(f"id {deal['matter_id']}", markup=False, soft_wrap=True)
        if added:
            show_documents(console, added)
        console.print(_next(deal["matter_id"], ingested=bool(added)), markup=False, soft_wrap=True)
    return INVALID if added and all(one["status"] == "error" for one in added) else DONE


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
    state: State = context.obj
    data = file.read_bytes()
    chosen = format_.value if format_ is not None else _format_of(file)
    with state.open() as casewright:
        blob = casewright.blobs.put(casewright.actor.tenant, data)
        found = answer(casewright, "import_claims", {"deal_id": deal, "format": chosen, "blob_id": blob})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    imported, places = counted(found["imported"], "claim"), counted(found["evidence"], "place")
    console.print(f"{imported} imported, resting on {places}.", markup=False)
    for note in found["notes"]:
        console.print(f"  row {note['row']}: {one_line(note['note'])}", markup=False, soft_wrap=True)
    show_assessment(console, found["assessment"], deal)


@app.command()
def assess(context: typer.Context, deal: Deal) -> None:
    """Look over a deal: file what contradicts what, open gates, grade every claim."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "assess_deal", {"deal_id": deal})
    state.output.document(found)
    if not state.output.json:
        show_assessment(state.output.console(), found, deal)


@app.command()
def show(context: typer.Context, deal: Deal) -> None:
    """Show a deal at a glance: claims by grade and verdict, what is open, its sources."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "show_deal", {"deal_id": deal})
    state.output.document(found)
    if not state.output.json:
        _show(state.output.console(), found)


@app.command("as-of")
def as_of(
    context: typer.Context,
    deal: Deal,
    day: Annotated[
        str | None, typer.Argument(help="The day, such as 2026-05-29; left out: always today.", show_default=False)
    ] = None,
) -> None:
    """Say as of what day a deal is looked at: how old a source is counts from then."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "date_deal", {"deal_id": deal, "as_of": day})
    state.output.document(found)
    if not state.output.json:
        console = state.output.console()
        console.print(f"Ages are counted from {found['as_of'] or 'today'}.", markup=False)
        show_assessment(console, found["assessment"], deal)


@app.command()
def source(
    context: typer.Context,
    deal: Deal,
    document: Annotated[str, typer.Argument(help="Filename or id of the document.")],
    type_: Annotated[SourceType, typer.Option("--type", help="What kind of source it is.")],
    dated: Annotated[
        str | None, typer.Option("--date", help="The date that it bears, such as 2026-01-31.", show_default=False)
    ] = None,
    origin: Annotated[
        str | None, typer.Option(help="What its figures were taken from, where that is known.", show_default=False)
    ] = None,
    system: Annotated[str | None, typer.Option(help="Where it was got from.", show_default=False)] = None,
) -> None:
    """Say what kind of source a document is; the claims that rest on it are graded at once."""
    state: State = context.obj
    arguments = {
        "deal_id": deal,
        "document": document,
        "source_type": type_.value,
        "source_date": dated,
        "upstream_origin": origin,
        "source_system": system,
    }
    with state.open() as casewright:
        found = answer(casewright, "describe_source", arguments)
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    kind = found["source_type"].replace("_", " ")
    line = f"{one_line(found['filename'])}: {kind}, grade {found['source_grade']} at best; {found['evidence']} places"
    console.print(line, markup=False, soft_wrap=True)
    show_regraded(console, found["regraded"])


def _show(console: Console, found: dict[str, Any]) -> None:
    deal = found["deal"]
    console.print(f"{deal['number']}  {one_line(deal['title'])}", markup=False, soft_wrap=True)
    console.print(f"{'as of':<13}{found['as_of']}", markup=False)
    if found["claims"]:
        console.print(f"{'claims':<13}{found['claims']:,}: {_counts(found['grades'])}", markup=False)
        console.print(f"{'verdicts':<13}{_counts(found['verdicts'])}", markup=False, soft_wrap=True)
        console.print(f"{'open defects':<13}{_counts(found['open_defects']) or 'none'}", markup=False)
        console.print(f"{'open gates':<13}{found['open_gates'] or 'none'}", markup=False)
        console.print(f"{'calculations':<13}{found['calculations'] or 'none'}", markup=False)
    else:
        console.print(no_claims(deal["matter_id"]), markup=False, soft_wrap=True)
    console.print("sources" if found["sources"] else "There are no documents yet.", markup=False)
    for one in found["sources"]:
        kind = (one["source_type"] or ("not described" if one["claims"] else "")).replace("_", " ")
        dated = (one["source_date"] or "")[:10]
        line = f"  {kind:<22}{dated:<11}{one['claims']:>5} claims  {one_line(one['filename'])}"
        console.print(line, style=None if one["status"] == "ready" else "red", markup=False, soft_wrap=True)


def no_claims(deal: str) -> str:
    """What is said of a deal without claims."""
    return (
        f"There are no claims yet. Import them: casewright deal import-claims {deal} FILE, "
        f"or have them extracted: casewright deal extract {deal}"
    )


def _counts(counted: dict[str, int]) -> str:
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


def _called(path: Path, roots: list[Path]) -> str:
    """A file's name in the data room: its path below the folder that was given."""
    root = next((root for root in roots if root.is_dir() and path.is_relative_to(root)), path.parent)
    return name_of(path.relative_to(root))


def _format_of(file: Path) -> str:
    ending = file.suffix.lower().removeprefix(".")
    if ending not in tuple(Format):
        raise InvalidInput(f"{file.name!r} ends in neither .json nor .csv: say which it is with --format")
    return ending
