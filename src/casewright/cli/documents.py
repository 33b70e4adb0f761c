"""``casewright documents``: the documents of a matter: listed, read, read anew, found on pages, renamed, deleted."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.found_sections import show_sections
from casewright.cli.references import Document, Documents, Matter
from casewright.cli.state import State, answer
from casewright.cli.tracked_changes import show_changes, version_read
from casewright.domain.amendments import AmendmentKind
from casewright.domain.documents import ReadingState
from casewright.vocabulary.outside_text import show_line, show_text

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_(context: typer.Context, matter: Matter) -> None:
    """List the documents of a matter, newest first."""
    from casewright.toolbox.documents.list_matter_documents import ListMatterDocumentsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListMatterDocumentsOutput, "list_matter_documents", {"matter_id": matter})
    output = state.output
    output.document(found.data)
    if found.output.message is not None:
        output.prose(found.output.message)
    for one in found.output.documents:
        when, status = one.uploaded_at[:16].replace("T", " "), one.processing_status.value
        reading = one.reading
        whole = reading is None or reading.state is ReadingState.WHOLE
        told = "" if whole or reading is None else f"  [{reading.state.value}]"
        line = f"{one.document_id}  {status:<10} {when} {one.file_size:>12,} bytes  {show_line(one.filename)}{told}"
        output.line(line)
        if not whole and reading is not None:
            output.line(
                f"{'':36}  {show_line(reading.reason or '')}{'; ' if reading.remedy else ''}{reading.remedy or ''}"
            )


@app.command()
def show(
    context: typer.Context,
    matter: Matter,
    document: Document,
    max_length: Annotated[int, typer.Option(help="How many characters of the text at most.", min=1)] = 50_000,
) -> None:
    """Show the text of a document, as it was read."""
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput

    state: State = context.obj
    arguments = {"matter_id": matter, "document_id": document, "max_length": max_length}
    with state.open() as casewright:
        found = answer(casewright, GetDocumentTextOutput, "get_document_text", arguments)
    output = state.output
    output.document(found.data)
    output.prose(f"{show_line(found.output.filename)}  {found.output.character_count:,} characters", style="bold")
    if found.output.tracked is not None:
        output.prose(f"{version_read(found.output.tracked)}: casewright documents changes lists them")
    reading = found.output.reading
    if reading is not None and reading.state is not ReadingState.WHOLE:
        output.line(f"Read in part: {show_line(reading.reason or '')}; {reading.remedy}", style="yellow")
    for line in found.output.text.splitlines():
        output.line(show_text(line))


@app.command()
def section(
    context: typer.Context,
    matter: Matter,
    reference: Annotated[
        str, typer.Argument(help="What the clause is called: 'Clause 12.1', 'art. 7 alin. (2)', 'Schedule 2'.")
    ],
    document: Documents = None,
) -> None:
    """Show the clause that has a number, in its own words."""
    from casewright.toolbox.documents.find_section import FindSectionOutput

    state: State = context.obj
    arguments = {"matter_id": matter, "reference": reference, "document_ids": document}
    with state.open() as casewright:
        found = answer(casewright, FindSectionOutput, "find_section", arguments)
    state.output.document(found.data)
    show_sections(state.output, found.output)


@app.command()
def boxes(
    context: typer.Context,
    matter: Matter,
    document: Document,
    start: Annotated[int, typer.Argument(help="Offset in the text at which the quote begins.", min=0)],
    end: Annotated[int, typer.Argument(help="Offset at which it ends.", min=1)],
) -> None:
    """Show where a quote stands on the pages of a PDF: a rectangle for each line, in points from the lower left."""
    from casewright.toolbox.documents.quote_boxes import QuoteBoxesOutput

    state: State = context.obj
    arguments = {"matter_id": matter, "document_id": document, "start": start, "end": end}
    with state.open() as casewright:
        found = answer(casewright, QuoteBoxesOutput, "quote_boxes", arguments)
    output = state.output
    output.document(found.data)
    quote = " ".join(found.output.quote.split())
    output.prose(f"{show_line(found.output.filename)}  {show_line(quote)}", style="bold")
    for box in found.output.boxes:
        sides = f"{box.left:8.2f} {box.bottom:8.2f} {box.right:8.2f} {box.top:8.2f}"
        size = "" if box.page_width is None else f"  of {box.page_width:g} x {box.page_height:g}"
        output.line(f"page {box.page:<5} {sides}{size}")


@app.command()
def changes(
    context: typer.Context,
    matter: Matter,
    document: Document,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only insertion, deletion, move or comment; may repeat.", show_default=False),
    ] = None,
    author: Annotated[str | None, typer.Option(help="Only by this author.", show_default=False)] = None,
    first: Annotated[int, typer.Option(help="How many to pass over.", min=0)] = 0,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1_000)] = 200,
) -> None:
    """List a Word document's tracked changes and comments: who, when, what and where."""
    from casewright.toolbox.documents.document_changes import DocumentChangesOutput

    state: State = context.obj
    arguments: dict[str, object] = {"matter_id": matter, "document_id": document, "first": first, "limit": limit}
    if kind:
        arguments["kinds"] = kind
    if author is not None:
        arguments["author"] = author
    with state.open() as casewright:
        found = answer(casewright, DocumentChangesOutput, "document_changes", arguments)
    state.output.document(found.data)
    show_changes(state.output, found.output)


