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
    from rich.console import Console

    from casewright.bootstrap.home import Casewright

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
    state: State = context.obj
    with state.open() as casewright:
        roots = given_paths(documents or [])
        paths = gather(roots, casewright.formats) if roots else []
        case = answer(casewright, "create_case", {"title": title, "description": description})
        added = add_files(casewright, case["case_id"], paths, state.output) if paths else []
    state.output.document({"case": case, "documents": added})
    if not state.output.json:
        console = state.output.console()
        console.print(f"{case['number']}  {one_line(case['title'])}", markup=False)
        console.print(f"id {case['case_id']}", markup=False, soft_wrap=True)
        _show_masked(console, case["masked"])
        if added:
            show_documents(console, added)
        line = f"Next: casewright case message {case['case_id']} TEXT, or first: casewright case add-party FILE"
        console.print(line, markup=False, soft_wrap=True)
    return INVALID if added and all(one["status"] == "error" for one in added) else DONE


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the cases, newest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_cases")
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["cases"]:
        console.print("There are no cases yet. Open one: casewright case create TITLE", markup=False)
    for case in found["cases"]:
        line = f"{case['number']:<12} {case['status']:<16} {case['case_id']}  {one_line(case['title'])}"
        console.print(line, markup=False, soft_wrap=True)


@app.command()
def show(
    context: typer.Context,
    case_id: Case,
    names: Annotated[
        bool, typer.Option("--names", help="Show names in place of placeholders; that you did is recorded.")
    ] = False,
) -> None:
    """Show a case: its status, its parties, and its case file."""
    state: State = context.obj
    with state.open() as casewright:
        case = answer(casewright, "show_case", {"case_id": case_id})
        details = answer(casewright, "get_case_details", {"case_id": case_id})["case_details"]
        if names:
            case, details = _revealed(casewright, case_id, case), _revealed(casewright, case_id, details)
    state.output.document({"case": case, "case_details": details})
    if state.output.json:
        return
    console = state.output.console()
    tier = "no tier yet" if case["case_tier"] is None else f"tier {case['case_tier']}"
    console.print(f"{case['number']}  {one_line(case['title'])}", markup=False)
    console.print(f"{case['status']}, {tier}, {case['drafts']} drafts", markup=False)
    _show_parts(console, case["parties"])
    if details["summary"]["current"]:
        console.print(details["summary"]["current"], markup=False, soft_wrap=True)
    for fact in details["facts"]:
        when = f"{fact['timestamp']}  " if fact.get("timestamp") else ""
        console.print(f"  - {when}{one_line(fact['fact'])}", markup=False, soft_wrap=True)


@app.command()
def parties(
    context: typer.Context,
    case_id: Annotated[
        str | None, typer.Argument(metavar="CASE", help="Id of a case; left out, all parties.", show_default=False)
    ] = None,
) -> None:
    """List the parties of a case, or all that you may see."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_parties", {} if case_id is None else {"case_id": case_id})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    _show_parts(console, found["parts"])
    for party in found["parties"]:
        line = f"{party['party_id']}  {party['kind']:<12} in {len(party['cases'])} cases: {', '.join(party['has'])}"
        console.print(line, markup=False, soft_wrap=True)
    if not found["parts"] and not found["parties"]:
        console.print("There are no parties. Add one: casewright case add-party FILE", markup=False)


@app.command("add-party")
def add_party(context: typer.Context, file: Details) -> None:
    """Add a party. Details come from a file or a pipe, so that no shell's history keeps them.

    {"kind": "individual", "firstName", "lastName", "cnp", "address", "email", "phone"} or {"kind": "organisation",
    "organizationName", "cui", "registrationNumber", "registeredAddress", "contact"}
    """
    state: State = context.obj
    details = _read(file)
    with state.open() as casewright:
        party = answer(casewright, "add_party", details)
    state.output.document(party)
    if not state.output.json:
        console = state.output.console()
        console.print(f"id {party['party_id']}  {party['kind']}: {', '.join(party['has'])}", markup=False)
        line = f"Next: casewright case attach CASE {party['party_id']} --role ROLE"
        console.print(line, markup=False, soft_wrap=True)


@app.command("change-party")
def change_party(context: typer.Context, party: Party, file: Details) -> None:
    """Replace some of a party's details; an empty text removes one."""
    state: State = context.obj
    details = _read(file)
    with state.open() as casewright:
        changed = answer(casewright, "change_party", {**details, "party_id": party})
    state.output.document(changed)
    if not state.output.json:
        state.output.console().print(f"id {changed['party_id']}: {', '.join(changed['has'])}", markup=False)


