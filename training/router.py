"""Fit the routing of free statements to concepts, from statements written for them and from their clauses' words."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from casewright.adapters.scoring.model_file import Routing
from casewright.adapters.scoring.routing import EMPTY_WORDS, STEM, lift, logits, number, route, terms
from casewright.adapters.scoring.tokens import words
from casewright.iql.templates import BUILTIN
from evals.fitting import SEED
from training.corpus import HERE
from training.groups import left_out
from training.runs import ALL, BY_GROUP, RUNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

NONE = "none"
STRENGTH = 100.0
VECTOR = 3.0
"""How long a statement's vector is beside its terms, whose length is one."""

HELD = 3
"""In how many parts statements are held out to balance the routing."""

RARE = 8
"""Stems in fewer texts say nothing."""

UNKNOWN = 0.5
"""What a statement of something that is not among the targets counts beside one that is."""

PRIOR = 20.0
"""How many texts of ordinary words each concept is taken to have besides its own."""

TOO_WIDE = frozenset({"obligation", "right", "clause", "unilateral clause", "definitions"})
"""Concepts whose clauses may use any word."""

Statements = Mapping[str, Sequence[str]]


def statements(part: str) -> dict[str, list[str]]:
    """The ``develop``, ``tune`` or ``held_out`` statements of ``statements.toml``, by concept."""
    written = tomllib.loads((HERE / "statements.toml").read_text("utf-8"))
    return {name: list(entry.get(part, ())) for name, entry in written.items()}


def developing() -> dict[str, list[str]]:
    """What the routing learns from: all but the held-out statements, and each concept's name and meaning."""
    known = statements("develop")
    for name, more in statements("tune").items():
        known[name] += more
        if name != NONE:
            known[name].append(name.replace("/", " "))
        if name in BUILTIN:
            known[name].append(BUILTIN[name].meaning)
    for name, more in tomllib.loads((HERE / "paraphrases.toml").read_text("utf-8")).items():
        known[name] += more
    return known


@dataclass(frozen=True, slots=True)
class Routings:
    """The routing that ships; those of runs, which read a run's vectors; and those of ``held`` statements.

    ``held`` holds for each run that left a group out what a routing that had not learned from a statement makes of it.
    """

    shipped: Routing
    of_run: Mapping[str, Routing]
    held: tuple[Mapping[str, Routing], ...]


def fit(
    known: Statements,
    texts: Sequence[str],
    labels: Mapping[str, NDArray[np.int8]],
    vectors: Callable[[str, tuple[str, ...]], NDArray[np.float32]],
) -> Routings:
    """The routings: linear in the statements' terms and vectors, with the lift of their words in the concepts' texts.

    How much each counts is balanced on statements held out, of concepts that the run's encoder has not learned: each
    once as it is, and once as if its concept were not among the targets, so that "none" is right.
    """
    targets = tuple(name for name in known if name != NONE)
    blank = with_lift(targets, texts, labels)
    pairs = [(statement, place) for place, name in enumerate((*targets, NONE)) for statement in known[name]]
    listed = tuple(statement for statement, _ in pairs)
    order = np.random.default_rng(SEED).permutation(len(pairs))
    asked: list[tuple[str, int, NDArray[np.float32], Routing]] = []
    held_of: list[dict[str, Routing]] = []
    for run, name_of_run in enumerate(BY_GROUP):
        seen, held_of_run = vectors(name_of_run, listed), dict[str, Routing]()
        for fold in range(HELD):
            held = set(order[fold::HELD].tolist())
            routing = _linear(blank, pairs, seen, [place for place in range(len(pairs)) if place not in held])
            for place in sorted(held):
                statement, target = pairs[place]
                held_of_run[statement] = routing
                name = NONE if target == len(targets) else targets[target]
                if left_out(run, name) or (name == NONE and run == 0):
                    asked.append((statement, target, seen[place], routing))
        held_of.append(held_of_run)
    trust, doubt, sharpness = _balance(asked)

    def settled(routing: Routing) -> Routing:
        return replace(routing, trust=trust, doubt=doubt, sharpness=sharpness)

    all_places = list(range(len(pairs)))
    made = {run: settled(_linear(blank, pairs, vectors(run, listed), all_places)) for run in RUNS}
    settled_of = {id(routing): settled(routing) for held in held_of for routing in held.values()}
    return Routings(
        made[ALL],
        made,
        tuple({statement: settled_of[id(routing)] for statement, routing in held.items()} for held in held_of),
    )


