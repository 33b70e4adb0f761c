"""Write whole models that have not seen some of the contracts, to be measured: ``python -m training folds``.

Model K, in ``OUT/K``, is the shipped model as it would be without the contracts and agreements of fold K: the encoder
of run K, heads, their join and calibration, the routing's words, and the model of facts, from the other folds alone.
Model gK, in ``OUT/left_out/gK``, is the same by the run that has seen nothing of group K of CUAD's categories
(``never_learned.json``), with weights of free statements fitted without that group. Known of all folds, and of no text
in particular: how rare words are, how the routing's parts are balanced, and the twelve weights and two thresholds of
free statements.
``python -m evals cuad --folds OUT`` then scores each contract by the model that has not seen it. What is there already
is not made again.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts import fact_model
from casewright.adapters.scoring.encoder import Encoder
from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.model_file import Head, Model, save
from evals.cuad_data import fingerprint
from evals.directions import fit_directions
from evals.fitting import LEFT_OUT, fit_head, fit_platt
from training import background, export, finetune, free, heads, router, thresholds, vectors
from training import fact_model as facts
from training.concepts import GOLD, SAME
from training.corpus import CUAD, WORK, WRITTEN, load
from training.draws import descriptions
from training.groups import GROUPS
from training.runs import BY_FOLD, BY_GROUP, held_out, left_out_by
from training.stack import Joined, direction_of, join, out_of_fold, prototypes, run_of, table
from training.tokens import WINDOW
from training.train import OF_CATEGORY, SILVER_SHIFT, VERSION, better, by_phrases, calibrate, groups
from training.vocabulary import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evals.fitting import Platt

    Rows = NDArray[np.bool_]

WORDS = WORK / "fold-words"


def word_head(name: str, seen: Rows) -> tuple[NDArray[np.float64], float]:
    """The concept's head on counted words, fitted on the texts seen; kept."""
    kept = WORDS / f"{heads.file_of(name).stem}-{int(seen.sum())}.npz"
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


def heads_of(name_of_run: str, joined: dict[str, Joined], platts: dict[str, Platt], seen: Rows) -> dict[str, Head]:
    """The heads of the run's model: words, and one direction for what vectors and likeness say."""
    names, run = list(joined), run_of(name_of_run)
    directions, biases = fit_directions(run.fitted_seen, table(names)[run.fitted], run.weights)
    likeness = prototypes(name_of_run, names)
    made = {}
    for place, name in enumerate(names):
        vector, bias = word_head(name, seen)
        index = np.flatnonzero(vector)
        weights = _weights(joined[name], name_of_run)
        constant, words, margin, *_ = weights.tolist()
        platt = platts[name]
        made[name] = Head(
            index.astype(np.uint16),
            vector[index].astype(np.float32),
            bias,
            platt.slope * words,
            np.float32(platt.slope) * direction_of(name, weights, directions[place], likeness[place]),
            platt.slope * (margin * float(biases[place]) + constant) + platt.offset,
        )
        print(f"model {name_of_run}: {name}", flush=True)
    return made


def calibrations(joined: dict[str, Joined], names: Sequence[str], shift: float, seen: Rows) -> dict[str, Platt]:
    """Each concept's calibration, from the texts seen."""
    listed = [name for name in names if name in joined]
    columns = [np.where(seen, heads.labels()[name], LEFT_OUT).astype(np.int8)[seen] for name in listed]
    return dict(zip(listed, fit_platt([joined[name].margins[seen] for name in listed], columns, shift), strict=True))


def _weights(joined: Joined, run: str) -> NDArray[np.float64]:
    """The weights that join a concept's parts: those of the other folds; of a run that left a third out, of all."""
    return joined.without[int(run)] if run in BY_FOLD else joined.weights


