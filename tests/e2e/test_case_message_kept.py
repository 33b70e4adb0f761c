"""A message is kept from the moment its turn begins: a process that dies before the first checkpoint loses nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.canaries import NEIGHBOUR, PERSON, leaks_in

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

FINE = "Am primit o amendă de circulație de 500 de lei"
KILLED = """
import os, signal, sys
from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
from casewright.bootstrap.home import Casewright

def die(self, *given):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(SqliteCheckpoints, sys.argv[4], die)
with Casewright.open(sys.argv[1]) as casewright:
    casewright.converse(sys.argv[2], sys.argv[3])
"""


@pytest.fixture
def case(shell: Shell) -> str:
    """A new case."""
    made: str = shell("--json", "case", "create", "Amendă").json["case"]["case_id"]
    return made


def killed(shell: Shell, case: str, text: str, where: str) -> None:
    """Say it in a process that is killed right before its session is first read, or first written."""
    given = [sys.executable, "-c", KILLED, str(shell.home), case, text, where]
    done = subprocess.run(given, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr


def statements(shell: Shell, case: str) -> list[str]:
    """What the user said, by the case file."""
    details: Any = shell("--json", "case", "show", case).json["case_details"]
    return [one["text"] for one in details["user_statements"]]


@pytest.mark.requirement("case-agent-message-kept")
@pytest.mark.parametrize("where", ["get_tuple", "put"])
def test_going_on_answers_what_was_said_to_a_killed_turn(shell: Shell, case: str, where: str) -> None:
    """'case message' without a text finds the first message of a case, and one in the midst of it, and answers it."""
    killed(shell, case, FINE, where)
    assert statements(shell, case) == [FINE]
    told = shell("--json", "case", "message", case).json
    assert "determine_tier" in told["completed_steps"]
    killed(shell, case, "Procesul-verbal mi-a fost comunicat pe 14 noiembrie 2026", where)
    told = shell("--json", "case", "message", case).json
    assert "14 noiembrie 2026" in told["message"]
    assert statements(shell, case) == [FINE, "Procesul-verbal mi-a fost comunicat pe 14 noiembrie 2026"]
    log = shell("--json", "case", "show", case).json["case_details"]["agent_interactions"]["log"]
    assert sum(one.get("event") == "message" for one in log) == 2


@pytest.mark.requirement("case-agent-message-kept")
def test_next_message_is_answered_with_what_was_left(shell: Shell, case: str) -> None:
    """The next message is answered together with those that killed turns left, in the order they came."""
    shell("--json", "case", "message", case, FINE)
    killed(shell, case, "Procesul-verbal mi-a fost comunicat pe 14 noiembrie 2026", "put")
    killed(shell, case, "Procesul-verbal are seria PCX nr. 0099123", "get_tuple")
    shell("--json", "case", "message", case, "Amenda este de 580 lei")
    details = shell("--json", "case", "show", case).json["case_details"]
    facts = {one["id"]: one["fact"] for one in details["facts"] if "id" in one}
    assert "14 noiembrie 2026" in facts["amenda.comunicare"]
    assert "0099123" in facts["amenda.act"]
    assert [one["text"] for one in details["user_statements"]][1:] == [
        "Procesul-verbal mi-a fost comunicat pe 14 noiembrie 2026",
        "Procesul-verbal are seria PCX nr. 0099123",
        "Amenda este de 580 lei",
    ]


@pytest.mark.requirement("case-agent-message-kept", "case-agent-masked")
def test_what_is_kept_is_masked(shell: Shell, case: str) -> None:
    """A name and a number in a message whose turn died stand in clear nowhere in the home."""
    text = f"Sunt CNP {PERSON['cnp']}, am amendă cu vecinul {NEIGHBOUR['firstName']} {NEIGHBOUR['lastName']}"
    killed(shell, case, text, "get_tuple")
    [kept] = statements(shell, case)
    assert "{{person_1" in kept
    assert list(leaks_in(shell.home)) == []
