"""Fine-tune the encoder's upper layers: ``python -m training.finetune --data DIR --run RUN``.

Run 0, 1 and 2 leave out the contracts of one fold in three, and everything about one group in three of CUAD's
categories; what they say of that fold, and of that group, they say of what they never saw. The run ``all`` sees
everything and ships. Each has a phase for each of ``RATES``, with a fresh optimiser, and writes
``training/work/runs/RUN.pt``; one that was stopped goes on from its last checkpoint.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from evals.fitting import LEFT_OUT, SEED, folds
from training import router
from training.bert import WIDTH, Bert, keep_memory
from training.concepts import SAME
from training.corpus import WORK, load
from training.groups import left_out, speaks_of
from training.heads import labels
from training.pool import Pool, load_pool, plain
from training.router import TOO_WIDE
from training.states import FROZEN, States, padded, start, tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDS = 3
RUNS = WORK / "runs"
STEPS = {"0": 200, "1": 200, "2": 200, "all": 260}
RATES, HEAD_RATE, WARMUP = (2e-4,), 3e-3, 20
"""The rate of each phase at its highest, that of the heads, and after how many steps it is reached."""
CHUNKS, OTHERS, HEADED, QUERIES = 34, 10, 18, 5
"""In a batch: chunks drawn by concept, chunks drawn from all, chunks without their heading, queries of ACORD."""

READ = 160
"""How many tokens of a text a step reads."""

SHARPNESS = 20.0
GAIN = (0.0, 0.0, 0.3, 0.8, 1.0)
"""What each of ACORD's grades, 0 to 4, is worth as a target."""

CHECKPOINT = 60


@dataclass(slots=True)
class Batch:
    """Rows of the pool, statements, how well each statement fits each row, and which of these are known."""

    rows: NDArray[np.int64]
    statements: list[str]
    target: NDArray[np.float32]
    known: NDArray[np.bool_]
    head_labels: NDArray[np.float32]
    head_known: NDArray[np.bool_]


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
    """Draws batches for one run; the same batches for the same run."""

    def __init__(self, run: str, data: Path, pool: Pool, phase: int = 0) -> None:
        self._random = np.random.default_rng([SEED, 99 if run == "all" else int(run), phase])
        group = None if run == "all" else int(run)
        corpus = load()
        fold = folds(np.array(corpus.contract), FOLDS)
        fold_of = dict(zip(corpus.contract, fold.tolist(), strict=True))
        contract = np.array(pool.contract)
        held = np.array([group is not None and known >= 0 and fold_of[known] == group for known in contract.tolist()])
        self.concepts = [name for name in labels() if not left_out(group, name)]
        self._table = np.stack([labels()[name] for name in self.concepts], axis=1)
        self._place = {name: place for place, name in enumerate(self.concepts)}
        usable = ~held[: pool.corpus]
        self._usable = np.flatnonzero(usable)
        self._positive = [np.flatnonzero(usable & (self._table[:, place] == 1)) for place in range(len(self.concepts))]
        written = router.developing()
        described = descriptions(data)
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
        heading_of = dict(pool.headed)
        self._words = {row: frozenset(heading.split()) for row, heading in heading_of.items()}
        self._corpus_words = [frozenset(plain(heading or "").split()) for heading in corpus.heading]
        place_of = {name: pool.corpus + place for place, name in enumerate(pool.acord)}
        self._queries = []
        for query, judged in acord(data, "train").items():
            grades = {place_of[c]: g for c, g in judged.items() if c in place_of and not held[place_of[c]]}
            if not speaks_of(group, query) and any(grade >= 3 for grade in grades.values()):
                self._queries.append((query, grades))
        self.corpus = pool.corpus

    def next(self) -> Batch:
        """The next batch."""
        random = self._random
        picked = random.choice(len(self.concepts), CHUNKS, p=self._chance)
        drawn = [int(random.choice(self._positive[place])) for place in picked if len(self._positive[place])]
        drawn += random.choice(self._usable, OTHERS).tolist()
        headed = [self._headed[place] for place in random.choice(len(self._headed), HEADED, replace=False)]
        queries = [self._queries[place] for place in random.choice(len(self._queries), QUERIES, replace=False)]
        clauses: list[int] = []
        for _, grades in queries:
            places = np.array(list(grades))
            grade = np.array([grades[place] for place in places.tolist()])
            clauses += random.choice(places[grade >= 3], 1).tolist()
            for wanted in (grade == 2, grade <= 1):
                if wanted.any():
                    clauses += random.choice(places[wanted], 1).tolist()
        source = [*drawn, *(row for _, row, _ in headed)]
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
            for column, row in enumerate(source):
                same = row == own or plain(" ".join(sorted(self._corpus_words[row]))) == " ".join(sorted(words))
                target[line, column] = same
                known[line, column] = same or not words & self._corpus_words[row]
        for line, (_, grades) in enumerate(queries, len(asked) + len(headed)):
            for column, place in enumerate(clauses, len(source)):
                if place in grades:
                    target[line, column], known[line, column] = GAIN[grades[place]], True
        padding = np.full((len(clauses), table.shape[1]), LEFT_OUT, np.int8)
        heads = np.concatenate([table, padding])
        return Batch(rows, statements, target, known, (heads == 1).astype(np.float32), heads != LEFT_OUT)


