"""What goes on beside the jobs of a worker, in a thread of its own, however busy the loop is that they run on.

It writes what is told, says that the worker is alive, hears who cancels, takes jobs away from workers that are gone or
hang, of this process or another, and removes old events and jobs.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from casewright.tools.jobs.desk import JobDesk
    from casewright.tools.jobs.run import GivenUp, Run
    from casewright.tools.ports.clock import Clock

_log = logging.getLogger("casewright.jobs")

BATCH = 0.04
"""Seconds that what is told waits for more, so that pieces of a text make one commit."""
PRUNE_EVERY = 3600.0
KEEP = timedelta(days=7)
"""How long events are kept."""


class Watch:
    """Over the runs that ``runs`` gives. ``give_up`` is called, from this thread, with each that is to be given up."""

    def __init__(
        self,
        desk: JobDesk,
        clock: Clock,
        runs: Callable[[], Iterable[Run]],
        give_up: Callable[[Run, GivenUp], None],
        *,
        lease: float,
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._runs = runs
        self._give_up = give_up
        self._lease = timedelta(seconds=lease)
        self._beat_every = min(2.0, lease / 5)
        self._stirred = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="casewright-jobs", daemon=True)
        self._reaped = self._pruned = float("-inf")

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Write what was told, and end."""
        self._stopping = True
        self.stir()
        self._thread.join(self._lease.total_seconds())

    def stir(self) -> None:
        """There is something to write."""
        self._stirred.set()

    def beat_now(self, run: Run) -> None:
        """Look at once whether the job is to be cancelled."""
        run.beaten = float("-inf")
        self.stir()

    def write(self, run: Run) -> None:
        """Write what was told of the run, in this thread. Raises what the log raises."""
        with run.writing:
            told, progress, now = run.take_told(), run.take_progress(), self._clock.now()
            try:
                if told:
                    self._desk.log.append(run.ref, told, now, run.attempt)
                if progress is not None:
                    self._desk.jobs.progress(run.ref, run.attempt, progress, now)
            except CasewrightError:
                run.put_back(told)
                raise
        if told or progress is not None:
            self._desk.wakes.tell(run.ref)

    def _work(self) -> None:
        while True:
            if self._stirred.wait(self._beat_every / 2):
                self._stirred.clear()
                sleep(BATCH)
            for run in list(self._runs()):
                self._guarded(partial(self._tend, run))
            self._guarded(self._look_after)
            if self._stopping:
                return

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it; what the database refuses now is done the next time."""
        try:
            work()
        except CasewrightError as error:
            _log.warning("jobs cannot be looked after: %s", error)
        except Exception as error:  # noqa: BLE001 (whatever it is, the signs of life of all other jobs go on)
            _log.error("jobs cannot be looked after: %s", type(error).__name__)

    def _tend(self, run: Run) -> None:
        self.write(run)
        if monotonic() - run.beaten < self._beat_every:
            return
        cancelling = self._desk.jobs.beat(run.ref, run.attempt, self._clock.now())
        run.beaten = monotonic()
        if cancelling is None and self._desk.jobs.get(run.ref.tenant, run.ref.job) is None:
            run.beaten = float("inf")  # it went with its matter, which its own call may be deleting: let that end
        elif cancelling is None:
            self._give_up(run, "taken")
        elif cancelling:
            self._give_up(run, "cancelled")

    def _look_after(self) -> None:
        since = monotonic()
        if since - self._reaped >= self._beat_every:
            self._reaped = since
            for ref in self._desk.jobs.reap(self._clock.now(), self._lease):
                _log.warning("job %s was taken away from its worker", ref.job)
                self._desk.wakes.tell(ref)
                self._desk.announce(ref)
        if since - self._pruned >= PRUNE_EVERY:
            self._pruned = since
            self._desk.log.prune(self._clock.now() - KEEP)
            self._desk.jobs.forget_ended(self._clock.now() - self._desk.kept)
