"""``casewright case tickets|resume|close``: what support has to do with a case, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.case_conversation import gone_on, print_turn, waits_for
from casewright.cli.references import AnyCase, Case
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.cases.close_case import CloseCaseOutput
    from casewright.toolbox.support.resume_case import ResumeCaseOutput
    from casewright.toolbox.support.ticket_view import TicketView


def tickets(
    context: typer.Context,
    case_id: AnyCase = None,
) -> None:
    """List the support tickets of a case, or of all cases that you may see, newest first."""
    from casewright.toolbox.support.list_tickets import ListTicketsOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        found = answer(casewright, ListTicketsOutput, "list_tickets", {} if case_id is None else {"case_id": case_id})
    output = state.output
    output.document(found.data)
    if not found.output.tickets:
        output.prose("There are no support tickets.")
    for ticket in found.output.tickets:
        _show_ticket(output, ticket)


def resume(
    context: typer.Context,
    case_id: Case,
    note: Annotated[str, typer.Option(help="What was done about it; kept with the tickets.")] = "",
) -> None:
    """End the pause of a case: its open tickets are closed, and work on it goes on. For administrators."""
    from casewright.toolbox.support.resume_case import ResumeCaseOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        case_id = casewright.find_matter(case_id, kind="case")
        waited = waits_for(casewright, case_id)
        done = answer(casewright, ResumeCaseOutput, "resume_case", {"case_id": case_id, "note": note})
        turn = gone_on(casewright, state, case_id, waited)
    state.output.document(done.data if turn is None else {**done.data, "turn": turn.data})
    _show_done(state.output, done.output)
    if turn is not None:
        print_turn(state.output, case_id, turn.output)


def close(
    context: typer.Context,
    case_id: Case,
    archive: Annotated[bool, typer.Option("--archive", help="Put it away too.")] = False,
) -> None:
    """Close a case for good. It can be read afterwards, not changed."""
    from casewright.toolbox.cases.close_case import CloseCaseOutput

    state: State = context.obj
    with state.open_cases() as casewright:
        done = answer(casewright, CloseCaseOutput, "close_case", {"case_id": case_id, "archive": archive})
    state.output.document(done.data)
    _show_done(state.output, done.output)


def _show_ticket(output: Output, ticket: TicketView) -> None:
    again = f", opened {ticket.times} times" if ticket.times > 1 else ""
    line = f"{ticket.ticket_id}  {ticket.status}{again}  {ticket.opened_at[:16]}  case {ticket.case_id}"
    output.line(line)
    output.line(f"    {show_line(ticket.issue_description)}")
    if ticket.note:
        output.line(f"    {ticket.closed_by}: {show_line(ticket.note)}")


def _show_done(output: Output, done: ResumeCaseOutput | CloseCaseOutput) -> None:
    closed = len(done.tickets)
    told = f", {closed} {'ticket' if closed == 1 else 'tickets'} closed" if closed else ""
    output.line(f"{done.case_id} is {done.case_status}{told}")
