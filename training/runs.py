"""The runs of fine-tuning: what each must not see.

Runs 0 to 4 leave out the contracts of one fold in five: what they say of these is what the encoder that ships says of
contracts that nobody marked. Runs g0 to g2 leave out one contract in three and everything about one group in three of
CUAD's categories: what they say of that group is what it says of concepts that nobody taught it. ``all`` ships.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from evals.fitting import folds
from training.corpus import WORK, load

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDS = 5
THIRDS = 3
ALL = "all"
BY_FOLD = tuple(map(str, range(FOLDS)))
BY_GROUP = tuple(f"g{number}" for number in range(THIRDS))
RUNS = (*BY_FOLD, *BY_GROUP, ALL)
FOLDER = WORK / "runs"
LOSSES = ("likeness", "heads", "marks")
"""Of statements and texts, of heads on vectors, of heads on tokens: what ``FOLDER/RUN.csv`` has after the step."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """``fold`` of ``folds`` contracts, and the group of categories; None where nothing is left out."""

    fold: int | None
    folds: int
    group: int | None


def left_out_by(run: str) -> LeftOut:
    """What the run leaves out."""
    if run == ALL:
        return LeftOut(None, FOLDS, None)
    if run in BY_GROUP:
        return LeftOut(int(run[1:]), THIRDS, int(run[1:]))
    return LeftOut(int(run), FOLDS, None)


@lru_cache(maxsize=2)
def fold_of(count: int = FOLDS) -> NDArray[np.int64]:
    """The fold of every text of the corpus, in so many folds of contracts."""
    return folds(np.array(load().contract), count)


def held_out(run: str) -> NDArray[np.bool_]:
    """Which texts of the corpus the run does not see."""
    left = left_out_by(run)
    fold = fold_of(left.folds)
    return np.zeros(len(fold), np.bool_) if left.fold is None else fold == left.fold


def held_out_of_pool(run: str, contract: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which texts of these contracts (-1: none that is known) the run does not see."""
    held = {known for known, out in zip(load().contract, held_out(run).tolist(), strict=True) if out}
    return np.isin(contract, sorted(held))
