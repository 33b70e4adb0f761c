"""Measuring free statements on ContractNLI: each hypothesis is asked of every chunk of every agreement.

A chunk is positive where people marked it as evidence for or against the hypothesis: what is measured is whether the
scorer finds the place that decides, not what it decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput
from casewright.evals import judged, report
from casewright.evals.cuad_data import fingerprint, label_spans
from casewright.evals.data_files import find, json_file, shaped
from casewright.evals.fitting import LEFT_OUT
from casewright.evals.judged import Judged
from casewright.evals.measured import silent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.evals.measured import MeasuredScorer, Progress, Ranker
    from casewright.tools.ports.reading import DocumentReader

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Said = NDArray[np.float32] | FloatArray

TITLE = "Evidence for statements in non-disclosure agreements: ContractNLI"
ATTRIBUTION = "ContractNLI by Koreeda and Manning (2021), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)."
GIVE = "give the folder with train.json, dev.json and test.json, or one of these files"
NOTE = "Each hypothesis is asked as a free statement, word for word, of all chunks of all agreements."
SEEN = (
    "The shipped model was trained on the texts of the dev split's agreements, and on the evidence of eight hypotheses "
    "as labels for confidentiality, though not on the hypotheses' words: --split test has texts that it has not seen."
)


@dataclass(frozen=True, slots=True)
class _Agreements:
    hypotheses: Mapping[str, str]
    texts: list[str]
    group: IntArray
    labels: Mapping[str, NDArray[np.int8]]
    count: int
    left_out: int
    model_of: IntArray


def measure_contractnli(
    data: Path,
    *,
    scorers: Sequence[MeasuredScorer],
    reader: DocumentReader,
    baselines: Sequence[Ranker] = (),
    split: str = "dev",
    progress: Progress | None = None,
) -> report.Report:
    """Figures by hypothesis over the split. Of several scorers each agreement is read by the first not trained on it.

    Raises ``InvalidInput`` for data that cannot be read or is empty.
    """
    told = progress or silent
    found = _read(data, split, reader, [scorer.contracts for scorer in scorers], told)
    facts: dict[str, int | str | None] = {
        "split": split,
        "models": len(scorers),
        "agreements": found.count,
        "left_out": found.left_out,
        "chunks": len(found.texts),
    }
    notes = [SEEN] if split == "dev" and len(scorers) == 1 and not found.left_out else []
    if found.left_out:
        notes.append(f"{found.left_out} agreements were left out, being training data.")
    sections: tuple[report.Section, ...] = ()
    if found.texts:
        asking: dict[str, Callable[[str], Said]] = {scorers[0].model: _by_models(scorers, found)}
        asking |= {one.name: one.over(found.texts) for one in baselines}
        sections = (_section(found, asking, told),)
    return report.Report("contractnli", TITLE, scorers[0].model, facts, tuple(notes), ATTRIBUTION, sections)


def _section(found: _Agreements, asking: Mapping[str, Callable[[str], Said]], told: Progress) -> report.Section:
    asked: dict[str, list[Judged]] = {name: [] for name in asking}
    for done, (key, words) in enumerate(found.hypotheses.items()):
        told("asking", done, len(found.hypotheses))
        known = found.labels[key] != LEFT_OUT
        for number, (name, ask) in enumerate(asking.items()):
            asked[name].append(
                Judged(
                    words,
                    found.labels[key][known] == 1,
                    np.asarray(ask(words), np.float64)[known],
                    found.group[known],
                    found.model_of[known],
                    calibrated=number == 0,
                )
            )
    return report.section("evidence", "Evidence by hypothesis", NOTE, asked, judged.drawn(found.count))


def _by_models(scorers: Sequence[MeasuredScorer], found: _Agreements) -> Callable[[str], Said]:
    parts = []
    for number, scorer in enumerate(scorers):
        rows = np.flatnonzero(found.model_of == number)
        parts.append((rows, scorer.over([found.texts[row] for row in rows.tolist()])))

    def ask(statement: str) -> Said:
        said = np.zeros(len(found.texts), np.float32)
        for rows, ready in parts:
            said[rows] = ready.score(statement)
        return said

    return ask


def _read(
    data: Path, split: str, reader: DocumentReader, seen: Sequence[frozenset[str]], told: Progress
) -> _Agreements:
    if not split.isidentifier():
        raise InvalidInput(f"--split is {split!r}: name one of train, dev and test.")
    file = find(data, (f"{split}.json",), GIVE)
    content = json_file(file, "ContractNLI", GIVE)
    with shaped(file, "", "ContractNLI", GIVE):
        hypotheses = {str(key): str(entry["hypothesis"]) for key, entry in sorted(content["labels"].items())}
        documents = list(content["documents"])
    if not documents or not hypotheses:
        raise InvalidInput(f"{str(file)!r} holds no agreements or no hypotheses: {GIVE}.")
    texts: list[str] = []
    group: list[int] = []
    model_of: list[int] = []
    columns: dict[str, list[NDArray[np.int8]]] = {key: [] for key in hypotheses}
    count = left_out = 0
    for number, document in enumerate(documents, start=1):
        told("reading", number - 1, len(documents))
        with shaped(file, f"document {number}", "ContractNLI", GIVE):
            text, evidence = str(document["text"]), _evidence(document, hypotheses)
        known = fingerprint(text)
        model = next((place for place, contracts in enumerate(seen) if known not in contracts), None)
        if model is None:
            left_out += 1
            continue
        reading = reader.read(text.encode("utf-8"), "agreement.txt")
        texts += [reading.text[chunk.start : chunk.end] for chunk in reading.chunks]
        group += [count] * len(reading.chunks)
        model_of += [model] * len(reading.chunks)
        for key, column in columns.items():
            column.append(label_spans(reading.chunks, evidence[key], reading.offsets))
        count += 1
    labels = {key: np.concatenate(column or [np.empty(0, np.int8)]) for key, column in columns.items()}
    return _Agreements(
        hypotheses, texts, np.array(group, np.int64), labels, count, left_out, np.array(model_of, np.int64)
    )


def _evidence(document: Mapping[str, object], hypotheses: Mapping[str, str]) -> dict[str, list[list[int]]]:
    """By hypothesis, the [start, end) of the sentences that decide it."""
    spans, sets = document["spans"], document["annotation_sets"]
    if not isinstance(spans, list) or not isinstance(sets, list):
        raise TypeError("spans and annotation_sets are lists")
    annotations = sets[0]["annotations"] if sets else {}
    return {
        key: [[int(spans[place][0]), int(spans[place][1])] for place in annotations.get(key, {}).get("spans", ())]
        for key in hypotheses
    }
