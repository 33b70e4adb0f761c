"""Join, calibrate and write the model: ``python -m training train --data DIR``.

Runs ``training.prepare`` and ``training.heads`` first (both only do what is not done yet) and takes the vectors that
``training.vectors`` made of every run. Writes the model into the package and ``training/work/report.json``: what the
model card says beside the figures, which evaluations give.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casewright.adapters.facts.fact_model import ARRAYS
from casewright.adapters.facts.fact_model import save as save_facts
from casewright.adapters.scoring import phrases
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.encoder import GRAPH, MANIFEST, TOKENIZER, Encoder
from casewright.adapters.scoring.features import Features, Hasher
from casewright.adapters.scoring.model_file import SHIPPED, Head, Model, save
from evals.directions import fit_directions
from evals.fitting import Platt, cross_platt
from training import fact_model, free, heads, router, thresholds, vectors
from training.agreement import agreement
from training.concepts import GOLD, GOLD_TERM, SAME
from training.corpus import CUAD, WORK, load
from training.draws import descriptions
from training.runs import FOLDS, RUNS, fold_of
from training.stack import Joined, counted, direction_of, join, out_of_fold, prototypes, ranked, table

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = "0.3"

FEWEST = 10
"""A silver concept with fewer positives gets no head."""

SILVER_SHIFT = 1.0
"""Silver labels leave unclear texts out, which makes heads shy: their line of best F1 goes all the way to 0.5."""

ONLY_COUNTED = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
"""The weights of a concept that is answered by its counted words alone."""

OF_CATEGORY = {category: template for template, category in SAME.items()}

Margins = NDArray[np.float64]


def groups() -> tuple[list[str], list[str]]:
    """The concepts with gold labels, and those with silver ones, that get heads."""
    gold = [OF_CATEGORY.get(name, name) for name in (*GOLD, *GOLD_TERM)]
    ruled = {*phrases.RULES, *phrases.JOINT, *gold}
    labels = heads.labels()
    return gold, [name for name in labels if name not in ruled and (labels[name] == 1).sum() >= FEWEST]


def better(joined: Mapping[str, Joined]) -> dict[str, Joined]:
    """The joined margins where they rank better than the counted words alone, else those."""
    made = {}
    for name, found in joined.items():
        alone = counted(name)
        gains = ranked(name, found.margins) > ranked(name, alone)
        made[name] = found if gains else Joined(alone, ONLY_COUNTED, (ONLY_COUNTED,) * FOLDS)
    return made


def calibrate(joined: Mapping[str, Joined], shift: float = 0.0) -> dict[str, tuple[Margins, Platt]]:
    """Cross-fitted probabilities and the calibration of each concept of a group, drawn towards the group's."""
    columns = [heads.labels()[name] for name in joined]
    said, fitted = cross_platt([found.margins for found in joined.values()], columns, fold_of(), shift)
    return {name: (likely, platt) for name, likely, platt in zip(joined, said, fitted, strict=True)}


def shipped_heads(joined: Mapping[str, Joined], platts: Mapping[str, Platt]) -> dict[str, Head]:
    """The heads as they are shipped: weights that are not zero, and one direction for all that vectors say."""
    names = list(joined)
    with np.load(vectors.VECTORS / "all.npz") as stored:
        rows, weights = stored["rows"], stored["weights"]
        seen = np.concatenate([stored["vectors"], stored["spoken"]], axis=1).astype(np.float32)
    directions, biases = fit_directions(seen, table(names)[rows], weights)
    likeness = prototypes("all", names)
    made = {}
    for place, name in enumerate(names):
        with np.load(heads.file_of(name)) as stored:
            vector, bias = stored["vector"], float(stored["bias"])
        index = np.flatnonzero(vector)
        constant, words, margin, *_ = joined[name].weights.tolist()
        platt = platts[name]
        made[name] = Head(
            index.astype(np.uint16),
            vector[index].astype(np.float32),
            bias,
            platt.slope * words,
            np.float32(platt.slope) * direction_of(name, joined[name].weights, directions[place], likeness[place]),
            platt.slope * (margin * float(biases[place]) + constant) + platt.offset,
        )
    return made


