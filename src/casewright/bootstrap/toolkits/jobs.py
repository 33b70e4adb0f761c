"""Calls that are made later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.jobs import job_desk
from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("jobs")


@TOOLKIT.tool(SAFE, "jobs")
def list_jobs(given: Materials) -> Tool:
    from casewright.toolbox.jobs.list_jobs import list_jobs

    return list_jobs(jobs=given.share(job_desk).jobs)


@TOOLKIT.tool(SAFE, "jobs")
def show_job(given: Materials) -> Tool:
    from casewright.toolbox.jobs.show_job import show_job

    return show_job(desk=given.share(job_desk))


@TOOLKIT.tool(CAUTIOUS, "jobs")
def cancel_job(given: Materials) -> Tool:
    from casewright.toolbox.jobs.cancel_job import cancel_job

    return cancel_job(desk=given.share(job_desk))


@TOOLKIT.tool(CAUTIOUS, "jobs")
def retry_job(given: Materials) -> Tool:
    from casewright.toolbox.jobs.retry_job import retry_job

    return retry_job(desk=given.share(job_desk))
