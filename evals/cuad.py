"""Measuring a scorer on contracts labelled as CUAD is: the shipped model, models by fold, or heads fitted anew.

A figure is honest only over contracts the model has not seen: those whose fingerprint is in its training list are
left out and counted. Of several models each contract is scored by the first that has not seen it. With ``refit``,
heads on words alone are fitted again in so many folds, so that all contracts count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.scored_units import units_of
from casewright.errors import InvalidInput
from evals import judgements, report
from evals.cuad_answers import Answered, ByModels, Refitted
from evals.cuad_data import CATEGORIES, fingerprint, label_spans, read_contracts
from evals.fitting import LEFT_OUT, require_training
from evals.fitting import folds as folds_of
from evals.judgements import Judged
from evals.kept import Kept
from evals.model_folders import HOW_FOLDS
from evals.scorers import first_unseen, name_of, silent
from evals.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.tools.ports.documents import DocumentReader
    from evals.cuad_answers import Answers
    from evals.scorers import MeasuredScorer, Progress, Ranker
    from evals.statements import Asked

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

TITLE = "Clauses found in contracts: CUAD's 34 clause categories"
ATTRIBUTION = "CUAD v1 by The Atticus Project, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)."

HEADS = "Each category by the head made for it"
ASKED = "The same concepts in free words never seen in training"
ROUNDABOUT = "The same concepts in words never seen that avoid the usual ones"
ABSENT = "Each category left out: no head, no routing, one plain statement"


@dataclass(frozen=True, slots=True)
class _Chunks:
    texts: list[str]
    contract: IntArray
    labels: dict[str, NDArray[np.int8]]
    contracts: int
    left_out: int
    model_of: IntArray
    """Which model of each panel scores the chunk, shape (chunks, panels)."""


def measure_cuad(
    data: Path,
    *,
    scorers: Sequence[MeasuredScorer],
    reader: DocumentReader,
    beside: Sequence[MeasuredScorer] = (),
    baselines: Sequence[Ranker] = (),
    refit: int | None = None,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> report.Report:
    """Figures over the contracts under ``data`` (see ``read_contracts``).

    ``beside`` are models of another kind, measured on the same contracts; ``kept`` are readings of before.
    ``progress(stage, done, total)`` is called as work goes on; total is 0 while it is not known. Raises
    ``InvalidInput`` for data that cannot be read and fewer than two folds, ``Unavailable`` where ``refit`` is given
    and scikit-learn is not installed.
    """
    told = progress or silent
    panels = [scorers, beside] if beside else [scorers]
    if refit is not None:
        require_training()
        if refit < 2:
            raise InvalidInput(f"--refit is {refit!r}, but contracts fall into at least 2 folds: give 2 or more.")
    seen = [[scorer.contracts for scorer in panel] for panel in panels]
    chunks = _read(data, reader, [[frozenset()]] if refit else seen, kept or Kept(None), told)
    if refit is not None and refit > chunks.contracts:
        raise InvalidInput(
            f"--refit is {refit!r}, but there are only {chunks.contracts} contracts: give at most that many."
        )
    if not chunks.texts:
        return _report(scorers, refit, chunks, (_nothing(chunks.left_out),), ())
    told("reading the words", 0, 0)
    answers: dict[str, Answers] = {}
    if refit is None:
        fold = np.unique(chunks.model_of, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
        for place, panel in enumerate(panels):
            answers[name_of(panel)] = ByModels(panel, chunks.texts, chunks.model_of[:, place])
    else:
        fold = folds_of(chunks.contract, refit)
        answers[f"{scorers[0].model}, words"] = Refitted(scorers[0], chunks.texts, chunks.labels, fold, told)
    rankers = {one.name: one.over(chunks.texts) for one in baselines}
    sections = tuple(_sections(_Measuring(chunks, fold, answers, rankers, told)))
    return _report(scorers, refit, chunks, tuple(_notes(chunks.left_out, refit, scorers)), sections)


@dataclass(frozen=True, slots=True)
class _Measuring:
    """Everything that a section is made from; the first of ``answers`` are the model's."""

    chunks: _Chunks
    fold: IntArray
    answers: Mapping[str, Answers]
    rankers: Mapping[str, Callable[[str], FloatArray]]
    told: Progress

    def judged(self, question: _Question, answered: Answered, calibrated: bool) -> Judged:
        """The texts that count and are clearly positive or clearly not, and what was said of them."""
        labels = self.chunks.labels[question.category]
        known = labels != LEFT_OUT
        if question.counted is not None:
            known = known & question.counted
        likely, line = answered.of(known)
        return Judged(
            question.name, labels[known] == 1, likely, self.chunks.contract[known], self.fold[known], calibrated, line
        )

    def compared(
        self, stage: str, questions: Sequence[_Question], answer: Callable[[Answers, _Question], Answered]
    ) -> dict[str, list[Judged]]:
        """By scorer, each question judged."""
        found: dict[str, list[Judged]] = {name: [] for name in (*self.answers, *self.rankers)}
        for done, question in enumerate(questions):
            self.told(stage, done, len(questions))
            for name, answers in self.answers.items():
                found[name].append(self.judged(question, answer(answers, question), True))
            for name, score in self.rankers.items():
                found[name].append(self.judged(question, Answered(score(question.statement)), False))
        return found


