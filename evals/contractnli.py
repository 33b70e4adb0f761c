"""Measuring free statements on ContractNLI: each hypothesis is asked of every chunk of every agreement.

A chunk is positive where people marked it as evidence for or against the hypothesis: what is measured is whether the
scorer finds the place that decides, not what it decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.scored_units import units_of
from casewright.errors import InvalidInput
from evals import judgements, report
from evals.cuad_answers import Answered, ByModels
from evals.cuad_data import fingerprint, label_spans
from evals.data_files import find, json_file, shaped
from evals.fitting import LEFT_OUT
from evals.judgements import Judged
from evals.scorers import first_unseen, name_of, silent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.tools.ports.documents import DocumentReader
    from evals.scorers import MeasuredScorer, Progress, Ranker

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

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
    """Which model of each panel reads the chunk, shape (chunks, panels)."""


def measure_contractnli(
    data: Path,
    *,
    scorers: Sequence[MeasuredScorer],
    reader: DocumentReader,
    beside: Sequence[MeasuredScorer] = (),
    baselines: Sequence[Ranker] = (),
    split: str = "dev",
    progress: Progress | None = None,
) -> report.Report:
    """Figures by hypothesis over the split. Of several scorers each agreement is read by the first not trained on it.

    Raises ``InvalidInput`` for data that cannot be read or is empty.
    """
    told = progress or silent
    panels = [scorers, beside] if beside else [scorers]
    found = _read(data, split, reader, [[scorer.contracts for scorer in panel] for panel in panels], told)
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
    if not found.count:
        notes.append("Nothing is left to measure: --split test has agreements that were not trained on.")
    sections: tuple[report.Section, ...] = ()
    if found.texts:
        asking: dict[str, Callable[[str], Answered | FloatArray]] = {
            name_of(panel): ByModels(panel, found.texts, found.model_of[:, place]).ask
            for place, panel in enumerate(panels)
        }
        asking |= {one.name: one.over(found.texts) for one in baselines}
        sections = (_section(found, asking, len(panels), told),)
    return report.Report("contractnli", TITLE, name_of(scorers), facts, tuple(notes), ATTRIBUTION, sections)


def _section(
    found: _Agreements, asking: Mapping[str, Callable[[str], Answered | FloatArray]], calibrated: int, told: Progress
) -> report.Section:
    """The hypotheses, asked of every scorer; the first ``calibrated`` of them say probabilities."""
    asked: dict[str, list[Judged]] = {name: [] for name in asking}
    fold = np.unique(found.model_of, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    for done, (key, words) in enumerate(found.hypotheses.items()):
        told("asking", done, len(found.hypotheses))
        known = found.labels[key] != LEFT_OUT
        truth, group = found.labels[key][known] == 1, found.group[known]
        for number, (name, ask) in enumerate(asking.items()):
            answer = ask(words)
            answered = answer if isinstance(answer, Answered) else Answered(answer)
            said, line = answered.of(known)
            asked[name].append(Judged(words, truth, said, group, fold[known], number < calibrated, line))
    return report.section("evidence", "Evidence by hypothesis", NOTE, asked, judgements.drawn(found.count), listed=True)


def _read(
    data: Path, split: str, reader: DocumentReader, seen: Sequence[Sequence[frozenset[str]]], told: Progress
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
    model_of: list[list[int]] = []
    columns: dict[str, list[NDArray[np.int8]]] = {key: [] for key in hypotheses}
    count = left_out = 0
    for number, document in enumerate(documents, start=1):
        told("reading", number - 1, len(documents))
        with shaped(file, f"document {number}", "ContractNLI", GIVE):
            text, evidence = str(document["text"]), _evidence(document, hypotheses)
        known = fingerprint(text)
        models = [first_unseen(known, panel) for panel in seen]
        if None in models:
            left_out += 1
            continue
        reading = reader.read(text.encode("utf-8"), "agreement.txt")
        texts += units_of(reading)
        group += [count] * len(reading.chunks)
        model_of += [[model for model in models if model is not None]] * len(reading.chunks)
        for key, column in columns.items():
            column.append(label_spans(reading.chunks, evidence[key], reading.offsets))
        count += 1
    labels = {key: np.concatenate(column or [np.empty(0, np.int8)]) for key, column in columns.items()}
    return _Agreements(
        hypotheses,
        texts,
        np.array(group, np.int64),
        labels,
        count,
        left_out,
        np.array(model_of, np.int64).reshape(len(texts), len(seen)),
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
