"""The command line, stuck in a library that does not listen: a program of its own, to be sent a Ctrl-C.

``python -m tests.interrupted MODULE:CLASS.METHOD ARGUMENT…`` runs ``casewright ARGUMENT…``. Where it comes to the
method, it writes ``at work`` to standard error and does not return: SQLite counts for ever, in whatever thread it was
called. With ``@N`` behind the method that is its N-th call, and every one after it. In place of a method
``child:PIPE`` has the process that opens documents hang, which tells so by that pipe.
"""

from __future__ import annotations

import importlib
import itertools
import os
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

from casewright.adapters.ingest import children
from casewright.cli.start import main

if TYPE_CHECKING:
    from collections.abc import Callable

_FOR_EVER = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT count(*) FROM number"


def _stuck(*_: object, **__: object) -> None:
    os.write(2, b"at work\n")
    sqlite3.connect(":memory:", check_same_thread=False).execute(_FOR_EVER).fetchone()


def _stuck_at(last: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """The method, to be stuck from its call of that number on."""
    calls = itertools.count(1)

    def method(*arguments: Any, **named: Any) -> Any:
        return (real if next(calls) < last else _stuck)(*arguments, **named)

    return method


def _make_stuck(place: str) -> None:
    module, _, name = place.partition(":")
    if module == "child":
        worker = "tests.unit.adapters.ingest.hostile_worker"
        vars(children)["worker_command"] = lambda *_: (sys.executable, "-m", worker, "announce", name)
        return
    holder, _, method = name.partition(".")
    method, _, call = method.partition("@")
    owner = getattr(importlib.import_module(module), holder)
    setattr(owner, method, _stuck_at(int(call or 1), getattr(owner, method)))


if __name__ == "__main__":
    _make_stuck(sys.argv.pop(1))
    main()
