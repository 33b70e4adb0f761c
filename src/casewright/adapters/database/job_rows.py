"""How a job stands in its row, and how it is read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.jobs import Job, JobId, JobResult, JobState, Progress
from casewright.errors import IntegrityError
from casewright.tools.ports.jobs import JobRef

if TYPE_CHECKING:
    from sqlalchemy import Row

    from casewright.tools.ports.jobs import JobSealing


def job_row(job: Job, sealing: JobSealing) -> dict[str, object]:
    """The row of a new job."""
    asked = dump_json({"arguments": job.arguments, "why": job.why})
    return {
        "tenant_id": job.tenant,
        "id": job.id,
        "actor_id": job.actor.id,
        "actor_role": job.actor.role,
        "actor_kind": job.actor.kind.value,
        "tool": job.tool,
        "matter_id": job.about,
        "confined_to": job.matter,
        "asked": sealing.seal(job.tenant, _place(JobRef(job.tenant, job.id), "asked"), asked),
        "private": job.private,
        "seconds": job.limit,
        "retries": job.retries,
        "created_at": job.created_at,
        "due_at": job.due,
        "state": JobState.QUEUED.value,
        "attempt": 0,
        "events": 0,
        "cancelling": False,
    }


def sealed_progress(ref: JobRef, progress: Progress, sealing: JobSealing) -> bytes:
    """How far a job came, as its column holds it."""
    text = dump_json([progress.done, progress.total, progress.note])
    return sealing.seal(ref.tenant, _place(ref, "progress"), text)


def sealed_result(ref: JobRef, result: JobResult, sealing: JobSealing) -> bytes:
    """What came of a job's call, as its column holds it."""
    text = dump_json(
        [
            *(result.status, result.content, result.structured, result.error),
            *(result.error_kind, result.audit_seq, result.approval),
        ]
    )
    return sealing.seal(ref.tenant, _place(ref, "result"), text)


def job_of(row: Row[*tuple[object, ...]], sealing: JobSealing) -> Job:
    """The job of a row. Raises ``IntegrityError`` where it was changed outside of us."""
    try:
        return _told(row, sealing)
    except (ValueError, TypeError, KeyError) as error:
        raise IntegrityError(f"The stored job {row.id!r} was changed: {error}.") from error


def _told(row: Row[*tuple[object, ...]], sealing: JobSealing) -> Job:
    ref = JobRef(TenantId(row.tenant_id), JobId(row.id))

    def opened(what: str, sealed: bytes) -> str:
        return sealing.open(ref.tenant, _place(ref, what), bytes(sealed))

    asked = load_json(opened("asked", row.asked))
    return Job(
        id=ref.job,
        actor=Actor(ref.tenant, ActorId(row.actor_id), row.actor_role, ActorKind(row.actor_kind)),
        tool=row.tool,
        arguments=asked["arguments"],
        created_at=row.created_at,
        due=row.due_at,
        matter=None if row.confined_to is None else MatterId(row.confined_to),
        about=None if row.matter_id is None else MatterId(row.matter_id),
        why=asked["why"],
        private=row.private,
        limit=row.seconds,
        retries=None if row.retries is None else JobId(row.retries),
        state=JobState(row.state),
        attempt=row.attempt,
        worker=row.worker,
        begun_at=row.begun_at,
        seen_at=row.seen_at,
        until=row.until,
        ended_at=row.ended_at,
        cancelling=row.cancelling,
        progress=None if row.progress is None else Progress(*load_json(opened("progress", row.progress))),
        result=None if row.result is None else JobResult(*load_json(opened("result", row.result))),
    )


def _place(ref: JobRef, what: str) -> str:
    return f"job/{ref.job}/{what}"
