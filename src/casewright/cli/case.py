"""``casewright case create|list|show``: open a case, and see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.added_files import Ingested
from casewright.cli.case_text import show_case, show_masked
from casewright.cli.ingest import show_ingested
from casewright.cli.ingestion import add_files
from casewright.cli.paths import Gathered, gather, given_paths
from casewright.cli.references import Case
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright

app = typer.Typer(no_args_is_help=True)


@app.command()
def create(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What the case is called, without names.")],
    description: Annotated[str, typer.Option(help="What it is about.")] = "",
    documents: Annotated[
        list[str] | None, typer.Option(help="A file or folder to put in at once; may repeat.", show_default=False)
    ] = None,
) -> int:
    """Open a case and print its id. Names and numbers in its title are masked."""
    from casewright.toolbox.cases.create_case import CreateCaseOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        roots = given_paths(documents or [])
        gathered = gather(roots, home=casewright.settings.home) if roots else Gathered()
        case = answer(casewright, CreateCaseOutput, "create_case", {"title": title, "description": description})
        called = gathered.names.__getitem__
        added = (
            add_files(casewright, case.output.case_id, gathered.files, state.output, called=called)
            if roots
            else Ingested()
        ).and_skipped(gathered.skipped)
    output = state.output
    output.document({"case": case.data, **added.as_json()})
    output.prose(f"{case.output.number}  {show_line(case.output.title)}")
    output.line(f"id {case.output.case_id}")
    show_masked(output, case.output.masked)
    if roots:
        show_ingested(output, added)
    line = f"Next: casewright case message {case.output.case_id} TEXT, or first: casewright case add-party FILE"
    output.line(line)
    return added.exit_code


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the cases, newest first."""
    from casewright.toolbox.cases.show_case import ListCasesOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        found = answer(casewright, ListCasesOutput, "list_cases")
    output = state.output
    output.document(found.data)
    if not found.output.cases:
        output.prose("There are no cases yet. Open one: casewright case create TITLE")
    for case in found.output.cases:
        line = f"{case.number:<12} {case.status:<16} {case.case_id}  {show_line(case.title)}"
        output.line(line)


@app.command()
def show(
    context: typer.Context,
    case_id: Case,
    names: Annotated[
        bool, typer.Option("--names", help="Show names in place of placeholders; that you did is recorded.")
    ] = False,
) -> None:
    """Show a case: its status, its parties, and its case file."""
    from casewright.toolbox.cases.case_view import CaseView
    from casewright.toolbox.cases.details_view import DetailsView
    from casewright.toolbox.cases.get_case_details import GetCaseDetailsOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        case_id = casewright.find_matter(case_id, kind="case")
        case = answer(casewright, CaseView, "show_case", {"case_id": case_id})
        details = answer(casewright, GetCaseDetailsOutput, "get_case_details", {"case_id": case_id})
        document = {"case": case.data, "case_details": details.data["case_details"]}
        if names:
            document = _revealed(casewright, case_id, document)
    state.output.document(document)
    show_case(
        state.output, CaseView.model_validate(document["case"]), DetailsView.model_validate(document["case_details"])
    )


# Any: JSON data of any shape, and the same shape again.
def _revealed(casewright: Casewright, case_id: str, value: Any) -> Any:
    """The value with names in place of placeholders in every text."""
    from casewright.toolbox.parties.reveal_text import RevealTextOutput

    if isinstance(value, str):
        if "{{" not in value:
            return value
        return answer(casewright, RevealTextOutput, "reveal_text", {"case_id": case_id, "text": value}).output.text
    if isinstance(value, list):
        return [_revealed(casewright, case_id, item) for item in value]
    if isinstance(value, dict):
        return {name: _revealed(casewright, case_id, part) for name, part in value.items()}
    return value