def vectors(model: Bert, states: States, rows: NDArray[np.int64], read: int = 10_000, parts: int = 6) -> Tensor:
    """The vectors of these rows, in their order; each part holds texts of about one length."""
    order = np.argsort(states.lengths[rows], kind="stable")
    made = []
    for part in np.array_split(order, min(parts, len(rows))):
        held, mask = states.batch(rows[part])
        made.append(model.upper(held[:, :read], mask[:, :read], FROZEN))
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return torch.cat(made)[torch.from_numpy(back)]


def statement_vectors(model: Bert, statements: list[str]) -> Tensor:
    """The vectors of statements."""
    ids = [entry.ids for entry in tokenizer().encode_batch(statements)]
    order = np.argsort([len(row) for row in ids], kind="stable")
    made = []
    for part in np.array_split(order, min(4, len(ids))):
        numbers, mask = padded([ids[place] for place in part.tolist()])
        with torch.no_grad():
            held = model.lower(numbers, mask, FROZEN)
        made.append(model.upper(held, mask, FROZEN))
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return torch.cat(made)[torch.from_numpy(back)]


def loss_of(batch: Batch, texts: Tensor, said: Tensor, heads: nn.Linear) -> Tensor:
    """How far statements are from the texts they fit, beside those they do not; and the heads from their labels."""
    likeness = SHARPNESS * (said.float() @ texts.float().T)
    known = torch.from_numpy(batch.known)
    target = torch.from_numpy(batch.target)
    likeness = likeness.masked_fill(~known, -1e4)
    total = torch.zeros(())
    for dim in (1, 0):
        mass = target.sum(dim)
        told = -(target * likeness.log_softmax(dim)).sum(dim) / mass.clamp(min=1e-6)
        total = total + told[mass > 0].mean()
    logits = heads(texts.float() * SHARPNESS)
    head_known = torch.from_numpy(batch.head_known)
    wrong = functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(batch.head_labels), reduction="none")
    return total + 8.0 * (wrong * head_known).sum() / head_known.sum()


def train(run: str, data: Path) -> None:
    """One run, from its last checkpoint where there is one."""
    torch.manual_seed(SEED)
    if (RUNS / f"{run}.pt").exists():
        return
    pool, states = load_pool(), States()
    for phase in range(len(RATES)):
        last = phase == len(RATES) - 1
        path = RUNS / (f"{run}.pt" if last else f"{run}-{phase}.pt")
        if not path.exists():
            before = RUNS / f"{run}-{phase - 1}.pt" if phase else None
            _phase(run, phase, Draws(run, data, pool, phase), states, before, path)


