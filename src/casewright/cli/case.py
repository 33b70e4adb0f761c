"""``casewright case``: open a case, say who its parties are, and see its drafts."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.exit_codes import DONE, INVALID
from casewright.cli.ingest import show_documents
from casewright.cli.ingestion import add_files
from casewright.cli.output import one_line
from casewright.cli.paths import gather, given_paths
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.cases.case_view import CaseView, MaskedView, PartView
    from casewright.toolbox.cases.details_view import DetailsView

app = typer.Typer(no_args_is_help=True)

Case = Annotated[str, typer.Argument(metavar="CASE", help="Id of the case, as 'casewright case list' shows it.")]
Party = Annotated[str, typer.Argument(metavar="PARTY", help="Id of the party, as 'casewright case parties' shows it.")]
Details = Annotated[
    str, typer.Argument(metavar="FILE", help="A JSON file of the party's details, or - to read them from a pipe.")
]


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
    with state.open() as casewright:
        roots = given_paths(documents or [])
        paths = gather(roots, casewright.formats) if roots else []
        case = answer(casewright, CreateCaseOutput, "create_case", {"title": title, "description": description})
        added = add_files(casewright, case.output.case_id, paths, state.output) if paths else []
    output = state.output
    output.document({"case": case.data, "documents": [one.data for one in added]})
    output.prose(f"{case.output.number}  {one_line(case.output.title)}")
    output.line(f"id {case.output.case_id}")
    _show_masked(output, case.output.masked)
    if added:
        show_documents(output, added)
    line = f"Next: casewright case message {case.output.case_id} TEXT, or first: casewright case add-party FILE"
    output.line(line)
    return INVALID if added and all(one.failed for one in added) else DONE


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the cases, newest first."""
    from casewright.toolbox.cases.show_case import ListCasesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListCasesOutput, "list_cases")
    output = state.output
    output.document(found.data)
    if not found.output.cases:
        output.prose("There are no cases yet. Open one: casewright case create TITLE")
    for case in found.output.cases:
        line = f"{case.number:<12} {case.status:<16} {case.case_id}  {one_line(case.title)}"
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
    with state.open() as casewright:
        case = answer(casewright, CaseView, "show_case", {"case_id": case_id})
        details = answer(casewright, GetCaseDetailsOutput, "get_case_details", {"case_id": case_id})
        document = {"case": case.data, "case_details": details.data["case_details"]}
        if names:
            document = _revealed(casewright, case_id, document)
    state.output.document(document)
    _show(state.output, CaseView.model_validate(document["case"]), DetailsView.model_validate(document["case_details"]))


@app.command()
def parties(
    context: typer.Context,
    case_id: Annotated[
        str | None, typer.Argument(metavar="CASE", help="Id of a case; left out, all parties.", show_default=False)
    ] = None,
) -> None:
    """List the parties of a case, or all that you may see."""
    from casewright.toolbox.parties.list_parties import ListPartiesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListPartiesOutput, "list_parties", {} if case_id is None else {"case_id": case_id})
    output = state.output
    output.document(found.data)
    _show_parts(output, found.output.parts)
    for party in found.output.parties:
        line = f"{party.party_id}  {party.kind:<12} in {len(party.cases)} cases: {', '.join(party.has)}"
        output.line(line)
    if not found.output.parts and not found.output.parties:
        output.prose("There are no parties. Add one: casewright case add-party FILE")


@app.command("add-party")
def add_party(context: typer.Context, file: Details) -> None:
    """Add a party. Details come from a file or a pipe, so that no shell's history keeps them.

    {"kind": "individual", "firstName", "lastName", "cnp", "address", "email", "phone"} or {"kind": "organisation",
    "organizationName", "cui", "registrationNumber", "registeredAddress", "contact"}
    """
    from casewright.toolbox.parties.party_view import PartyView

    state: State = context.obj
    details = _read(file)
    with state.open() as casewright:
        party = answer(casewright, PartyView, "add_party", details)
    output = state.output
    output.document(party.data)
    output.prose(f"id {party.output.party_id}  {party.output.kind}: {', '.join(party.output.has)}")
    line = f"Next: casewright case attach CASE {party.output.party_id} --role ROLE"
    output.line(line)


@app.command("change-party")
def change_party(context: typer.Context, party: Party, file: Details) -> None:
    """Replace some of a party's details; an empty text removes one."""
    from casewright.toolbox.parties.party_view import PartyView

    state: State = context.obj
    details = _read(file)
    with state.open() as casewright:
        changed = answer(casewright, PartyView, "change_party", {**details, "party_id": party})
    state.output.document(changed.data)
    state.output.prose(f"id {changed.output.party_id}: {', '.join(changed.output.has)}")


@app.command("show-party")
def show_party(context: typer.Context, party: Party) -> None:
    """Show a party's details. That you looked is recorded."""
    from casewright.toolbox.parties.show_party import ShowPartyOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ShowPartyOutput, "show_party", {"party_id": party})
    output = state.output
    output.document(found.data)
    for name, value in found.output.details.items():
        output.line(f"{name:<20} {one_line(value)}")


