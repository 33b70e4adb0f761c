"""A worker of a bulk run: it is told a partition and answers with what came of it.

``python -m casewright.bootstrap.bulk_worker`` answers one task after another on standard input; a worker of a cluster
calls ``work``. Model and reader are loaded with the first task and stay.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from typing import TYPE_CHECKING, Final

from casewright.adapters.bulk.wire import pack_outcome, unpack_task
from casewright.adapters.children.frames import next_frame, send_frame
from casewright.adapters.children.limits import private_stdout
from casewright.errors import CasewrightError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.bulk.partition_scores import PartitionScores
    from casewright.adapters.ingest.reader import FileReader
    from casewright.adapters.scoring.cascade import Cascade
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.domain.bulk import BulkOutcome, BulkTask
    from casewright.domain.bulk_documents import BulkDocument
    from casewright.toolbox.bulk.partition_documents import PartitionDocuments
    from casewright.toolbox.bulk.rows import Answered
    from casewright.tools.ports.facts import FactReader

DONE, LOST = b"+", b"-"


def work(data: bytes) -> bytes:
    """The packed outcome of a packed task. Raises ``CasewrightError`` where it cannot be worked on here."""
    return pack_outcome(outcome_of(unpack_task(data)))


def outcome_of(task: BulkTask) -> BulkOutcome:
    """What came of the task: depends on the corpus, the question and the model, and on nothing else."""
    from casewright.adapters.bulk.kept import KeptPartition
    from casewright.adapters.bulk.partition_scores import PartitionScores
    from casewright.adapters.bulk.places import open_place
    from casewright.adapters.bulk.reading import read_documents
    from casewright.adapters.bulk.tables import to_parquet
    from casewright.domain.bulk import BulkOutcome
    from casewright.toolbox.bulk.partition_documents import PartitionDocuments

    begun = time.monotonic()
    kept = KeptPartition(None if task.kept is None else open_place(task.kept), task.partition)
    documents = kept.documents()
    if documents is None:
        documents = list(read_documents(open_place(task.corpus), task.partition, _reader()))
        kept.keep_documents(documents)
    partition = PartitionDocuments(documents)
    scores = PartitionScores(_scorer(), partition.units, kept, _cascade() if task.ask.cascade else None)
    answered = _answered(task, documents, partition, scores)
    return BulkOutcome(
        model=scores.model if task.ask.kind == "query" else _facts().version,
        tables={name: to_parquet(table.schema, table.columns) for name, table in answered.tables.items()},
        failures=answered.failures,
        documents=len(partition.read),
        chunks=answered.chunks,
        found=answered.found,
        units=len(partition.units),
        encoded=scores.encoded,
        known=scores.known,
        seconds=time.monotonic() - begun,
        notes=(*answered.notes, *([kept.problem] if kept.problem else [])),
    )


def model_of(kind: str, *, cascade: bool) -> str:
    """What an outcome of this process says that its model is."""
    if kind == "facts":
        return _facts().version
    return _cascade().model if cascade else _scorer().model


def _answered(
    task: BulkTask, documents: Sequence[BulkDocument], partition: PartitionDocuments, scores: PartitionScores
) -> Answered:
    from casewright.toolbox.bulk.rows import answer_facts, answer_query

    ask = task.ask
    if ask.kind == "query":
        from casewright.iql import parse

        return answer_query(ask, parse(ask.query), documents, partition, scores)
    from casewright.evidence.facts.values.reading import value_of

    return answer_facts(ask.fields, documents, partition, _facts(), value_of)


@cache
def _scorer() -> EmbeddedScorer:
    """On one thread: there are as many workers as cores."""
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer

    return EmbeddedScorer.from_folder(threads=1)


@cache
def _cascade() -> Cascade:
    from casewright.adapters.scoring.cascade import Cascade

    return Cascade(_scorer())


@cache
def _reader() -> FileReader:
    from casewright.adapters.ingest.reader import FileReader

    return FileReader(workers=1)


@cache
def _facts() -> FactReader:
    from casewright.bootstrap.facts import fact_reader

    return fact_reader(_scorer())


def main() -> None:
    """Answer until there are no more tasks."""
    answers = private_stdout()
    while (data := next_frame(sys.stdin.buffer)) is not None:
        try:
            sort, body = DONE, work(data)
        except CasewrightError as error:
            sort, body = LOST, str(error).encode("utf-8", "replace")
        except Exception as error:  # noqa: BLE001 — told where the run is led, which goes on with the others
            sort, body = LOST, f"its worker failed ({type(error).__name__}: {error})".encode("utf-8", "replace")
        send_frame(answers, sort)
        send_frame(answers, body)


MODULE: Final = "casewright.bootstrap.bulk_worker"

if __name__ == "__main__":
    main()
