"""``casewright audit``: read what was recorded, and prove that it was not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.audit.chain import Head

app = typer.Typer(help="Read the audit and verify its chain.", no_args_is_help=True)


@app.command()
def show(
    context: typer.Context,
    last: Annotated[int, typer.Option(help="How many events, counted from the newest.", min=1, max=10_000)] = 20,
    tool: Annotated[str | None, typer.Option(help="Only events about this tool.", show_default=False)] = None,
    matter: Annotated[str | None, typer.Option(help="Only events about this matter.", show_default=False)] = None,
) -> None:
    """Show the newest events: who called what, and what came of it."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "read_audit", {"last": last, "tool_name": tool, "about_matter": matter})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["events"]:
        console.print("No events.", markup=False)
    for event in found["events"]:
        console.print(_line(event), markup=False, soft_wrap=True)


def _line(event: dict[str, Any]) -> str:
    status = event["result_status"] or ""
    reason = f"  {event['reason']}" if event["reason"] else ""
    when = event["timestamp"][:19].replace("T", " ")
    return (
        f"{event['seq']:>6}  {when}  {event['agent_id']:<12} {event['role']:<8} {event['tool_name']:<22} "
        f"{event['phase']:<8} {status}{reason}"
    )


@app.command()
def verify(
    context: typer.Context,
    expect_head: Annotated[
        str | None,
        typer.Option(help="The head's hash that you kept from before; needs --expect-count.", show_default=False),
    ] = None,
    expect_count: Annotated[
        int | None, typer.Option(help="How many events there were at that head.", show_default=False, min=1)
    ] = None,
) -> int:
    """Prove that no event was changed, dropped, swapped or inserted. Exit code 5 where one was."""
    state: State = context.obj
    expected = _expected(expect_head, expect_count)
    with state.open() as casewright:
        reached, flaw = casewright.verify_audit(expected)
    verified = flaw is None and reached.count > 0
    said = {
        "verified": verified,
        "count": reached.count,
        "head": reached.hash,
        "flaw": None if flaw is None else {"seq": flaw.seq, "reason": flaw.reason},
    }
    state.output.document(said)
    if not state.output.json:
        console = state.output.console()
        if flaw is not None:
            message = f"NOT verified. At event {flaw.seq}: {flaw.reason}. {reached.count} events before it hold."
            console.print(message, style="bold red", markup=False, soft_wrap=True)
        elif not verified:
            console.print("There are no events, so there is nothing to verify.", markup=False)
        else:
            console.print(f"Verified: {reached.count:,} events, head {reached.hash}", markup=False, soft_wrap=True)
            console.print("Keep count and head elsewhere: they show a log that was cut short.", markup=False)
    return DONE if verified else INTEGRITY


def _expected(head: str | None, count: int | None) -> Head | None:
    from casewright.audit.chain import Head

    if head is None and count is None:
        return None
    if head is None or count is None:
        raise InvalidInput("--expect-head and --expect-count go together: give both")
    if len(head) != 64 or set(head.lower()) - set("0123456789abcdef"):
        raise InvalidInput(f"--expect-head is {head!r}: a head is 64 hexadecimal digits")
    return Head(count=count, hash=head.lower())
