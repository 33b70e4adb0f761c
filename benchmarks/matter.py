"""One matter of 1,000 generated contracts, 75,000 clauses: what new and repeated queries take, and how much memory.

The contracts recombine sentences of the sample matter; vectors are means of its clauses' vectors, since the encoder
would take minutes for them and how long a query takes does not depend on what stands in a vector. How fast the
encoder is, beside bare onnxruntime on the same file and cores, is measured by itself.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import calibration, generated
from benchmarks.calls import answer
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.feature_store import SqlFeatureStore
from casewright.adapters.database.score_cache import SqlScoreCache
from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.bootstrap import scoring
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.cli.ingestion import add_files
from casewright.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

CONTRACTS, QUICK = 1_000, 20
EMBEDDED, QUICK_EMBEDDED = 600, 40
ROUNDS = 3
MOST_CONTENTS = 10_000_000

COLUMNS = (
    "This is an entire agreement clause.",
    "This is a liability cap clause.",
    "This is a remedial clause.",
    "Each party bears its own costs of the proceedings.",
)
"""Other statements than those of the queries; the first loads the model."""

QUERIES = (
    ("first of the process", "{IS governing law clause}"),
    ("new, a template", "{IS indemnity clause}"),
    ("new, a template by rules", "{IS unilateral clause}"),
    ("new, about a party", '{IS clause obligating "Supplier"}'),
    ("new, in free words", "{the supplier keeps a stock of spare parts}"),
    ("new, three templates", "{IS payment clause} AND {IS termination clause} AND NOT {IS confidentiality clause}"),
    ("repeated", "{IS indemnity clause}"),
    (
        "repeated, three templates",
        "{IS payment clause} AND {IS termination clause} AND NOT {IS confidentiality clause}",
    ),
)


class RecombinedScorer(EmbeddedScorer):
    """The shipped scorer, but for the vectors of chunks, which are made of those of the sample matter's clauses."""

    def features(self, texts: Sequence[str]) -> Features:
        """Counts as ever, vectors recombined, tokens that speak for nothing."""
        encoder = self.encoder()
        spoken = np.full((len(texts), 0 if encoder is None else len(encoder.fields)), -1, np.float16)
        counted = self._hasher.features(texts)
        return replace(counted, vectors=generated.vectors(texts, self._known), spoken=spoken)

    @cached_property
    def _known(self) -> NDArray[np.float32]:
        encoder = self.encoder()
        if encoder is None:
            return np.zeros((1, 0), np.float32)
        return encoder.embed(generated.sample_clauses())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small counts, to see that it runs")
    parser.add_argument("--home", type=Path, help="ask the one matter of this home, and nothing else")
    given = parser.parse_args(arguments)
    if given.home is not None:
        return _ask(given.home)
    print(f"calibration {calibration.seconds() * 1000:.0f} ms")
    _encoder(QUICK_EMBEDDED if given.quick else EMBEDDED)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        _build(home, QUICK if given.quick else CONTRACTS)
        print(f"calibration {calibration.seconds() * 1000:.0f} ms")
        sys.stdout.flush()
        command = [sys.executable, "-m", "benchmarks.matter", "--home", str(home)]
        return subprocess.run(command, check=False).returncode


def _build(home: Path, count: int) -> None:
    folder = home.with_name("contracts")
    folder.mkdir()
    for number, text in enumerate(generated.contracts(count)):
        (folder / f"{number:04}.txt").write_text(text, encoding="utf-8")
    shipped = scoring.load_scorer
    scoring.load_scorer = _recombined
    os.environ["CASEWRIGHT_FACTS_AT_INGEST"] = "0"  # facts are read with the encoder
    try:
        with Casewright.open(home) as casewright:
            matter = answer(casewright, "create_matter", {"title": "bench"})["matter_id"]
            started = perf_counter()
            added = add_files(casewright, matter, sorted(folder.iterdir()), Output(json=True)).documents
            seconds = perf_counter() - started
    finally:
        scoring.load_scorer = shipped
    chunks = sum(document.chunks for document in added)
    size = (home / "casewright.db").stat().st_size / 1e6
    print(
        f"{count:,} contracts, {chunks:,} chunks put in without the encoder in {seconds:.1f} s; database {size:.0f} MB"
    )


