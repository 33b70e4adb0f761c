"""The tool ``show_job``: one job, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.jobs.job_view import JobDetails
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.jobs.desk import is_own

if TYPE_CHECKING:
    from casewright.tools.jobs.desk import JobDesk


class ShowJobInput(Arguments):
    """Input of the ``show_job`` tool."""

    job_id: str = Field(description="The job, as 'list_jobs' shows it")


def show_job(*, desk: JobDesk) -> Tool:
    """The tool at this desk."""

    def run(arguments: ShowJobInput, context: CallContext) -> JobDetails:
        job = desk.find(context.actor, arguments.job_id)
        return JobDetails.whole(job, own=is_own(context.actor, job))

    return Tool(
        name="show_job",
        description="Show one job: what was asked, how far it is, and what came of it.",
        arguments=ShowJobInput,
        output=JobDetails,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("jobs",),
        reads=("the job",),
    )
