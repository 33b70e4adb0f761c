"""No word of a job stands in the database in clear, and none can be moved to another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from casewright.adapters.database.job_events import SqlJobEvents
from casewright.adapters.database.jobs import SqlJobs
from casewright.adapters.vault.sealed_jobs import JobSeals
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.jobs import Job, JobId, JobResult, JobState, Progress
from casewright.errors import IntegrityError
from casewright.tools.ports.jobs import JobRef
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database

REF = JobRef(TenantId("ours"), JobId("j1"))
OTHER = JobRef(TenantId("ours"), JobId("j2"))
WORD = "Popescu-Marinescu"


def filled(database: Database, key: bytes = b"k" * 32) -> tuple[SqlJobs, SqlJobEvents]:
    """Two jobs that say the word in every place, one of them ended."""
    seals = JobSeals(key)
    jobs, log = SqlJobs(database, seals), SqlJobEvents(database, seals)
    for ref in (REF, OTHER):
        actor = Actor(ref.tenant, ActorId("ada"), "ADMIN")
        jobs.add(Job(ref.job, actor, "message_case", f'{{"message":"{WORD}"}}', START, START, why=WORD))
        jobs.claim(ref, "w", START)
        jobs.progress(ref, 1, Progress(1, None, WORD), START)
        log.append(ref, [("turn", {"text": WORD})], START, 1)
        jobs.finish(ref, 1, JobState.DONE, JobResult("success", WORD, f'"{WORD}"', WORD), START)
    return jobs, log


def test_no_word_stands_in_clear(new_database: Callable[[str], Database], tmp_path: Path) -> None:
    """Neither in the file nor in the log ahead of it; who has the key reads all of it."""
    jobs, log = filled(new_database("sqlite"))

    stored = b"".join(path.read_bytes() for path in tmp_path.glob("casewright.db*"))
    assert b"message_case" in stored
    assert WORD.encode() not in stored
    kept = jobs.get(REF.tenant, REF.job)
    assert kept is not None
    assert kept.result is not None
    assert (kept.why, kept.result.content) == (WORD, WORD)
    assert [one.data["text"] for one in log.read(REF, 0, 10) if one.kind == "turn"] == [WORD]


@pytest.mark.parametrize("column", ["asked", "result", "progress"])
def test_what_was_moved_does_not_open(database: Database, column: str) -> None:
    """The words of one job in another one's row, and those of another key, are refused."""
    jobs, _ = filled(database)
    with database.write() as connection:
        connection.execute(
            text(f"UPDATE jobs SET {column} = (SELECT {column} FROM jobs WHERE id = 'j2') WHERE id = 'j1'")
        )

    with pytest.raises(IntegrityError, match="does not open"):
        jobs.get(REF.tenant, REF.job)
    with pytest.raises(IntegrityError, match=r"secret\.key"):
        SqlJobs(database, JobSeals(b"x" * 32)).get(OTHER.tenant, OTHER.job)
