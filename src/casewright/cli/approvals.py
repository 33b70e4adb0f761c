"""``casewright approvals``: see which calls wait for a person, and decide on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from casewright.cli.exit_codes import DONE
from casewright.cli.state import CallRefused, State, answer
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve, Reject
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.output import Output
    from casewright.toolbox.approvals.list_approvals import ApprovalView
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
    from casewright.toolbox.approvals.list_approvals import ListApprovalsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListApprovalsOutput, "list_approvals", {"state": None} if all_ else {})
    output = state.output
    output.document(found.data)
    if not found.output.approvals:
        output.prose("No call waits for approval.")
    for one in found.output.approvals:
        line = f"{one.approval_id}  {one.state:<9} {one.tool:<22} {one.requested_by} ({one.role})"
        output.line(f"{line}  until {_when(one.expires_at)}")


@app.command()
def show(context: typer.Context, approval: _Id) -> None:
    """Show one request: who asks and why, the exact arguments, what it would do, what it touches."""
    from casewright.toolbox.approvals.list_approvals import ListApprovalsOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListApprovalsOutput, "list_approvals", {"approval_id": approval})
        request = found.output.approvals[0]
        tool = casewright.registry.get(request.tool)
        rule = casewright.policy.rules.get(request.tool)
    about = rule.approval if rule is not None else None
    touches = [] if tool is None else [*tool.reads, *tool.writes, *tool.sends]
    roles = [] if about is None else sorted(about.roles)
    four_eyes = about is not None and about.four_eyes
    more = {"touches": touches, "decided_by_roles": roles, "four_eyes": four_eyes}
    state.output.document({**found.data["approvals"][0], **more})
    _show(state.output, request, touches, " or ".join(roles) + (", not who asked" if four_eyes else ""))


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
    output = state.output
    output.prose("Approved, and done:" if result.success else "Rejected:")
    output.line(result.content)
    return DONE


def _show(output: Output, found: ApprovalView, touches: Sequence[str], deciders: str) -> None:
    rows = [
        ("request", f"{found.approval_id} ({found.state})"),
        ("tool", f"{found.tool}, version {found.tool_version}"),
        ("asked by", f"{found.requested_by} ({found.role}) at {_when(found.created_at)}"),
        ("why", found.why or "not said"),
        ("touches", ", ".join(touches) or "nothing it says"),
        ("expires", _when(found.expires_at)),
        ("decided by", deciders),
    ]
    if found.decided_by:
        reason = f": {found.reason}" if found.reason else ""
        rows.append(("decision", f"{found.state} by {found.decided_by}{reason}"))
    if found.replaces:
        rows.append(("replaces", f"{found.replaces}, edited by {found.edited_by}"))
    if found.replaced_by:
        rows.append(("replaced by", found.replaced_by))
    for name, value in rows:
        output.line(f"{name:<12}{show_line(value)}")
    output.prose("arguments")
    text = orjson.dumps(found.arguments, option=orjson.OPT_INDENT_2).decode()
    output.line(text)
    if found.preview:
        output.prose("preview")
    for line in found.preview.splitlines():
        output.line(line, style=_COLOURS.get(line[:1]))


def _when(at: str) -> str:
    return at[:16].replace("T", " ") + " UTC"
