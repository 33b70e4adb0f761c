"""Fine-tune the encoder for its three readings: ``python -m training finetune --data DIR --run RUN``.

One pass learns clauses (heads on the vector), free statements (likeness of vectors) and facts (heads on each token).
Every run (``training.runs``) keeps checkpoints, goes on from its last one, and ends in ``training/work/runs/RUN.pt``;
its curve is ``RUN.csv`` beside it. A GPU is used where there is one.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from casewright.adapters.scoring.encoder import speaking
from evals.fitting import SEED
from training.bert import LAYERS, WIDTH, Bert, keep_memory
from training.corpus import WORK
from training.draws import Batch, Draws
from training.pool import load_pool
from training.runs import ALL, BY_GROUP, RUNS
from training.states import FROZEN, start, states_of
from training.tokens import CATEGORIES, Tokens, by_length, load_tokens, padded, tokenizer

FOLDER = WORK / "runs"
STEPS, STEPS_OF_GROUPS, STEPS_ALL = 700, 450, 900
"""Of a run that leaves a fifth of the contracts out, of one that leaves a group of categories out, of the one that
ships."""
RATE, DECAY, HEAD_RATE, WARMUP = 5e-4, 0.85, 3e-3, 40
"""The rate of the uppermost layer at its highest, what each layer below has of the one above, that of the heads, and
after how many steps they are reached."""
READ, PARTS = 256, 7
"""How many tokens of a text a step reads, and in how many parts, each of texts of about one length."""
MINED, MINED_AT = 5_000, (0.35, 0.7)
"""How many texts are looked through for mistakes, and when."""
SHARPNESS = 20.0
POSITIVE = 2.0
"""What a marked token counts beside one that is not."""
WEIGHTS = {"likeness": 1.0, "heads": 8.0, "marks": 4.0}
CHECKPOINT = 50
PLACE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Heads(nn.Module):
    """What is learned on top of the encoder: concepts of a text, and categories of its tokens (inside, then begin)."""

    def __init__(self, concepts: int) -> None:
        super().__init__()
        self.texts = nn.Linear(WIDTH, concepts)
        self.marks = nn.Linear(WIDTH, 2 * len(CATEGORIES))
        for layer, bias in ((self.texts, -2.0), (self.marks, -4.0)):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.constant_(layer.bias, bias)


def pooled(states: Tensor, mask: Tensor) -> Tensor:
    """Vectors (texts, WIDTH) of length one."""
    weights = mask[:, :, None].to(states.dtype)
    return functional.normalize((states * weights).sum(1) / weights.sum(1), dim=-1)


def rows_states(model: Bert, rows: np.ndarray, read: int) -> tuple[Tensor, Tensor]:
    """The last states (texts, tokens, WIDTH) of rows of the pool, and their mask."""
    lower, mask = (one.to(PLACE) for one in states_of(rows, read))
    return model.through(lower, mask, FROZEN), mask


def statement_vectors(model: Bert, statements: list[str]) -> Tensor:
    """The vectors of statements."""
    ids = [entry.ids for entry in tokenizer().encode_batch(statements)]
    order = np.argsort([-len(row) for row in ids], kind="stable")
    made = []
    for part in np.array_split(order, min(4, len(ids))):
        numbers, mask = (one.to(PLACE) for one in padded([ids[place] for place in part.tolist()]))
        with torch.no_grad():
            lower = model.lower(numbers, mask, FROZEN)
        made.append(pooled(model.through(lower, mask, FROZEN), mask))
    return torch.cat(made)[_back(order)]


def _back(order: np.ndarray) -> Tensor:
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return torch.from_numpy(back).to(PLACE)


def readings(
    model: Bert, tokens: Tokens, rows: np.ndarray, marks: nn.Linear | None, read: int = 10_000
) -> tuple[Tensor, np.ndarray]:
    """The vectors of the rows, in their order, and how far their tokens speak for each field: to use, not to learn."""
    made = torch.zeros(len(rows), WIDTH)
    spoken = np.zeros((len(rows), 0 if marks is None else len(CATEGORIES)), np.float32)
    order = np.argsort(-tokens.lengths[rows], kind="stable")
    with torch.no_grad():
        for block in by_length(order, tokens.lengths[rows], 6_000):
            states, mask = rows_states(model, rows[block], read)
            made[block] = pooled(states, mask).float().cpu()
            if marks is None:
                continue
            for place, logits in zip(block.tolist(), marks(states.float()).cpu().numpy(), strict=True):
                spoken[place] = speaking(logits[: min(int(tokens.lengths[rows[place]]), read)])
    return made, spoken


def likeness_loss(batch: Batch, texts: Tensor, said: Tensor) -> Tensor:
    """How far statements are from the texts they fit, beside those they do not, and the other way round."""
    known, target = torch.from_numpy(batch.known).to(PLACE), torch.from_numpy(batch.target).to(PLACE)
    likeness = (SHARPNESS * (said.float() @ texts.float().T)).masked_fill(~known, -1e4)
    total = torch.zeros((), device=PLACE)
    for dim in (1, 0):
        mass = target.sum(dim)
        told = -(target * likeness.log_softmax(dim)).sum(dim) / mass.clamp(min=1e-6)
        total = total + told[mass > 0].mean()
    return total


def head_loss(batch: Batch, texts: Tensor, heads: Heads) -> Tensor:
    """How far the heads on texts are from their labels."""
    labels, known = torch.from_numpy(batch.head_labels).to(PLACE), torch.from_numpy(batch.head_known).to(PLACE)
    logits = heads.texts(texts.float() * SHARPNESS)
    wrong = functional.binary_cross_entropy_with_logits(logits, labels, reduction="none")
    return (wrong * known).sum() / known.sum()


def mark_weights(tokens: Tokens, fields: np.ndarray) -> Tensor:
    """What each column of the marks' heads counts (2 * fields,): long marks less a token; those left out nothing."""
    length = tokens.marks[:, 3] - tokens.marks[:, 2] + 1
    usual = np.array([max(length[tokens.marks[:, 1] == one].mean(), 1.0) for one in range(len(CATEGORIES))])
    inside = fields / np.sqrt(usual)
    return torch.from_numpy(np.concatenate([inside, fields * 0.6]).astype(np.float32)).to(PLACE)


