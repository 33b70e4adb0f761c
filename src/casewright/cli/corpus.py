"""``casewright corpus``: acts and decisions of your own, imported and looked up."""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files as package_files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.casework.corpus_files import ENDINGS
from casewright.cli.paths import gather
from casewright.cli.state import Answer, State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.research.import_acts import ImportActsOutput
    from casewright.toolbox.research.query_bigquery import QueryBigqueryOutput

app = typer.Typer(no_args_is_help=True)


class Table(StrEnum):
    """The tables of the corpus."""

    LEGISLATIE = "legislatie"
    JURISPRUDENTA = "jurisprudenta"


_Table = Annotated[Table, typer.Option("--table", help="legislatie: acts; jurisprudenta: decisions.")]


@app.command("import")
def import_(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help=f"Files ({', '.join(ENDINGS)}), or folders of them.", show_default=False),
    ] = None,
    table: _Table = Table.LEGISLATIE,
    synthetic: Annotated[
        bool, typer.Option("--synthetic", help="They were written as examples: every hit and draft will say so.")
    ] = False,
    examples: Annotated[
        bool, typer.Option("--examples", help="Import the invented acts and decisions that come with Casewright.")
    ] = False,
) -> None:
    """Import acts or decisions, all of them or none; one with a known doc_id takes the other's place."""
    from casewright.toolbox.research.import_acts import ImportActsOutput

    state: State = context.obj
    if examples:
        if paths:
            raise InvalidInput("--examples imports what comes with Casewright: leave the paths out")
        wanted = [(one, _example(one), True) for one in Table]
    else:
        wanted = [(table, [(path.name, _read(path)) for path in _gathered(paths or [], state.output)], synthetic)]
    imported: list[tuple[Table, Answer[ImportActsOutput]]] = []
    with state.open() as casewright:
        for into, files, invented in wanted:
            stored = [_stored(casewright, name, data) for name, data in files]
            arguments = {"table": into.value, "files": stored, "synthetic": invented}
            imported.append((into, answer(casewright, ImportActsOutput, "import_acts", arguments)))
    output = state.output
    output.document({"imported": [{"table": into.value, **one.data} for into, one in imported]})
    for into, one in imported:
        counts = f"{one.output.added:,} added, {one.output.replaced:,} replaced"
        output.prose(f"{counts}; {into.value} holds {one.output.total:,} documents.")


@app.command()
def query(
    context: typer.Context,
    sql: Annotated[str, typer.Argument(help='One SELECT, such as "SELECT doc_id, title FROM legislatie".')],
    table: _Table = Table.LEGISLATIE,
) -> None:
    """Look acts or decisions up by one SELECT of BigQuery's SQL; case and diacritics do not count."""
    from casewright.toolbox.research.query_bigquery import QueryBigqueryOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(
            casewright, QueryBigqueryOutput, "query_bigquery", {"query_string": sql, "table_name": table.value}
        )
    state.output.document(found.data)
    _show(state.output, found.output)


def _show(output: Output, found: QueryBigqueryOutput) -> None:
    for row in found.results:
        for name, value in row.items():
            if name in ("in_force", "in_force_from"):
                continue
            shown = show_line(str(value)) if value is not None else "–"
            output.line(f"{name:<14} {shown}")
        if row.get("in_force") is False:
            warning = f"Not in force on {found.facts_date}: in force from {row['in_force_from']}."
            output.line(f"{'':<14} {warning}", style="yellow")
        if row.get("synthetic") is True:
            output.prose(f"{'':<14} EXEMPLU – sursă fictivă", style="yellow")
        output.line()
    if found.bytes_billed is not None:
        output.prose(f"BigQuery bills {found.bytes_billed:,} bytes for this query.")
    if not found.results:
        output.prose("No document fits. Import some: casewright corpus import FOLDER (or --examples)")


def _gathered(paths: Sequence[Path], output: Output) -> Sequence[Path]:
    if not paths:
        raise InvalidInput("what is to be imported? Name files or folders, or use --examples")
    gathered = gather(paths, ENDINGS)
    for one in gathered.skipped:
        output.note(f"{one.name!r} is skipped: it {one.reason}", style="yellow")
    return gathered.files


def import_examples(casewright: Casewright) -> None:
    """Import the invented acts and decisions into this home."""
    from casewright.toolbox.research.import_acts import ImportActsOutput

    for table in Table:
        stored = [_stored(casewright, name, data) for name, data in _example(table)]
        answer(casewright, ImportActsOutput, "import_acts", {"table": table.value, "files": stored, "synthetic": True})


def _example(table: Table) -> list[tuple[str, bytes]]:
    name = f"{table.value}.jsonl"
    return [(name, package_files("casewright").joinpath("samples/corpus", name).read_bytes())]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error.strerror}") from error


def _stored(casewright: Casewright, name: str, data: bytes) -> dict[str, str]:
    return {"name": name, "blob_id": casewright.lend(data)}
