"""Work that is killed with -9 in its middle: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.kills.works import WORKS

ALL, SOME = 200, 2
"""Kills of each of the five works: 1,000 in ``make faults``, 10 otherwise."""
SEED = "4"
"""With it, one of the first two kills of each work is at a step in its first four fifths, which none misses."""


@pytest.mark.requirement("kills")
@pytest.mark.parametrize("work", WORKS)
def test_killed_in_the_middle_of_work(work: str, pytestconfig: pytest.Config) -> None:
    """After every kill the books fit and hold what was acknowledged; gone on with, the work comes to what it should."""
    kills = ALL if pytestconfig.getoption("--hypothesis-profile") == "faults" else SOME
    command = [sys.executable, "-m", "tests.kills", work, str(kills), SEED, "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60 + 30 * kills)
    assert done.returncode in (0, 1), done.stderr
    counted = json.loads(done.stdout)
    assert counted["violations"] == []
    assert counted["kills"] == kills
    assert counted["middle"] > 0
