"""``casewright ingest``: put files into a matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, INVALID
from casewright.cli.ingestion import add_files
from casewright.cli.paths import gather, given_paths, name_of
from casewright.cli.references import Matter
from casewright.cli.state import State
from casewright.cli.tracked_changes import version_read
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.ingestion import AddedFile
    from casewright.cli.output import Output
    from casewright.cli.paths import Skipped


def ingest(
    context: typer.Context,
    matter_id: Matter,
    paths: Annotated[list[str], typer.Argument(help="Files and folders to put in.")],
) -> int:
    """Put files and folders into a matter: text read, cut into clauses, ready to be asked."""
    state: State = context.obj
    with state.open() as casewright:
        matter = casewright.find_matter(matter_id)
        gathered = gather(given_paths(paths), casewright.formats)
        documents = add_files(casewright, matter, gathered.files, state.output)
    state.output.document(
        {"documents": [one.data for one in documents], "skipped": [one.as_json() for one in gathered.skipped]}
    )
    show_documents(state.output, documents, gathered.skipped)
    return INVALID if all(document.failed for document in documents) else DONE


def show_documents(output: Output, documents: Sequence[AddedFile], skipped: Sequence[Skipped] = ()) -> None:
    """A line for each file that was put in, with what is wrong where it could not be read, and for what was skipped."""
    for document in documents:
        if document.error is not None:
            output.line(f"✗ {show_line(document.filename)}", style="red")
            output.line(f"    {show_line(document.error)}")
            continue
        known = "  (already in the matter)" if document.duplicate else ""
        size = f"{document.characters:,} characters, {document.chunks:,} clauses"
        read_as = f", read as {document.encoding}" if document.encoding else ""
        output.line(f"✓ {show_line(document.filename)}  {size}{read_as}{known}")
        if document.tracked is not None:
            output.line(f"    {version_read(document.tracked)}: casewright documents changes lists them")
    for one in skipped:
        output.line(f"– {show_line(name_of(one.path))}  skipped: it {show_line(one.reason)}", style="yellow")
    failed = sum(document.failed for document in documents)
    duplicates = sum(document.duplicate for document in documents)
    ready = len(documents) - failed
    left_out = f", {len(skipped)} skipped" if skipped else ""
    output.prose(f"{ready} ready ({duplicates} of them known before), {failed} not readable{left_out}.")
