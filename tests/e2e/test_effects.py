"""A process that dies right after its effect: the outcome is there all the same."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

DYING = """
import os, signal, sys
from casewright.adapters.database.effects import SqlEffects
from casewright.cli.main import run

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

SqlEffects.settle = die
run(["--home", sys.argv[1], "matter", "create", "Alpha"])
"""


@pytest.mark.requirement("call-effect-and-outcome")
def test_killed_between_effect_and_outcome(shell: Shell) -> None:
    """kill -9 between the two: the matter is there, the next start chains its outcome, nothing is unresolved."""
    died = subprocess.run([sys.executable, "-c", DYING, str(shell.home)], capture_output=True, timeout=60, check=False)
    assert died.returncode == -9
    assert [one["title"] for one in shell("--json", "matter", "list").json["matters"]] == ["Alpha"]
    events = shell("--json", "audit", "show", "--tool", "create_matter").json["events"]
    assert [(one["phase"], one["result_status"]) for one in events] == [("intent", None), ("outcome", "SUCCESS")]
    assert "its result was lost" in events[1]["reason"]
    assert shell("calls", "unresolved").out == "Every call that was begun has its outcome.\n"
    assert shell("--json", "audit", "verify").json["verified"] is True
