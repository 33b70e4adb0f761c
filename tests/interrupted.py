"""The command line, stuck in a library that does not listen: a program of its own, to be sent a Ctrl-C.

``python -m tests.interrupted MODULE:CLASS.METHOD ARGUMENT…`` runs ``casewright ARGUMENT…``. Where it comes to the
method, it writes ``at work`` to standard error and does not return: SQLite counts for ever, in whatever thread it was
called. In place of a method ``child:PIPE`` has the process that opens documents hang, which tells so by that pipe.
"""

from __future__ import annotations

import importlib
import os
import sqlite3
import sys

from casewright.adapters.ingest import children
from casewright.cli.start import main

_FOR_EVER = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT count(*) FROM number"


def _stuck(*_: object, **__: object) -> None:
    os.write(2, b"at work\n")
    sqlite3.connect(":memory:", check_same_thread=False).execute(_FOR_EVER).fetchone()


def _make_stuck(place: str) -> None:
    module, _, name = place.partition(":")
    if module == "child":
        worker = "tests.unit.adapters.ingest.hostile_worker"
        command = (sys.executable, "-m", worker, "announce", name)
        setattr(children, "worker_command", lambda _: command)  # noqa: B010 (another command than the one that is there)
        return
    holder, _, method = name.partition(".")
    setattr(getattr(importlib.import_module(module), holder), method, _stuck)


if __name__ == "__main__":
    _make_stuck(sys.argv.pop(1))
    main()
