"""``casewright case tickets|resume|close``: what support has to do with a case, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.case import Case
from casewright.cli.case_conversation import gone_on, print_turn, waits_for
from casewright.cli.output import one_line
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.bootstrap.home import Casewright


def tickets(
    context: typer.Context,
    case_id: Annotated[
        str | None, typer.Argument(metavar="CASE", help="Id of a case; left out, all cases.", show_default=False)
    ] = None,
) -> None:
    """List the support tickets of a case, or of all cases that you may see, newest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_tickets", {} if case_id is None else {"case_id": case_id})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["tickets"]:
        console.print("There are no support tickets.", markup=False)
    for ticket in found["tickets"]:
        _show_ticket(console, ticket)


def resume(
    context: typer.Context,
    case_id: Case,
    note: Annotated[str, typer.Option(help="What was done about it; kept with the tickets.")] = "",
) -> None:
    """End the pause of a case: its open tickets are closed, and work on it goes on. For administrators."""
    state: State = context.obj
    with state.open() as casewright:
        waited = waits_for(casewright, case_id)
        done = resumed(casewright, case_id, note)
        turn = gone_on(casewright, state, case_id, waited)
    state.output.document(done if turn is None else {**done, "turn": turn})
    if not state.output.json:
        _show_done(state.output.console(), done)
        if turn is not None:
            print_turn(state.output.console(), case_id, turn)


def resumed(casewright: Casewright, case_id: str, note: str) -> dict[str, Any]:
    """What came of resuming the case: its status now, and the tickets that were closed."""
    done: dict[str, Any] = answer(casewright, "resume_case", {"case_id": case_id, "note": note})
    return done


def close(
    context: typer.Context,
    case_id: Case,
    archive: Annotated[bool, typer.Option("--archive", help="Put it away too.")] = False,
) -> None:
    """Close a case for good. It can be read afterwards, not changed."""
    state: State = context.obj
    with state.open() as casewright:
        done = answer(casewright, "close_case", {"case_id": case_id, "archive": archive})
    state.output.document(done)
    if not state.output.json:
        _show_done(state.output.console(), done)


def _show_ticket(console: Console, ticket: dict[str, Any]) -> None:
    again = f", opened {ticket['times']} times" if ticket["times"] > 1 else ""
    line = f"{ticket['ticket_id']}  {ticket['status']}{again}  {ticket['opened_at'][:16]}  case {ticket['case_id']}"
    console.print(line, markup=False, soft_wrap=True)
    console.print(f"    {one_line(ticket['issue_description'])}", markup=False, soft_wrap=True)
    if ticket["note"]:
        console.print(f"    {ticket['closed_by']}: {one_line(ticket['note'])}", markup=False, soft_wrap=True)


def _show_done(console: Console, done: dict[str, Any]) -> None:
    closed = len(done["tickets"])
    told = f", {closed} {'ticket' if closed == 1 else 'tickets'} closed" if closed else ""
    console.print(f"{done['case_id']} is {done['case_status']}{told}", markup=False, soft_wrap=True)