def seen_documents(data: Path, run: str) -> frozenset[str]:
    """Fingerprints of the contracts and agreements that the run has seen."""
    corpus = load()
    out = {known for known, held in zip(corpus.contract, held_out(run).tolist(), strict=True) if held}
    agreements = json.loads((data / "contractnli" / "dev.json").read_text("utf-8"))["documents"]
    known = [*corpus.fingerprints, *(fingerprint(document["text"]) for document in agreements)]
    return frozenset(one for place, one in enumerate(known) if place not in out)


def folder_of(out: Path, run: str) -> Path:
    """Where the run's model goes."""
    return out / run if run in BY_FOLD else out / "left_out" / run


def made_ready(data: Path, runs: Sequence[str]) -> None:
    """Every step before, as far as it is not done."""
    for run in runs:
        finetune.train(run, data)
        vectors.main(["--run", run])


def main(argv: list[str] | None = None) -> None:
    """Every model that is not there yet."""
    parser = argparse.ArgumentParser(prog="python -m training folds", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(argv)
    wanted = [run for run in (*BY_FOLD, *BY_GROUP) if not (folder_of(options.out, run) / "embedded.json").exists()]
    if not wanted:
        return
    made_ready(options.data, (*BY_FOLD, *BY_GROUP))
    write_models(options.data, options.out, wanted)


def write_models(data: Path, out: Path, wanted: Sequence[str]) -> None:
    """The models of these runs."""
    corpus, labels = load(), heads.labels()
    cuad = np.array(corpus.source) == CUAD
    gold, silver = groups()
    said = out_of_fold([*gold, *silver])
    joined = {name: found for group in (gold, silver) for name, found in better(join(group, said)).items()}
    calibrated = {
        **calibrate({name: joined[name] for name in gold}),
        **calibrate({name: joined[name] for name in silver}, SILVER_SHIFT),
    }
    likely = {name: probabilities for name, (probabilities, _) in calibrated.items()}
    features, idf, developing = Hasher().features(corpus.texts), heads.rows()[1], router.developing()
    likely |= by_phrases(likely, features)
    routings = router.fit(developing, corpus.texts, labels, vectors.asked)
    runs = free.settings(features, idf, likely)
    asked_of = {name: list(listed) for name, listed in developing.items()}
    for name, description in descriptions(data).items():
        asked_of.setdefault(name, []).append(description)
    evidence = free.gather(asked_of, labels, runs, routings, OF_CATEGORY)
    for run in wanted:
        folder, seen, group = folder_of(out, run), ~held_out(run), left_out_by(run).group
        model, found = finetune.tuned(run, half=False)
        export.write(model, found.marks, TOKENIZER.read_text("utf-8"), WINDOW, folder)
        encoder = Encoder.from_folder(folder).sha256
        platts = calibrations(joined, gold, 0.0, seen) | calibrations(joined, silver, SILVER_SHIFT, seen)
        routing = routings.of_run[run]
        texts = [text for text, known in zip(corpus.texts, seen.tolist(), strict=True) if known]
        words = router.with_lift(routing.targets, texts, {name: column[seen] for name, column in labels.items()})
        made = Model(
            f"{VERSION}-fold-{run}",
            "",
            encoder,
            idf,
            heads_of(run, joined, platts, seen),
            replace(routing, stems=words.stems, lift=words.lift, rarity=words.rarity),
            free.ordinary(run_of(run).fitted_vectors, run_of(run).weights),
            evidence[0].weights(group),
            evidence[1].weights(group),
            seen_documents(data, run),
            thresholds.by_concept({name: likely[name] for name in joined}, labels, seen & cuad),
            thresholds.of_path(evidence[0], group),
            thresholds.of_path(evidence[1], group),
        )
        if group is not None:
            (folder / "never_learned.json").write_text(json.dumps(GROUPS[group]), "utf-8")
        else:
            leave = frozenset(np.array(corpus.contract)[~seen].tolist())
            fact_model.save(facts.fit(encoder, leave, f"{facts.VERSION}-fold-{run}"), folder)
        save(made, folder)
        if group is not None:
            background.write(data / "cuad-train", folder)


if __name__ == "__main__":
    main()
