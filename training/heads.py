"""Fit a head for every concept, and cross-fit it over folds of contracts: ``python -m training heads``.

One file a concept under ``training/work/heads``; a concept whose labels and texts have not changed is not fitted
again, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE, Hasher
from casewright.adapters.scoring.weighting import document_frequencies, inverse_frequencies, weigh
from evals.fitting import KEPT, LEFT_OUT, SEED, STEPS, STRENGTH, Rows, cross_fit, fit_head, folds
from training.concepts import GOLD, SAME
from training.corpus import WORK, WRITTEN, Corpus, load

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FOLDS = 5
WRITTEN_WEIGHT = 5.0
"""How much a clause written for the purpose counts beside one of the data."""

NEGATIVES = 12_000
"""How many negatives a silver head is fitted on; each counts for those left aside. Gold heads see all."""

HEADS = WORK / "heads"

PROBE = ("Governing law: the law of France.", "The Supplier shall, and the Buyer may, terminate. " * 9)
"""Texts whose weighted features tell whether the recipe has changed."""


def file_of(name: str) -> Path:
    """Where a concept's head is kept."""
    return HEADS / (name.replace("/", "|") + ".npz")


@lru_cache(maxsize=1)
def corpus() -> Corpus:
    """What ``training.prepare`` wrote."""
    return load()


@lru_cache(maxsize=1)
def labels() -> dict[str, NDArray[np.int8]]:
    """The labels by concept."""
    with np.load(WORK / "labels.npz") as stored:
        return {name.replace("|", "/"): stored[name] for name in stored.files}


@lru_cache(maxsize=1)
def rows() -> tuple[Rows, NDArray[np.float32]]:
    """The weighted rows of all texts and the inverse document frequencies that weigh them."""
    features = Hasher().features(corpus().texts)
    idf = inverse_frequencies(document_frequencies(features), len(features))
    return Rows(features.indptr, features.index, weigh(features, idf), SIZE), idf


def fold_of() -> NDArray[np.int64]:
    """The fold of every text."""
    return folds(np.array(corpus().contract), FOLDS)


def _state(column: NDArray[np.int8]) -> str:
    """Knows labels, texts and recipe again."""
    digest = hashlib.sha256(column.tobytes())
    digest.update((WORK / "corpus.json").read_bytes())
    features = Hasher().features(PROBE)
    digest.update(features.index.tobytes() + weigh(features, np.ones(SIZE, np.float32)).tobytes())
    digest.update(repr((STRENGTH, KEPT, STEPS, FOLDS, WRITTEN_WEIGHT, NEGATIVES)).encode())
    return digest.hexdigest()


def fit(name: str) -> str:
    """Fit one concept and keep it; the line that says so."""
    column, path, began = labels()[name], file_of(name), time.monotonic()
    state = _state(column)
    if path.exists():
        with np.load(path) as stored:
            if str(stored["state"]) == state:
                return f"{name}: kept"
    matrix, _ = rows()
    weights = np.where(np.array(corpus().source) == WRITTEN, WRITTEN_WEIGHT, 1.0)
    fitted = column
    if name not in GOLD and name not in SAME:
        fitted, weights = thinned(column, weights)
    margins = cross_fit(matrix, fitted, fold_of(), weights)
    vector, bias = fit_head(matrix, fitted, weights)
    np.savez_compressed(path, margins=margins, vector=vector, bias=bias, state=np.array(state))
    return f"{name}: {time.monotonic() - began:.0f} s"


def thinned(column: NDArray[np.int8], weights: NDArray[np.float64]) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """The labels with only so many negatives left in, and weights that make up for the others."""
    negative = np.flatnonzero(column == 0)
    if len(negative) <= NEGATIVES:
        return column, weights
    chosen = np.random.default_rng(SEED).permutation(negative)[:NEGATIVES]
    thinned = np.where(column == 0, LEFT_OUT, column).astype(np.int8)
    thinned[chosen] = 0
    heavier = weights.copy()
    heavier[chosen] *= len(negative) / NEGATIVES
    return thinned, heavier


def main(argv: list[str] | None = None) -> None:
    """Fit them all, two at a time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    HEADS.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(parser.parse_args(argv).processes) as pool:
        for line in pool.map(fit, sorted(labels())):
            print(line, flush=True)


if __name__ == "__main__":
    main()
