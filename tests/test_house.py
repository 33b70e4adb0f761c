"""The files of the house: how long a Python file may be."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 350
LONGER = {
    "src/casewright/audit/verifier.py",  # it is exported with an audit, as one file that needs nothing else
    "tests/requirements.py",  # a list, not a program
}


@pytest.mark.parametrize("folder", ["src", "tests", "evals", "benchmarks", "training", "scripts"])
def test_python_files_are_short(folder: str) -> None:
    """No Python file is longer than 350 lines, but for the two that are named with their reasons."""
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in (ROOT / folder).rglob("*.py")
    }
    assert lengths, f"there is no Python file in {folder}"
    assert {path: length for path, length in lengths.items() if length > LONGEST and path not in LONGER} == {}
