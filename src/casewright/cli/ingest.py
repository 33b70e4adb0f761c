"""``casewright ingest``: put files into a matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.ingestion import add_files
from casewright.cli.paths import gather, given_paths, listed_names
from casewright.cli.references import Matter
from casewright.cli.state import State
from casewright.cli.tracked_changes import version_read
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.added_files import AddedFile, Ingested
    from casewright.cli.output import Output


def ingest(
    context: typer.Context,
    matter_id: Matter,
    paths: Annotated[list[str], typer.Argument(help="Files and folders to put in.")],
) -> int:
    """Put files and folders into a matter: text read, cut into clauses, ready to be asked.

    ZIP archives and e-mails are opened. Ends with 4 where a file was not read, or not whole: each is named with why.
    """
    state: State = context.obj
    with state.open() as casewright:
        matter = casewright.find_matter(matter_id)
        gathered = gather(given_paths(paths), home=casewright.settings.home)
        added = add_files(casewright, matter, gathered.files, state.output, called=gathered.names.__getitem__)
    ingested = added.and_skipped(gathered.skipped)
    state.output.document(ingested.as_json())
    show_ingested(state.output, ingested)
    return ingested.exit_code


def show_ingested(output: Output, ingested: Ingested) -> None:
    """A line for each file that was put in, what was skipped, what was not read whole and why, and how many of each."""
    for document in ingested.documents:
        _show(output, document)
    for container in ingested.opened:
        output.line(f"▸ {show_line(container.filename)}  opened: {container.files:,} in it")
    system = [one for one in ingested.skipped if one.is_system]
    for one in ingested.skipped:
        if not one.is_system:
            output.line(f"– {show_line(one.name)}  skipped: it {show_line(one.reason)}", style="yellow")
    if system:
        output.line(f"– {len(system):,} skipped as no documents: {show_line(listed_names(system))}", style="yellow")
    _show_unread(output, [one for one in ingested.documents if not one.is_whole])
    output.prose(_summary(ingested))


def _show(output: Output, document: AddedFile) -> None:
    if document.failed:
        output.line(f"✗ {show_line(document.given)}  {document.state}", style="red")
        return
    known = "  (already in the matter)" if document.duplicate else ""
    if document.duplicate and document.filename != document.given:
        known = f"  (already in the matter, as {show_line(document.filename)})"
    size = f"{document.characters:,} characters, {document.chunks:,} clauses"
    read_as = f", read as {document.encoding}" if document.encoding else ""
    part = "" if document.is_whole else f"  {document.state}"
    output.line(f"✓ {show_line(document.given)}  {size}{read_as}{known}{part}")
    if document.tracked is not None:
        output.line(f"    {version_read(document.tracked)}: casewright documents changes lists them")


def _show_unread(output: Output, documents: Sequence[AddedFile]) -> None:
    """A table of the files that were not read whole: name, state, reason and remedy."""
    if not documents:
        return
    output.line()
    output.line("Not read, or not whole:")
    for one in documents:
        output.line(f"  {show_line(one.given)}  [{one.state}]")
        if one.reason:
            output.line(f"    {show_line(one.reason)}")
        if one.remedy:
            output.line(f"    → {show_line(one.remedy)}")


def _summary(ingested: Ingested) -> str:
    documents = ingested.documents
    failed = sum(document.failed for document in documents)
    duplicates = sum(document.duplicate and not document.failed for document in documents)
    ready = len(documents) - failed
    left_out = f", {len(ingested.skipped)} skipped" if ingested.skipped else ""
    states = ", ".join(f"{number:,} {state}" for state, number in ingested.states().items())
    told = f": {states}" if states else ""
    return f"{ready} ready ({duplicates} of them known before), {failed} not readable{left_out}{told}."
