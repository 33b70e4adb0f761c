"""``casewright corpus``: acts and decisions of your own, imported and looked up."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.casework.corpus_files import ENDINGS
from casewright.cli.output import one_line, printable
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright

app = typer.Typer(help="Acts and decisions to do research in: import them, and look them up.", no_args_is_help=True)


class Table(StrEnum):
    """The tables of the corpus."""

    LEGISLATIE = "legislatie"
    JURISPRUDENTA = "jurisprudenta"


_Table = Annotated[Table, typer.Option("--table", help="legislatie: acts; jurisprudenta: decisions.")]


@app.command("import")
def import_(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help=f"Files ({', '.join(ENDINGS)}), or folders of them.")],
    table: _Table = Table.LEGISLATIE,
    synthetic: Annotated[
        bool, typer.Option("--synthetic", help="They were written as examples: every hit and draft will say so.")
    ] = False,
) -> None:
    """Import acts or decisions, all of them or none; one with a known doc_id takes the other's place."""
    state: State = context.obj
    files = _gathered(paths)
    with state.open() as casewright:
        stored = [_stored(casewright, path) for path in files]
        imported = answer(casewright, "import_acts", {"table": table.value, "files": stored, "synthetic": synthetic})
    state.output.document(imported)
    if not state.output.json:
        console = state.output.console()
        console.print(
            f"{imported['added']:,} added, {imported['replaced']:,} replaced; {table.value} holds "
            f"{imported['total']:,} documents.",
            markup=False,
        )


@app.command()
def query(
    context: typer.Context,
    sql: Annotated[str, typer.Argument(help='One SELECT, such as "SELECT doc_id, title FROM legislatie".')],
    table: _Table = Table.LEGISLATIE,
) -> None:
    """Look acts or decisions up by one SELECT of BigQuery's SQL; case and diacritics do not count."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "query_bigquery", {"query_string": sql, "table_name": table.value})
    state.output.document(found)
    if not state.output.json:
        _show(state, found)


def _show(state: State, found: dict[str, Any]) -> None:
    console = state.output.console()
    for row in found["results"]:
        for name, value in row.items():
            if name in ("in_force", "in_force_from"):
                continue
            shown = one_line(printable(str(value))) if value is not None else "–"
            console.print(f"{name:<14} {shown}", markup=False, soft_wrap=True)
        if row.get("in_force") is False:
            warning = f"Not in force on {found['facts_date']}: in force from {row['in_force_from']}."
            console.print(f"{'':<14} {warning}", style="yellow", markup=False, soft_wrap=True)
        if row.get("synthetic") is True:
            console.print(f"{'':<14} EXEMPLU – sursă fictivă", style="yellow", markup=False)
        console.print()
    if not found["results"]:
        console.print("No document fits. Import some: casewright corpus import FOLDER", markup=False)


def _gathered(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise InvalidInput(f"there is no {str(path)!r}")
        if path.is_dir():
            files += sorted(one for one in path.rglob("*") if one.is_file() and one.suffix.lower() in ENDINGS)
        else:
            files.append(path)
    if not files:
        raise InvalidInput(f"there are no files to import in {str(paths[0])!r}: {', '.join(ENDINGS)} are read")
    return files


def _stored(casewright: Casewright, path: Path) -> dict[str, str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error.strerror}") from error
    return {"name": path.name, "blob_id": casewright.blobs.put(casewright.actor.tenant, data)}
