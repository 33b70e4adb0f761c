"""``python -m evals muhasabah``, end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import EvalsShell


@pytest.mark.requirement("muhasabah-corpus")
def test_eval_muhasabah_reports_the_sets_apart(evals: EvalsShell) -> None:
    """As JSON each set has its figures and its misses; as text each is named with what passed."""
    sets = evals("--json", "muhasabah").json["sets"]
    assert [one["set"] for one in sets] == ["fitted", "mended", "unseen", "words"]
    assert all(one["valid"]["passed"] >= 0.98 * one["valid"]["of"] for one in sets)
    assert all(one["invalid"]["passed"] == 0 < one["invalid"]["of"] for one in sets)
    shown = evals("muhasabah").out
    assert all(words in shown for words in ("Valid outputs that pass", "Invalid that pass", "OVERCONFIDENCE"))