def _recombined(name: str = "embedded", *, marks: bool = False, folder: Path | None = None) -> EmbeddedScorer:
    assert name == "embedded"
    assert folder is None
    assert not marks, "facts would be read with the encoder"
    return RecombinedScorer.from_folder()


def _ask(home: Path) -> int:
    """In a process of its own, so that its peak of memory is that of opening the home and asking."""
    before = _peak()
    _columns(home)
    with Casewright.open(home) as casewright:
        [matter] = answer(casewright, "list_matters")["matters"]
        for name, query in QUERIES:
            timer = _Timer()
            found = answer(casewright, "isaacus_iql", {"matter_id": matter["matter_id"], "query": query})
            print(f"query, {name}: {timer.told()}, {found['total_matches']:,} matches  {query}")
        print(f"peak memory of the process that asks: {_peak():.0f} MB, {before:.0f} MB before the first query")
    return 0


def _columns(home: Path) -> None:
    """Scores alone, over the same database: a query without documents, quotes and the record of the call."""
    database = open_database(home / "casewright.db")
    scorer, store = EmbeddedScorer.from_folder(), SqlFeatureStore(database)
    runs = store.runs(LOCAL_TENANT, scorer.model, 0, MOST_CONTENTS)  # of units: what chunks quote is numbered too
    numbers = np.unique(np.concatenate([np.arange(run.first, run.first + run.count) for run in runs]))
    scores = CachedScores(scorer, SqlScoreCache(database), store)
    for statement in COLUMNS:
        for name in ("new", "kept"):
            timer = _Timer()
            scores.scores(LOCAL_TENANT, statement, numbers, _no_texts)
            print(f"scores of {len(numbers):,} chunks, {name}: {timer.told()}  {statement!r}")
    database.close()


class _Timer:
    """From when it is made: the time that passed, and what this process had of the processors, which others share."""

    def __init__(self) -> None:
        self._passed, self._used = perf_counter(), process_time()

    def told(self) -> str:
        passed, used = perf_counter() - self._passed, process_time() - self._used
        return f"{passed * 1000:,.0f} ms ({used * 1000:,.0f} of processor)"


def _no_texts(_rows: NDArray[np.int64]) -> list[str]:
    raise AssertionError("features are kept, and these statements read no text")


def _peak() -> float:
    """Megabytes. Where Linux tells, this program's alone: the usual figure begins with the parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _encoder(count: int) -> None:
    """Ours from text to vector; bare onnxruntime from token numbers to vector, each way a user might run it."""
    encoder = EmbeddedScorer.from_folder().encoder()
    if encoder is None:
        print("encoder: the model has none")
        return
    texts = generated.clauses(count, seed=1)
    encoder.embed(texts[:8])
    ways = {"ours": lambda: encoder.embed(texts), **_bare(texts)}
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, work in ways.items():
            best[name] = min(best[name], _seconds(work))
    for name, seconds in best.items():
        print(f"encoder, {name}: {count / seconds:,.0f} clauses/s")
    fastest = min(seconds for name, seconds in best.items() if name != "ours")
    print(f"ours is {fastest / best['ours']:.2f} of the fastest bare way, over {count:,} clauses")


def _bare(texts: Sequence[str]) -> dict[str, Callable[[], object]]:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime
    from tokenizers import Tokenizer

    from casewright.adapters.scoring.encoder import GRAPH, TOKENIZER

    tokenizer = Tokenizer.from_str((SHIPPED / TOKENIZER).read_text("utf-8"))
    tokenizer.enable_truncation(EmbeddedScorer.from_folder().encoder().window)  # type: ignore[union-attr]  # asked before
    tokenizer.no_padding()
    rows = [np.array([encoding.ids], np.int64) for encoding in tokenizer.encode_batch_fast(list(texts))]
    graph, cores = (SHIPPED / GRAPH).read_bytes(), len(os.sched_getaffinity(0))

    def session(threads: int) -> Any:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = threads, 3
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    inside, beside = session(cores), session(1)

    def one_after_the_other() -> None:
        for row in rows:
            inside.run(None, {"ids": row})

    def side_by_side() -> None:
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda row: beside.run(None, {"ids": row}), rows))

    return {
        f"bare, one text after the other on {cores} threads": one_after_the_other,
        f"bare, {cores} texts side by side": side_by_side,
    }


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
