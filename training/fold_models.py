"""Write a whole model for each run, to be measured: ``python -m training.fold_models --data DIR``.

Model K, in ``training/work/folds/K``, is the shipped model as it would be without the contracts and agreements of fold
K: the encoder of run K, heads, their join and calibration, and the routing's words from the other folds alone; and the
weights of free statements without group K of CUAD's categories, which that encoder never saw (``never_learned.json``).
Known of all folds, and of no text in particular: how rare words are, and how the routing's parts are balanced.
``python -m evals cuad --folds training/work/folds`` then scores each contract by the model that has not seen it. A run
that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.model_file import Head, Model, save
from evals.cuad_data import fingerprint
from evals.directions import fit_directions
from evals.fitting import LEFT_OUT, SHIFT, fit_head, fit_platt
from training import export, free, heads, router, vectors
from training.concepts import GOLD, SAME
from training.corpus import WORK, WRITTEN, load
from training.finetune import FOLDS, descriptions, tuned
from training.groups import GROUPS
from training.stack import Joined, join, out_of_fold, prototypes, run_of, table
from training.states import WINDOW
from training.train import OF_CATEGORY, SILVER_SHIFT, VERSION, better, by_phrases, calibrate, groups
from training.vocabulary import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evals.fitting import Platt

    Rows = NDArray[np.bool_]

MODELS = WORK / "folds"


def word_head(name: str, seen: Rows) -> tuple[NDArray[np.float64], float]:
    """The concept's head on counted words, fitted on the texts seen; kept."""
    kept = MODELS / "words" / f"{heads.file_of(name).stem}-{int(seen.sum())}.npz"
    if not kept.exists():
        column = np.where(seen, heads.labels()[name], LEFT_OUT).astype(np.int8)
        weights = np.where(np.array(load().source) == WRITTEN, heads.WRITTEN_WEIGHT, 1.0)
        if name not in GOLD and name not in SAME:
            column, weights = heads.thinned(column, weights)
        vector, bias = fit_head(heads.rows()[0], column, weights)
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(kept, vector=vector, bias=bias)
    with np.load(kept) as stored:
        return stored["vector"], float(stored["bias"])


def heads_of(number: int, joined: dict[str, Joined], platts: dict[str, Platt], seen: Rows) -> dict[str, Head]:
    """The heads of the run's model: words, and one direction for what vectors and likeness say."""
    names, run = list(joined), run_of(number)
    directions, biases = fit_directions(run.fitted_vectors, table(names)[run.fitted], run.weights)
    likeness = prototypes(str(number), names)
    made = {}
    for place, name in enumerate(names):
        vector, bias = word_head(name, seen)
        index = np.flatnonzero(vector)
        constant, words, margin, near = joined[name].without[number].tolist()
        platt = platts[name]
        made[name] = Head(
            index.astype(np.uint16),
            vector[index].astype(np.float32),
            bias,
            platt.slope * words,
            (platt.slope * (margin * directions[place] + near * likeness[place])).astype(np.float32),
            platt.slope * (margin * float(biases[place]) + constant) + platt.offset,
        )
        print(f"model {number}: {name}", flush=True)
    return made


def calibrations(joined: dict[str, Joined], names: Sequence[str], shift: float, seen: Rows) -> dict[str, Platt]:
    """Each concept's calibration, from the texts seen."""
    listed = [name for name in names if name in joined]
    columns = [np.where(seen, heads.labels()[name], LEFT_OUT).astype(np.int8)[seen] for name in listed]
    return dict(zip(listed, fit_platt([joined[name].margins[seen] for name in listed], columns, shift), strict=True))


def seen_documents(data: Path, fold: NDArray[np.int64], number: int) -> frozenset[str]:
    """Fingerprints of the contracts and agreements outside the fold."""
    corpus = load()
    fold_of_contract = dict(zip(corpus.contract, fold.tolist(), strict=True))
    agreements = json.loads((data / "contractnli" / "dev.json").read_text("utf-8"))["documents"]
    known = [*corpus.fingerprints, *(fingerprint(document["text"]) for document in agreements)]
    return frozenset(one for place, one in enumerate(known) if fold_of_contract.get(place) != number)


def main(argv: list[str] | None = None) -> None:
    """Every model that is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args(argv).data
    wanted = [number for number in range(FOLDS) if not (MODELS / str(number) / "embedded.json").exists()]
    if not wanted:
        return
    corpus, labels, fold = load(), heads.labels(), vectors.fold_of()
    gold, silver = groups()
    said = out_of_fold([*gold, *silver])
    joined = {name: found for group in (gold, silver) for name, found in better(join(group, said)).items()}
    calibrated = {
        **calibrate({name: joined[name] for name in gold}, SHIFT),
        **calibrate({name: joined[name] for name in silver}, SILVER_SHIFT),
    }
    likely = {name: probabilities for name, (probabilities, _) in calibrated.items()}
    features, idf, developing = Hasher().features(corpus.texts), heads.rows()[1], router.developing()
    likely |= by_phrases(likely, features)
    routings = router.fit(developing, corpus.texts, labels, vectors.asked, FOLDS)
    runs = free.settings(features, idf, likely)
    asked_of = {name: list(listed) for name, listed in developing.items()}
    for name, description in descriptions(data).items():
        asked_of.setdefault(name, []).append(description)
    evidence = free.gather(asked_of, labels, runs, routings, OF_CATEGORY)
    for number in wanted:
        folder, seen = MODELS / str(number), fold != number
        export.write(tuned(str(number), half=False), TOKENIZER.read_text("utf-8"), WINDOW, folder)
        platts = calibrations(joined, gold, SHIFT, seen) | calibrations(joined, silver, SILVER_SHIFT, seen)
        routing = routings.of_run[number]
        texts = [text for text, known in zip(corpus.texts, seen.tolist(), strict=True) if known]
        words = router.with_lift(routing.targets, texts, {name: column[seen] for name, column in labels.items()})
        model = Model(
            f"{VERSION}-fold-{number}",
            "",
            Encoder.from_folder(folder).sha256,
            idf,
            heads_of(number, joined, platts, seen),
            replace(routing, stems=words.stems, lift=words.lift, rarity=words.rarity),
            runs[number].ordinary,
            evidence[0].weights(number),
            evidence[1].weights(number),
            seen_documents(data, fold, number),
        )
        (folder / "never_learned.json").write_text(json.dumps(GROUPS[number]), "utf-8")
        save(model, folder)


if __name__ == "__main__":
    main()
