"""Calibrate the heads, fit routing and word overlap, write the model: ``python -m training.train --data DIR``.

Runs ``training.prepare`` and ``training.heads`` first (both only do what is not done yet). Writes the model into the
package and ``training/work/report.json``, from which ``python -m training.card`` writes the model card.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casewright.adapters.scoring.embedded import EmbeddedScorer
from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.model_file import SHIPPED, Head, Model, save
from casewright.evals import measures
from casewright.evals.fitting import LEFT_OUT, Platt, cross_platt
from training import free, heads, prepare, router
from training.concepts import GOLD, GOLD_TERM, SAME
from training.corpus import CUAD, WORK, load

VERSION = "0.1"

Labels = NDArray[np.int8]
Margins = NDArray[np.float64]


def calibrate(group: Sequence[str], fold: NDArray[np.int64], source: NDArray[np.int64]) -> Mapping[str, tuple]:  # type: ignore[type-arg]  # (probabilities, Platt)
    """Cross-fitted probabilities and the calibration of each concept of the group, drawn towards the group's."""
    labels, margins = [], []
    for name in group:
        with np.load(heads.file_of(name)) as stored:
            margins.append(stored["margins"])
        column = heads.labels()[name].copy()
        column[~np.isfinite(margins[-1])] = LEFT_OUT
        margins[-1] = np.nan_to_num(margins[-1])
        labels.append(column)
    del source
    probabilities, fitted = cross_platt(margins, labels, fold)
    return {name: (likely, platt) for name, likely, platt in zip(group, probabilities, fitted, strict=True)}


def figures(column: Labels, likely: Margins, contracts: NDArray[np.int64], rows: NDArray[np.bool_]) -> dict[str, float]:
    """What the model card says of one concept, over these rows."""
    chosen = rows & (column != LEFT_OUT)
    truth, said, contract = column[chosen] == 1, likely[chosen], contracts[chosen]
    precision, recall = measures.precision_and_recall_at(truth, said)
    return {
        "positives": int(truth.sum()),
        "average_precision": measures.average_precision(truth, said),
        "precision_at_80": measures.precision_at_recall(truth, said),
        "f1": measures.f1_at(truth, said),
        "precision": precision,
        "recall": recall,
        "top3": measures.top_hit(truth, said, contract),
        "calibration_error": measures.calibration_error(truth, said),
    }


def shipped_head(name: str, platt: Platt) -> Head:
    """The head as it is shipped: its weights that are not zero."""
    with np.load(heads.file_of(name)) as stored:
        vector, bias = stored["vector"], float(stored["bias"])
    index = np.flatnonzero(vector)
    return Head(index.astype(np.uint16), vector[index].astype(np.float32), bias, platt.slope, platt.offset)


def main(argv: list[str] | None = None) -> None:
    """Everything, or what of it is not done yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args(argv)
    if not (WORK / "labels.npz").exists():
        prepare.main(["--data", str(options.data)])
    heads.main([])
    corpus, labels, fold = load(), heads.labels(), heads.fold_of()
    contracts, source = np.array(corpus.contract), np.array(corpus.source)
    gold = [*GOLD, *GOLD_TERM]
    gold = [next((template for template, same in SAME.items() if same == name), name) for name in gold]
    silver = [name for name in labels if name not in gold and (labels[name] == 1).sum() >= 10]
    calibrated = {**calibrate(gold, fold, source), **calibrate(silver, fold, source)}
    report: dict[str, object] = {
        "concepts": {
            name: {"gold": name in gold, **figures(labels[name], likely, contracts, source == CUAD)}
            for name, (likely, _) in calibrated.items()
        }
    }
    features = Hasher().features(corpus.texts)
    idf = heads.rows()[1]
    developing = router.developing()
    routing = router.fit(developing, corpus.texts, labels)
    report["routing"] = router.accuracy(routing, router.statements("held_out"))
    model = Model(
        VERSION,
        "",
        idf,
        {name: shipped_head(name, platt) for name, (_, platt) in calibrated.items()},
        routing,
        free.fit(developing, labels, features, idf),
        frozenset(corpus.fingerprints),
    )
    save(model, SHIPPED)
    scorer = EmbeddedScorer.from_folder()
    report["model"] = scorer.model
    report["bytes"] = (SHIPPED / "embedded.npz").stat().st_size
    report["texts"] = len(corpus.texts)
    report["macro"] = macro(report["concepts"], [name for name in gold if name not in GOLD_TERM])  # type: ignore[arg-type]  # just built
    (WORK / "report.json").write_text(json.dumps(report, indent=1), "utf-8")
    print(json.dumps({key: report[key] for key in ("model", "bytes", "macro", "routing")}, indent=1))


def macro(concepts: Mapping[str, Mapping[str, float]], group: Sequence[str]) -> dict[str, float]:
    """The mean of each figure over the group."""
    names = ("average_precision", "precision_at_80", "f1", "precision", "recall", "top3", "calibration_error")
    return {name: measures.macro([concepts[concept][name] for concept in group]) for name in names}


if __name__ == "__main__":
    main()
