"""Workers as real processes over a real database: killed, or hanging, and what becomes of their jobs."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.jobs import job_desk
from casewright.domain.jobs import Job, JobId, JobState
from casewright.tools.tenancy import acting_in
from tests.databases import DATABASES
from tests.job_worker import open_home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.bootstrap.home import Casewright
    from casewright.tools.jobs.desk import JobDesk

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0


class Yard:
    """A home, a ledger of what was begun, and processes that work for the home."""

    def __init__(self, casewright: Casewright, home: Path, ledger: Path, closing: ExitStack) -> None:
        self.actor = casewright.actor
        self.desk: JobDesk = casewright.parts.materials.share(job_desk)
        self._home, self._ledger, self._closing = home, ledger, closing

    def start(self) -> subprocess.Popen[str]:
        """A worker that is ready."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.job_worker", str(self._home), str(self._ledger)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._closing.enter_context(process)
        self._closing.callback(process.kill)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def ask(self, tool: str, *, limit: float | None = None) -> JobId:
        """Ask for a job; with ``limit`` its call may take so many seconds."""
        if limit is None:
            return self.desk.submit_now(self.actor, tool, {})
        now = self.desk.now()
        job = Job(JobId(f"{tool}-1"), self.actor, tool, "{}", now, now, limit=limit)
        with acting_in(self.actor.tenant):
            self.desk.jobs.add(job)
        return job.id

    def begun(self, name: str) -> list[int]:
        """Which processes began the tool, in order."""
        lines = self._ledger.read_text("utf-8").splitlines() if self._ledger.exists() else []
        return [int(line.split()[1]) for line in lines if line.startswith(f"{name} ")]

    def until(self, what: Callable[[], bool]) -> None:
        """Wait for it."""
        until = monotonic() + PATIENCE
        while not what():
            assert monotonic() < until, "it did not come to that"
            sleep(0.05)

    def ended(self, job: JobId) -> Job:
        """The job, once it has ended."""
        self.until(lambda: self.job(job).state.final)
        return self.job(job)

    def job(self, job: JobId) -> Job:
        """The job as it is now."""
        with acting_in(self.actor.tenant):
            found = self.desk.jobs.get(self.actor.tenant, job)
        assert found is not None
        return found


@pytest.fixture(params=DATABASES)
def yard(
    request: pytest.FixtureRequest,
    new_address: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Yard]:
    """A yard over each kind of database in turn."""
    if request.param == "postgresql":
        monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", new_address("postgresql"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    home, ledger = tmp_path / "home", tmp_path / "ledger"
    with ExitStack() as closing:
        casewright = closing.enter_context(open_home(home, ledger))
        yield Yard(casewright, home, ledger, closing)


def test_killed_in_the_middle_another_one_does_it(yard: Yard) -> None:
    """A worker killed -9 in the middle of a call that only reads: the next one makes it, and it is done."""
    first = yard.start()
    job = yard.ask("look_slowly")
    yard.until(lambda: yard.begun("look_slowly") == [first.pid])
    second = yard.start()
    first.kill()

    ended = yard.ended(job)

    assert (ended.state, ended.attempt) == (JobState.DONE, 2)
    assert ended.result is not None
    assert ended.result.structured == "2"
    assert yard.begun("look_slowly") == [first.pid, second.pid]


def test_killed_while_it_changes_something_it_is_lost(yard: Yard) -> None:
    """Nobody knows what a call did that changes something outside: it is made no second time, and the job says so."""
    first = yard.start()
    job = yard.ask("change_slowly")
    yard.until(lambda: yard.begun("change_slowly") == [first.pid])
    yard.start()
    first.kill()

    ended = yard.ended(job)

    assert ended.state is JobState.LOST
    assert ended.result is not None
    assert ended.result.status == "unknown_outcome"
    assert yard.begun("change_slowly") == [first.pid]


def test_a_hanging_worker_loses_its_job(yard: Yard) -> None:
    """Its signs of life go on, and past the limit the job is another's; what the late one writes is refused."""
    first = yard.start()
    job = yard.ask("hang", limit=1.0)
    yard.until(lambda: yard.begun("hang") == [first.pid])
    second = yard.start()

    ended = yard.ended(job)

    assert (ended.state, ended.attempt) == (JobState.DONE, 2)
    assert yard.begun("hang") == [first.pid, second.pid]
    after = [yard.ask("look") for _ in range(6)]
    for one in after:
        yard.ended(one)
    sleep(8)  # the first one has gone on meanwhile, and tried to say how its call ended
    assert first.poll() is None
    assert yard.job(job) == replace(ended, result=ended.result)
    assert ended.result is not None
    assert ended.result.structured == "2"
