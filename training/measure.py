"""Measure the model by what it says of contracts, agreements and clauses that it had not seen."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import Hasher
from evals import measures
from evals.bm25 import Bm25
from evals.fitting import LEFT_OUT, SEED
from evals.statements import statements
from training import heads
from training.concepts import GOLD
from training.corpus import CUAD, NLI, load
from training.draws import acord, descriptions
from training.free import Setting, without
from training.groups import GROUPS
from training.judged import gain_at_10, nli_labels
from training.pool import load_pool
from training.runs import fold_of
from training.stack import run_of
from training.vectors import VECTORS, asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.free import Evidence
    from training.router import Routings

    Labels = NDArray[np.int8]
    Margins = NDArray[np.float64]

FIGURES = ("average_precision", "precision_at_80", "f1", "precision", "recall", "top3", "calibration_error")
RESAMPLES = 200


def figures(column: Labels, likely: Margins, fold: NDArray[np.int64], rows: NDArray[np.bool_]) -> dict[str, float]:
    """What the model card says of one concept over these rows; what ranks is the mean over folds, the rest pooled."""
    chosen = rows & (column != LEFT_OUT)
    truth, said, contract = column[chosen] == 1, likely[chosen], np.array(load().contract)[chosen]
    precision, recall = measures.precision_and_recall_at(truth, said)
    return {
        "positives": int(truth.sum()),
        "average_precision": measures.by_fold(measures.average_precision, truth, said, fold[chosen]),
        "precision_at_80": measures.by_fold(measures.precision_at_recall, truth, said, fold[chosen]),
        "f1": measures.f1_at(truth, said),
        "precision": precision,
        "recall": recall,
        "top3": measures.top_hit(truth, said, contract),
        "calibration_error": measures.calibration_error(truth, said),
    }


def macro(concepts: Mapping[str, Mapping[str, float]], group: Sequence[str]) -> dict[str, float]:
    """The mean of each figure over the group."""
    return {name: measures.macro([concepts[concept][name] for concept in group]) for name in FIGURES}


def reliability(
    concepts: Sequence[tuple[Labels, Margins]], rows: NDArray[np.bool_], bins: int = 10
) -> list[tuple[float, float, float, float, float]]:
    """By stretch of scores: from, to, how many texts, the mean score, the share for which it held; all concepts."""
    truth = np.concatenate([column[rows & (column != LEFT_OUT)] == 1 for column, _ in concepts])
    said = np.concatenate([likely[rows & (column != LEFT_OUT)] for column, likely in concepts])
    found = []
    for low, high in pairwise([0.0, 0.05, *np.linspace(0.1, 1, bins).tolist()]):
        inside = (said >= low) & ((said < high) | (high == 1.0))
        if inside.any():
            found.append((low, high, float(inside.sum()), float(said[inside].mean()), float(truth[inside].mean())))
    return found


@dataclass(frozen=True, slots=True)
class Measuring:
    """Runs as scorers of what they left out, and what free statements' evidence weighs.

    ``runs`` left contracts out, ``without`` a group of categories as well.
    """

    data: Path
    runs: Sequence[Setting]
    without: Sequence[Setting]
    routings: Routings
    evidence: tuple[Evidence, Evidence]
    of_category: Mapping[str, str]

    def report(self) -> dict[str, object]:
        """Free statements on CUAD, ContractNLI and ACORD."""
        names = {self.of_category.get(category, category): category for category in GOLD}
        held = {name: list(statements()[category].asked) for name, category in names.items()}
        described = {name: [said] for name, said in descriptions(self.data).items() if name in names}
        plain = {name: [statements()[category].named] for name, category in names.items()}
        return {
            "asked_freely": self.asked(held, hidden=False),
            "left_out": {
                "described": self.asked(described, hidden=True),
                "plain": self.asked(plain, hidden=True),
                "described_words_and_vector": self.asked(described, hidden=True, routed=False),
                "plain_words_and_vector": self.asked(plain, hidden=True, routed=False),
            },
            "contractnli": self.contractnli(),
            "baselines": self.baselines(),
            "acord": self.acord(),
        }

    def weights(self, leave: int | None) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The weights of free and routed statements, fitted without one group."""
        return self.evidence[0].weights(leave), self.evidence[1].weights(leave)

    def asked(self, wanted: Mapping[str, Sequence[str]], *, hidden: bool, routed: bool = True) -> dict[str, object]:
        """Average precision of CUAD's categories asked in these words.

        ``hidden``: only by the run that left the category out, in the fold it left out, with no head or routing for it.
        Else by every run, in the fold it left out.
        """
        cuad = np.array(load().source) == CUAD
        group_of = {self.of_category.get(name, name): number for number, group in enumerate(GROUPS) for name in group}
        found: dict[str, list[float]] = {}
        weights = [self.weights(number) for number in range(len(GROUPS))]
        for run in self.without if hidden else self.runs:
            names = [name for name in wanted if not hidden or group_of[name] == run.group]
            listed = tuple(said for name in names for said in wanted[name])
            vector_of = dict(zip(listed, asked(run.run, listed), strict=True))
            for name in names:
                column = np.where(cuad, heads.labels()[name], LEFT_OUT)[run.rows]
                places = np.flatnonzero(column != LEFT_OUT)
                routing = self.routings.of_run[run.run] if routed else None
                routing = without(routing, name) if hidden and routing is not None else routing
                for said in wanted[name]:
                    scores = run.score(said, vector_of[said], places, weights[group_of[name]], routing)
                    value = measures.average_precision(column[places] == 1, scores.astype(np.float64))
                    found.setdefault(name, []).append(value)
        means = {name: measures.macro(values) for name, values in found.items()}
        every = [value for values in found.values() for value in values]
        low, high = spread([measures.macro(values) for values in found.values()])
        return {
            "statements": sum(len(said) for said in wanted.values()),
            "average_precision": measures.macro(list(means.values())),
            "over_statements": measures.macro(every),
            "low": low,
            "high": high,
            "by_concept": means,
        }

    def contractnli(self) -> dict[str, object]:
        """Average precision of evidence for each hypothesis, in agreements that the run left out."""
        labels = nli_labels(self.data)
        listed = tuple(labels)
        found: dict[str, list[float]] = {"product": [], "words_and_vector": []}
        for run in self.runs:
            nli = np.flatnonzero(np.array(load().source)[run.rows] == NLI)
            for said, vector in zip(listed, asked(run.run, listed), strict=True):
                column = labels[said][run.rows][nli]
                known = nli[column != LEFT_OUT]
                truth = column[column != LEFT_OUT] == 1
                if not truth.any():
                    continue
                both = self.weights(None)
                routing = self.routings.of_run[run.run]
                for name, given in (("product", routing), ("words_and_vector", None)):
                    scores = run.score(said, vector, known, both, given).astype(np.float64)
                    found[name].append(measures.average_precision(truth, scores))
        return {
            "average_precision": measures.macro(found["product"]),
            "words_and_vector": measures.macro(found["words_and_vector"]),
        }

    def baselines(self) -> dict[str, dict[str, float]]:
        """Average precision on the same statements and texts: BM25, and the likeness that the base encoder sees."""
        corpus, names = load(), {self.of_category.get(category, category): category for category in GOLD}
        cuad, nli = (np.array(corpus.source) == source for source in (CUAD, NLI))
        group_of = {self.of_category.get(name, name): number for number, group in enumerate(GROUPS) for name in group}
        hypotheses = nli_labels(self.data)
        described = {name: said for name, said in descriptions(self.data).items() if name in names}
        with np.load(VECTORS / "base.npz") as stored:
            base = stored["vectors"].astype(np.float32)
        found: dict[str, dict[str, list[float]]] = {"bm25": {}, "base": {}}
        for run in (*self.runs, *self.without):
            words = Bm25([corpus.texts[row] for row in run.rows.tolist()])
            known = names if run.group is None else {}
            questions = [("asked", said, name) for name, one in known.items() for said in statements()[one].asked]
            mine = [name for name in names if group_of[name] == run.group]
            questions += [("plain", statements()[names[name]].named, name) for name in mine]
            questions += [("described", described[name], name) for name in mine]
            questions += [("contractnli", said, said) for said in hypotheses if run.group is None]
            vectors = asked("base", tuple(said for _, said, _ in questions))
            for (kind, said, name), vector in zip(questions, vectors, strict=True):
                column = hypotheses[name] if kind == "contractnli" else heads.labels()[name]
                column = np.where(nli if kind == "contractnli" else cuad, column, LEFT_OUT)[run.rows]
                known, truth = column != LEFT_OUT, column == 1
                for scorer, scores in (("bm25", words.score(said)), ("base", base[run.rows] @ vector)):
                    value = measures.average_precision(truth[known], scores[known].astype(np.float64))
                    found[scorer].setdefault(kind, []).append(value)
        return {scorer: {kind: measures.macro(all_) for kind, all_ in kinds.items()} for scorer, kinds in found.items()}

    def acord(self) -> dict[str, object]:
        """NDCG at 10 of the queries kept for measuring, each clause scored by a run that left its contract out."""
        pool, corpus_idf = load_pool(), self.runs[0].idf
        judged = acord(self.data, "valid")
        place_of = {name: pool.corpus + place for place, name in enumerate(pool.acord)}
        listed = tuple(judged)
        scores: dict[str, dict[int, float]] = {query: {} for query in listed}
        both = self.weights(None)
        for run in self.runs:
            made = run_of(run.run)
            features = Hasher().features([pool.texts[place] for place in made.clauses.tolist()])
            own = Setting(
                run.run,
                run.group,
                made.clauses,
                type(features)(features.indptr, features.index, features.count, made.clause_vectors.astype(np.float16)),
                run.ordinary,
                corpus_idf,
                {},
            )
            every = np.arange(len(made.clauses))
            for query, vector in zip(listed, asked(run.run, listed), strict=True):
                said = own.score(query, vector, every, both, None)
                scores[query].update(zip(made.clauses.tolist(), said.tolist(), strict=True))
        values = []
        for query in listed:
            grades = {place_of[clause]: grade for clause, grade in judged[query].items() if clause in place_of}
            places = list(grades)
            values.append(
                gain_at_10(np.array([scores[query][place] for place in places]), np.array([grades[p] for p in places]))
            )
        low, high = spread(values)
        return {"queries": len(values), "ndcg_at_10": measures.macro(values), "low": low, "high": high}

    def intervals(self, likely: Mapping[str, Margins]) -> dict[str, tuple[float, float]]:
        """What macro figures are between in 95 of 100 resamplings of the contracts."""
        corpus, random = load(), np.random.default_rng(SEED)
        contract = np.array(corpus.contract)
        cuad = np.array(corpus.source) == CUAD
        contracts = np.unique(contract[cuad])
        values: dict[str, list[float]] = {"average_precision": [], "f1": []}
        kept = {}
        for name, said in likely.items():
            rows = np.flatnonzero(cuad & (heads.labels()[name] != LEFT_OUT))
            rows = rows[np.argsort(-said[rows], kind="stable")]
            kept[name] = (contract[rows], heads.labels()[name][rows] == 1, said[rows], fold_of()[rows])
        for _ in range(RESAMPLES):
            times = np.bincount(random.choice(contracts, len(contracts)), minlength=contract.max() + 1)
            drawn: dict[str, list[float]] = {name: [] for name in values}
            for place, truth, said, fold in kept.values():
                count = times[place]
                by_fold = [weighted_precision(truth[fold == one], count[fold == one]) for one in np.unique(fold)]
                drawn["average_precision"].append(measures.macro(by_fold))
                found = said >= 0.5
                right = float(count[found & truth].sum())
                size = float(count[found].sum() + count[truth].sum())
                drawn["f1"].append(2 * right / size if size else float("nan"))
            for name, listed in drawn.items():
                values[name].append(measures.macro(listed))
        return {
            name: (float(np.quantile(np.array(found), 0.025)), float(np.quantile(np.array(found), 0.975)))
            for name, found in values.items()
        }


def weighted_precision(truth: NDArray[np.bool_], count: NDArray[np.int64]) -> float:
    """Average precision of rows in the order of their scores, each standing ``count`` times."""
    hits = np.cumsum(truth * count)
    if not hits[-1]:
        return float("nan")
    return float((hits / np.maximum(np.cumsum(count), 1) * truth * count).sum() / hits[-1])


def spread(values: Sequence[float]) -> tuple[float, float]:
    """What the mean is between in 95 of 100 resamplings of these values."""
    known = np.array([value for value in values if not np.isnan(value)])
    drawn = np.random.default_rng(SEED).choice(known, (2000, len(known))).mean(axis=1)
    return float(np.quantile(drawn, 0.025)), float(np.quantile(drawn, 0.975))
