"""The tool ``retry_job``: the call of a job that failed or was lost, asked for anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from pydantic import BaseModel, Field

from casewright.domain.jobs import JobState
from casewright.errors import Refused
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.jobs.desk import is_own

if TYPE_CHECKING:
    from casewright.tools.jobs.desk import JobDesk


class RetryJobInput(Arguments):
    """Input of the ``retry_job`` tool."""

    job_id: str = Field(description="The job that failed or was lost, as 'list_jobs' shows it")


class RetryJobOutput(BaseModel):
    """The new job, and the one that it repeats."""

    job_id: str
    retries: str


def retry_job(*, desk: JobDesk) -> Tool:
    """The tool at this desk."""

    def run(arguments: RetryJobInput, context: CallContext) -> RetryJobOutput:
        job = desk.find(context.actor, arguments.job_id)
        if not is_own(context.actor, job):
            raise Refused(f"Job {job.id!r} was asked for by {job.actor.id}: only they can ask for it again")
        if not (job.failed or job.state is JobState.LOST):
            raise Refused(f"Job {job.id!r} is {job.state}: only one that failed or was lost can be retried")
        made = desk.submit_now(
            context.actor, job.tool, orjson.loads(job.arguments), job.matter, job.why, retries=job.id
        )
        return RetryJobOutput(job_id=made, retries=job.id)

    return Tool(
        name="retry_job",
        description="Have the call of a job that failed or was lost made again, as a new job. What a lost one did is "
        "not known: look first whether it took effect.",
        arguments=RetryJobInput,
        output=RetryJobOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("jobs",),
        writes=("a new job",),
    )
