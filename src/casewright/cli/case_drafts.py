"""``casewright case drafts|draft``: the drafts of a case, and another one on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.files import read_text
from casewright.cli.references import Case
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright


def drafts(context: typer.Context, case_id: Case) -> None:
    """List the drafts of a case: name, revision, and where the PDF is."""
    from casewright.toolbox.drafts.draft_view import DraftView
    from casewright.toolbox.drafts.list_drafts import ListDraftsOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        found = answer(casewright, ListDraftsOutput, "list_drafts", {"case_id": case_id})
    output = state.output
    output.document(found.data)
    if not found.output.drafts:
        output.prose("There are no drafts yet.")
    for draft in map(DraftView.model_validate, found.output.drafts):
        revision = "?" if draft.revision is None else draft.revision
        output.line(f"{show_line(draft.draft_name)}  v{revision}  {draft.status}  {draft.pdf_gcs_path}")


def draft(
    context: typer.Context,
    case_id: Case,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The draft in Markdown.")],
    name: Annotated[str | None, typer.Option(help="Its name; left out, the file's.", show_default=False)] = None,
    revision: Annotated[
        int | None, typer.Option(help="Its revision, from 1; left out, the next.", show_default=False)
    ] = None,
) -> None:
    """Make a PDF of a draft, with the parties' details in place of placeholders such as {{party0.lastName}}."""
    from casewright.toolbox.drafts.generate_draft_pdf import GenerateDraftPdfOutput

    state: State = context.obj
    text = read_text(file)
    named = file.stem if name is None else name
    with state.open_cases() as casewright:
        case_id = casewright.find_matter(case_id, kind="case")
        if revision is None:
            revision = _next_revision(casewright, case_id, named)
        arguments = {"case_id": case_id, "markdown_content": text, "draft_name": named, "revision": revision}
        made = answer(casewright, GenerateDraftPdfOutput, "generate_draft_pdf", arguments)
    output = state.output
    output.document(made.data)
    output.line(made.output.pdf_gcs_path)
    for notice in made.output.notices:
        output.line(notice)
    if made.output.synthetic:
        output.line("Each page is marked: a source was written as an example.")


def _next_revision(casewright: Casewright, case_id: str, name: str) -> int:
    from casewright.toolbox.drafts.draft_view import DraftView
    from casewright.toolbox.drafts.list_drafts import ListDraftsOutput

    found = answer(casewright, ListDraftsOutput, "list_drafts", {"case_id": case_id})
    known = map(DraftView.model_validate, found.output.drafts)
    stored = name.replace(" ", "_")
    return 1 + max((one.revision or 0 for one in known if one.draft_name == stored), default=0)
