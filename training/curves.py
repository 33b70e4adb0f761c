"""Gather how the losses of every run fell: ``python -m training curves``; ``training/curves.csv``.

One line for every twenty steps of a run: the run, the step, and its three losses, each a running mean.
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from training.corpus import HERE
from training.runs import FOLDER, LOSSES, RUNS

if TYPE_CHECKING:
    from pathlib import Path

CURVES = HERE / "curves.csv"


def curve(file: Path) -> list[tuple[str, ...]]:
    """Step and losses, by step; of a step that was made twice, the last."""
    with file.open(encoding="utf-8", newline="") as lines:
        by_step = {int(line[0]): tuple(line) for line in csv.reader(lines) if line}
    for step, line in by_step.items():
        if len(line) != 1 + len(LOSSES):
            raise SystemExit(f"{file}: step {step} has {len(line) - 1} losses, not {len(LOSSES)}: make the run again.")
    return [by_step[step] for step in sorted(by_step)]


def gather(folder: Path, out: Path) -> dict[str, int]:
    """Write the curves of the runs in the folder; how many steps each has, 0 where there is no curve."""
    steps = dict.fromkeys(RUNS, 0)
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["run", "step", *LOSSES])
        for run in RUNS:
            path = folder / f"{run}.csv"
            lines = curve(path) if path.exists() else []
            writer.writerows([run, *line] for line in lines)
            steps[run] = int(lines[-1][0]) if lines else 0
    return steps


def main() -> None:
    """Write them; what is there of each run."""
    for run, steps in gather(FOLDER, CURVES).items():
        print(f"run {run}: {steps} steps" if steps else f"run {run}: no curve")


if __name__ == "__main__":
    main()
