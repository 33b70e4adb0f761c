"""Hooks of schemathesis in a run of ``tests.e2e.test_server_schema``: answers are counted, and deletions approved.

``SCHEMA_COUNTS`` names the file to which each answer adds a line, ``SCHEMA_APPROVER`` a second ADMIN's key.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import requests
import schemathesis

_APPROVES = {"DELETE"}


# Any: schemathesis makes these classes at run time.
@schemathesis.hook("after_call")
def count(_context: Any, case: Any, response: Any) -> None:
    """One line an answer: operation, phase, whether it was made to fit, status."""
    meta = case.meta
    line = [
        case.operation.definition.raw["operationId"],
        meta.phase.name.value if meta else "",
        meta.generation.mode.value if meta else "",
        str(response.status_code),
    ]
    with Path(os.environ["SCHEMA_COUNTS"]).open("a", encoding="utf-8") as file:
        file.write("\t".join(line) + "\n")


@schemathesis.hook("after_call")
def approve(_context: Any, case: Any, response: Any) -> None:
    """In sequences, a second person approves what is to be deleted: what is read afterwards has to be gone."""
    stateful = case.meta is not None and case.meta.phase.name.value == "stateful"
    if not stateful or case.method not in _APPROVES or response.status_code != 202:
        return
    base = response.request.url.partition("/api/")[0]
    waits = response.json()["approval_id"]
    decided = requests.post(
        f"{base}/api/v1/approvals/{waits}/decision",
        json={"decision": "approve"},
        headers={"Authorization": f"Bearer {os.environ['SCHEMA_APPROVER']}"},
        timeout=60,
    )
    case_id = case.operation.definition.raw["operationId"]
    with Path(os.environ["SCHEMA_COUNTS"]).open("a", encoding="utf-8") as file:
        file.write(f"{case_id}\tapproval\tpositive\t{decided.status_code}\n")
