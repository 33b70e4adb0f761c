"""``python -m evals tiers``, end to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.e2e.conftest import EvalsShell


@pytest.mark.requirement("case-tier-measured")
def test_eval_tiers_reports_the_sets_apart_with_intervals(evals: EvalsShell) -> None:
    """As JSON each set has its shares with intervals and its misses; as text each is named with how it was written."""
    sets = evals("--json", "tiers").json["sets"]
    assert [one["set"] for one in sets][:2] == ["tiers_fitted.toml", "tiers_mended.toml"]
    for one in sets:
        for figure in one["figures"].values():
            assert figure["low"] <= figure["share"] <= figure["high"]
        assert all(miss["label"] != miss["said"] for miss in one["misses"])
    shown = evals("tiers").out
    assert all(words in shown for words in ("Written before the rules", "Written after the rules", "of vague", "["))
