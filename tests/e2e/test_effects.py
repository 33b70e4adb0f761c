"""A process that dies right after its effect: the outcome is there all the same."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.e2e.conftest import Shell

DYING = """
import os, signal, sys
from casewright.cli.main import run
from casewright.tools.effects import Effect

end = Effect.end

def die_once_committed(self, outcome):
    end(self, outcome)
    if self.committed:
        os.kill(os.getpid(), signal.SIGKILL)

Effect.end = die_once_committed
run(["--home", sys.argv[1], *sys.argv[2:]])
"""


def _die(shell: Shell, *arguments: str) -> None:
    """Run the command in a process that is killed right after its effect was committed."""
    command = [sys.executable, "-c", DYING, str(shell.home), *arguments]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == -9


def _call(tool: str, arguments: Mapping[str, object], key: str) -> tuple[str, ...]:
    return ("--json", "tools", "call", tool, "--key", key, "--args", orjson.dumps(arguments).decode())


@pytest.mark.requirement("call-effect-and-outcome")
def test_killed_between_effect_and_outcome(shell: Shell) -> None:
    """kill -9 between the two: the matter is there, the next start chains its outcome, nothing is unresolved."""
    _die(shell, "matter", "create", "Alpha")
    assert [one["title"] for one in shell("--json", "matter", "list").json["matters"]] == ["Alpha"]
    events = shell("--json", "audit", "show", "--tool", "create_matter").json["events"]
    assert [(one["phase"], one["result_status"]) for one in events] == [("intent", None), ("outcome", "SUCCESS")]
    assert "ended before it recorded the outcome" in events[1]["reason"]
    assert shell("calls", "unresolved").out == "Every call that was begun has its outcome.\n"
    assert shell("--json", "audit", "verify").json["verified"] is True


@pytest.mark.requirement("call-first-result")
def test_recovered_document_has_its_id(shell: Shell) -> None:
    """kill -9 after a document was added: its key answers with the first result, from the command line and the library.

    Nothing of it is left out, and nothing runs again.
    """
    matter = shell("--json", "matter", "create", "Alpha").json["matter_id"]
    with Casewright.open(shell.home) as casewright:
        blob = casewright.keep(matter, b"This Agreement is governed by the laws of England.")
    arguments = {"matter_id": matter, "blob_id": blob, "filename": "Deed.txt"}
    _die(shell, *_call("add_document", arguments, "k1"))
    again = shell(*_call("add_document", arguments, "k1")).json
    [document] = shell(*_call("list_matter_documents", {"matter_id": matter}, "k2")).json["structured"]["documents"]
    expected = {"document_id": document["document_id"], "filename": "Deed.txt", "status": "ready", "duplicate": False}
    assert again["metadata"]["replayed"]
    assert {name: again["structured"][name] for name in expected} == expected
    assert orjson.loads(again["content"]) == again["structured"]
    with Casewright.open(shell.home) as casewright:
        result = casewright.call("add_document", arguments, key="k1")
    assert (result.metadata.replayed, result.structured) == (True, again["structured"])
    outcome = shell("--json", "audit", "show", "--tool", "add_document").json["events"][1]
    assert outcome["result_hash"] == "sha256:" + sha256(again["content"].encode()).hexdigest()


@pytest.mark.requirement("call-first-result")
def test_recovered_call_of_any_atomic_tool_has_its_values(shell: Shell) -> None:
    """The same for a tool that would do its work a second time: there is one matter, and its number comes back."""
    _die(shell, *_call("create_matter", {"title": "Beta"}, "b"))
    again = shell(*_call("create_matter", {"title": "Beta"}, "b")).json
    assert [one["matter_id"] for one in shell("--json", "matter", "list").json["matters"]] == [
        again["structured"]["matter_id"]
    ]
    assert again["structured"]["number"].endswith("-001")