def _linear(
    blank: Routing, pairs: Sequence[tuple[str, int]], vectors: NDArray[np.float32], places: Sequence[int]
) -> Routing:
    counted = [terms(pairs[place][0]) for place in places]
    columns = np.array(sorted({term for entry in counted for term in entry}), np.uint32)
    place_of = {int(term): place for place, term in enumerate(columns)}
    entries = [(row, place_of[term], value) for row, entry in enumerate(counted) for term, value in entry.items()]
    rows, found, values = zip(*entries, strict=True)
    matrix = csr_matrix((values, (rows, found)), shape=(len(places), len(columns)))
    both = hstack([matrix, csr_matrix(vectors[list(places)] * VECTOR)]).tocsr()
    model = LogisticRegression(C=STRENGTH, max_iter=200, tol=1e-3)
    model.fit(both, np.array([pairs[place][1] for place in places]))
    weights = np.zeros((both.shape[1], len(blank.targets) + 1), np.float32)
    bias = np.full(len(blank.targets) + 1, -20, np.float32)
    weights[:, model.classes_], bias[model.classes_] = model.coef_.T, model.intercept_
    own, directions = weights[: len(columns)], weights[len(columns) :] * np.float32(VECTOR)
    return replace(blank, columns=columns, weights=own, bias=bias, directions=directions, trust=0.0, doubt=0.0)


def with_lift(targets: tuple[str, ...], texts: Sequence[str], labels: Mapping[str, NDArray[np.int8]]) -> Routing:
    numbers: dict[int, int] = {}
    rows, places = [], []
    for row, text in enumerate(texts):
        for stem in {number(word[:STEM]) for word in words(text) if word not in EMPTY_WORDS}:
            rows.append(row)
            places.append(numbers.setdefault(stem, len(numbers)))
    matrix = csr_matrix((np.ones(len(rows), np.float32), (rows, places)), shape=(len(texts), len(numbers)))
    frequency = np.asarray(matrix.sum(axis=0)).ravel()
    kept = np.flatnonzero(frequency >= RARE)
    kept = kept[np.argsort(np.fromiter(numbers, np.uint32, len(numbers))[kept])]
    matrix, base = matrix[:, kept], frequency[kept] / len(texts)
    lifted = np.zeros((len(kept), len(targets)), np.float32)
    for place, name in enumerate(targets):
        if name in labels and name not in TOO_WIDE:
            positive = labels[name] == 1
            seen = np.asarray(matrix[positive].sum(axis=0)).ravel()
            rate = (seen + PRIOR * base) / (positive.sum() + PRIOR)
            lifted[:, place] = np.clip(np.log(rate / base), -1, 4)
    lifted[np.abs(lifted) < 0.3] = 0
    stems = np.fromiter(numbers, np.uint32, len(numbers))[kept]
    rarity = np.log(1 / base).astype(np.float16).astype(np.float32)
    empty = np.zeros((0, len(targets) + 1), np.float32)
    bias = empty.sum(axis=0)
    return Routing(targets, np.zeros(0, np.uint32), empty, bias, empty, stems, lifted, rarity, 0.0, 0.0, 1.0)


def _balance(asked: Sequence[tuple[str, int, NDArray[np.float32], Routing]]) -> tuple[float, float, float]:
    """Trust in the lift, doubt and sharpness under which the statements held out are likeliest."""
    plain = np.stack([logits(routing, statement, vector) for statement, _, vector, routing in asked])
    lifts = np.stack([np.append(lift(routing, statement), 0) for statement, _, _, routing in asked])
    targets = np.array([target for _, target, _, _ in asked])
    known = np.flatnonzero(targets < plain.shape[1] - 1)
    hidden = plain[known].astype(np.float64)
    hidden[np.arange(len(known)), targets[known]] = -np.inf
    plain, lifts = np.concatenate([plain, hidden]), np.concatenate([lifts, lifts[known]])
    counts = np.concatenate([np.ones(len(targets)), np.full(len(known), UNKNOWN)])
    targets = np.concatenate([targets, np.full(len(known), plain.shape[1] - 1)])
    none = np.zeros(plain.shape[1])
    none[-1] = 1
    best, chosen = -np.inf, (0.0, 0.0, 1.0)
    for trust in (0.0, 0.5, 1.0, 2.0, 3.0, 4.0):
        for doubt in (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0):
            for sharpness in (0.35, 0.5, 0.7, 1.0, 1.5, 2.0):
                total = (plain + trust * lifts + doubt * none) * sharpness
                total -= total.max(axis=1, keepdims=True)
                likely = np.exp(total) / np.exp(total).sum(axis=1, keepdims=True)
                found = float(counts @ np.log(np.maximum(likely[np.arange(len(targets)), targets], 1e-4)))
                if found > best:
                    best, chosen = found, (trust, doubt, sharpness)
    return chosen


def accuracy(
    routing: Routing, asked: Statements, vectors: Callable[[tuple[str, ...]], NDArray[np.float32]]
) -> dict[str, float]:
    """The share of statements whose first route is right, that are routed wrong, left to their words, and so on."""
    first, among, wrong, free = [], [], [], []
    for name, listed in asked.items():
        for statement, vector in zip(listed, vectors(tuple(listed)), strict=True):
            found = [concept for concept, _ in route(routing, statement, vector)]
            if name == NONE:
                free.append(not found)
            else:
                first.append(found[:1] == [name])
                among.append(name in found)
                wrong.append(bool(found) and name not in found)
    return {
        "statements": len(first),
        "first": float(np.mean(first)),
        "among": float(np.mean(among)),
        "wrong": float(np.mean(wrong)),
        "free_when_none": float(np.mean(free)),
    }
