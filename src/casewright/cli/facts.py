"""``casewright facts``: the facts of contracts as a table, as files and as a calendar, and a person's word on them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from casewright.bootstrap.fact_files import FactFormat, calendar_file, fact_file
from casewright.cli.corpus_run import (
    Corpus,
    Engine,
    Kept,
    NoKeep,
    Out,
    PartitionMb,
    RunOptions,
    Shard,
    Workers,
    run_corpus,
)
from casewright.cli.exit_codes import DONE, FAILED
from casewright.cli.fact_lines import show_calendar, show_summary, show_table
from casewright.cli.fact_table import as_table, read_facts
from casewright.cli.files import Force, place_text, require_free
from casewright.cli.references import Documents, Matter
from casewright.cli.state import State, answer
from casewright.evidence.facts.deadlines import DEADLINE_FIELDS, deadlines
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.evidence.facts.deadlines import Deadline, Undated
    from casewright.evidence.facts.fact_table import FactTable

_SHOW, _OF_CORPUS = "show", "of-corpus"
_HELP = ("-h", "--help")


class _ShowFirst(TyperGroup):
    """A group in which what is no command of its own is told to ``show``: ``facts MATTER`` is ``facts show MATTER``."""

    # Any: the context is of the library that typer stands on.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with the command before them where it was left out."""
        if args and args[0] not in self.commands and args[0] not in _HELP:
            args = [_OF_CORPUS if any(one.partition("=")[0] == "--corpus" for one in args) else _SHOW, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_ShowFirst, no_args_is_help=True)
_File = Path | None


@app.command(_SHOW)
def show(
    context: typer.Context,
    matter: Matter,
    document: Documents = None,
    field: Annotated[
        list[str] | None,
        typer.Option(help="Only this field, such as governing_law or 'Governing law'; may repeat.", show_default=False),
    ] = None,
    quotes: Annotated[bool, typer.Option("--quotes", help="Show the words that state each fact.")] = False,
    html: Annotated[
        _File, typer.Option(help="Write one HTML page that needs nothing else.", show_default=False)
    ] = None,
    xlsx: Annotated[
        _File, typer.Option(help="Write a workbook: the table, and every fact with its words.", show_default=False)
    ] = None,
    csv: Annotated[_File, typer.Option(help="Write a row for each fact.", show_default=False)] = None,
    ics: Annotated[
        _File,
        typer.Option(help="Write a calendar: ends, renewals, last days for notice against them.", show_default=False),
    ] = None,
    force: Force = False,
) -> int:
    """Show the facts of a matter's documents: what each states, how sure that is, and where it stands.

    An empty cell was looked for and not found; what was not read is marked, and the command ends with 4 then.
    """
    state: State = context.obj
    targets = {FactFormat.HTML: html, FactFormat.XLSX: xlsx, FactFormat.CSV: csv}
    files = {kind: path for kind, path in targets.items() if path is not None}
    require_free([*files.values(), *([] if ics is None else [ics])], force=force)
    asked = {"matter_id": matter, "document_ids": document}
    with state.open() as casewright:
        arguments = {**asked, "matter_id": casewright.find_matter(matter)}
        found = read_facts(casewright, {**arguments, "fields": field}, state.output)
        title = _title(casewright, arguments["matter_id"]) if files or ics is not None else ""
        table = as_table(title, found.output, field)
        dated = table
        if ics is not None and field is not None:
            more = read_facts(casewright, {**arguments, "fields": list(DEADLINE_FIELDS)}, state.output)
            dated = as_table(title, more.output, DEADLINE_FIELDS)
    data = dict(found.data)
    written = _write(table, files, force=force)
    days, undated = deadlines(dated.rows) if ics is not None else ([], [])
    if ics is not None:
        place_text(ics, calendar_file(title, days, _now()), force=force)
        data["calendar"] = {"out": str(ics), **_calendar(days, undated)}
    if files:
        data["files"] = written
    output = state.output
    output.document(data)
    if not files and ics is None:
        show_table(output, table, few=field is not None, quotes=quotes)
    show_summary(output, table, found.output)
    for one in written:
        output.line(f"{one['format']:<13}{show_line(one['out'])}, {one['size']:,} bytes")
    if ics is not None:
        show_calendar(output, days, undated, str(ics), _now().date())
    return FAILED if table.unread else DONE


@app.command(_OF_CORPUS)
def of_corpus(
    context: typer.Context,
    corpus: Corpus = None,
    out: Out = None,
    engine: Engine = None,
    shard: Shard = None,
    workers: Workers = None,
    kept: Kept = None,
    no_keep: NoKeep = False,
    partition_mb: PartitionMb = None,
    field: Annotated[list[str] | None, typer.Option(help="Only this field; may repeat.", show_default=False)] = None,
) -> int:
    """Read the facts of any number of documents into Parquet files: casewright facts --corpus PATH --out FOLDER.

    A run that was cut off goes on in its folder. It ends with 4 where a document could not be read.
    """
    options = RunOptions(corpus, out, engine, shard, workers, False, kept, no_keep, partition_mb)
    return run_corpus(context.obj, {} if field is None else {"fields": field}, options)


def _write(table: FactTable, files: Mapping[FactFormat, Path], *, force: bool) -> list[dict[str, Any]]:
    """Each file whole or not at all; Any: plain JSON data."""
    written = []
    for kind, path in files.items():
        data = fact_file(table, kind, _now())
        place_text(path, data, force=force)
        written.append({"format": kind.value, "out": str(path), "size": len(data)})
    return written


def _calendar(days: Sequence[Deadline], undated: Sequence[Undated]) -> dict[str, object]:
    return {
        "days": [
            {
                "document_id": one.document_id,
                "filename": one.filename,
                "kind": one.kind.value,
                "day": one.day.isoformat(),
                "why": one.why,
                "fields": [field for field, _ in one.facts],
            }
            for one in days
        ],
        "undated": [
            {
                "document_id": one.document_id,
                "filename": one.filename,
                "kind": None if one.kind is None else one.kind.value,
                "reason": one.reason,
            }
            for one in undated
        ],
    }


def _title(casewright: Casewright, matter: object) -> str:
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    known = answer(casewright, ListMattersOutput, "list_matters").output.matters
    return next((f"{one.number} {one.title}" for one in known if one.matter_id == matter), str(matter))


def _now() -> datetime:
    return datetime.now(UTC)
