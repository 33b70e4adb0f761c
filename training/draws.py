"""The batches of a run of fine-tuning: texts, statements, and what people said of both."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evals.fitting import LEFT_OUT, SEED
from training import router
from training.concepts import SAME
from training.corpus import load
from training.groups import left_out, speaks_of
from training.heads import labels
from training.pool import Pool, plain
from training.router import TOO_WIDE
from training.runs import RUNS, held_out_of_pool, left_out_by
from training.tokens import CATEGORIES, load_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

CHUNKS, STATED, HARD, OTHERS, HEADED, QUERIES = 22, 5, 6, 5, 12, 2
"""In a batch: chunks drawn by concept, by what they state (names and dates), that a head was wrong about, drawn from
all, chunks without their heading, queries of ACORD."""

GAIN = (0.0, 0.0, 0.3, 0.8, 1.0)
"""What each of ACORD's grades, 0 to 4, is worth as a target."""

STATEMENTS_OF = ("Document Name", "Parties", "Agreement Date", "Effective Date")
"""Categories that are stated in passing: no concept of a whole text, so that chunks are drawn for them apart."""


@dataclass(slots=True)
class Batch:
    """Rows of the pool, statements, how well each statement fits each row, and which of these are known.

    The first ``marked`` rows are chunks of which people marked everything.
    """

    rows: NDArray[np.int64]
    statements: list[str]
    target: NDArray[np.float32]
    known: NDArray[np.bool_]
    head_labels: NDArray[np.float32]
    head_known: NDArray[np.bool_]
    marked: int


def descriptions(data: Path) -> dict[str, str]:
    """CUAD's own description of each category, as a statement."""
    found = {}
    names = {name.lower(): name for name in labels()} | {old.lower(): new for new, old in SAME.items()}
    with (data / "cuad-train" / "category_descriptions.csv").open(encoding="utf-8-sig", newline="") as file:
        for entry in csv.reader(file):
            name = names.get(entry[0].removeprefix("Category: ").strip().lower())
            if name is not None:
                found[name] = " ".join(entry[1].removeprefix("Description: ").split())
    return found


def acord(data: Path, split: str) -> dict[str, dict[str, int]]:
    """ACORD's judgements by query: clause → grade."""
    found: dict[str, dict[str, int]] = {}
    with (data / "acord" / f"{split}.tsv").open(encoding="utf-8", newline="") as file:
        for entry in csv.DictReader(file, delimiter="\t"):
            found.setdefault(entry["query-id"], {})[entry["corpus-id"]] = round(float(entry["score"]))
    return found


