"""Research over many generated acts, through the whole door, and how long their import takes."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from benchmarks.calls import answer
from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ACTS, ROUNDS, SEED = 100_000, 15, 7
_A_CALL = 50_000
_BEGINNINGS = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "șa", "țe")
_SYLLABLES = [beginning + end for beginning in _BEGINNINGS for end in "rnstlmaă"]
QUERIES = (
    (
        "two words",
        "SELECT doc_id, title FROM legislatie WHERE LOWER(full_text) LIKE '%{0}%' AND full_text LIKE '%{1}%' LIMIT 10",
    ),
    ("a word that is nowhere", "SELECT doc_id FROM legislatie WHERE full_text LIKE '%xyzxyz%' LIMIT 10"),
    (
        "counted by year",
        "SELECT an, COUNT(*) AS n FROM legislatie WHERE title LIKE '%{0}%' GROUP BY an ORDER BY n DESC",
    ),
    ("one by its id", "SELECT full_text FROM legislatie WHERE doc_id = 'act-77'"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the times of import and queries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=ACTS)
    parser.add_argument("--quick", action="store_true", help="a thousand acts, to see that it runs")
    given = parser.parse_args(arguments)
    acts = 1_000 if given.quick else given.acts
    rng = random.Random(SEED)
    words = sorted({"".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(2, 4))) for _ in range(20_000)})
    print(f"Corpus: {acts:,} generated acts; {calibration.line()}")
    with tempfile.TemporaryDirectory() as home, Casewright.open(home) as casewright:
        started = perf_counter()
        characters = 0
        for first in range(0, acts, _A_CALL):
            lines = list(_lines(rng, words, first, min(_A_CALL, acts - first)))
            characters += sum(map(len, lines))
            blob = casewright.blobs.put(casewright.actor.tenant, "".join(lines).encode())
            files = [{"name": "acts.jsonl", "blob_id": blob}]
            answer(casewright, "import_acts", {"table": "legislatie", "files": files})
        size = sum(path.stat().st_size for path in (Path(home) / "corpora").iterdir()) / 1e6
        spent = perf_counter() - started
        print(f"  imported in {spent:8.1f} s, {characters / 1e6:,.0f} M characters, {size:,.0f} MB on disk")
        for called, query in QUERIES:
            times = []
            for _ in range(ROUNDS):
                sql = query.format(rng.choice(words)[:5], rng.choice(words)[:5])
                at = perf_counter()
                answer(casewright, "query_bigquery", {"query_string": sql, "table_name": "legislatie"})
                times.append((perf_counter() - at) * 1e3)
            print(f"  {called:<28} {median(times):8.0f} ms p50, {max(times):.0f} at most")
    return 0


def _lines(rng: random.Random, words: Sequence[str], first: int, count: int) -> Iterator[str]:
    for number in range(first, first + count):
        text = " ".join(rng.choices(words, k=rng.randint(200, 320)))
        act = {"doc_id": f"act-{number}", "tip_act": "lege", "an": 1990 + number % 36, "title": text[:80]}
        yield json.dumps({**act, "full_text": text}, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
