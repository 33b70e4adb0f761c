"""Measuring search on ACORD: lawyers' queries, each ranking the clauses that lawyers judged for it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import InvalidInput
from evals import judgements, measures, report
from evals.data_files import find, json_lines, shaped
from evals.scorers import silent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from evals.scorers import MeasuredScorer, Progress, Ranker

    FloatArray = NDArray[np.float64]

TITLE = "Clauses searched for by lawyers' queries: ACORD"
ATTRIBUTION = "ACORD by The Atticus Project, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)."
GIVE = "give the folder with corpus.jsonl, queries.jsonl and the judgements (qrels/valid.tsv, or valid.tsv)"
NOTE = (
    "Each query ranks only the clauses that were judged for it. Gain is the relevance from 0 to 4; for AP and top 3 a "
    "clause counts as relevant from 2 on, which is three stars of five. P at 80 % R is of the same clauses."
)
TRAINED = "An encoder was trained on the queries of this split: these figures are too good. Measure valid or test."
CLAUSES_SEEN = "Some of the clauses stand in contracts that the encoder was trained on; the queries it has not seen."
RELEVANT = 2
DEPTH = 10


@dataclass(frozen=True, slots=True)
class Query:
    """One query, its category, and the grades of the clauses judged for it, by position in the corpus."""

    text: str
    category: str
    clauses: NDArray[np.int64]
    grades: FloatArray


def measure_acord(
    data: Path,
    *,
    scorers: Sequence[MeasuredScorer],
    baselines: Sequence[Ranker] = (),
    split: str = "valid",
    progress: Progress | None = None,
) -> report.Report:
    """Figures over the queries of the split, of the first scorer beside the others.

    Raises ``InvalidInput`` for data that cannot be read or is empty.
    """
    told = progress or silent
    told("reading", 0, 0)
    texts, queries = read_acord(data, split)
    asking: dict[str, Callable[[str], NDArray[np.float32] | FloatArray]] = {
        scorer.model: scorer.over(texts).score for scorer in scorers
    }
    asking |= {one.name: one.over(texts) for one in baselines}
    found: dict[str, dict[str, list[Mapping[str, float]]]] = {name: defaultdict(list) for name in asking}
    for done, query in enumerate(queries):
        told("asking", done, len(queries))
        for name, ask in asking.items():
            said = np.asarray(ask(query.text), np.float64)[query.clauses]
            found[name][query.category].append(figures(query, said))
    facts: dict[str, int | str | None] = {"split": split, "queries": len(queries), "clauses": len(texts)}
    encoded = any(scorer.encoded for scorer in scorers)
    notes = ((TRAINED if split == "train" else CLAUSES_SEEN),) if encoded else ()
    return report.Report(
        "acord", TITLE, scorers[0].model, facts, notes, ATTRIBUTION, (report.graded("search", "Search", NOTE, found),)
    )


def figures(query: Query, said: FloatArray) -> dict[str, float]:
    """One query's figures; ``positives`` is how many clauses are relevant."""
    truth = query.grades >= RELEVANT
    return {
        "positives": float(truth.sum()),
        "ndcg_at_10": measures.ndcg(query.grades, said, DEPTH),
        "average_precision": measures.average_precision(truth, said),
        "precision_at_80": measures.precision_at_recall(truth, said, judgements.RECALL),
        "top3": measures.top_hit(truth, said, np.zeros(len(said), np.int64), judgements.TOP),
    }


def read_acord(data: Path, split: str) -> tuple[list[str], list[Query]]:
    """The clauses' texts, and the split's queries in the order of the file of queries."""
    corpus = find(data, ("corpus.jsonl",), GIVE)
    texts: list[str] = []
    place: dict[str, int] = {}
    for where, entry in json_lines(corpus, "ACORD", GIVE):
        with shaped(corpus, where, "ACORD", GIVE):
            place[entry["_id"]] = len(texts)
            texts.append(f"{entry['title']}\n{entry['text']}" if entry.get("title") else str(entry["text"]))
    file = corpus.parent / "queries.jsonl"
    asked: dict[str, tuple[str, str]] = {}
    for where, entry in json_lines(file, "ACORD", GIVE):
        with shaped(file, where, "ACORD", GIVE):
            category = entry.get("metadata", {}).get("category") or "queries"
            asked[entry["_id"]] = (str(entry["text"]), str(category))
    grades = _judgements(_of_split(corpus.parent, split), asked, place)
    found = [
        Query(text, category, np.array(list(grades[key]), np.int64), np.array(list(grades[key].values()), np.float64))
        for key, (text, category) in asked.items()
        if key in grades
    ]
    if not found:
        raise InvalidInput(f"{str(data)!r} judges no clause for a query in its split {split!r}: {GIVE}.")
    return texts, sorted(found, key=lambda query: query.category)


def _of_split(folder: Path, split: str) -> Path:
    if not split.isidentifier():
        raise InvalidInput(f"--split is {split!r}: name one, such as train, valid or test.")
    places = [folder / "qrels" / f"{split}.tsv", folder / f"{split}.tsv"]
    for file in places:
        if file.is_file():
            return file
    there = sorted({file.stem for pattern in ("*.tsv", "qrels/*.tsv") for file in folder.glob(pattern)})
    known = f"there are {', '.join(there)}" if there else GIVE
    raise InvalidInput(f"{str(folder)!r} has no judgements for the split {split!r}: {known}.")


def _judgements(
    file: Path, asked: Mapping[str, tuple[str, str]], place: Mapping[str, int]
) -> dict[str, dict[int, float]]:
    """By query, the grade of each judged clause. A clause or query that is not there is an error."""
    with shaped(file, "", "ACORD", GIVE):
        lines = file.read_text("utf-8").split("\n")
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for number, line in enumerate(lines, start=1):
        if not line.strip() or (number == 1 and line.startswith("query-id")):
            continue
        with shaped(file, f"line {number}", "ACORD", GIVE):
            query, clause, grade = (part.strip() for part in line.split("\t"))
            query = query if query in asked else query[1:-1].replace('""', '"')
            if query not in asked:
                raise ValueError(f"no query {query!r} in queries.jsonl")
            if clause not in place:
                raise ValueError(f"no clause {clause!r} in corpus.jsonl")
            found[query][place[clause]] = float(grade)
    return found