@app.command()
def rename(
    context: typer.Context,
    matter: Matter,
    document: Document,
    name: Annotated[str, typer.Argument(help="What the document is called from now on.")],
) -> None:
    """Give a document another name. Its text and its original stay as they are."""
    from casewright.toolbox.documents.rename_document import RenameDocumentOutput

    state: State = context.obj
    arguments = {"matter_id": matter, "document_id": document, "filename": name}
    with state.open() as casewright:
        renamed = answer(casewright, RenameDocumentOutput, "rename_document", arguments)
    state.output.document(renamed.data)
    state.output.line(f"{show_line(renamed.output.former_filename)} is {show_line(renamed.output.filename)} now")


@app.command()
def reread(
    context: typer.Context,
    matter: Matter,
    document: Documents = None,
) -> None:
    """Read documents again that an older version read, or those named. No text changes; nothing cited is lost."""
    from casewright.cli.rereading import reread_all, show_reread

    state: State = context.obj
    with state.open() as casewright:
        found = reread_all(casewright, matter, document)
    state.output.document({"documents": [one.model_dump() for one in found]})
    show_reread(state.output, found)


@app.command()
def amendments(context: typer.Context, matter: Matter) -> None:
    """Show which documents amend, restate or supersede which: proposed, confirmed and rejected."""
    from casewright.cli.amendments import show_amendments
    from casewright.toolbox.amendments.list_amendments import ListAmendmentsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListAmendmentsOutput, "list_amendments", {"matter_id": matter})
    state.output.document(found.data)
    show_amendments(state.output, found.output)


@app.command()
def amends(
    context: typer.Context,
    matter: Matter,
    document: Document,
    amended: Annotated[str, typer.Argument(help="Id or file name of the document that is amended.")],
    kind: Annotated[AmendmentKind, typer.Option(help="What it does to the other one.")] = AmendmentKind.AMENDS,
    reject: Annotated[bool, typer.Option("--reject", help="It does not: what was proposed is wrong.")] = False,
) -> None:
    """Say that a document amends another one, or with --reject that it does not."""
    from casewright.toolbox.amendments.confirm_amendment import ConfirmAmendmentOutput

    state: State = context.obj
    arguments: dict[str, object] = {"matter_id": matter, "document_id": document, "amended_id": amended}
    arguments |= {"kind": kind.value, "holds": not reject}
    with state.open() as casewright:
        kept = answer(casewright, ConfirmAmendmentOutput, "confirm_amendment", arguments)
    state.output.document(kept.data)
    said = f"{kept.output.kind.value}" if kept.output.holds else "is no amendment of"
    state.output.line(f"{show_line(kept.output.filename)} {said} {show_line(kept.output.amended_filename)}")


@app.command()
def delete(
    context: typer.Context,
    matter: Matter,
    document: Document,
    why: Annotated[str | None, typer.Option(help="Shown to whoever has to approve it.", show_default=False)] = None,
) -> None:
    """Ask that a document be deleted for good; somebody else approves."""
    from casewright.toolbox.documents.delete_document import DeleteDocumentOutput

    state: State = context.obj
    arguments = {"matter_id": matter, "document_id": document}
    with state.open() as casewright:
        gone = answer(casewright, DeleteDocumentOutput, "delete_document", arguments, why=why)
    state.output.document(gone.data)
    state.output.line(f"{show_line(gone.output.filename)} is deleted")
