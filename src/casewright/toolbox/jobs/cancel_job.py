"""The tool ``cancel_job``: a job that waits is cancelled, and one that runs is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.jobs import JobState
from casewright.errors import Refused
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.jobs.desk import JobDesk


class CancelJobInput(Arguments):
    """Input of the ``cancel_job`` tool."""

    job_id: str = Field(description="The job, as 'list_jobs' shows it")


class CancelJobOutput(BaseModel):
    """The job and its state: ``cancelled``, or ``doing`` until its worker has given it up."""

    job_id: str
    state: JobState


def cancel_job(*, desk: JobDesk) -> Tool:
    """The tool at this desk."""

    def run(arguments: CancelJobInput, context: CallContext) -> CancelJobOutput:
        job = desk.find(context.actor, arguments.job_id)
        state = desk.cancel(context.tenant, job.id)
        if state not in (JobState.DOING, JobState.CANCELLED):
            raise Refused(f"Job {job.id!r} is {state or 'gone'}, so nothing is to be cancelled: 'show_job' tells more")
        return CancelJobOutput(job_id=job.id, state=state)

    return Tool(
        name="cancel_job",
        description="Cancel a job: one that waits is not begun, one that runs is given up.",
        arguments=CancelJobInput,
        output=CancelJobOutput,
        handler=run,
        idempotent=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("jobs",),
        writes=("the job",),
    )