class Draws:
    """Draws batches for one run; the same batches for the same run, as long as it is told of the same mistakes."""

    def __init__(self, run: str, data: Path, pool: Pool) -> None:
        self._seed = [SEED, RUNS.index(run)]
        self._random = np.random.default_rng(self._seed)
        group = left_out_by(run).group
        corpus, tokens = load(), load_tokens()
        held = held_out_of_pool(run, np.array(pool.contract))
        self.concepts = [name for name in labels() if not left_out(group, name)]
        self._table = np.stack([labels()[name] for name in self.concepts], axis=1)
        self.fields = np.array([not left_out(group, name) for name in CATEGORIES])
        usable = ~held[: pool.corpus]
        self.usable = np.flatnonzero(usable)
        self._people = np.array([source == 0 for source in corpus.source])
        self._positive = [np.flatnonzero(usable & (self._table[:, place] == 1)) for place in range(len(self.concepts))]
        stated = {CATEGORIES.index(name) for name in STATEMENTS_OF}
        rows = [{row for row, field, *_ in tokens.marks.tolist() if field == one and usable[row]} for one in stated]
        self._stated = [np.array(sorted(one), np.int64) for one in rows]
        self.hard = np.empty(0, np.int64)
        written, described = router.developing(), descriptions(data)
        self._said = [
            [*written.get(name, [name.replace("/", " ")]), *([described[name]] * 2 if name in described else [])]
            for name in self.concepts
        ]
        weight = np.array([0.15 if name in TOO_WIDE else 1.0 for name in self.concepts])
        weight *= [min(len(rows), 60) ** 0.5 for rows in self._positive]
        self._chance = weight / weight.sum()
        first = pool.corpus + len(pool.acord)
        self._headed = [
            (first + place, row, heading)
            for place, (row, heading) in enumerate(pool.headed)
            if not held[first + place] and not speaks_of(group, heading)
        ]
        self._corpus_words = [frozenset(plain(heading or "").split()) for heading in corpus.heading]
        place_of = {name: pool.corpus + place for place, name in enumerate(pool.acord)}
        self._queries = []
        for query, judged in acord(data, "train").items():
            grades = {place_of[c]: g for c, g in judged.items() if c in place_of and not held[place_of[c]]}
            if not speaks_of(group, query) and any(grade >= 3 for grade in grades.values()):
                self._queries.append((query, grades))

    def mistaken(self, rows: NDArray[np.int64], logits: NDArray[np.float32], most: int = 30) -> None:
        """Take note of the texts of each concept that nobody labelled so and that its head is surest of."""
        found = []
        for place in range(len(self.concepts)):
            wrong = rows[self._table[rows, place] == 0]
            order = np.argsort(-logits[self._table[rows, place] == 0, place], kind="stable")
            found.append(wrong[order[:most]])
        self.hard = np.unique(np.concatenate(found))

    def skip(self, count: int) -> None:
        """Draw on from another place than the first ``count`` batches were drawn from."""
        self._random = np.random.default_rng([*self._seed, count])

    def next(self) -> Batch:
        """The next batch."""
        random = self._random
        picked = random.choice(len(self.concepts), CHUNKS, p=self._chance)
        drawn = [int(random.choice(self._positive[place])) for place in picked if len(self._positive[place])]
        drawn += [int(random.choice(self._stated[place])) for place in random.integers(0, len(self._stated), STATED)]
        drawn += random.choice(self.hard if len(self.hard) else self.usable, HARD).tolist()
        drawn += random.choice(self.usable, OTHERS).tolist()
        drawn = [row for row in drawn if self._people[row]] + [row for row in drawn if not self._people[row]]
        marked = int(self._people[drawn].sum())
        headed = [self._headed[place] for place in random.choice(len(self._headed), HEADED, replace=False)]
        queries = [self._queries[place] for place in random.choice(len(self._queries), QUERIES, replace=False)]
        clauses = self._clauses(queries)
        source = np.array([*drawn, *(row for _, row, _ in headed)])
        rows = np.array([*drawn, *(place for place, _, _ in headed), *clauses], np.int64)
        asked = list(dict.fromkeys(picked.tolist()))
        statements = [str(random.choice(self._said[place])) for place in asked]
        statements += [heading for _, _, heading in headed] + [query for query, _ in queries]
        target = np.zeros((len(statements), len(rows)), np.float32)
        known = np.zeros(target.shape, np.bool_)
        table = self._table[source]
        for line, place in enumerate(asked):
            known[line, : len(source)] = table[:, place] != LEFT_OUT
            target[line, : len(source)] = table[:, place] == 1
        for line, (_, own, heading) in enumerate(headed, len(asked)):
            words = frozenset(heading.split())
            for column, row in enumerate(source.tolist()):
                same = row == own or self._corpus_words[row] == words
                target[line, column] = same
                known[line, column] = same or not words & self._corpus_words[row]
        for line, (_, grades) in enumerate(queries, len(asked) + len(headed)):
            for column, place in enumerate(clauses, len(source)):
                if place in grades:
                    target[line, column], known[line, column] = GAIN[grades[place]], True
        padding = np.full((len(clauses), table.shape[1]), LEFT_OUT, np.int8)
        heads = np.concatenate([table, padding])
        likely, sure = (heads == 1).astype(np.float32), heads != LEFT_OUT
        return Batch(rows, statements, target, known, likely, sure, marked)

    def _clauses(self, queries: list[tuple[str, dict[int, int]]]) -> list[int]:
        """Clauses judged for each query: one that answers it, one that half does, one that does not."""
        clauses: list[int] = []
        for _, grades in queries:
            places = np.array(list(grades))
            grade = np.array([grades[place] for place in places.tolist()])
            for wanted in (grade >= 3, grade == 2, grade <= 1):
                if wanted.any():
                    clauses += self._random.choice(places[wanted], 1).tolist()
        return clauses
