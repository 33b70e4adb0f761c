"""The tool ``list_jobs``: the caller's jobs, and of an ADMIN's tenant all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import MatterId
from casewright.domain.jobs import JobId, JobState
from casewright.errors import BadArguments
from casewright.toolbox.jobs.job_view import JobView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.jobs.desk import ADMINISTRATOR
from casewright.tools.ports.jobs import JobChoice

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.jobs import JobStore


class ListJobsInput(Arguments):
    """Input of the ``list_jobs`` tool."""

    state: JobState | None = Field(default=None, strict=False, description="Only jobs in this state; null lists all")
    matter_id: str | None = Field(default=None, description="Only jobs in this matter")
    mine: bool = Field(default=False, description="Only those that the caller asked for, of an ADMIN's too")
    limit: int = Field(default=50, ge=1, le=200, description="How many to list at most")
    cursor: str | None = Field(default=None, description="next_cursor of the page before: list what follows it")


class ListJobsOutput(BaseModel):
    """The jobs, newest first; ``next_cursor`` leads to the next page, null on the last."""

    jobs: list[JobView]
    next_cursor: str | None


def list_jobs(*, jobs: JobStore) -> Tool:
    """The tool over this store."""

    def run(arguments: ListJobsInput, context: CallContext) -> ListJobsOutput:
        everybody = context.actor.role == ADMINISTRATOR and not arguments.mine
        matter = arguments.matter_id or context.matter
        choice = JobChoice(
            owner=None if everybody else context.actor.id,
            about=None if matter is None else MatterId(matter.lower()),
            state=arguments.state,
        )
        before = None if arguments.cursor is None else _place(jobs, context.tenant, arguments.cursor)
        found = jobs.listed(context.tenant, choice, limit=arguments.limit + 1, before=before)
        page = found[: arguments.limit]
        left = len(found) > len(page)
        return ListJobsOutput(jobs=[JobView.of(one) for one in page], next_cursor=page[-1].id if left else None)

    return Tool(
        name="list_jobs",
        description="List the calls that are made later by a worker, newest first, and where each stands.",
        arguments=ListJobsInput,
        output=ListJobsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("jobs",),
        reads=("the jobs",),
    )


def _place(jobs: JobStore, tenant: TenantId, job: str) -> tuple[datetime, str]:
    found = jobs.get(tenant, JobId(job))
    if found is None:
        raise BadArguments(f"The job of the cursor {job!r} is not there: ask for the first page again")
    return found.created_at, found.id
