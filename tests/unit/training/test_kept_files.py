"""What of training is kept beside the model: curves of losses, ablations, agreement with the rules of silver labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from evals.fitting import LEFT_OUT
from training.ablations import table, write
from training.agreement import agreement
from training.curves import gather

if TYPE_CHECKING:
    from pathlib import Path


def test_curves_of_all_runs_are_one_file(tmp_path: Path) -> None:
    """In the order of the runs; a step that was made twice counts once, as it was made last."""
    (tmp_path / "all.csv").write_text("20,3.0,2.0,1.0\n", "utf-8")
    (tmp_path / "0.csv").write_text("20,9.0,9.0,9.0\n20,4.0,0.2,0.1\n40,3.5,0.1,0.1\n", "utf-8")
    (tmp_path / "trial.csv").write_text("20,0,0,0\n", "utf-8")

    steps = gather(tmp_path, tmp_path / "curves.csv")

    assert (tmp_path / "curves.csv").read_text("utf-8").splitlines() == [
        "run,step,likeness,heads,marks",
        "0,20,4.0,0.2,0.1",
        "0,40,3.5,0.1,0.1",
        "all,20,3.0,2.0,1.0",
    ]
    assert (steps["0"], steps["1"], steps["all"], len(steps)) == (40, 0, 20, 9)


def test_curve_of_another_recipe_is_refused(tmp_path: Path) -> None:
    """A line without the three losses is named with its step."""
    (tmp_path / "1.csv").write_text("20,3.0,2.0\n", "utf-8")

    with pytest.raises(SystemExit, match=r"1.csv: step 20 has 2 losses, not 3"):
        gather(tmp_path, tmp_path / "curves.csv")


def test_ablations_are_ranked_by_part_and_concept(tmp_path: Path) -> None:
    """One column a part, one line a concept, and the mean over those that are a number."""
    said = {
        "words": {"a": np.array([1.0]), "b": np.array([0.5])},
        "joined": {"a": np.array([0.25]), "b": np.array([np.nan])},
    }

    lines = table(said, ["a", "b"], lambda _name, margins: float(margins[0]))
    write(lines, tmp_path / "ablations.csv")

    assert (tmp_path / "ablations.csv").read_text("utf-8").splitlines() == [
        "concept,words,joined",
        "a,1.0000,0.2500",
        "b,0.5000,nan",
        "macro,0.7500,0.2500",
    ]


def test_agreement_is_over_clear_rows_at_the_heads_own_threshold() -> None:
    """Rows that are left out, or of another source, do not count; a concept without a positive is not told."""
    likely = {"a": np.array([0.9, 0.6, 0.4, 0.1, 0.8, 0.99]), "b": np.full(6, 0.5)}
    labels = {"a": np.array([1, 0, 1, 0, LEFT_OUT, 0], np.int8), "b": np.array([0, 0, 0, 0, 0, 1], np.int8)}
    cuad = np.array([True, True, True, True, True, False])

    found = agreement(likely, labels, {"a": 0.4}, np.zeros(6, np.int64), cuad)

    assert list(found) == ["a"]
    assert found["a"]["positives"] == 2
    assert found["a"]["average_precision"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["a"]["f1"] == pytest.approx(2 * 2 / (3 + 2))
    assert agreement(likely, labels, {}, np.zeros(6, np.int64), cuad)["a"]["f1"] == pytest.approx(2 * 1 / (2 + 2))
