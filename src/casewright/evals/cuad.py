"""Measuring a scorer on contracts labelled as CUAD is: the shipped model, models by fold, or heads fitted anew.

A figure is honest only over contracts the model has not seen: those whose fingerprint is in its training list are
left out and counted. Of several models each contract is scored by the first that has not seen it. With ``folds``,
heads are fitted again on the other folds, so that all contracts count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput
from casewright.evals import judged, report
from casewright.evals.asked import statements
from casewright.evals.cuad_answers import ByModels, Refitted
from casewright.evals.cuad_data import CATEGORIES, fingerprint, label_spans, read_contracts
from casewright.evals.fitting import LEFT_OUT, require_training
from casewright.evals.fitting import folds as folds_of
from casewright.evals.judged import Judged
from casewright.evals.measured import silent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.evals.cuad_answers import Answers, Said
    from casewright.evals.measured import MeasuredScorer, Progress, Ranker
    from casewright.tools.ports.reading import DocumentReader

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

TITLE = "Clauses found in contracts: CUAD's 34 clause categories"
ATTRIBUTION = "CUAD v1 by The Atticus Project, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)."

HEADS = "Each category by the head made for it"
ASKED = "The same concepts in free words never seen in training"
ABSENT = "Each category left out: no head, no routing, one plain statement"


@dataclass(frozen=True, slots=True)
class _Chunks:
    texts: list[str]
    contract: IntArray
    labels: dict[str, NDArray[np.int8]]
    contracts: int
    left_out: int
    model_of: IntArray
    """Which of the models scores the chunk."""


def measure_cuad(
    data: Path,
    *,
    scorers: Sequence[MeasuredScorer],
    reader: DocumentReader,
    baselines: Sequence[Ranker] = (),
    folds: int | None = None,
    progress: Progress | None = None,
) -> report.Report:
    """Figures over the contracts under ``data`` (see ``read_contracts``).

    ``progress(stage, done, total)`` is called as work goes on; total is 0 while it is not known. Raises
    ``InvalidInput`` for data that cannot be read and fewer than two folds, ``Unavailable`` where ``folds`` is given
    and scikit-learn is not installed.
    """
    told = progress or silent
    if folds is not None:
        require_training()
        if folds < 2:
            raise InvalidInput(f"--folds is {folds!r}, but contracts fall into at least 2 folds: give 2 or more.")
    chunks = _read(data, reader, [frozenset()] if folds else [scorer.contracts for scorer in scorers], told)
    if folds is not None and folds > chunks.contracts:
        raise InvalidInput(
            f"--folds is {folds!r}, but there are only {chunks.contracts} contracts: give at most that many."
        )
    if not chunks.texts:
        return _report(scorers, folds, chunks, (_nothing(chunks.left_out),), ())
    told("reading the words", 0, 0)
    fold = chunks.model_of if folds is None else folds_of(chunks.contract, folds)
    answers: Answers = (
        ByModels(scorers, chunks.texts, fold)
        if folds is None
        else Refitted(scorers[0], chunks.texts, chunks.labels, fold, told)
    )
    rankers = {one.name: one.over(chunks.texts) for one in baselines}
    sections = tuple(_sections(_Measuring(chunks, fold, scorers[0].model, answers, rankers, told)))
    return _report(scorers, folds, chunks, tuple(_notes(chunks.left_out, folds, len(scorers))), sections)


@dataclass(frozen=True, slots=True)
class _Measuring:
    """Everything that a section is made from."""

    chunks: _Chunks
    fold: IntArray
    model: str
    answers: Answers
    rankers: Mapping[str, Callable[[str], FloatArray]]
    told: Progress

    def judged(self, name: str, category: str, said: Said, calibrated: bool) -> Judged:
        """The texts that are clearly positive or clearly not, and what was said of them."""
        known = self.chunks.labels[category] != LEFT_OUT
        return Judged(
            name,
            self.chunks.labels[category][known] == 1,
            np.asarray(said, np.float64)[known],
            self.chunks.contract[known],
            self.fold[known],
            calibrated,
        )

    def compared(
        self, stage: str, questions: Sequence[tuple[str, str, str]], said: Callable[[str, str], Said]
    ) -> dict[str, list[Judged]]:
        """By scorer, each question (name, category, statement) judged; ``said`` answers the last two."""
        found: dict[str, list[Judged]] = {self.model: [], **{name: [] for name in self.rankers}}
        for done, (name, category, statement) in enumerate(questions):
            self.told(stage, done, len(questions))
            found[self.model].append(self.judged(name, category, said(category, statement), True))
            for ranker, score in self.rankers.items():
                found[ranker].append(self.judged(name, category, score(statement), False))
        return found


def _sections(measuring: _Measuring) -> Iterator[report.Section]:
    weights = judged.drawn(measuring.chunks.contracts)
    asked, answers = statements(), measuring.answers
    heads = {name: said for name in CATEGORIES if (said := answers.head(name)) is not None}
    named = [(name, name, asked[name].named) for name in CATEGORIES]
    free = [(f"{name}: {words}", name, words) for name in CATEGORIES for words in asked[name].asked]
    by_heads = measuring.compared("scoring", [one for one in named if one[1] in heads], lambda name, _: heads[name])
    yield report.section("heads", HEADS, NAMED, by_heads, weights)
    by_words = measuring.compared("free words", free, lambda _, words: answers.ask(words))
    yield report.section("asked", ASKED, answers.asked_note, by_words, weights)
    left_out = measuring.compared("left-out categories", named, answers.ask_without)
    yield report.section("left_out", ABSENT, answers.absent_note, left_out, weights)


NAMED = "The baselines are asked one plain description of the category."


def _read(data: Path, reader: DocumentReader, seen: Sequence[frozenset[str]], told: Progress) -> _Chunks:
    texts: list[str] = []
    contract: list[int] = []
    model_of: list[int] = []
    columns: dict[str, list[NDArray[np.int8]]] = {name: [] for name in CATEGORIES}
    read = left_out = 0
    for entry in read_contracts(data):
        told("reading", read + left_out, 0)
        known = fingerprint(entry.text)
        model = next((number for number, contracts in enumerate(seen) if known not in contracts), None)
        if model is None:
            left_out += 1
            continue
        reading = reader.read(entry.text.encode("utf-8"), "contract.txt")
        texts += [reading.text[chunk.start : chunk.end] for chunk in reading.chunks]
        contract += [read] * len(reading.chunks)
        model_of += [model] * len(reading.chunks)
        for name, column in columns.items():
            column.append(label_spans(reading.chunks, entry.spans.get(name, ()), reading.offsets))
        read += 1
    labels = {name: np.concatenate(column or [np.empty(0, np.int8)]) for name, column in columns.items()}
    return _Chunks(texts, np.array(contract, np.int64), labels, read, left_out, np.array(model_of, np.int64))


def _report(
    scorers: Sequence[MeasuredScorer],
    folds: int | None,
    chunks: _Chunks,
    notes: tuple[str, ...],
    sections: tuple[report.Section, ...],
) -> report.Report:
    facts = {
        "folds": folds,
        "models": len(scorers),
        "contracts": chunks.contracts,
        "left_out": chunks.left_out,
        "chunks": len(chunks.texts),
    }
    return report.Report("cuad", TITLE, scorers[0].model, facts, notes, ATTRIBUTION, sections)


def _nothing(left_out: int) -> str:
    if not left_out:
        return "There is no contract here."
    return (
        f"Left out {left_out} of {left_out} contracts: the model was trained on all of them, so there is nothing to "
        "measure honestly. Use --folds 5 to fit heads anew on the other folds and measure those."
    )


def _notes(left_out: int, folds: int | None, models: int) -> Iterator[str]:
    if folds is not None:
        yield (
            f"Heads fitted anew in {folds} folds of contracts, with the shipped inverse document frequencies; "
            "AP and precision at 80 % recall are means over the folds."
        )
        return
    whose = "The shipped model" if models == 1 else f"{models} models, each contract by one that has not seen it"
    yield f"{whose}, on contracts it has not seen; {left_out} were left out, being training data."
    if models > 1:
        yield "AP and precision at 80 % recall are means over the models."
