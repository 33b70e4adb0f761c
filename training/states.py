"""Run every text through the encoder's lower layers, once: ``python -m training.states``.

Fine-tuning leaves these layers as they are, so what they make of the texts is kept on disk
(``training/work/states.bin``, about 5 GB) and every run and every vector starts from there. A run that was stopped
goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import lru_cache

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.bert import WIDTH, Bert, base, keep_memory
from training.corpus import WORK
from training.pool import load_pool
from training.vocabulary import KEPT, TOKENIZER

FROZEN = 3
"""How many of the six layers stay as they are."""

WINDOW = 256
"""How many tokens of a text are read."""

STATES, OFFSETS, DONE = WORK / "states.bin", WORK / "offsets.npy", WORK / "states-done"
TOKENS = 6_000
"""How many tokens a batch has, about."""

MARKED = 60
"""How many batches are marked as done together."""


@lru_cache(maxsize=1)
def tokenizer() -> Tokenizer:
    """The cut vocabulary's tokenizer."""
    made = Tokenizer.from_str(TOKENIZER.read_text("utf-8"))
    made.enable_truncation(WINDOW)
    return made


def start() -> Bert:
    """The base encoder with the cut vocabulary, in half precision, from which every run begins."""
    return base(json.loads(KEPT.read_text("utf-8"))).to(torch.bfloat16)


class States:
    """The kept states: row i of the pool has those of its tokens."""

    def __init__(self) -> None:
        self.offsets: NDArray[np.int64] = np.load(OFFSETS)
        self._all = np.memmap(STATES, np.int16, "r", shape=(int(self.offsets[-1]), WIDTH))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many tokens each text has."""
        return np.diff(self.offsets)

    def batch(self, rows: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """States (texts, tokens, WIDTH), padded, and their mask."""
        lengths = self.lengths[rows]
        states = np.zeros((len(rows), int(lengths.max()), WIDTH), np.int16)
        for place, row in enumerate(rows.tolist()):
            states[place, : lengths[place]] = self._all[self.offsets[row] : self.offsets[row + 1]]
        mask = np.arange(states.shape[1])[None] < lengths[:, None]
        return torch.from_numpy(states).view(torch.bfloat16), torch.from_numpy(mask)


def padded(ids: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers (texts, tokens) and their mask."""
    longest = max(map(len, ids))
    numbers = torch.tensor([row + [0] * (longest - len(row)) for row in ids])
    mask = torch.tensor([[True] * len(row) + [False] * (longest - len(row)) for row in ids])
    return numbers, mask


def by_length(order: NDArray[np.int64], lengths: NDArray[np.int64], tokens: int) -> list[NDArray[np.int64]]:
    """Rows, longest first, in batches of about so many tokens."""
    batches, low = [], 0
    while low < len(order):
        high = low + max(1, tokens // int(lengths[order[low]]))
        batches.append(order[low:high])
        low = high
    return batches


def main(argv: list[str] | None = None) -> None:
    """One of several parts of the work, each a process of its own, or all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    keep_memory()
    texts = load_pool().texts
    ids = [entry.ids for entry in tokenizer().encode_batch(texts)]
    offsets = np.concatenate(([0], np.cumsum([len(row) for row in ids]))).astype(np.int64)
    if not OFFSETS.exists():
        np.save(OFFSETS, offsets)
    if not STATES.exists():
        with STATES.open("wb") as file:
            file.truncate(int(offsets[-1]) * WIDTH * 2)
    kept = np.memmap(STATES, np.int16, "r+", shape=(int(offsets[-1]), WIDTH))
    order = np.argsort(-np.diff(offsets), kind="stable")
    DONE.mkdir(exist_ok=True)
    model, began = start(), time.monotonic()
    blocks = by_length(order, np.diff(offsets), TOKENS)
    for number, block in enumerate(blocks):
        mark = DONE / str(number // MARKED)
        if (number // MARKED) % options.parts != options.part or mark.exists():
            continue
        numbers, mask = padded([ids[row] for row in block.tolist()])
        with torch.no_grad():
            states = model.lower(numbers, mask, FROZEN).view(torch.int16).numpy()
        for place, row in enumerate(block.tolist()):
            kept[offsets[row] : offsets[row + 1]] = states[place, : len(ids[row])]
        if number % MARKED == MARKED - 1 or number == len(blocks) - 1:
            kept.flush()
            mark.touch()
            print(f"{number + 1} of {len(blocks)} batches, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