def _phase(run: str, phase: int, draws: Draws, states: States, before: Path | None, path: Path) -> None:
    model, half_done = start(), RUNS / f"{run}-{phase}.part"
    if before is not None:
        model.layers[FROZEN:].load_state_dict(torch.load(before, weights_only=False)["tuned"])
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    model.layers[FROZEN:].requires_grad_(True)
    tuned = list(model.layers[FROZEN:].parameters())
    master = [parameter.detach().float().clone() for parameter in tuned]
    if before is not None:
        exact = torch.load(before, weights_only=False)["tuned"]
        master = [exact[name].clone() for name, _ in model.layers[FROZEN:].named_parameters()]
    heads = nn.Linear(WIDTH, len(draws.concepts))
    nn.init.normal_(heads.weight, std=0.02)
    nn.init.constant_(heads.bias, -2.0)
    optimiser = torch.optim.AdamW(
        [{"params": master, "lr": RATES[phase]}, {"params": list(heads.parameters()), "lr": HEAD_RATE}],
        weight_decay=0.01,
    )
    steps = STEPS[run]
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / WARMUP, max(1e-3, (steps - step) / (steps - WARMUP)))
    )
    done = 0
    if half_done.exists():
        kept = torch.load(half_done, weights_only=False)
        done = kept["done"]
        heads.load_state_dict(kept["heads"])
        for mine, theirs in zip(master, kept["master"], strict=True):
            mine.copy_(theirs)
        optimiser.load_state_dict(kept["optimiser"])
        schedule.load_state_dict(kept["schedule"])
        for _ in range(done):
            draws.next()
        _into(tuned, master)
    began, running = time.monotonic(), 0.0
    for step in range(done, steps):
        batch = draws.next()
        loss = loss_of(
            batch, vectors(model, states, batch.rows, READ), statement_vectors(model, batch.statements), heads
        )
        loss.backward()
        for mine, parameter in zip(master, tuned, strict=True):
            mine.grad, parameter.grad = parameter.grad.float(), None  # type: ignore[union-attr]  # backward just set it
        nn.utils.clip_grad_norm_(master, 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        _into(tuned, master)
        told = float(loss.detach())
        running = 0.95 * running + 0.05 * told if step > done else told
        if (step + 1) % 20 == 0:
            spent = time.monotonic() - began
            print(
                f"run {run}: phase {phase + 1}, step {step + 1} of {steps}, loss {running:.3f}, {spent:.0f} s",
                flush=True,
            )
        if (step + 1) % CHECKPOINT == 0:
            state = {"done": step + 1, "heads": heads.state_dict(), "master": master}
            torch.save(state | {"optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}, half_done)
    names = [name for name, _ in model.layers[FROZEN:].named_parameters()]
    torch.save({"tuned": dict(zip(names, master, strict=True)), "steps": steps}, path)
    half_done.unlink(missing_ok=True)


def _into(tuned: list[nn.Parameter], master: list[Tensor]) -> None:
    with torch.no_grad():
        for parameter, exact in zip(tuned, master, strict=True):
            parameter.copy_(exact)


def tuned(run: str, half: bool = True) -> Bert:
    """The encoder as the run left it; in half precision, or as exact as it was kept."""
    model = start()
    if not half:
        model = model.float()
    state = torch.load(RUNS / f"{run}.pt", weights_only=False)["tuned"]
    model.layers[FROZEN:].load_state_dict(state)
    return model.eval()


def main(argv: list[str] | None = None) -> None:
    """The runs asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", choices=[*STEPS], action="append")
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    keep_memory()
    RUNS.mkdir(parents=True, exist_ok=True)
    for run in options.run or STEPS:
        train(run, options.data)


if __name__ == "__main__":
    main()
