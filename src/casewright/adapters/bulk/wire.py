"""A task and its outcome as bytes, between whoever leads a run and its workers. Nothing in them is ever run."""

from __future__ import annotations

import json
import struct
from typing import Any, Final

from casewright.domain.bulk import BulkAsk, BulkFailure, BulkOutcome, BulkTask, FailureKind, Member, Partition

_SIZE: Final = struct.Struct(">I")


def pack_task(task: BulkTask) -> bytes:
    """The task as ``unpack_task`` reads it."""
    ask = task.ask
    threshold = ask.threshold if isinstance(ask.threshold, float | int) else dict(ask.threshold)
    return json.dumps(
        {
            "corpus": task.corpus,
            "kept": task.kept,
            "ask": [ask.kind, ask.query, threshold, ask.semantics, ask.scope, ask.cascade, ask.fields],
            "number": task.partition.number,
            "members": [[one.path, one.size, one.stamp, one.first, one.rows] for one in task.partition.members],
        }
    ).encode()


def unpack_task(data: bytes) -> BulkTask:
    """The task that ``pack_task`` wrote."""
    told = json.loads(data)
    kind, query, threshold, semantics, scope, cascade, fields = told["ask"]
    members = tuple(Member(*one) for one in told["members"])
    return BulkTask(
        told["corpus"],
        told["kept"],
        BulkAsk(kind, query, threshold, semantics, scope, cascade, None if fields is None else tuple(fields)),
        Partition(told["number"], members),
    )


def pack_outcome(outcome: BulkOutcome) -> bytes:
    """The outcome as ``unpack_outcome`` reads it: its numbers as JSON, then the tables."""
    head = json.dumps(
        {
            "model": outcome.model,
            "tables": [[name, len(data)] for name, data in outcome.tables.items()],
            "failures": [[one.kind.value, one.source, one.document, one.reason] for one in outcome.failures],
            "numbers": [
                outcome.documents,
                outcome.chunks,
                outcome.found,
                outcome.units,
                outcome.encoded,
                outcome.known,
                outcome.seconds,
            ],
            "notes": outcome.notes,
        }
    ).encode()
    return b"".join((_SIZE.pack(len(head)), head, *outcome.tables.values()))


def unpack_outcome(data: bytes) -> BulkOutcome:
    """The outcome that ``pack_outcome`` wrote. Raises ``ValueError`` where it is cut short."""
    if len(data) < _SIZE.size:
        raise ValueError("an outcome cut short")
    size: int = _SIZE.unpack_from(data)[0]
    at = _SIZE.size + size
    told: dict[str, Any] = json.loads(data[_SIZE.size : at])
    tables = {}
    for name, length in told["tables"]:
        tables[name] = data[at : at + length]
        at += length
    if at != len(data):
        raise ValueError("an outcome cut short")
    failures = tuple(BulkFailure(FailureKind(kind), *rest) for kind, *rest in told["failures"])
    documents, chunks, found, units, encoded, known, seconds = told["numbers"]
    return BulkOutcome(
        told["model"],
        tables,
        failures,
        documents,
        chunks,
        found,
        units,
        encoded,
        known,
        seconds,
        tuple(told["notes"]),
    )
