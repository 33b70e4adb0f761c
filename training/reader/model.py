"""The reader: question and passage together through the encoder, and where the answer begins and ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from training.bert import WIDTH, Bert, base
from training.tokens import tokenizer
from training.vocabulary import kept

if TYPE_CHECKING:
    from collections.abc import Sequence

ASKED, READ = 48, 320
"""How many tokens of a question are read, and of both together."""


class Reader(nn.Module):
    """The encoder with a mark of whether a token is the question's or the passage's."""

    def __init__(self, encoder: Bert | None = None) -> None:
        super().__init__()
        self.encoder = base(kept()) if encoder is None else encoder
        self.parts = nn.Embedding(2, WIDTH)
        self.ends = nn.Linear(WIDTH, 2)
        nn.init.zeros_(self.parts.weight)
        nn.init.normal_(self.ends.weight, std=0.02)
        nn.init.zeros_(self.ends.bias)

    def forward(self, ids: Tensor, parts: Tensor, mask: Tensor) -> Tensor:
        """Logits (texts, tokens, 2): an answer begins here, ends here; those of the first token: there is none."""
        encoder = self.encoder
        states = encoder.words(ids) + encoder.places.weight[: ids.shape[1]] + self.parts(parts)
        return self.ends(encoder.through(encoder.norm(states), mask, 0))  # type: ignore[no-any-return]  # PyTorch's


@dataclass(frozen=True, slots=True)
class Row:
    """Question and passage as tokens: ``begins`` is where the passage's begin, ``places`` (tokens, 2) where its tokens
    stand in it; ``own`` the first token of its own words, ``answer`` first and last token of the answer, or None.
    """

    ids: np.ndarray
    begins: int
    places: np.ndarray
    own: int
    answer: tuple[int, int] | None


def row(question: str, passage: str, own: int, answer: tuple[int, int] | None, shift: float = 0.5) -> Row | None:
    """One pair; of a long passage a window with the answer, ``shift`` of what can be before it. None where it fails."""
    asked = tokenizer().encode(question, add_special_tokens=True).ids[: ASKED + 1]
    if asked[-1] == SEPARATOR:
        asked = asked[:-1]
    read = tokenizer().encode(passage, add_special_tokens=False)
    room = READ - len(asked) - 2
    offsets = np.array(read.offsets, np.int64).reshape(-1, 2)
    low = 0
    span = None
    if answer is not None:
        inside = np.flatnonzero((offsets[:, 0] < answer[1]) & (offsets[:, 1] > answer[0]))
        if not len(inside):
            return None
        span = int(inside[0]), int(inside[-1])
        if len(offsets) > room:
            low = min(max(0, span[0] - int(shift * max(room - (span[1] - span[0]), 0))), len(offsets) - room)
            if span[1] >= low + room:
                return None
    elif len(offsets) > room:
        low = int(shift * (len(offsets) - room))
    ids = [*asked, SEPARATOR, *read.ids[low : low + room], SEPARATOR]
    begins = len(asked) + 1
    places = offsets[low : low + room]
    first = begins + int(np.searchsorted(places[:, 0], own))
    told = None if span is None else (begins + span[0] - low, begins + span[1] - low)
    return Row(np.array(ids, np.int64), begins, places, first, told)


SEPARATOR = tokenizer().token_to_id("[SEP]")


def batched(rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Token numbers, parts, which tokens there are, and which may begin or end an answer (texts, tokens)."""
    width = max(len(one.ids) for one in rows)
    ids, parts = np.zeros((len(rows), width), np.int64), np.zeros((len(rows), width), np.int64)
    mask, may = np.zeros((len(rows), width), bool), np.zeros((len(rows), width), bool)
    for at, one in enumerate(rows):
        ids[at, : len(one.ids)] = one.ids
        parts[at, one.begins : len(one.ids)] = 1
        mask[at, : len(one.ids)] = True
        may[at, one.own : len(one.ids) - 1] = True
        may[at, 0] = True
    return tuple(map(torch.from_numpy, (ids, parts, mask, may)))  # type: ignore[return-value]  # of four


def spans(logits: np.ndarray, own: int, longest: int = 48, count: int = 1) -> list[tuple[float, int, int]]:
    """The best answers of one pair's logits (tokens, 2), without its last token: score over none, first, last."""
    start, end = logits[own:, 0], logits[own:, 1]
    none = float(logits[0].sum())
    if not len(start):
        return []
    both = np.triu(np.ones((len(start), len(start)), bool)) & ~np.triu(np.ones((len(start),) * 2, bool), longest)
    total = np.where(both, start[:, None] + end[None], -np.inf)
    best = np.argsort(-total, axis=None)[:count]
    return [(float(total.flat[at]) - none, own + at // len(start), own + at % len(start)) for at in best.tolist()]
