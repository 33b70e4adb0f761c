"""``python -m evals evidence`` end to end: what it prints, as a table and as JSON, and what bad input gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evals.golden.truth import PLANTED_TYPES

if TYPE_CHECKING:
    from tests.e2e.conftest import EvalsShell


@pytest.mark.requirement("evidence-eval")
def test_each_type_has_its_recall_and_its_alarms(evals: EvalsShell) -> None:
    """The table and the JSON give the same deals, every planted type, and intervals; two suites may be asked for."""
    shown = evals("evidence", "--suite", "small", "--suite", "clean").out
    told = evals("evidence", "--suite", "small", "--suite", "clean", "--json").json

    small, clean = told["suites"]
    assert (small["suite"], small["deals"], clean["suite"], clean["deals"]) == ("small", 20, "clean", 40)
    assert {kind.value for kind in PLANTED_TYPES} <= set(small["types"])
    assert clean["recall"] == {"hits": 0, "of": 0, "share": None, "low": 0.0, "high": 1.0}
    assert all(kind.value in shown for kind in PLANTED_TYPES)
    assert f"{small['recall']['hits']} of 20" in shown
    assert f"of {clean['claims']}" in shown


def test_unknown_suite_is_refused(evals: EvalsShell) -> None:
    """A suite that there is not ends with 2 and the names of those that are; nothing is measured before."""
    ended = evals("evidence", "--suite", "small", "--suite", "huge", code=2)
    assert "There is no suite 'huge': use small, generated, adversarial, clean" in ended.err
    assert ended.out == ""
