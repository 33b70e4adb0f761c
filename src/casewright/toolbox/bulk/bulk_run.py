"""A run over a corpus: partitions are claimed, worked on, committed, and tried again where a worker was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.bulk import BulkTask
from casewright.tools.ports.bulk import Lost
from casewright.tools.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.bulk import BulkAsk, BulkOutcome, Partition
    from casewright.tools.ports.bulk import BulkResults, Engine

MOST_TRIES: Final = 3
"""A partition that failed so often is listed as not read; the others go on."""


@dataclass(slots=True)
class Counted:
    """What this process did: partitions, distinct texts, those that the encoder read, and seconds of its workers."""

    done: int = 0
    units: int = 0
    encoded: int = 0
    seconds: float = 0.0


class BulkRun:
    """One process' part of a run; others may work on the same results."""

    def __init__(self, results: BulkResults, engine: Engine, corpus: str, kept: str | None, ask: BulkAsk) -> None:
        self._results, self._engine = results, engine
        self._corpus, self._kept, self._ask = corpus, kept, ask
        self.counted = Counted()

    def work(self, partitions: Sequence[Partition], model: str) -> None:
        """Every partition that nobody has done, or is doing. ``model`` is what every worker must have.

        Raises what the engine raises; what is done by then stays done.
        """
        known = self._results.done()
        left = [one for one in partitions if one.number not in known]
        total = len(partitions)
        so_far = total - len(left)
        tries = dict.fromkeys((one.number for one in left), 0)
        while left:
            report(so_far, total, "partitions")
            again: list[Partition] = []
            for task, outcome in self._engine.run(self._tasks(left)):
                partition = task.partition
                lost = _lost(outcome, model)
                if lost is None and not isinstance(outcome, Lost):
                    self._results.commit(partition, outcome)
                    self._count(outcome)
                    so_far += 1
                    report(so_far, total, "partitions")
                    continue
                assert lost is not None
                tries[partition.number] += lost.tries
                is_last = tries[partition.number] >= MOST_TRIES
                self._results.give_up(partition, lost.reason if is_last else None)
                if not is_last:
                    again.append(partition)
            left = again

    def _tasks(self, partitions: Sequence[Partition]) -> Iterator[BulkTask]:
        for partition in partitions:
            if self._results.claim(partition):
                yield BulkTask(self._corpus, self._kept, self._ask, partition)

    def _count(self, outcome: BulkOutcome) -> None:
        self.counted.done += 1
        self.counted.units += outcome.units
        self.counted.encoded += outcome.encoded
        self.counted.seconds += outcome.seconds


def _lost(outcome: BulkOutcome | Lost, model: str) -> Lost | None:
    """Why the outcome is none; None where it is one."""
    if isinstance(outcome, Lost):
        return outcome
    if outcome.model != model:
        return Lost(f"its worker has the model {outcome.model!r}, not {model!r}: install the same version", MOST_TRIES)
    return None
