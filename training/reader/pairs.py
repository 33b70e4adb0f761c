"""Pairs of a question and a passage, with the answer's place in the passage or none."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from training.reader import cloze
from training.reader.passages import Cut, cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.reader.written import Written

TEMPTING = 8
"""Of so many passages that have most of a question's words those are drawn that do not answer it."""
_WORD = re.compile(r"[a-z]{3,}|\d+")


@dataclass(frozen=True, slots=True)
class Item:
    """One question, in some wordings, about one document.

    ``places`` are the passages that answer it: number, start and end in its text, from where its own words begin;
    ``touched`` those that say some of it, which are no examples of what does not answer. ``tempting`` are the others.
    """

    document: Cut
    questions: Sequence[str]
    places: Sequence[tuple[int, int, int]]
    tempting: Sequence[int]
    weight: float = 1.0


class Tempting:
    """Which passages of a document have most of a question's words, rare ones counting more."""

    def __init__(self, document: Cut) -> None:
        self._words = [Counter(_WORD.findall(unit.lower())) for unit in document.units]
        count = Counter(word for one in self._words for word in one)
        self._rare = {word: math.log(1 + len(self._words) / number) for word, number in count.items()}

    def best(self, question: str, not_: set[int], count: int = TEMPTING) -> list[int]:
        """The numbers of the best passages but for some."""
        wanted = {word: self._rare.get(word, 0.0) for word in set(_WORD.findall(question.lower()))}
        told = [
            (sum(weight for word, weight in wanted.items() if word in words) / math.sqrt(20 + sum(words.values())), at)
            for at, words in enumerate(self._words)
            if at not in not_
        ]
        return [at for _, at in sorted(told, reverse=True)[:count]]


def of_written(questions: Sequence[Written], folder: Path) -> Iterator[Item]:
    """What was written about the files of a folder; answers that no passage holds whole are left out."""
    tempting: dict[str, Tempting] = {}
    for one in questions:
        document = cut(folder / one.file)
        if one.file not in tempting:
            tempting[one.file] = Tempting(document)
        touched = set() if one.quote is None else document.touching(*one.quote)
        places = [] if one.answer is None else document.units_with(*one.answer)
        if one.answer is not None and not places:
            continue
        asked = " ".join(one.questions)
        yield Item(document, one.questions, places, tempting[one.file].best(asked, touched), 1.0)


def of_sentences(paths: Sequence[Path], seed: int, share: float = 1.0) -> Iterator[Item]:
    """What sentences ask for themselves."""
    random_ = random.Random(seed)
    for path in paths:
        document = cut(path)
        tempting = Tempting(document)
        for number, unit in enumerate(document.units):
            for _, question, start, end in cloze.questions(unit, document.own[number], random_):
                if random_.random() < share:
                    yield Item(document, [question], [(number, start, end)], tempting.best(question, {number}, 3))


def of_marks(path: Path, marks: Sequence[tuple[int, int]], asked: Sequence[str], longest: int = 400) -> Iterator[Item]:
    """What lawyers marked, asked for by what the category is called."""
    document = cut(path)
    touched = {number for mark in marks for number in document.touching(*mark)}
    tempting = Tempting(document).best(" ".join(asked), touched)
    places = [place for mark in marks if mark[1] - mark[0] <= longest for place in document.units_with(*mark)]
    if places:
        yield Item(document, asked, places, tempting)
    elif not marks:
        yield Item(document, asked, [], tempting)
