"""Run every text through the encoder's lower layers, once: ``python -m training states``.

Fine-tuning leaves these layers as they are, so what they make of the texts is kept on disk
(``training/work/states.bin``, about 5 GB) and every run and every vector starts from there. A run that was stopped
goes on where it was.
"""

from __future__ import annotations

import argparse
import time
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import torch

from training.bert import WIDTH, base, keep_memory
from training.corpus import WORK
from training.tokens import by_length, load_tokens
from training.vocabulary import kept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.bert import Bert

FROZEN = 2
"""How many of the six layers stay as they are."""

STATES, DONE = WORK / "states.bin", WORK / "states-done"
TOKENS, MARKED = 6_000, 60
"""How many tokens a batch has, about; how many batches are marked as done together."""


def start() -> Bert:
    """The base encoder with the cut vocabulary, from which every run begins."""
    return base(kept())


@lru_cache(maxsize=1)
def _kept_states() -> NDArray[np.int16]:
    return np.memmap(STATES, np.int16, "r", shape=(len(load_tokens().ids), WIDTH))


def states_of(rows: NDArray[np.int64], most: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The lower layers' states (texts, tokens, WIDTH) of these rows of the pool, padded, and their mask."""
    tokens, all_states = load_tokens(), _kept_states()
    lengths = np.minimum(tokens.lengths[rows], most)
    states = np.zeros((len(rows), int(lengths.max()), WIDTH), np.int16)
    for place, (row, length) in enumerate(zip(rows.tolist(), lengths.tolist(), strict=True)):
        states[place, :length] = all_states[tokens.offsets[row] : tokens.offsets[row] + length]
    mask = np.arange(states.shape[1])[None] < lengths[:, None]
    return torch.from_numpy(states).view(torch.bfloat16), torch.from_numpy(mask)


def main(argv: list[str] | None = None) -> None:
    """One of several parts of the work, each a process of its own, or all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    keep_memory()
    tokens = load_tokens()
    if not STATES.exists():
        with STATES.open("wb") as file:
            file.truncate(len(tokens.ids) * WIDTH * 2)
    made = np.memmap(STATES, np.int16, "r+", shape=(len(tokens.ids), WIDTH))
    order = np.argsort(-tokens.lengths, kind="stable")
    DONE.mkdir(exist_ok=True)
    model, began = start().to(torch.bfloat16), time.monotonic()
    blocks = by_length(order, tokens.lengths, TOKENS)
    for number, block in enumerate(blocks):
        mark = DONE / str(number // MARKED)
        if (number // MARKED) % options.parts != options.part or mark.exists():
            continue
        with torch.no_grad():
            states = model.lower(*tokens.batch(block), FROZEN).view(torch.int16).numpy()
        for place, row in enumerate(block.tolist()):
            low, high = tokens.offsets[row : row + 2].tolist()
            made[low:high] = states[place, : high - low]
        if number % MARKED == MARKED - 1 or number == len(blocks) - 1:
            made.flush()
            mark.touch()
            print(f"{number + 1} of {len(blocks)} batches, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
