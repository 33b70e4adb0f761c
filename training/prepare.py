"""Cut the data into the product's own chunks and label each: ``python -m training prepare --data DIR``.

Writes ``training/work/corpus.json`` (texts, contracts, headings) and ``training/work/labels.npz`` (one column a
concept). The folder is the one that holds ``cuad-train/`` and ``contractnli/``.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casewright.adapters.ingest.reader import FileReader
from evals.cuad_data import fingerprint, label_spans
from evals.fitting import LEFT_OUT
from training import concepts
from training.corpus import CUAD, HERE, NLI, WORK, WRITTEN, Corpus
from training.marks import placed_spans, unit_with_marks
from training.silver import SILVER, provision, unilateral
from training.topics import TOPICS

Column = NDArray[np.int64]


def read_cuad(corpus: Corpus, folder: Path, reader: FileReader) -> None:
    """The training contracts; a chunk's gold labels are 1, LEFT_OUT, or missing (0)."""
    for line in (folder / "spans.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        reading = reader.read((folder / "contracts" / entry["file"]).read_bytes(), entry["file"])
        known = fingerprint(reading.text)
        if known in corpus.fingerprints:
            continue
        corpus.fingerprints.append(known)
        labels = {
            name: label_spans(reading.chunks, entry["spans"].get(name, []), reading.offsets)
            for name in (*concepts.GOLD, *concepts.GOLD_TERM)
        }
        placed = placed_spans(reading.offsets, entry["spans"])
        for row, chunk in enumerate(reading.chunks):
            gold = {name: int(column[row]) for name, column in labels.items() if column[row]}
            unit, own, marks = unit_with_marks(reading, chunk, placed)
            corpus.add(unit, CUAD, chunk.heading, gold, own, marks, row)
        corpus.count += 1


def read_nli(corpus: Corpus, path: Path, reader: FileReader) -> None:
    """The non-disclosure agreements; evidence for the chosen hypotheses is gold for confidentiality."""
    data = json.loads(path.read_text("utf-8"))
    for document in data["documents"]:
        reading = reader.read(document["text"].encode(), "agreement.txt")
        evidence = _evidence(document, concepts.NLI_CONFIDENTIALITY)
        found = label_spans(reading.chunks, evidence) if len(reading.text) == len(document["text"]) else None
        for row, chunk in enumerate(reading.chunks):
            known = found is not None and found[row] == 1
            gold = {"confidentiality clause": 1} if known else {}
            unit, own, _ = unit_with_marks(reading, chunk, ())
            corpus.add(unit, NLI, chunk.heading, gold, own, (), row)
        corpus.count += 1


def _evidence(document: dict[str, list], names: tuple[str, ...]) -> list[list[int]]:  # type: ignore[type-arg]  # JSON
    annotations = document["annotation_sets"][0]["annotations"]
    wanted = {place for name in names if name in annotations for place in annotations[name]["spans"]}
    return [document["spans"][place] for place in sorted(wanted)]


def read_written(corpus: Corpus, path: Path) -> None:
    """Clauses written for the purpose: each positive for its concept, silver for the others."""
    for name, entry in tomllib.loads(path.read_text("utf-8")).items():
        for text in entry["texts"]:
            corpus.add(" ".join(text.split()), WRITTEN, None, {name: 1})
            corpus.count += 1


def columns(corpus: Corpus) -> dict[str, Column]:
    """Labels (texts,) of every concept: 1, 0, or LEFT_OUT."""
    cuad = np.array(corpus.source) == CUAD
    gold = {
        name: np.where(cuad, [entry.get(name, 0) for entry in corpus.gold], LEFT_OUT)
        for name in (*concepts.GOLD, *concepts.GOLD_TERM)
    }
    patterns = SILVER | TOPICS
    silver = {
        name: np.array([pattern.label(*pair) for pair in zip(corpus.texts, corpus.heading, strict=True)])
        for name, pattern in patterns.items()
    }
    silver["clause"] = np.array([provision(text) for text in corpus.texts])
    silver["unilateral clause"] = np.array([unilateral(text) for text in corpus.texts])
    made = {name: _combined(name, silver[name], gold, cuad) for name in silver}
    made["clause"][np.array(corpus.source) == WRITTEN] = 1
    made["relevant to ai law"] = np.zeros(len(corpus.texts), np.int64)
    for row, entry in enumerate(corpus.gold):
        for name, value in entry.items():
            if corpus.source[row] != CUAD and name in made:
                made[name][row] = value
    for name, same in concepts.SAME.items():
        gold.pop(same)
        made[name] = np.where(cuad, [entry.get(same, 0) for entry in corpus.gold], made[name])
    return {name: np.asarray(column, np.int8) for name, column in (gold | made).items()}


def _combined(name: str, silver: Column, gold: dict[str, Column], cuad: NDArray[np.bool_]) -> Column:
    if name in concepts.UNION:
        stacked = np.stack([gold[part] for part in concepts.UNION[name]])
        affirmed = (stacked == 1).any(axis=0)
        unsure = (silver == 1) | (stacked == LEFT_OUT).any(axis=0)
        on_cuad = np.where(affirmed, 1, np.where(unsure, LEFT_OUT, 0))
        return np.where(cuad, on_cuad, silver)
    if name in concepts.BOTH:
        wide = gold[concepts.BOTH[name]]
        unsure = ((wide == 1) & (silver == LEFT_OUT)) | ((wide != 1) & (silver == 1)) | (wide == LEFT_OUT)
        agreed = np.where((wide == 1) & (silver == 1), 1, np.where(unsure, LEFT_OUT, 0))
        return np.where(cuad, agreed, silver)
    for part in concepts.ALSO.get(name, ()):
        silver = np.where(gold[part] == 1, 1, silver)
    return silver


def main(argv: list[str] | None = None) -> None:
    """Read, label, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args(argv).data
    corpus = Corpus()
    with closing(FileReader()) as reader:
        read_cuad(corpus, data / "cuad-train", reader)
        read_nli(corpus, data / "contractnli" / "dev.json", reader)
    read_written(corpus, HERE / "examples.toml")
    labels = columns(corpus)
    corpus.save()
    stored = {name.replace("/", "|"): column for name, column in labels.items()}
    np.savez_compressed(WORK / "labels.npz", allow_pickle=False, **stored)
    for name, column in sorted(labels.items()):
        print(f"{name:45} {int((column == 1).sum()):6} positive {int((column == LEFT_OUT).sum()):6} left out")
    print(f"{len(corpus.texts)} texts of {corpus.count} contracts and examples")


if __name__ == "__main__":
    main()