def mark_loss(states: Tensor, labels: Tensor, counts: Tensor, heads: Heads, weights: Tensor) -> tuple[Tensor, Tensor]:
    """How far the heads on tokens are from the marks, summed; and what to divide by."""
    logits = heads.marks(states.float())
    wrong = functional.binary_cross_entropy_with_logits(
        logits, labels, reduction="none", pos_weight=torch.tensor(POSITIVE, device=PLACE)
    )
    counted = counts[:, :, None] * weights
    return (wrong * counted).sum(), (labels * counted).sum()


def losses(model: Bert, tokens: Tokens, batch: Batch, heads: Heads, weights: Tensor) -> dict[str, Tensor]:
    """The three losses of a batch."""
    made, order = [], np.argsort(-tokens.lengths[batch.rows], kind="stable")
    wrong, mass = torch.zeros((), device=PLACE), torch.zeros((), device=PLACE)
    for part in np.array_split(order, min(PARTS, len(order))):
        states, mask = rows_states(model, batch.rows[part], READ)
        made.append(pooled(states, mask))
        of_people = np.flatnonzero(part < batch.marked)
        if len(of_people):
            labels, counts = tokens.marked(batch.rows[part[of_people]], states.shape[1])
            told, counted = mark_loss(
                states[torch.from_numpy(of_people).to(PLACE)], labels.to(PLACE), counts.to(PLACE), heads, weights
            )
            wrong, mass = wrong + told, mass + counted
    texts = torch.cat(made)[_back(order)]
    said = statement_vectors(model, batch.statements)
    return {
        "likeness": likeness_loss(batch, texts, said),
        "heads": head_loss(batch, texts, heads),
        "marks": wrong / (mass + 10.0),
    }


