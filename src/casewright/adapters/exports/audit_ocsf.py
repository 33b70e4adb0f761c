"""The audit as JSON Lines in OCSF's shape (``casewright.audit.ocsf``)."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING

from casewright.audit.ocsf import is_told, ocsf_event
from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO

    from casewright.audit.chain import Record


def write_ocsf(file: IO[bytes], records: Callable[[], Iterable[Record]]) -> int:
    """Write a line for each event; how many were left out: intents, where the outcome has a line of its own.

    ``records`` gives the same records each time that it is called.
    """
    product = version("casewright")
    answered = frozenset(seq for record in records() if (seq := _answers(record)) is not None)
    left_out = 0
    for record in records():
        stop_if_cancelled()
        body = json.loads(record.body)
        if is_told(body, answered):
            line = ocsf_event(body, record_hash=record.hash, product_version=product)
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n")
        else:
            left_out += 1
    return left_out


def _answers(record: Record) -> int | None:
    """The number of the intent that this record is the outcome of."""
    stop_if_cancelled()
    body = json.loads(record.body)
    seq = body["intent_seq"]
    return seq if body["phase"] in ("outcome", "late") and isinstance(seq, int) else None
