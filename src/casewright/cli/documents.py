"""``casewright documents``: the documents of a matter, listed, read, read anew, renamed and deleted."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.cli.references import Document, Documents, Matter
from casewright.cli.state import State, answer
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
        line = f"{one.document_id}  {status:<10} {when} {one.file_size:>12,} bytes  {show_line(one.filename)}"
        output.line(line)


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
    for line in found.output.text.splitlines():
        output.line(show_text(line))


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