@app.command()
def original(
    context: typer.Context,
    case_id: Case,
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="Id of the document.")],
    out: Annotated[Path, typer.Option(help="The new file to write it to, for your eyes only.", show_default=False)],
) -> None:
    """Write a document's original, names and all, to a new file. That you asked is recorded."""
    from casewright.toolbox.parties.reveal_original import RevealOriginalOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(
            casewright, RevealOriginalOutput, "reveal_original", {"case_id": case_id, "document_id": document}
        )
    data = b64decode(found.output.base64)
    try:
        with os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
    except FileExistsError as error:
        raise InvalidInput(f"{str(out)!r} is there already: name a new file") from error
    told = {"file": str(out), "bytes": len(data), "sha256": found.output.sha256, "media_type": found.output.media_type}
    state.output.document(told)
    state.output.prose(f"{out}  {len(data):,} bytes, SHA-256 {found.output.sha256}")


@app.command("delete-party")
def delete_party(context: typer.Context, party: Party) -> None:
    """Ask that a party be deleted with all that is known of it; somebody else approves. One in an open case stays."""
    from casewright.toolbox.parties.delete_party import DeletePartyOutput

    state: State = context.obj
    with state.open() as casewright:
        gone = answer(casewright, DeletePartyOutput, "delete_party", {"party_id": party})
    state.output.document(gone.data)
    state.output.prose(f"{gone.output.party_id} is deleted")


@app.command()
def attach(
    context: typer.Context,
    case_id: Case,
    party: Party,
    role: Annotated[str, typer.Option(help="Its role in the case, such as reclamant or pârât.")],
    called: Annotated[
        list[str] | None,
        typer.Option(help="A word it may be called by, such as chiriașul; may repeat.", show_default=False),
    ] = None,
) -> None:
    """Give a party its part in a case. Its names are masked in everything that the case has stored."""
    from casewright.toolbox.parties.attach_party import AttachPartyOutput

    state: State = context.obj
    arguments = {"case_id": case_id, "party_id": party, "role": role, "called": called or []}
    with state.open() as casewright:
        part = answer(casewright, AttachPartyOutput, "attach_party", arguments)
    output = state.output
    output.document(part.data)
    _show_parts(output, [part.output])
    _show_masked(output, part.output.masked)


@app.command()
def detach(context: typer.Context, case_id: Case, party: Party) -> None:
    """End a party's part in a case; PARTY may be its alias, such as party1."""
    from casewright.toolbox.cases.case_view import CaseView

    state: State = context.obj
    with state.open() as casewright:
        case = answer(casewright, CaseView, "detach_party", {"case_id": case_id, "party_id": party})
    state.output.document(case.data)
    _show_parts(state.output, case.output.parties)


@app.command()
def drafts(context: typer.Context, case_id: Case) -> None:
    """List the drafts of a case: name, revision, and where the PDF is."""
    from casewright.toolbox.drafts.draft_view import DraftView
    from casewright.toolbox.drafts.list_drafts import ListDraftsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListDraftsOutput, "list_drafts", {"case_id": case_id})
    output = state.output
    output.document(found.data)
    if not found.output.drafts:
        output.prose("There are no drafts yet.")
    for draft in map(DraftView.model_validate, found.output.drafts):
        revision = "?" if draft.revision is None else draft.revision
        output.line(f"{one_line(draft.draft_name)}  v{revision}  {draft.status}  {draft.pdf_gcs_path}")


@app.command()
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
    text = file.read_text(encoding="utf-8")
    named = file.stem if name is None else name
    with state.open() as casewright:
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


def _show(output: Output, case: CaseView, details: DetailsView) -> None:
    tier = "no tier yet" if case.case_tier is None else f"tier {case.case_tier}"
    output.prose(f"{case.number}  {one_line(case.title)}")
    output.prose(f"{case.status}, {tier}, {case.drafts} drafts")
    _show_parts(output, case.parties)
    if details.summary.current:
        output.line(details.summary.current)
    for fact in details.facts:
        when = f"{fact.timestamp}  " if fact.timestamp else ""
        output.line(f"  - {when}{one_line(fact.fact)}")


def _read(file: str) -> dict[str, object]:
    """The details in the file. Raises ``InvalidInput`` that shows nothing of them."""
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    try:
        details = json.loads(text)
    except ValueError:
        details = None
    if not isinstance(details, dict):
        raise InvalidInput(f"{file!r} is no JSON object: write the party's details as {{'kind': …, 'lastName': …}}")
    return details


def _show_parts(output: Output, parts: Sequence[PartView]) -> None:
    for part in parts:
        called = f" ({', '.join(part.called)})" if part.called else ""
        line = f"{part.partyId:<8} {part.kind:<12} {part.party_id}  {one_line(part.role)}{called}"
        output.line(line)


def _show_masked(output: Output, masked: MaskedView) -> None:
    if masked.replaced:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(masked.replaced.items()))
        output.line(f"masked: {counts}")
    if masked.undeclared:
        listed = ", ".join(masked.undeclared)
        output.line(f"{listed}: nobody declared them; add them as parties")