class Run:
    """One run in the making: weights as they are learned (exact) beside those that compute (half precision)."""

    def __init__(self, run: str, data: Path, steps: int) -> None:
        torch.manual_seed(SEED)
        self.run, self.steps, self.done = run, steps, 0
        self.tokens, self.draws = load_tokens(), Draws(run, data, load_pool())
        self.model = start().to(torch.bfloat16).to(PLACE)
        self.heads = Heads(len(self.draws.concepts)).to(PLACE)
        self.weights = mark_weights(self.tokens, self.draws.fields)
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)
        self.model.layers[FROZEN:].requires_grad_(True)
        exact = dict(start().named_parameters())
        self.names = [name for name, parameter in self.model.named_parameters() if parameter.requires_grad]
        self.tuned = [dict(self.model.named_parameters())[name] for name in self.names]
        self.master = [exact[name].detach().clone().to(PLACE) for name in self.names]
        groups = [
            {
                "params": [
                    one for one, name in zip(self.master, self.names, strict=True) if f"layers.{layer}." in name
                ],
                "lr": RATE * DECAY ** (LAYERS - 1 - layer),
            }
            for layer in range(FROZEN, LAYERS)
        ]
        self.optimiser = torch.optim.AdamW(
            [*groups, {"params": list(self.heads.parameters()), "lr": HEAD_RATE}], weight_decay=0.01
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimiser, lambda step: min((step + 1) / WARMUP, max(1e-3, (steps - step) / (steps - WARMUP)))
        )

    def learn(self) -> dict[str, float]:
        """One step; the losses."""
        told = losses(self.model, self.tokens, self.draws.next(), self.heads, self.weights)
        sum(WEIGHTS[name] * loss for name, loss in told.items()).backward()  # type: ignore[union-attr]  # not empty
        for mine, parameter in zip(self.master, self.tuned, strict=True):
            mine.grad, parameter.grad = parameter.grad.float(), None  # type: ignore[union-attr]  # backward just set it
        nn.utils.clip_grad_norm_(self.master, 1.0)
        nn.utils.clip_grad_norm_(self.heads.parameters(), 1.0)
        self.optimiser.step()
        self.schedule.step()
        self.optimiser.zero_grad()
        self._compute_with_master()
        self.done += 1
        if self.done in [round(self.steps * share) for share in MINED_AT]:
            self.mine()
        return {name: float(loss.detach()) for name, loss in told.items()}

    def mine(self) -> None:
        """Look through some of the texts for those that heads are wrong about."""
        random = np.random.default_rng([SEED, self.done])
        rows = random.choice(self.draws.usable, min(MINED, len(self.draws.usable)), replace=False)
        seen, _ = readings(self.model, self.tokens, rows, None, READ)
        with torch.no_grad():
            logits = self.heads.texts(seen.to(PLACE) * SHARPNESS).cpu().numpy()
        self.draws.mistaken(rows, logits)

    def keep(self, path: Path) -> None:
        """Write a checkpoint."""
        state = {"done": self.done, "heads": self.heads.state_dict(), "master": self.master, "hard": self.draws.hard}
        torch.save(state | {"optimiser": self.optimiser.state_dict(), "schedule": self.schedule.state_dict()}, path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        kept = torch.load(path, weights_only=False)
        self.heads.load_state_dict(kept["heads"])
        for mine, theirs in zip(self.master, kept["master"], strict=True):
            mine.copy_(theirs)
        self.optimiser.load_state_dict(kept["optimiser"])
        self.schedule.load_state_dict(kept["schedule"])
        self.done, self.draws.hard = kept["done"], kept["hard"]
        self.draws.skip(self.done)
        self._compute_with_master()

    def finish(self, path: Path) -> None:
        """Write what was learned."""
        learned = {name: one.cpu() for name, one in zip(self.names, self.master, strict=True)}
        told = {"tuned": learned, "heads": self.heads.cpu().state_dict(), "concepts": self.draws.concepts}
        torch.save(told | {"steps": self.steps}, path)

    def _compute_with_master(self) -> None:
        with torch.no_grad():
            for parameter, exact in zip(self.tuned, self.master, strict=True):
                parameter.copy_(exact)


def train(run: str, data: Path, steps: int | None = None, name: str | None = None) -> None:
    """One run, from its last checkpoint where there is one; nothing where it is done."""
    name = name or run
    path, half_done, curve = (FOLDER / f"{name}.{kind}" for kind in ("pt", "part", "csv"))
    if path.exists():
        return
    usual = STEPS_ALL if run == ALL else STEPS_OF_GROUPS if run in BY_GROUP else STEPS
    made = Run(run, data, steps or usual)
    if half_done.exists():
        made.resume(half_done)
    known = curve.read_text("utf-8").splitlines() if curve.exists() else []
    kept = [line for line in known if int(line.partition(",")[0]) <= made.done]
    curve.write_text("".join(f"{line}\n" for line in kept), "utf-8")
    began, running = time.monotonic(), dict.fromkeys(WEIGHTS, 0.0)
    with curve.open("a", encoding="utf-8") as file:
        while made.done < made.steps:
            told = made.learn()
            running = {key: 0.95 * running[key] + 0.05 * told[key] if running[key] else told[key] for key in told}
            if made.done % 20 == 0:
                spent = time.monotonic() - began
                shown = ", ".join(f"{key} {value:.3f}" for key, value in running.items())
                print(f"run {name}: step {made.done} of {made.steps}, {shown}, {spent:.0f} s", flush=True)
                file.write(",".join([str(made.done), *(f"{value:.4f}" for value in running.values())]) + "\n")
                file.flush()
            if made.done % CHECKPOINT == 0:
                made.keep(half_done)
    made.finish(path)
    half_done.unlink(missing_ok=True)


def tuned(run: str, half: bool = True) -> tuple[Bert, Heads]:
    """The encoder and heads as the run left them; the encoder in half precision, or as exact as it was kept."""
    state = torch.load(FOLDER / f"{run}.pt", weights_only=False)
    model, heads = start(), Heads(len(state["concepts"]))
    model.load_state_dict(model.state_dict() | state["tuned"])
    heads.load_state_dict(state["heads"])
    return (model.to(torch.bfloat16) if half else model).to(PLACE).eval(), heads.eval()


def main(argv: list[str] | None = None) -> None:
    """The runs asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", choices=RUNS, action="append")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--name", help="what the run's files are called, for trials")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(argv)
    torch.set_num_threads(options.threads)
    keep_memory()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for run in options.run or RUNS:
        train(run, options.data, options.steps, options.name)


if __name__ == "__main__":
    main()
