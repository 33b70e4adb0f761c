"""Fit the routing of free statements to concepts, from statements written for them and from their clauses' words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from casewright.adapters.scoring.model_file import Routing
from casewright.adapters.scoring.routing import EMPTY_WORDS, STEM, likelihoods, number, route, terms
from casewright.adapters.scoring.tokens import words
from casewright.evals.fitting import SEED
from casewright.iql.templates import BUILTIN
from training.corpus import HERE

if TYPE_CHECKING:
    from numpy.typing import NDArray

NONE = "none"
STRENGTH = 100.0
RARE = 8
"""Stems in fewer texts say nothing."""

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


def fit(known: Statements, texts: Sequence[str], labels: Mapping[str, NDArray[np.int8]]) -> Routing:
    """The routing: its linear part from the statements, its lift from the texts, the balance of both by folds."""
    targets = tuple(name for name in known if name != NONE)
    blank = _with_lift(targets, texts, labels)
    pairs = [(statement, place) for place, name in enumerate((*targets, NONE)) for statement in known[name]]
    order = np.random.default_rng(SEED).permutation(len(pairs))
    asked: list[tuple[str, int, Routing]] = []
    for fold in range(5):
        held = set(order[fold::5].tolist())
        routing = _linear(blank, [pair for place, pair in enumerate(pairs) if place not in held])
        asked += [(*pairs[place], routing) for place in held]
    trust, doubt, sharpness = _balance(asked)
    return replace(_linear(blank, pairs), trust=trust, doubt=doubt, sharpness=sharpness)


def _linear(blank: Routing, pairs: Sequence[tuple[str, int]]) -> Routing:
    counted = [terms(statement) for statement, _ in pairs]
    columns = np.array(sorted({term for entry in counted for term in entry}), np.uint32)
    place_of = {int(term): place for place, term in enumerate(columns)}
    entries = [(row, place_of[term], value) for row, entry in enumerate(counted) for term, value in entry.items()]
    rows, places, values = zip(*entries, strict=True)
    matrix = csr_matrix((values, (rows, places)), shape=(len(pairs), len(columns)))
    model = LogisticRegression(C=STRENGTH, max_iter=500)
    model.fit(matrix, np.array([place for _, place in pairs]))
    weights = np.zeros((len(columns), len(blank.targets) + 1), np.float32)
    bias = np.full(len(blank.targets) + 1, -20, np.float32)
    weights[:, model.classes_], bias[model.classes_] = model.coef_.T, model.intercept_
    return replace(blank, columns=columns, weights=weights, bias=bias)


def _with_lift(targets: tuple[str, ...], texts: Sequence[str], labels: Mapping[str, NDArray[np.int8]]) -> Routing:
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
    lift = np.zeros((len(kept), len(targets)), np.float32)
    for place, name in enumerate(targets):
        if name in labels and name not in TOO_WIDE:
            positive = labels[name] == 1
            seen = np.asarray(matrix[positive].sum(axis=0)).ravel()
            rate = (seen + PRIOR * base) / (positive.sum() + PRIOR)
            lift[:, place] = np.clip(np.log(rate / base), -1, 4)
    lift[np.abs(lift) < 0.3] = 0
    stems = np.fromiter(numbers, np.uint32, len(numbers))[kept]
    rarity = np.log(1 / base).astype(np.float16).astype(np.float32)
    empty = np.zeros((0, len(targets) + 1), np.float32)
    return Routing(targets, np.zeros(0, np.uint32), empty, empty.sum(axis=0), stems, lift, rarity, 0.0, 0.0, 1.0)


def _balance(asked: Sequence[tuple[str, int, Routing]]) -> tuple[float, float, float]:
    """Trust in the lift, doubt and sharpness under which the statements held out of each fold are likeliest."""
    best, chosen = -np.inf, (0.0, 0.0, 1.0)
    for trust in (0.0, 1.0, 2.0, 3.0, 4.0):
        for doubt in (-1.0, 0.0, 1.0, 2.0):
            for sharpness in (1.0, 1.5, 2.0):
                found = 0.0
                for statement, place, routing in asked:
                    tried = replace(routing, trust=trust, doubt=doubt, sharpness=sharpness)
                    found += float(np.log(max(likelihoods(tried, statement)[place], 1e-4)))
                if found > best:
                    best, chosen = found, (trust, doubt, sharpness)
    return chosen


def accuracy(routing: Routing, asked: Statements) -> dict[str, float]:
    """The share of statements whose first route is right, that are routed wrong, left to their words, and so on."""
    first, among, wrong, free = [], [], [], []
    for name, listed in asked.items():
        for statement in listed:
            found = [concept for concept, _ in route(routing, statement)]
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
