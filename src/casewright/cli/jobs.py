"""``casewright jobs``: see which calls are made later, cancel and retry them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import orjson
import typer

from casewright.cli.state import State, answer
from casewright.domain.jobs import JobState
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.toolbox.jobs.job_view import JobDetails

app = typer.Typer(no_args_is_help=True)
_Id = Annotated[str, typer.Argument(help="The job's id, as 'casewright jobs list' shows it.")]


@app.command("list")
def list_(
    context: typer.Context,
    state_: Annotated[JobState | None, typer.Option("--state", help="Only jobs in this state.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many to list at most.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="Where to go on: what the page before said.")] = None,
) -> None:
    """List your jobs, newest first; as ADMIN those of everybody."""
    from casewright.toolbox.jobs.list_jobs import ListJobsOutput

    state: State = context.obj
    arguments = {"state": None if state_ is None else state_.value, "limit": limit, "cursor": cursor}
    with state.open() as casewright:
        found = answer(casewright, ListJobsOutput, "list_jobs", arguments)
    output = state.output
    output.document(found.data)
    if not found.output.jobs:
        output.prose("There are no jobs.")
    for one in found.output.jobs:
        ended = "" if one.status is None else f" ({one.status})"
        line = f"{one.job_id}  {one.created_at[:16].replace('T', ' ')}  {one.state + ended:<17} {one.tool:<22}"
        output.line(f"{line} {show_line(one.requested_by)}")
    if found.output.next_cursor is not None:
        output.prose(f"There are more: --cursor {found.output.next_cursor}")


@app.command()
def show(context: typer.Context, job: _Id) -> None:
    """Show one job: what was asked, how far it is, what came of it."""
    from casewright.toolbox.jobs.job_view import JobDetails

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, JobDetails, "show_job", {"job_id": job})
    output, one = state.output, found.output
    output.document(found.data)
    for name, value in _rows(one):
        output.line(f"{name:<12}{show_line(value)}")
    for line in (one.content or "").splitlines():
        output.line(line)


@app.command()
def cancel(context: typer.Context, job: _Id) -> None:
    """Cancel a job: one that waits is not begun, one that runs is given up."""
    from casewright.toolbox.jobs.cancel_job import CancelJobOutput

    state: State = context.obj
    with state.open() as casewright:
        said = answer(casewright, CancelJobOutput, "cancel_job", {"job_id": job})
    state.output.document(said.data)
    done = said.output.state is JobState.CANCELLED
    state.output.prose("It is cancelled." if done else "Its worker was told to give it up.")


@app.command()
def retry(context: typer.Context, job: _Id) -> None:
    """Have the call of a job that failed or was lost made again, as a new job."""
    from casewright.toolbox.jobs.retry_job import RetryJobOutput

    state: State = context.obj
    with state.open() as casewright:
        said = answer(casewright, RetryJobOutput, "retry_job", {"job_id": job})
    state.output.document(said.data)
    state.output.prose(f"Job {said.output.job_id} waits for a worker.")


def _rows(one: JobDetails) -> list[tuple[str, str]]:
    rows = [
        ("job", f"{one.job_id} ({one.state})"),
        ("tool", one.tool),
        ("asked by", f"{one.requested_by} at {one.created_at[:19].replace('T', ' ')} UTC"),
    ]
    if one.why:
        rows.append(("why", one.why))
    if one.arguments is not None:
        rows.append(("arguments", orjson.dumps(one.arguments).decode()))
    if one.progress is not None:
        total = "" if one.progress.total is None else f" of {one.progress.total}"
        rows.append(("so far", f"{one.progress.done}{total} {one.progress.note}".rstrip()))
    if one.status is not None:
        rows.append(("call", f"{one.status} after {one.attempt} attempts" if one.attempt > 1 else one.status))
    return rows
