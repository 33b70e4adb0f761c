"""How a job is shown: what it says to who asked for it, that it is there to an ADMIN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel

from casewright.domain.jobs import JobState

if TYPE_CHECKING:
    from casewright.domain.jobs import Job


class ProgressView(BaseModel):
    """How far a job is; ``total`` is null where nobody knows."""

    done: int
    total: int | None
    note: str


class JobView(BaseModel):
    """One job: what was asked, by whom, and where it stands. ``status`` is its call's, once that has ended."""

    job_id: str
    tool: str
    state: JobState
    status: str | None
    error_kind: str | None
    requested_by: str
    matter_id: str | None
    created_at: str
    begun_at: str | None
    ended_at: str | None
    attempt: int
    cancelling: bool
    retries: str | None
    progress: ProgressView | None

    @classmethod
    def of(cls, job: Job) -> JobView:
        """The view of one job."""
        progress, result = job.progress, job.result
        return cls(
            job_id=job.id,
            tool=job.tool,
            state=job.state,
            status=None if result is None else result.status,
            error_kind=None if result is None else result.error_kind,
            requested_by=job.actor.id,
            matter_id=job.about,
            created_at=job.created_at.isoformat(),
            begun_at=None if job.begun_at is None else job.begun_at.isoformat(),
            ended_at=None if job.ended_at is None else job.ended_at.isoformat(),
            attempt=job.attempt,
            cancelling=job.cancelling,
            retries=job.retries,
            progress=None
            if progress is None
            else ProgressView(done=progress.done, total=progress.total, note=progress.note),
        )


class JobDetails(JobView):
    """One job whole. ``arguments`` is null for a call that may hold personal data, and all words are for others."""

    arguments: Any
    why: str | None
    content: str | None
    structured: Any
    error: str | None
    approval_id: str | None
    audit_seq: int | None

    @classmethod
    def whole(cls, job: Job, *, own: bool) -> JobDetails:
        """The job with its words, where it is the caller's ``own``."""
        shown, result = JobView.of(job).model_dump(), job.result if own else None
        return cls(
            **shown,
            arguments=orjson.loads(job.arguments) if own and not job.private else None,
            why=job.why if own and not job.private else None,
            content=None if result is None else result.content,
            structured=None if result is None else orjson.loads(result.structured),
            error=None if result is None else result.error,
            approval_id=None if result is None else result.approval,
            audit_seq=None if job.result is None else job.result.audit_seq,
        )
