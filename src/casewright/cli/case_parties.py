"""``casewright case parties|add-party|…``: who the parties of a case are, and what is known of them."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.case_text import show_masked, show_parts
from casewright.cli.files import Force, decode, place_text, read_text, require_free
from casewright.cli.references import AnyCase, Case, Document
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

Party = Annotated[str, typer.Argument(metavar="PARTY", help="Id of the party, as 'casewright case parties' shows it.")]
Details = Annotated[
    str, typer.Argument(metavar="FILE", help="A JSON file of the party's details, or - to read them from a pipe.")
]


def parties(
    context: typer.Context,
    case_id: AnyCase = None,
) -> None:
    """List the parties of a case, or all that you may see."""
    from casewright.toolbox.parties.list_parties import ListPartiesOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        found = answer(casewright, ListPartiesOutput, "list_parties", {} if case_id is None else {"case_id": case_id})
    output = state.output
    output.document(found.data)
    show_parts(output, found.output.parts)
    for party in found.output.parties:
        line = f"{party.party_id}  {party.kind:<12} in {len(party.cases)} cases: {', '.join(party.has)}"
        output.line(line)
    if not found.output.parts and not found.output.parties:
        output.prose("There are no parties. Add one: casewright case add-party FILE")


def add_party(context: typer.Context, file: Details) -> None:
    """Add a party. Details come from a file or a pipe, so that no shell's history keeps them.

    {"kind": "individual", "firstName", "lastName", "cnp", "address", "email", "phone"} or {"kind": "organisation",
    "organizationName", "cui", "registrationNumber", "registeredAddress", "contact"}
    """
    from casewright.toolbox.parties.party_view import PartyView

    state: State = context.obj
    details = _read(file)
    with state.open_cases() as casewright:
        party = answer(casewright, PartyView, "add_party", details)
    output = state.output
    output.document(party.data)
    output.prose(f"id {party.output.party_id}  {party.output.kind}: {', '.join(party.output.has)}")
    line = f"Next: casewright case attach CASE {party.output.party_id} --role ROLE"
    output.line(line)


def change_party(context: typer.Context, party: Party, file: Details) -> None:
    """Replace some of a party's details; an empty text removes one."""
    from casewright.toolbox.parties.party_view import PartyView

    state: State = context.obj
    details = _read(file)
    with state.open_cases() as casewright:
        changed = answer(casewright, PartyView, "change_party", {**details, "party_id": party})
    state.output.document(changed.data)
    state.output.prose(f"id {changed.output.party_id}: {', '.join(changed.output.has)}")


def show_party(context: typer.Context, party: Party) -> None:
    """Show a party's details. That you looked is recorded."""
    from casewright.toolbox.parties.show_party import ShowPartyOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        found = answer(casewright, ShowPartyOutput, "show_party", {"party_id": party})
    output = state.output
    output.document(found.data)
    for name, value in found.output.details.items():
        output.line(f"{name:<20} {show_line(value)}")


def original(
    context: typer.Context,
    case_id: Case,
    document: Document,
    out: Annotated[Path, typer.Option(help="The file to write it to, for your eyes only.", show_default=False)],
    force: Force = False,
) -> None:
    """Write a document's original, names and all, to a file. That you asked is recorded."""
    from casewright.toolbox.parties.reveal_original import RevealOriginalOutput

    state: State = context.obj
    require_free([out], force=force)
    with state.open_cases() as casewright:
        found = answer(
            casewright, RevealOriginalOutput, "reveal_original", {"case_id": case_id, "document_id": document}
        )
    data = b64decode(found.output.base64)
    place_text(out, data, force=force, mode=0o600)
    told = {"file": str(out), "bytes": len(data), "sha256": found.output.sha256, "media_type": found.output.media_type}
    state.output.document(told)
    state.output.prose(f"{out}  {len(data):,} bytes, SHA-256 {found.output.sha256}")


def delete_party(context: typer.Context, party: Party) -> None:
    """Ask that a party be deleted with all that is known of it; somebody else approves. One in an open case stays."""
    from casewright.toolbox.parties.delete_party import DeletePartyOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        gone = answer(casewright, DeletePartyOutput, "delete_party", {"party_id": party})
    state.output.document(gone.data)
    state.output.prose(f"{gone.output.party_id} is deleted")


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
    with state.open_cases() as casewright:
        part = answer(casewright, AttachPartyOutput, "attach_party", arguments)
    output = state.output
    output.document(part.data)
    show_parts(output, [part.output])
    show_masked(output, part.output.masked)


def detach(context: typer.Context, case_id: Case, party: Party) -> None:
    """End a party's part in a case; PARTY may be its alias, such as party1."""
    from casewright.toolbox.cases.case_view import CaseView

    state: State = context.obj
    with state.open_cases() as casewright:
        case = answer(casewright, CaseView, "detach_party", {"case_id": case_id, "party_id": party})
    state.output.document(case.data)
    show_parts(state.output, case.output.parties)


def remask(context: typer.Context) -> None:
    """Mask again what all cases have stored, after an upgrade that mends the rules. A second time changes nothing."""
    from casewright.toolbox.parties.remask_cases import RemaskCasesOutput

    state: State = context.obj
    with state.open() as casewright:
        done = answer(casewright, RemaskCasesOutput, "remask_cases")
    output = state.output
    output.document(done.data)
    output.prose(f"{done.output.parties} parties indexed, {done.output.cases} cases looked through")
    for case in done.output.changed:
        output.line(f"case {case.case_id}")
        show_masked(output, case.masked)
    for case_id in done.output.busy:
        output.line(f"case {case_id}: an agent is working on it; run the command again")


def _read(file: str) -> dict[str, object]:
    """The details in the file. Raises ``InvalidInput`` that shows nothing of them."""
    text = decode(sys.stdin.buffer.read(), file) if file == "-" else read_text(Path(file))
    try:
        details = json.loads(text)
    except ValueError:
        details = None
    if not isinstance(details, dict):
        raise InvalidInput(f"{file!r} is no JSON object: write the party's details as {{'kind': …, 'lastName': …}}")
    return details
