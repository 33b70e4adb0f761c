"""Make the vectors of each run: ``python -m training vectors --run RUN``; ``training/work/vectors/RUN.npz``.

A run that left contracts out makes those of all their chunks, which it is measured on, and of enough others to fit
heads. The run that ships makes those of enough chunks to fit heads, with the graph that ships.
"""

from __future__ import annotations

import argparse
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch

from casewright.adapters.scoring.encoder import Encoder
from evals.fitting import SEED
from training.bert import keep_memory
from training.corpus import WORK, load
from training.export import write
from training.finetune import readings, statement_vectors, tuned
from training.heads import labels
from training.runs import ALL, held_out
from training.tokens import WINDOW, load_tokens
from training.vocabulary import TOKENIZER

if TYPE_CHECKING:
    from numpy.typing import NDArray

VECTORS, GRAPH = WORK / "vectors", WORK / "graph"

MOST = 120
"""How many positives of a concept are taken for fitting, of those that nobody labelled by hand."""

ORDINARY = 4_000
"""How many chunks are drawn from all."""


def chosen(allowed: NDArray[np.bool_], gold: frozenset[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Corpus rows to fit heads on, and for how many of the allowed rows each stands."""
    random = np.random.default_rng(SEED)
    taken = np.zeros(len(allowed), np.bool_)
    for name, column in labels().items():
        rows = np.flatnonzero(allowed & (column == 1))
        taken[rows if name in gold else random.permutation(rows)[:MOST]] = True
    others = np.flatnonzero(allowed & ~taken)
    drawn = random.permutation(others)[:ORDINARY]
    rows = np.concatenate([np.flatnonzero(taken), drawn])
    weights = np.ones(len(rows), np.float32)
    weights[len(rows) - len(drawn) :] = len(others) / max(len(drawn), 1)
    return rows, weights


def gold() -> frozenset[str]:
    """The concepts that people labelled."""
    from training.concepts import GOLD, GOLD_TERM, SAME

    of_category = {category: template for template, category in SAME.items()}
    return frozenset(of_category.get(name, name) for name in (*GOLD, *GOLD_TERM))


def by_run(run: str) -> None:
    """The vectors of one run that left contracts out."""
    held = held_out(run)
    fitted, weights = chosen(~held, gold())
    rows = np.concatenate([np.flatnonzero(held), fitted])
    model, found = tuned(run)
    made, spoken = readings(model, load_tokens(), rows, found.marks)
    np.savez(
        VECTORS / f"{run}.npz",
        held=held.sum(),
        rows=rows,
        weights=weights,
        vectors=made.numpy().astype(np.float16),
        spoken=spoken.astype(np.float16),
    )


def shipped(threads: int) -> None:
    """The graph, and the vectors that it makes of the rows that heads are fitted on."""
    if not (GRAPH / "encoder.json").exists():
        model, found = tuned(ALL, half=False)
        write(model, found.marks, TOKENIZER.read_text("utf-8"), WINDOW, GRAPH)
    corpus, encoder = load(), Encoder.from_folder(GRAPH, threads)
    rows, weights = chosen(np.ones(len(corpus.texts), np.bool_), gold())
    parts = []
    for low in range(0, len(rows), 1000):
        parts.append(encoder.read([corpus.texts[row] for row in rows[low : low + 1000].tolist()]))
        print(f"shipped: {low + 1000} of {len(rows)}", flush=True)
    made, spoken = (np.concatenate([part[kind] for part in parts]).astype(np.float16) for kind in (0, 1))
    np.savez(VECTORS / "all.npz", rows=rows, vectors=made, spoken=spoken, weights=weights)


@lru_cache(maxsize=8)
def asked(run: str, statements: tuple[str, ...]) -> NDArray[np.float32]:
    """The vectors that a run makes of statements."""
    if run == ALL:
        return Encoder.from_folder(GRAPH).embed(statements)
    model = tuned(run)[0]
    with torch.no_grad():
        parts = [
            statement_vectors(model, list(statements[low : low + 200])).float().numpy()
            for low in range(0, len(statements), 200)
        ]
    return np.concatenate(parts)


def main(argv: list[str] | None = None) -> None:
    """One run's vectors, where they are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", required=True)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    keep_memory()
    VECTORS.mkdir(parents=True, exist_ok=True)
    if (VECTORS / f"{options.run}.npz").exists():
        return
    if options.run == ALL:
        shipped(options.threads)
    else:
        by_run(options.run)


if __name__ == "__main__":
    main()
