"""What the model is measured on besides CUAD: evidence in ContractNLI, queries of ACORD."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from evals import measures
from evals.cuad_data import label_spans
from training.corpus import NLI, load

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray


def nli_labels(data: Path) -> dict[str, NDArray[np.int8]]:
    """By hypothesis, labels of all corpus texts: 1 for evidence, 0, or LEFT_OUT; LEFT_OUT outside the agreements."""
    told = json.loads((data / "contractnli" / "dev.json").read_text("utf-8"))
    corpus = load()
    source = np.array(corpus.source)
    contracts = np.array(corpus.contract)
    numbers = list(dict.fromkeys(contracts[source == NLI].tolist()))
    found = {entry["hypothesis"]: np.full(len(corpus.texts), -1, np.int8) for entry in told["labels"].values()}
    for number, document in zip(numbers, told["documents"], strict=True):
        rows = np.flatnonzero(contracts == number)
        chunks: list[tuple[int, int]] = []
        cursor = 0
        for row in rows.tolist():
            start = document["text"].find(corpus.texts[row], cursor)
            if start < 0:
                chunks = []
                break
            chunks.append((start, start + len(corpus.texts[row])))
            cursor = start + len(corpus.texts[row])
        if not chunks:
            continue
        for name, entry in told["labels"].items():
            noted = document["annotation_sets"][0]["annotations"].get(name, {"spans": []})
            spans = [document["spans"][place] for place in noted["spans"]]
            found[entry["hypothesis"]][rows] = _labels(chunks, spans)
    return found


def _labels(chunks: list[tuple[int, int]], spans: list[list[int]]) -> NDArray[np.int8]:
    return label_spans([_Place(start, end) for start, end in chunks], spans)  # type: ignore[misc]  # only places count


class _Place:
    """Where a chunk stands."""

    def __init__(self, start: int, end: int) -> None:
        self.start, self.end = start, end


def gain_at_10(scores: NDArray[np.float64], grades: NDArray[np.int64]) -> float:
    """NDCG over the ten best, each grade gaining itself; NaN where no grade is above 0."""

    def summed(ranked: NDArray[np.int64]) -> float:
        top = ranked[:10].astype(np.float64)
        return float((top / np.log2(np.arange(2, len(top) + 2))).sum())

    ideal = summed(np.sort(grades)[::-1])
    return summed(grades[np.argsort(-scores, kind="stable")]) / ideal if ideal else float("nan")


def average_by_fold(labels: NDArray[np.int8], scores: NDArray[np.float64], fold: NDArray[np.int64]) -> float:
    """Average precision of what is labelled, mean over folds."""
    known = labels != -1
    return measures.by_fold(measures.average_precision, labels[known] == 1, scores[known], fold[known])


def macro(values: Mapping[str, float]) -> float:
    """The mean."""
    return measures.macro(list(values.values()))
