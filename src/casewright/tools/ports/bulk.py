"""What a bulk run stands on: where partitions come from, who works on them, and where what came of them is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.bulk import BulkAsk, BulkFailure, BulkOutcome, BulkTask, Partition


@dataclass(frozen=True, slots=True)
class CorpusListing:
    """The partitions of a corpus, and what in it is no part of any."""

    partitions: tuple[Partition, ...]
    failures: tuple[BulkFailure, ...]


class BulkCorpus(Protocol):
    """Lists corpora."""

    def list(self, corpus: str, partition_bytes: int) -> CorpusListing:
        """Its partitions of about so many bytes; the same for the same objects.

        Raises ``InvalidInput`` where there is no such corpus or nothing in it can be read, ``Unavailable`` where its
        storage does not answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a worker brought nothing: it died, took too long, or could not go on. ``tries`` were made of it."""

    reason: str
    tries: int = 1


class Engine(Protocol):
    """Workers, wherever they are. What they make of a task depends on the task alone."""

    @property
    def workers(self) -> int:
        """How many tasks are worked on at once."""
        ...

    def run(self, tasks: Iterator[BulkTask]) -> Iterator[tuple[BulkTask, BulkOutcome | Lost]]:
        """Every task with what came of it, as it comes. A task is taken from ``tasks`` when a worker is free.

        Raises ``Unavailable`` where there are no workers. What is worked on when the iterator is closed is given up.
        """
        ...


class BulkResults(Protocol):
    """What a run has brought so far. A partition is done once, by whoever was first, and stays so."""

    def begin(self, plan: Mapping[str, object]) -> None:
        """Begin the run, or go on with it. Raises ``InvalidInput`` where another run's results are there."""
        ...

    def done(self) -> frozenset[int]:
        """The numbers of the partitions that are done."""
        ...

    def claim(self, partition: Partition) -> bool:
        """Take the partition, so that no other process does. False where it is done, or one that lives has it."""
        ...

    def commit(self, partition: Partition, outcome: BulkOutcome) -> bool:
        """Keep all of it or nothing, and let go of it. False where somebody else had done it."""
        ...

    def give_up(self, partition: Partition, reason: str | None) -> None:
        """Let go of it; with a reason it failed for this run."""
        ...

    def finish(self, listed: Sequence[BulkFailure]) -> BulkSummary:
        """What has been done by all processes so far; all failures are written to one table."""
        ...

    def close(self) -> None:
        """Let go of what is still claimed."""
        ...


@dataclass(frozen=True, slots=True)
class BulkSummary:
    """What stands in the results: counts over the partitions that are done, and what was not read."""

    done: int
    documents: int
    chunks: int
    found: int
    unreadable: int
    skipped: int
    failed_partitions: int
    notes: tuple[str, ...]


class BulkMaker(Protocol):
    """Makes the parts of a run of what the caller named."""

    def engine(self, name: str, workers: int | None) -> Engine:
        """``local``, or the address of a scheduler. Raises ``InvalidInput`` for another name, ``Unavailable``."""
        ...

    def results(self, folder: str) -> BulkResults:
        """The results in this folder, which is made where there is none yet."""
        ...

    def model(self, ask: BulkAsk) -> str:
        """The model that answers, by name and version."""
        ...