@dataclass(frozen=True, slots=True)
class _Question:
    """A row: its name, the category whose labels are true, the statement, and the texts that count (None: all)."""

    name: str
    category: str
    statement: str
    counted: NDArray[np.bool_] | None = None


def _sections(measuring: _Measuring) -> Iterator[report.Section]:
    weights = judgements.drawn(measuring.chunks.contracts)
    asked, (model, *_) = statements(), measuring.answers.values()
    named = [_Question(name, name, asked[name].named) for name in CATEGORIES]
    absent = [_Question(name, name, asked[name].named, model.never_learned(name)) for name in CATEGORIES]
    absent = [one for one in absent if one.counted is None or one.counted.any()]
    with_heads = [one for one in named if all(one.category in each.heads for each in measuring.answers.values())]
    by_heads = measuring.compared("scoring", with_heads, lambda answers, one: answers.head(one.category))
    yield report.section("heads", HEADS, NAMED, by_heads, weights, listed=True)
    for key, title, pick in (("asked", ASKED, _asked), ("roundabout", ROUNDABOUT, _roundabout)):
        free = [_Question(f"{name}: {words}", name, words) for name in CATEGORIES for words in pick(asked[name])]
        by_words = measuring.compared(key, free, lambda answers, one: answers.ask(one.statement))
        yield report.section(key, title, model.asked_note, by_words, weights)
    left_out = measuring.compared(
        "left-out categories", absent, lambda answers, one: answers.ask_without(one.category, one.statement)
    )
    yield report.section("left_out", ABSENT, model.absent_note, left_out, weights)


def _asked(one: Asked) -> tuple[str, ...]:
    return one.asked


def _roundabout(one: Asked) -> tuple[str, ...]:
    return one.roundabout


NAMED = "The baselines are asked one plain description of the category."


def _read(
    data: Path, reader: DocumentReader, seen: Sequence[Sequence[frozenset[str]]], kept: Kept, told: Progress
) -> _Chunks:
    """The contracts that in every panel have a model which has not seen them."""
    texts: list[str] = []
    contract: list[int] = []
    model_of: list[list[int]] = []
    columns: dict[str, list[NDArray[np.int8]]] = {name: [] for name in CATEGORIES}
    read = left_out = 0
    for entry in read_contracts(data):
        told("reading", read + left_out, 0)
        known = fingerprint(entry.text)
        models = [first_unseen(known, panel) for panel in seen]
        if None in models:
            left_out += 1
            continue
        reading = kept.reading(reader, entry.text)
        texts += units_of(reading)
        contract += [read] * len(reading.chunks)
        model_of += [[model for model in models if model is not None]] * len(reading.chunks)
        for name, column in columns.items():
            column.append(label_spans(reading.chunks, entry.spans.get(name, ()), reading.offsets))
        read += 1
    labels = {name: np.concatenate(column or [np.empty(0, np.int8)]) for name, column in columns.items()}
    return _Chunks(
        texts,
        np.array(contract, np.int64),
        labels,
        read,
        left_out,
        np.array(model_of, np.int64).reshape(len(texts), len(seen)),
    )


def _report(
    scorers: Sequence[MeasuredScorer],
    refit: int | None,
    chunks: _Chunks,
    notes: tuple[str, ...],
    sections: tuple[report.Section, ...],
) -> report.Report:
    facts = {
        "refitted_folds": refit,
        "models": len(scorers),
        "contracts": chunks.contracts,
        "left_out": chunks.left_out,
        "chunks": len(chunks.texts),
    }
    return report.Report("cuad", TITLE, name_of(scorers), facts, notes, ATTRIBUTION, sections)


def _nothing(left_out: int) -> str:
    if not left_out:
        return "There is no contract here."
    return (
        f"Left out {left_out} of {left_out} contracts: the model was trained on all of them, so there is nothing to "
        f"measure honestly. {HOW_FOLDS} --refit 5 measures heads on words alone, fitted anew on the other folds."
    )


def _notes(left_out: int, refit: int | None, scorers: Sequence[MeasuredScorer]) -> Iterator[str]:
    if refit is not None:
        yield (
            f"Heads on words fitted anew in {refit} folds of contracts, with the shipped inverse document frequencies; "
            "AP and precision at 80 % recall are means over the folds."
        )
        if scorers[0].encoded:
            yield ENCODER_SAW
        return
    count = len(scorers)
    whose = "The shipped model" if count == 1 else f"{count} models, each contract by one that has not seen it"
    yield f"{whose}, on contracts it has not seen; {left_out} were left out, being training data."
    if left_out:
        yield HOW_FOLDS
    if count > 1:
        yield "AP and precision at 80 % recall are means over the models."


ENCODER_SAW = (
    "The shipped encoder has seen these contracts. The heads fitted here do not read its vectors; what answers free "
    "words does, so those figures, and those of left-out categories, are better than on contracts it has not seen. "
    "Measure the whole model with --folds, over models by fold."
)
