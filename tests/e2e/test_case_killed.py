"""Cases that are killed with -9 at every place where it hurts, and gone on with: nothing is done twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from tests.fakes.steady_case_minds import BAD, GOOD
from tests.killed_cases import MESSAGES

if TYPE_CHECKING:
    from pathlib import Path

PLACES = {"checkpoint": 8, "outcome": 3, "journal": 2}
"""What is cut off, and how many of them are left out between two kills."""
SAME = {"audit": True, "facts": ["Amenda este de 500 lei."], "twice": 0, "tiered": 1, "units": 1}
DRAFTED = {**SAME, "status": "active", "drafts": [["Nota", 1]], "tickets": [], "statements": list(MESSAGES[:2])}
TICKETED = {
    **SAME,
    "status": "paused_support",
    "drafts": [],
    "tickets": [["Proiectul nu poate fi tipărit.", 1]],
    "statements": list(MESSAGES),
}


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a new case and its party."""
    home = tmp_path_factory.mktemp("case") / "home"
    with Casewright.open(home) as casewright:
        made: Any = casewright.call("create_case", {"title": "Amendă"}).structured
        given = {"kind": "individual", "firstName": "Zqvorina", "lastName": "Țâqvarescu"}
        party: Any = casewright.call("add_party", given).structured
        attached = {"case_id": made["case_id"], "party_id": party["party_id"], "role": "petent"}
        assert casewright.call("attach_party", attached).success
    return home, made["case_id"]


@pytest.mark.requirement("case-agent-killed")
@pytest.mark.parametrize(("text", "comes_to"), [(GOOD, DRAFTED), (BAD, TICKETED)], ids=["draft", "ticket"])
def test_killed_anywhere_and_gone_on_with(
    case: tuple[Path, str], text: str, comes_to: dict[str, Any], pytestconfig: pytest.Config
) -> None:
    """kill -9 before a checkpoint, or between a call's effect, its outcome and its record: the case goes on, takes one
    unit, and is drafted or ticketed once. Every place in 'make faults', some otherwise."""
    all_places = pytestconfig.getoption("--hypothesis-profile") == "faults"
    places = [f"{where}:{1 if all_places else step}" for where, step in PLACES.items()]
    command = [sys.executable, "-m", "tests.killed_cases", str(case[0]), case[1], text, *places]
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=900, env=alone)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert {one["where"] for one in rounds if one["killed"]} == set(PLACES)
    assert {one["where"] for one in rounds if not one["killed"]} == set(PLACES)
    for one in rounds:
        assert {name: one[name] for name in comes_to} == comes_to, one
