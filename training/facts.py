"""What runs say of the facts of contracts they had not seen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch

from casewright.adapters.facts.decoding import ReadUnit
from casewright.adapters.scoring.encoder import told
from training.corpus import CUAD, load
from training.finetune import rows_states, tuned
from training.runs import held_out
from training.tokens import CATEGORIES, WINDOW, by_length, load_tokens, tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Marked:
    """A contract as its chunks' own words, one after the other, and where people marked it: (field, start, end)."""

    contract: int
    text: str
    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    words: NDArray[np.int64]
    marks: list[tuple[int, int, int]]


_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1)
def contracts() -> tuple[Marked, ...]:
    """Every contract of CUAD."""
    corpus = load()
    of = np.array(corpus.contract)
    made = []
    for contract in np.unique(of[np.array(corpus.source) == CUAD]).tolist():
        rows = np.flatnonzero(of == contract)
        at = 0
        starts: list[int] = []
        words: list[int] = []
        marks: list[tuple[int, int, int]] = []
        for row in rows.tolist():
            own = corpus.texts[row][corpus.own[row] :]
            starts.append(at)
            words += [at + found.start() for found in _WORD.finditer(own)]
            for name, low, high, begins in corpus.marks[row]:
                place = (CATEGORIES.index(name), at + low - corpus.own[row], at + high - corpus.own[row])
                before = next((n for n in range(len(marks) - 1, -1, -1) if marks[n][0] == place[0]), None)
                if begins or before is None:
                    marks.append(place)
                else:
                    marks[before] = (place[0], marks[before][1], place[2])
            at += len(own) + 1
        text = "\n".join(corpus.texts[row][corpus.own[row] :] for row in rows.tolist())
        made.append(Marked(contract, text, rows, np.array(starts), np.array(words), marks))
    return tuple(made)


def token_logits(run: str, rows: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """For each row, what the run's heads say of its tokens, (tokens, 2 * fields)."""
    model, heads = tuned(run)
    tokens = load_tokens()
    order = rows[np.argsort(-tokens.lengths[rows], kind="stable")]
    with torch.no_grad():
        for block in by_length(order, tokens.lengths, 6_000):
            states, _ = rows_states(model, block, WINDOW)
            logits = heads.marks(states.float()).numpy()
            for place, row in enumerate(block.tolist()):
                yield row, logits[place, : tokens.lengths[row]]


def read_units(run: str) -> dict[int, list[ReadUnit]]:
    """The contracts that the run left out, read by it: by contract, their units in order."""
    corpus, tokens = load(), load_tokens()
    held = held_out(run) & (np.array(corpus.source) == CUAD)
    units: dict[int, ReadUnit] = {}
    place_of = {
        row: (number, start)
        for one in contracts()
        if held[one.rows[0]]
        for number, (row, start) in enumerate(zip(one.rows.tolist(), one.starts.tolist(), strict=True))
    }
    for row, logits in token_logits(run, np.array(sorted(place_of))):
        number, start = place_of[row]
        first = int(tokens.own[row])
        marks = told(tokenizer().encode(corpus.texts[row]).offsets, logits)
        own = marks.told >= first - 1
        places = marks.places[marks.told[own]] + (start - corpus.own[row])
        units[row] = ReadUnit(
            number,
            len(marks.places) - first + 1,
            marks.told[own] - first + 1,
            places[:, 0],
            places[:, 1],
            marks.inside[own],
            marks.begin[own],
        )
    return {
        one.contract: [units[row] for row in one.rows.tolist() if len(units[row].token)]
        for one in contracts()
        if held[one.rows[0]]
    }


def overlap(words: NDArray[np.int64], one: tuple[int, int], other: tuple[int, int]) -> float:
    """The share that two places have together, by words."""

    def count(low: int, high: int) -> int:
        return int(np.searchsorted(words, high) - np.searchsorted(words, low)) if low < high else 0

    both = count(max(one[0], other[0]), min(one[1], other[1]))
    either = count(*one) + count(*other) - both
    return both / either if either else float(one == other)
