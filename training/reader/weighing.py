"""How likely an answer is right, from what the reader says: a logistic over questions about documents kept apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from casewright.adapters.answers.romanian import gloss
from casewright.adapters.search.word_shares import WordShares
from casewright.tools.ports.search import Unit
from training.reader.passages import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from casewright.adapters.answers.spans import SpanReader
    from casewright.adapters.scoring.encoder import Encoder
    from casewright.tools.ports.search import FoundSpan
    from training.reader.passages import Cut
    from training.reader.written import Written

READ, READ_ROMANIAN, WEIGHT = 10, 16, 0.6
"""As ``casewright.toolbox.documents.answering.by_search`` finds passages."""
STRENGTH = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """What the reader said to one question: its surest answer's features, and whether that is right."""

    told: Mapping[str, float]
    right: bool
    there: bool
    kind: str


class Asking:
    """Asks the reader what stands in a document, as the product does."""

    def __init__(self, reader: SpanReader, encoder: Encoder) -> None:
        self._reader, self._encoder = reader, encoder
        self._words = WordShares(None)  # type: ignore[arg-type]  # no store is asked
        self._vectors: dict[str, np.ndarray] = {}

    def ask(self, document: Cut, question: str, *, romanian: bool) -> tuple[list[Unit], list[int], Sequence[FoundSpan]]:
        """The passages that were read, their numbers in the document, and what was found in them."""
        units = document.units
        if romanian:
            near = 0.5 * self._words.of_texts(gloss(question).text, [gloss(one).text for one in units], rare=True)
            near = near + 0.5 * self._words.of_texts(question, units, rare=True)
        else:
            if document.name not in self._vectors:
                self._vectors[document.name] = self._encoder.embed(units)
            meant = np.clip(self._vectors[document.name] @ self._encoder.embed([question])[0], 0, 1)
            own = [unit[first:] for unit, first in zip(units, document.own, strict=True)]
            near = WEIGHT * meant + (1 - WEIGHT) * self._words.of_texts(question, own, rare=True)
        order = np.argsort(-near, kind="stable")[: READ_ROMANIAN if romanian else READ].tolist()
        read = [Unit(units[at], document.own[at], float(near[at]), romanian=romanian) for at in order]
        return read, order, self._reader.find(question, read, romanian=romanian)


def said(asking: Asking, questions: Sequence[Written], folder: Path, *, romanian: bool = False) -> Iterator[Said]:
    """What is said to each question in its first wording, and to those that have an answer in their second too."""
    for one in questions:
        document = cut(folder / one.file)
        for question in one.questions[: 2 if one.answer else 1]:
            _, order, found = asking.ask(document, question, romanian=romanian)
            if not found:
                continue
            first = found[0]
            low = document.spans[order[first.passage]][0] + first.start
            right = one.answer is not None and overlaps((low, low + first.end - first.start), one.answer)
            yield Said(first.told, right, one.answer is not None, one.kind)


def overlaps(given: tuple[int, int], expected: tuple[int, int]) -> bool:
    """Whether they share half of the shorter, and the given one is no longer than three times the other."""
    shared = min(given[1], expected[1]) - max(given[0], expected[0])
    shorter = min(given[1] - given[0], expected[1] - expected[0])
    return shared * 2 >= shorter and given[1] - given[0] <= 3 * max(expected[1] - expected[0], 30)


def fitted(listed: Sequence[Said]) -> dict[str, float]:
    """The weights of a logistic over the features, and its bias."""
    names, rows, right = table(listed)
    model = LogisticRegression(C=STRENGTH, max_iter=1000).fit(rows, right)
    return dict(zip(names, map(float, model.coef_[0]), strict=True)) | {"bias": float(model.intercept_[0])}


def table(listed: Sequence[Said]) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names of the features, (answers, features) and whether each is right."""
    names = sorted(listed[0].told)
    rows = np.array([[one.told[name] for name in names] for one in listed])
    return names, rows, np.array([one.right for one in listed])


def held_out(listed: Sequence[Said]) -> np.ndarray:
    """What a logistic of the other answers says of each, ten parts."""
    _, rows, right = table(listed)
    told = cross_val_predict(LogisticRegression(C=STRENGTH, max_iter=1000), rows, right, cv=10, method="predict_proba")
    return np.asarray(told[:, 1])


HEAD = (
    "| about | as sure as | questions | right | wrong | of answers right | without one | answered all the same |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)
SURE = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def lines(name: str, listed: Sequence[Said], told: np.ndarray) -> Iterator[str]:
    """What answers from a sureness on are worth, as rows under ``HEAD``."""
    there = np.array([one.there for one in listed])
    right = np.array([one.right for one in listed])
    for least in SURE:
        said = told >= least
        shares = (right & said).sum() / there.sum(), (said & ~right & there).sum() / there.sum()
        of_said = right[said].mean() if said.any() else 0.0
        absent = said[~there].mean() if (~there).any() else 0.0
        row = [name, f"{least:.1f}", str(there.sum()), *map(_percent, (*shares, of_said)), str((~there).sum())]
        yield f"| {' | '.join([*row, _percent(absent)])} |"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
