"""``python -m evals debate`` on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.conftest import EvalsShell


def test_golden_deals_are_debated_by_a_command(evals: EvalsShell) -> None:
    """A suite is debated in a home that goes away; the figures are printed, or given as JSON."""
    told = evals("--json", "debate", "--suite", "small", "--limit", "2", "--max-rounds", "1").json

    [suite] = told["suites"]
    assert suite["deals"] == 2
    assert suite["complete"]["share"] == 1.0
    assert sum(suite["stop_reasons"].values()) == 2
    assert suite["permission_violations"] == 0
    assert suite["calls_audited"]["share"] == 1.0
    assert suite["wrong"] == []
    assert "Stop reasons" in evals("debate", "--suite", "small", "--limit", "1").out


def test_rounds_out_of_bounds_start_nothing(evals: EvalsShell) -> None:
    """Six rounds, or a suite that there is not, end with a sentence and 2."""
    assert "1 to 5" in evals("debate", "--max-rounds", "6", code=2).err
    assert "no suite 'golden'" in evals("debate", "--suite", "golden", code=2).err
