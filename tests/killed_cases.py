"""Kills a case's conversation at every place where it hurts, and goes on with it: a program of its own.

``python -m tests.killed_cases HOME CASE TEXT WHERE:STEP…`` kills copies of the home with -9 right before the n-th write
of WHERE, for every STEP-th n until a conversation comes to its end, and prints what each came to, as lines of JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
from casewright.adapters.database.effects import SqlEffects
from casewright.adapters.database.journal import SqlJournal
from casewright.agents.cases import case_agent  # noqa: F401 (read once, before the forks)
from casewright.bootstrap.home import Casewright
from tests.fakes.steady_case_minds import SteadyMinds

if TYPE_CHECKING:
    from collections.abc import Callable

WRITES: dict[str, tuple[type, str]] = {
    "checkpoint": (SqliteCheckpoints, "put"),
    "outcome": (SqlEffects, "settle"),
    "journal": (SqlJournal, "finish"),
}
MESSAGES = ("Am primit o amendă de circulație", "Da, este corect", "Partea sunt eu")
_MOST = 200


def main(home: str, case: str, text: str, *places: str) -> int:
    """Print a line for every kill, and one for the conversation that nobody killed."""
    _import_ahead(home, case, text)
    for where, _, step in (place.partition(":") for place in places):
        for left in range(0, _MOST, int(step)):
            told = _round(home, case, text, (where, left))
            sys.stdout.write(f"{json.dumps({'where': where, 'left': left, **told})}\n")
            if not told["killed"]:
                break
    return 0


def _round(home: str, case: str, text: str, kill: tuple[str, int]) -> dict[str, Any]:
    """What the conversation comes to where it is killed there and gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        copy, result = Path(folder) / "home", Path(folder) / "result.json"
        shutil.copytree(home, copy)
        killed = _forked(partial(_talk, copy, case, text, kill))
        assert killed in (0, -signal.SIGKILL), killed
        assert _forked(partial(_told, copy, case, text, result)) == 0
        told: dict[str, Any] = json.loads(result.read_text())
        return {"killed": killed != 0, **told}


def _import_ahead(home: str, case: str, text: str) -> None:
    """Import here, once, all that a conversation imports: a process that is made for a kill then begins at once."""
    with tempfile.TemporaryDirectory() as folder:
        copy, names = Path(folder) / "home", Path(folder) / "modules"
        shutil.copytree(home, copy)

        def talk() -> None:
            _talk(copy, case, text, None)
            names.write_text("\n".join(sys.modules))

        assert _forked(talk) == 0
        for name in names.read_text().splitlines():
            with suppress(ImportError):
                importlib.import_module(name)


def _forked(work: Callable[[], object]) -> int:
    """The exit code of a process that does the work; no thread runs when it begins."""
    assert threading.active_count() == 1, threading.enumerate()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 (the child ends here, whatever happens)
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(9)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _talk(home: Path, case: str, text: str, kill: tuple[str, int] | None) -> dict[str, Any]:
    """The conversation: what is not said yet is said, and a draft or a ticket ends it."""
    if kill is not None:
        _arm(*kill)
    with Casewright.open(home, case_minds=SteadyMinds(text)) as casewright:
        if kill is None:  # what was said before the end of another process is known to the session, not to us
            assert casewright.converse(case, None).success
        for message in MESSAGES:
            told = _details(casewright, case)
            if any(one["text"] == message for one in told["user_statements"]):
                result = casewright.converse(case, None)
            elif told["draft_status"]:
                break
            else:
                result = casewright.converse(case, message)
            assert result.success, result.content
        return _found(casewright, case)


def _told(home: Path, case: str, text: str, result: Path) -> None:
    result.write_text(json.dumps(_talk(home, case, text, None)))


def _arm(where: str, left: int) -> None:
    owner, name = WRITES[where]
    done = getattr(owner, name)

    def do_or_die(self: object, *given: object) -> object:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return done(self, *given)

    setattr(owner, name, do_or_die)


def _found(casewright: Casewright, case: str) -> dict[str, Any]:
    """What the case has come to, without what may differ."""
    details = _details(casewright, case)
    shown: Any = casewright.call("show_case", {"case_id": case}).structured
    tickets: Any = casewright.call("list_tickets", {"case_id": case}).structured
    plans: Any = casewright.call("show_plans").structured
    log = details["agent_interactions"]["log"]
    return {
        "status": shown["status"],
        "statements": [one["text"] for one in details["user_statements"]],
        "facts": [one["fact"] for one in details["facts"]],
        "drafts": [(one["draft_name"], one["revision"]) for one in details["draft_status"]],
        "tickets": [(one["issue_description"], one["times"]) for one in tickets["tickets"]],
        "units": plans["used"]["1"],
        "twice": len(log) - len({one["id"] for one in log if "id" in one}) - sum("id" not in one for one in log),
        "tiered": sum("tier" in one.get("event", "") and one.get("who") is None for one in log),
        "audit": casewright.verify_audit().flaw is None,
    }


def _details(casewright: Casewright, case: str) -> Any:
    result: Any = casewright.call("get_case_details", {"case_id": case}).structured
    return result["case_details"]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
