"""``casewright approvals``: see which calls wait for a person, and decide on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from casewright.cli.exit_codes import DONE
from casewright.cli.output import printable
from casewright.cli.state import CallRefused, State, answer
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve, Reject

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.tools.calls import ToolResult
    from casewright.tools.decisions import Decision

app = typer.Typer(no_args_is_help=True)
_Id = Annotated[str, typer.Argument(help="The request's id.")]
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@app.command("list")
def list_(
    context: typer.Context,
    all_: Annotated[bool, typer.Option("--all", help="Also those that were decided or have expired.")] = False,
) -> None:
    """List the calls that wait, oldest first."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_approvals", {"state": None} if all_ else {})
    state.output.document(found)
    if state.output.json:
        return
    console = state.output.console()
    if not found["approvals"]:
        console.print("No call waits for approval.", markup=False)
    for one in found["approvals"]:
        line = f"{one['approval_id']}  {one['state']:<9} {one['tool']:<22} {one['requested_by']} ({one['role']})"
        console.print(f"{line}  until {_when(one['expires_at'])}", markup=False, soft_wrap=True)


@app.command()
def show(context: typer.Context, approval: _Id) -> None:
    """Show one request: who asks and why, the exact arguments, what it would do, what it touches."""
    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, "list_approvals", {"approval_id": approval})["approvals"][0]
        tool = casewright.registry.get(found["tool"])
        rule = casewright.policy.rules.get(found["tool"])
    about = rule.approval if rule is not None else None
    found["touches"] = [] if tool is None else [*tool.reads, *tool.writes, *tool.sends]
    found["decided_by_roles"] = [] if about is None else sorted(about.roles)
    found["four_eyes"] = about is not None and about.four_eyes
    state.output.document(found)
    if not state.output.json:
        _show(state.output.console(), found)


@app.command()
def approve(context: typer.Context, approval: _Id) -> int:
    """Let the call run, exactly as it is shown, and print its result."""
    return _decide(context.obj, approval, Approve(), Status.SUCCESS)


@app.command()
def reject(
    context: typer.Context,
    approval: _Id,
    reason: Annotated[str, typer.Option(help="Why; whoever asked is told.")] = "no reason given",
) -> int:
    """Say no. The call does not run, and whoever asked is told the reason."""
    return _decide(context.obj, approval, Reject(reason), Status.REJECTED)


def _decide(state: State, approval: str, decision: Decision, expected: Status) -> int:
    with state.open() as casewright:
        result: ToolResult = casewright.decide(approval, decision)
    if result.status is not expected:
        raise CallRefused(result)
    state.output.document(
        {
            "approval_id": approval,
            "tool": result.tool,
            "status": result.status.value,
            "content": result.content,
            "structured": result.structured,
            "approved_by": result.metadata.approved_by,
            "audit_seq": result.metadata.audit_seq,
        }
    )
    if not state.output.json:
        console = state.output.console()
        console.print("Approved, and done:" if result.success else "Rejected:", markup=False)
        console.print(printable(result.content), markup=False, soft_wrap=True)
    return DONE


def _show(console: Console, found: dict[str, Any]) -> None:
    rows = [
        ("request", f"{found['approval_id']} ({found['state']})"),
        ("tool", f"{found['tool']}, version {found['tool_version']}"),
        ("asked by", f"{found['requested_by']} ({found['role']}) at {_when(found['created_at'])}"),
        ("why", found["why"] or "not said"),
        ("touches", ", ".join(found["touches"]) or "nothing it says"),
        ("expires", _when(found["expires_at"])),
        ("decided by", " or ".join(found["decided_by_roles"]) + (", not who asked" if found["four_eyes"] else "")),
    ]
    if found["decided_by"]:
        reason = f": {found['reason']}" if found["reason"] else ""
        rows.append(("decision", f"{found['state']} by {found['decided_by']}{reason}"))
    if found["replaces"]:
        rows.append(("replaces", f"{found['replaces']}, edited by {found['edited_by']}"))
    if found["replaced_by"]:
        rows.append(("replaced by", found["replaced_by"]))
    for name, value in rows:
        console.print(f"{name:<12}{printable(value)}", markup=False, soft_wrap=True)
    console.print("arguments", markup=False)
    text = orjson.dumps(found["arguments"], option=orjson.OPT_INDENT_2).decode()
    console.print(printable(text), markup=False, soft_wrap=True)
    if found["preview"]:
        console.print("preview", markup=False)
    for line in found["preview"].splitlines():
        console.print(printable(line), style=_COLOURS.get(line[:1]), markup=False, soft_wrap=True)


def _when(at: str) -> str:
    return at[:16].replace("T", " ") + " UTC"
