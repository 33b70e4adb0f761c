"""CUAD's own measure of answer spans, as its released evaluation has it.

The rule is that of ``evaluate.py`` in https://github.com/TheAtticusProject/cuad (Hendrycks, Burns, Chen and Ball,
"CUAD: An Expert-Annotated NLP Dataset for Legal Contract Review", NeurIPS 2021), written anew from what it does:

- Texts are compared, not places. Of both, ".", ",", ";" and ":" go, "/" is a blank, case does not count, and the sets
  of words that blanks part are compared by Jaccard; 0.5 is a match. Of parties an answer that stands in a find, letter
  by letter, is a match too.
- At a line, finds said with more than it count. An answer that any of them matches is found, else missed; a find that
  matches no answer is false. Several finds of one answer are one. Precision and recall are over the answers of all
  contracts and categories together.
- Lines are .99, .98 … .01, .001 and 0. Precision at a recall is the best at any line that reaches it; the area is under
  straight lines from one to the next, beginning at recall 0 with precision 1, and ends at the last recall reached.

One text found twice in a contract counts once there, and here with the higher confidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from evals.facts.judging import ReadContract
    from evals.judgements import Drawn

    FloatArray = NDArray[np.float64]

MATCH: Final = 0.5
LINES: Final = np.append(np.round(np.arange(0.99, 0.001, -0.01), 2), [0.001, 0.0])
SUBSTRING: Final = "Parties"
"""The category in which an answer that stands in a find is found."""

_DROPPED: Final = str.maketrans("/", " ", ".,;:")


@dataclass(frozen=True, slots=True)
class Counted:
    """Of one category, at each line and contract, shape (lines, contracts): answers found, and finds that are false;
    ``answers`` by contract, shape (contracts,).
    """

    found: FloatArray
    false: FloatArray
    answers: FloatArray


def jaccard(one: str, other: str) -> float:
    """How much of the words of both is in both; 0 where neither has any."""
    first, second = (set(text.lower().translate(_DROPPED).split()) for text in (one, other))
    return len(first & second) / len(first | second) if first or second else 0.0


def counted(category: str, read: Sequence[ReadContract], field: str) -> Counted:
    """The category's counts over these contracts; ``field`` is the name of its facts."""
    found, false = np.zeros((len(LINES), len(read))), np.zeros((len(LINES), len(read)))
    answers = np.zeros(len(read))
    for number, one in enumerate(read):
        if field in one.left_out:
            continue
        text = one.contract.text
        true = [text[start:end] for start, end in one.contract.spans.get(category, ())]
        said: dict[str, float] = {}
        for fact, (start, end) in zip(one.found, one.places, strict=True):
            if fact.field == field and text[start:end].strip():
                said[text[start:end]] = max(fact.confidence, said.get(text[start:end], 0.0))
        fits = [[_matches(category, answer, find) for find in said] for answer in true]
        best = [max((sure for sure, fit in zip(said.values(), row, strict=True) if fit), default=-1.0) for row in fits]
        wrong = [sure for place, sure in enumerate(said.values()) if not any(row[place] for row in fits)]
        answers[number] = len(true)
        found[:, number] = _above(best)
        false[:, number] = _above(wrong)
    return Counted(found, false, answers)


def together(parts: Iterable[Counted]) -> Counted:
    """The counts of several categories as one."""
    listed = list(parts)
    return Counted(
        np.sum([one.found for one in listed], axis=0),
        np.sum([one.false for one in listed], axis=0),
        np.sum([one.answers for one in listed], axis=0),
    )


def figures(counts: Counted, weights: Drawn) -> Mapping[str, FloatArray]:
    """The figures in each resample, shape (rounds,); ``weights`` say how often each contract is drawn."""
    precision, recall = precision_and_recall(counts, weights)
    width, height = np.diff(recall, axis=0), (precision[1:] + precision[:-1]) / 2
    known = counts.answers @ weights > 0
    values = {
        "aupr": (width * height).sum(axis=0),
        "precision_at_80": _at(precision, recall, 0.8),
        "precision_at_90": _at(precision, recall, 0.9),
        "reached": recall[-1],
    }
    return {name: np.where(known, value, np.nan) for name, value in values.items()}


def precision_and_recall(counts: Counted, weights: Drawn) -> tuple[FloatArray, FloatArray]:
    """The best precision from each line on, and recall there, shape (lines + 1, rounds); recall 0 comes first."""
    found, false = counts.found @ weights, counts.false @ weights
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(found + false > 0, found / (found + false), 0.0)
        recall = np.nan_to_num(found / (counts.answers @ weights))
    whole = np.concatenate([np.ones((1, precision.shape[1])), precision])
    best = np.maximum.accumulate(whole[::-1], axis=0)[::-1]
    return best, np.concatenate([np.zeros((1, recall.shape[1])), recall])


def _at(precision: FloatArray, recall: FloatArray, share: float) -> FloatArray:
    """0 where no line reaches the recall."""
    return np.asarray(np.where(recall >= share - 1e-9, precision, 0.0).max(axis=0), np.float64)


def _matches(category: str, answer: str, find: str) -> bool:
    return jaccard(answer, find) >= MATCH or (category == SUBSTRING and answer in find)


def _above(said: Sequence[float]) -> FloatArray:
    """How many are said with more than each line."""
    return np.asarray((np.array(said)[None] > LINES[:, None]).sum(axis=1), np.float64)
