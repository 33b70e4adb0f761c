"""Calibrate the heads, fit routing and word overlap, write the model: ``python -m training.train --data DIR``.

Runs ``training.prepare`` and ``training.heads`` first (both only do what is not done yet). Writes the model into the
package and ``training/work/report.json``, from which ``python -m training.card`` writes the model card.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casewright.adapters.scoring import overlap, phrases
from casewright.adapters.scoring.embedded import EmbeddedScorer
from casewright.adapters.scoring.features import Features, Hasher
from casewright.adapters.scoring.model_file import SHIPPED, Head, Model, Routing, save
from casewright.adapters.scoring.routing import route
from casewright.evals import measures
from casewright.evals.fitting import LEFT_OUT, SHIFT, Platt, cross_platt
from training import free, heads, prepare, router
from training.concepts import GOLD, GOLD_TERM, SAME
from training.corpus import CUAD, WORK, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERSION = "0.1"

FEWEST = 10
"""A silver concept with fewer positives gets no head."""

SILVER_SHIFT = 1.0
"""Silver labels leave unclear texts out, which makes heads shy: their line of best F1 goes all the way to 0.5."""

Labels = NDArray[np.int8]
Margins = NDArray[np.float64]


def calibrate(group: Sequence[str], fold: NDArray[np.int64], shift: float) -> Mapping[str, tuple]:  # type: ignore[type-arg]  # (probabilities, Platt)
    """Cross-fitted probabilities and the calibration of each concept of the group, drawn towards the group's."""
    labels, margins = [], []
    for name in group:
        with np.load(heads.file_of(name)) as stored:
            margins.append(stored["margins"])
        column = heads.labels()[name].copy()
        column[~np.isfinite(margins[-1])] = LEFT_OUT
        margins[-1] = np.nan_to_num(margins[-1])
        labels.append(column)
    probabilities, fitted = cross_platt(margins, labels, fold, shift)
    return {name: (likely, platt) for name, likely, platt in zip(group, probabilities, fitted, strict=True)}


def figures(
    column: Labels, likely: Margins, contracts: NDArray[np.int64], fold: NDArray[np.int64], rows: NDArray[np.bool_]
) -> dict[str, float]:
    """What the model card says of one concept over these rows; what ranks is the mean over folds, the rest pooled."""
    chosen = rows & (column != LEFT_OUT)
    truth, said, contract = column[chosen] == 1, likely[chosen], contracts[chosen]
    precision, recall = measures.precision_and_recall_at(truth, said)
    return {
        "positives": int(truth.sum()),
        "average_precision": measures.by_fold(measures.average_precision, truth, said, fold[chosen]),
        "precision_at_80": measures.by_fold(measures.precision_at_recall, truth, said, fold[chosen]),
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
    model, report = trained()
    save(model, SHIPPED)
    report["model"] = EmbeddedScorer.from_folder().model
    report["bytes"] = (SHIPPED / "embedded.npz").stat().st_size
    (WORK / "report.json").write_text(json.dumps(report, indent=1), "utf-8")
    print(json.dumps({key: report[key] for key in ("model", "bytes", "macro", "routing", "asked_freely")}, indent=1))


def trained() -> tuple[Model, dict[str, object]]:
    """The model that the fitted heads make, not yet hashed, and what it was measured to do."""
    corpus, labels, fold = load(), heads.labels(), heads.fold_of()
    of_category = {category: template for template, category in SAME.items()}
    gold = [of_category.get(name, name) for name in (*GOLD, *GOLD_TERM)]
    ruled = {*phrases.RULES, *phrases.JOINT}
    silver = [name for name in labels if name not in {*gold, *ruled} and (labels[name] == 1).sum() >= FEWEST]
    calibrated = {**calibrate(gold, fold, SHIFT), **calibrate(silver, fold, SILVER_SHIFT)}
    likely = {name: probabilities for name, (probabilities, _) in calibrated.items()}
    features = Hasher().features(corpus.texts)
    likely |= by_phrases(likely, features)
    developing, idf = router.developing(), heads.rows()[1]
    routing = router.fit(developing, corpus.texts, labels)
    words = free.fit(developing, labels, features, idf)
    made = {name: shipped_head(name, platt) for name, (_, platt) in calibrated.items()}
    model = Model(VERSION, "", idf, made, routing, words, frozenset(corpus.fingerprints))
    contracts, cuad = np.array(corpus.contract), np.array(corpus.source) == CUAD
    concepts = {
        name: {"gold": name in gold, **figures(labels[name], said, contracts, fold, cuad)}
        for name, said in likely.items()
        if (labels[name][cuad] == 1).any()
    }
    report: dict[str, object] = {
        "heads": len(made),
        "texts": len(corpus.texts),
        "contracts": len(corpus.fingerprints),
        "macro": macro(concepts, [of_category.get(name, name) for name in GOLD]),
        "routing": router.accuracy(routing, router.statements("held_out")),
        "asked_freely": asked_freely(routing, words, likely, fold),
        "concepts": concepts,
    }
    return model, report


def by_phrases(likely: Mapping[str, Margins], features: Features) -> dict[str, Margins]:
    """What the rules of phrases say, joined with cross-fitted heads where a head must agree."""
    said = {name: phrases.score(listed, features).astype(np.float64) for name, listed in phrases.RULES.items()}
    for name, (other, listed) in phrases.JOINT.items():
        said[name] = likely[other] * phrases.score(listed, features)
    return said


def asked_freely(
    routing: Routing, words: tuple[float, ...], likely: Mapping[str, Margins], fold: NDArray[np.int64]
) -> dict[str, float]:
    """How well the 34 categories are found by the held-out statements, routed to heads of other folds or by words."""
    corpus, labels = load(), heads.labels()
    features, idf = Hasher().features(corpus.texts), heads.rows()[1]
    cuad = np.array(corpus.source) == CUAD
    found: list[float] = []
    by_words: list[float] = []
    for name, statements in router.statements("held_out").items():
        category = next((same for template, same in SAME.items() if template == name), name)
        if category not in GOLD:
            continue
        rows = cuad & (labels[name] != LEFT_OUT)
        for statement in statements:
            prepared = overlap.prepare(statement, idf)
            lexical = np.zeros(len(fold))
            if prepared is not None:
                lexical = overlap.probability(overlap.evidence(prepared, features), words).astype(np.float64)
            routes = [(concept, share) for concept, share in route(routing, statement) if concept in likely]
            said = sum((share * likely[concept] for concept, share in routes), np.zeros(len(fold)))
            for scores, out in ((said if routes else lexical, found), (lexical, by_words)):
                out.append(
                    measures.by_fold(measures.average_precision, labels[name][rows] == 1, scores[rows], fold[rows])
                )
    return {
        "statements": len(found),
        "average_precision": measures.macro(found),
        "by_words_alone": measures.macro(by_words),
    }


def macro(concepts: Mapping[str, Mapping[str, float]], group: Sequence[str]) -> dict[str, float]:
    """The mean of each figure over the group."""
    names = ("average_precision", "precision_at_80", "f1", "precision", "recall", "top3", "calibration_error")
    return {name: measures.macro([concepts[concept][name] for concept in group]) for name in names}


if __name__ == "__main__":
    main()