def by_phrases(likely: Mapping[str, Margins], features: Features) -> dict[str, Margins]:
    """What the rules of phrases say, joined with cross-fitted heads where a head must agree."""
    said = {name: phrases.score(listed, features).astype(np.float64) for name, listed in phrases.RULES.items()}
    for name, (other, listed) in phrases.JOINT.items():
        said[name] = likely[other] * phrases.score(listed, features)
    return said


def trained(data: Path) -> tuple[Model, dict[str, object]]:
    """The model, not yet hashed, and what no evaluation can say of it."""
    corpus, labels = load(), heads.labels()
    gold, silver = groups()
    print("joining", flush=True)
    said = out_of_fold([*gold, *silver])
    joined = {name: found for group in (gold, silver) for name, found in better(join(group, said)).items()}
    calibrated = calibrate({name: joined[name] for name in gold})
    calibrated |= calibrate({name: joined[name] for name in silver}, SILVER_SHIFT)
    likely = {name: probabilities for name, (probabilities, _) in calibrated.items()}
    features = Hasher().features(corpus.texts)
    likely |= by_phrases(likely, features)
    print("routing", flush=True)
    idf, developing = heads.rows()[1], router.developing()
    routings = router.fit(developing, corpus.texts, labels, vectors.asked)
    runs = free.settings(features, idf, likely)
    asked_of = {name: list(listed) for name, listed in developing.items()}
    for name, description in descriptions(data).items():
        asked_of.setdefault(name, [name]).append(description)
    evidence = free.gather(asked_of, labels, runs, routings, OF_CATEGORY)
    with np.load(vectors.VECTORS / "all.npz") as stored:
        ordinary = free.ordinary(stored["vectors"].astype(np.float32), stored["weights"])
    encoder = Encoder.from_folder(vectors.GRAPH)
    made = shipped_heads(joined, {name: platt for name, (_, platt) in calibrated.items()})
    cuad = np.array(corpus.source) == CUAD
    model = Model(
        VERSION,
        "",
        encoder.sha256,
        idf,
        made,
        routings.shipped,
        ordinary,
        evidence[0].weights(),
        evidence[1].weights(),
        frozenset(corpus.fingerprints),
        thresholds.by_concept({name: likely[name] for name in made}, labels, cuad),
        thresholds.of_path(evidence[0]),
        thresholds.of_path(evidence[1]),
    )
    by_rules = {name: said_ for name, said_ in likely.items() if name not in gold}
    report: dict[str, object] = {
        "heads": len(made),
        "texts": len(corpus.texts),
        "contracts": len(corpus.fingerprints),
        "joined": {name: bool(found.weights[2:].any()) for name, found in joined.items()},
        "silver": agreement(by_rules, labels, model.thresholds, fold_of(), cuad),
        "routing": router.accuracy(
            routings.shipped, router.statements("held_out"), lambda listed: vectors.asked("all", listed)
        ),
        "thresholds": {"free": model.free_threshold, "routed": model.routed_threshold, **model.thresholds},
        "weights": {"free": model.free, "routed": model.routed},
        "balance": [routings.shipped.trust, routings.shipped.doubt, routings.shipped.sharpness],
    }
    return model, report


def main(argv: list[str] | None = None) -> None:
    """Everything, or what of it is not done yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args(argv).data
    if not (WORK / "labels.npz").exists():
        from training import prepare

        prepare.main(["--data", str(data)])
    heads.main([])
    missing = [run for run in RUNS if not (vectors.VECTORS / f"{run}.npz").exists()]
    if missing:
        raise SystemExit(f"No vectors of run {', '.join(missing)}: python -m training vectors --run {missing[0]}")
    model, report = trained(data)
    save(model, SHIPPED)
    for name in (GRAPH, TOKENIZER, MANIFEST):
        shutil.copyfile(vectors.GRAPH / name, SHIPPED / name)
    save_facts(fact_model.fit(model.encoder), SHIPPED)
    report["model"] = EmbeddedScorer.from_folder().model
    report["bytes"] = sum((SHIPPED / name).stat().st_size for name in ("embedded.npz", GRAPH, TOKENIZER, ARRAYS))
    (WORK / "report.json").write_text(json.dumps(report, indent=1), "utf-8")
    print(json.dumps({key: value for key, value in report.items() if key not in {"joined", "silver"}}, indent=1))


if __name__ == "__main__":
    main()
