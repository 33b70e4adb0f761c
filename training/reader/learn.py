"""Teach the reader: ``python -m training reader``.

It learns first what sentences ask for themselves and what lawyers marked, then what people wrote (``questions.jsonl``).
Contracts of which answers are measured (``evals.answers_asked.HELD`` of each half) are left out of all of it.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from training.bert import LAYERS, keep_memory
from training.reader.model import Reader, Row, batched, row, spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.reader.pairs import Item

BATCH, PARTS = 32, 4
RATE, DECAY, HEAD_RATE, WARMUP = 2e-4, 0.9, 1e-3, 100
NEGATIVES = 1.0
"""How many passages that do not answer are read for one that does."""


def drawn(items: Sequence[Item], random_: random.Random, negatives: float = NEGATIVES) -> Iterator[Row]:
    """All items once, in one wording each, with as many passages that do not answer them."""
    order = list(range(len(items)))
    random_.shuffle(order)
    for at in order:
        item = items[at]
        question = random_.choice(item.questions)
        question = _as_typed(question, random_)
        if item.places:
            number, start, end = random_.choice(item.places)
            made = row(question, item.document.units[number], item.document.own[number], (start, end), random_.random())
            if made is not None:
                yield made
        wanted = int(negatives) + (random_.random() < negatives - int(negatives)) + (0 if item.places else 1)
        chosen = random_.sample(list(item.tempting), min(wanted, len(item.tempting)))
        for number in chosen:
            made = row(question, item.document.units[number], item.document.own[number], None, random_.random())
            if made is not None:
                yield made


def _as_typed(question: str, random_: random.Random) -> str:
    place = random_.random()
    return question.lower() if place < 0.3 else question.rstrip("?.") if place < 0.45 else question


class Learning:
    """Weights as they are learned, exact, beside those that compute, in half precision."""

    def __init__(self, model: Reader, steps: int, rate: float = RATE) -> None:
        self.exact, self.steps, self.rate = model, steps, rate
        self.half = Reader(model.encoder.__class__(model.encoder.words.num_embeddings)).to(torch.bfloat16)
        self._copy()
        groups: dict[float, list[nn.Parameter]] = {}
        for name, parameter in self.exact.named_parameters():
            groups.setdefault(self._rate_of(name), []).append(parameter)
        self.optimiser = torch.optim.AdamW(
            [{"params": listed, "lr": rate} for rate, listed in groups.items()], weight_decay=0.01
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimiser, lambda at: min((at + 1) / WARMUP, max(0.02, (self.steps - at) / self.steps))
        )

    def _rate_of(self, name: str) -> float:
        if name.startswith(("ends", "parts")):
            return HEAD_RATE if self.rate >= RATE else self.rate
        if name.startswith("encoder.layers."):
            return self.rate * DECAY ** (LAYERS - 1 - int(name.split(".")[2]))
        return self.rate * DECAY**LAYERS

    def _copy(self) -> None:
        with torch.no_grad():
            for mine, theirs in zip(self.half.parameters(), self.exact.parameters(), strict=True):
                mine.copy_(theirs)

    def step(self, rows: Sequence[Row]) -> float:
        """One step; the loss."""
        order = sorted(range(len(rows)), key=lambda at: -len(rows[at].ids))
        told = 0.0
        for part in np.array_split(np.array(order), min(PARTS, len(rows))):
            chosen = [rows[at] for at in part.tolist()]
            loss = pair_loss(self.half, chosen) * (len(chosen) / len(rows))
            loss.backward()  # type: ignore[no-untyped-call]  # PyTorch's
            told += float(loss.detach())
        for mine, theirs in zip(self.exact.parameters(), self.half.parameters(), strict=True):
            mine.grad = None if theirs.grad is None else theirs.grad.float()
            theirs.grad = None
        nn.utils.clip_grad_norm_(self.exact.parameters(), 1.0)
        self.optimiser.step()
        self.schedule.step()
        self.optimiser.zero_grad()
        self._copy()
        return told


def pair_loss(model: Reader, rows: Sequence[Row]) -> Tensor:
    """How far beginnings and ends are from the answers', or from none."""
    ids, parts, mask, may = batched(rows)
    logits = model(ids, parts, mask).float().masked_fill(~may[:, :, None], -1e4)
    target = torch.tensor([one.answer or (0, 0) for one in rows])
    return nn.functional.cross_entropy(logits.transpose(1, 2).reshape(-1, ids.shape[1])[0::2], target[:, 0]) * 0.5 + (
        nn.functional.cross_entropy(logits.transpose(1, 2).reshape(-1, ids.shape[1])[1::2], target[:, 1]) * 0.5
    )


def measure(model: Reader, items: Sequence[Item], read: int = 6) -> dict[str, float]:
    """Each question to its passage and the tempting ones: shares of answers that overlap, are exact, of silence."""
    model = model.eval()
    right = exact = there = silent = absent = said = 0
    with torch.no_grad():
        for item in items:
            question = item.questions[0]
            listed: list[tuple[int, tuple[int, int] | None]] = [
                (number, (start, end)) for number, start, end in item.places[:1]
            ]
            listed += [(number, None) for number in item.tempting[:read]]
            made = [row(question, item.document.units[n], item.document.own[n], answer) for n, answer in listed]
            rows = [one for one in made if one is not None]
            ids, parts, mask, _ = batched(rows)
            logits = model(ids, parts, mask).float().numpy()
            best = max(
                (
                    (*found, at)
                    for at, one in enumerate(rows)
                    for found in spans(logits[at, : len(one.ids) - 1], one.own)
                ),
                default=None,
            )
            if item.places:
                there += 1
                target = rows[0].answer
                if best is None or best[0] < 0:
                    silent += 1
                elif best[3] == 0 and target is not None and best[1] <= target[1] and target[0] <= best[2]:
                    right += 1
                    exact += (best[1], best[2]) == target
            else:
                absent += 1
                said += best is not None and best[0] >= 0
    return {
        "right": right / max(there, 1),
        "exact": exact / max(there, 1),
        "silent": silent / max(there, 1),
        "absent answered": said / max(absent, 1),
        "count": there + absent,
    }


def learn(
    model: Reader,
    items: Sequence[Item],
    rounds: int,
    *,
    seed: int,
    rate: float,
    negatives: float,
    checked: Sequence[Item] = (),
    keep: Path | None = None,
    limit: float = 1e9,
) -> None:
    """Go through all items so many times."""
    keep_memory()
    per_round = len(items) * (1 + negatives)
    steps = int(per_round * rounds / BATCH)
    learning, random_ = Learning(model, steps, rate), random.Random(seed)
    began, running, done = time.monotonic(), 0.0, 0
    for _ in range(rounds):
        waiting: list[Row] = []
        for one in drawn(items, random_, negatives):
            waiting.append(one)
            if len(waiting) < BATCH:
                continue
            loss = learning.step(waiting)
            waiting, done = [], done + 1
            running = 0.98 * running + 0.02 * loss if running else loss
            if done % 50 == 0:
                print(f"step {done} of {steps}, loss {running:.3f}, {time.monotonic() - began:.0f} s", flush=True)
            if done % 400 == 0:
                if checked:
                    print(measure(learning.half, checked), flush=True)
                if keep is not None:
                    torch.save(model.state_dict(), keep)
            if time.monotonic() - began > limit:
                break
    if checked:
        print(measure(learning.half, checked), flush=True)
    if keep is not None:
        torch.save(model.state_dict(), keep)
