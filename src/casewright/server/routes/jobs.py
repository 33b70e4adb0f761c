"""Jobs: calls that are made later, or that take long."""

from __future__ import annotations

from casewright.server.route import Route

ROUTES = (
    Route("GET", "/jobs", "list_jobs", "Your jobs, the newest first"),
    Route("GET", "/jobs/{job_id}", "show_job", "A job, and what came of it"),
    Route("POST", "/jobs/{job_id}/cancellation", "cancel_job", "Cancel a job"),
    Route("POST", "/jobs/{job_id}/retry", "retry_job", "Have the call of a failed job made again"),
)