@app.command("show-party")
def show_party(context: typer.Context, party: Party) -> None:
    """Show a party's details. That you looked is recorded."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "show_party", {"party_id": party})
    state.output.document(found)
    if not state.output.json:
        console = state.output.console()
        for name, value in found["details"].items():
            console.print(f"{name:<20} {one_line(value)}", markup=False, soft_wrap=True)


@app.command()
def original(
    context: typer.Context,
    case_id: Case,
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="Id of the document.")],
    out: Annotated[Path, typer.Option(help="The new file to write it to, for your eyes only.", show_default=False)],
) -> None:
    """Write a document's original, names and all, to a new file. That you asked is recorded."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "reveal_original", {"case_id": case_id, "document_id": document})
    data = b64decode(found["base64"])
    try:
        with os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
    except FileExistsError as error:
        raise InvalidInput(f"{str(out)!r} is there already: name a new file") from error
    told = {"file": str(out), "bytes": len(data), "sha256": found["sha256"], "media_type": found["media_type"]}
    state.output.document(told)
    if not state.output.json:
        state.output.console().print(f"{out}  {len(data):,} bytes, SHA-256 {found['sha256']}", markup=False)


@app.command("delete-party")
def delete_party(context: typer.Context, party: Party) -> None:
    """Ask that a party be deleted with all that is known of it; somebody else approves. One in an open case stays."""
    state: State = context.obj
    with state.open() as casewright:
        gone = answer(casewright, "delete_party", {"party_id": party})
    state.output.document(gone)
    if not state.output.json:
        state.output.console().print(f"{gone['party_id']} is deleted", markup=False)


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
    state: State = context.obj
    arguments = {"case_id": case_id, "party_id": party, "role": role, "called": called or []}
    with state.open() as casewright:
        part = answer(casewright, "attach_party", arguments)
    state.output.document(part)
    if not state.output.json:
        console = state.output.console()
        _show_parts(console, [part])
        _show_masked(console, part["masked"])


@app.command()
def detach(context: typer.Context, case_id: Case, party: Party) -> None:
    """End a party's part in a case; PARTY may be its alias, such as party1."""
    state: State = context.obj
    with state.open() as casewright:
        case = answer(casewright, "detach_party", {"case_id": case_id, "party_id": party})
    state.output.document(case)
    if not state.output.json:
        _show_parts(state.output.console(), case["parties"])


@app.command()
def drafts(context: typer.Context, case_id: Case) -> None:
    """List the drafts of a case: name, revision, and where the PDF is."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_drafts", {"case_id": case_id})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["drafts"]:
        console.print("There are no drafts yet.", markup=False)
    for draft in found["drafts"]:
        name, revision = draft.get("draft_name", "?"), draft.get("revision", "?")
        line = f"{one_line(name)}  v{revision}  {draft.get('status', '')}  {draft.get('pdf_gcs_path', '')}"
        console.print(line, markup=False, soft_wrap=True)


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
    state: State = context.obj
    text = file.read_text(encoding="utf-8")
    named = file.stem if name is None else name
    with state.open() as casewright:
        if revision is None:
            known = answer(casewright, "list_drafts", {"case_id": case_id})["drafts"]
            stored = named.replace(" ", "_")
            revision = 1 + max((one.get("revision", 0) for one in known if one.get("draft_name") == stored), default=0)
        arguments = {"case_id": case_id, "markdown_content": text, "draft_name": named, "revision": revision}
        made = answer(casewright, "generate_draft_pdf", arguments)
    state.output.document(made)
    if state.output.json:
        return
    console = state.output.console()
    console.print(made["pdf_gcs_path"], markup=False, soft_wrap=True)
    for notice in made["notices"]:
        console.print(notice, markup=False, soft_wrap=True)
    if made["synthetic"]:
        console.print("Each page is marked: a source was written as an example.", markup=False, soft_wrap=True)


def _revealed(casewright: Casewright, case_id: str, value: Any) -> Any:
    """The value with names in place of placeholders in every text."""
    if isinstance(value, str):
        if "{{" not in value:
            return value
        return answer(casewright, "reveal_text", {"case_id": case_id, "text": value})["text"]
    if isinstance(value, list):
        return [_revealed(casewright, case_id, item) for item in value]
    if isinstance(value, dict):
        return {name: _revealed(casewright, case_id, part) for name, part in value.items()}
    return value


def _read(file: str) -> dict[str, Any]:
    """The details in the file. Raises ``InvalidInput`` that shows nothing of them."""
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    try:
        details = json.loads(text)
    except ValueError:
        details = None
    if not isinstance(details, dict):
        raise InvalidInput(f"{file!r} is no JSON object: write the party's details as {{'kind': …, 'lastName': …}}")
    return details


def _show_parts(console: Console, parts: list[dict[str, Any]]) -> None:
    for part in parts:
        called = f" ({', '.join(part['called'])})" if part["called"] else ""
        line = f"{part['partyId']:<8} {part['kind']:<12} {part['party_id']}  {one_line(part['role'])}{called}"
        console.print(line, markup=False, soft_wrap=True)


def _show_masked(console: Console, masked: dict[str, Any]) -> None:
    if masked["replaced"]:
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(masked["replaced"].items()))
        console.print(f"masked: {counts}", markup=False, soft_wrap=True)
    if masked["undeclared"]:
        listed = ", ".join(masked["undeclared"])
        console.print(f"{listed}: nobody declared them; add them as parties", markup=False, soft_wrap=True)
