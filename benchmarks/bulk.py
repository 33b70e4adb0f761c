"""Corpora of any size: what a clause costs, a run beside a plain pool of processes, and what a billion would take.

``python -m benchmarks.bulk --chunks 1000000`` makes a corpus of so many clauses and asks it one query by the cascade,
and then another one over what is kept; ``--data`` measures over contracts that are there, too.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, TypeVar

import duckdb
import numpy as np

from benchmarks import calibration
from benchmarks.generated import contracts
from casewright.adapters.bulk.kept import KeptPartition
from casewright.adapters.bulk.listing import ListedCorpora
from casewright.adapters.bulk.places import LocalPlace
from casewright.adapters.bulk.results import ResultFolder
from casewright.adapters.bulk.wire import pack_task
from casewright.adapters.engine.dask_cluster import DaskCluster
from casewright.adapters.engine.local_pool import LocalPool
from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.scoring.cascade import Cascade
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.bootstrap.bulk_worker import MODULE, model_of, work
from casewright.domain.bulk import BulkAsk, BulkTask, Member, Partition
from casewright.domain.bulk_documents import BulkDocument
from casewright.domain.scored_units import units_of
from casewright.iql import parse
from casewright.toolbox.bulk.bulk_run import BulkRun
from casewright.toolbox.bulk.run_corpus_query import PARTITION_BYTES
from tests.bulk_workers import cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

QUERY, SECOND = "{IS governing law clause}", "{IS termination for convenience clause}"
_BILLION = 10**9
_BATCH = 500
_CHUNKS_A_CONTRACT = 73
"""What reading makes of a contract of 75 numbered clauses, at least: a few are too short to stand alone."""
_POOL_BYTES = 128 * 1024
"""Partitions of the comparison with a plain pool, so that there are several a worker."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=9_000, help="clauses of the corpus that is made, at least")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, help="folder with cuad-train/contracts in it")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    chunks = 900 if given.quick else given.chunks
    print(calibration.line())
    _units(given.data, 4 if given.quick else 12)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "corpus.parquet")
        _write(file, chunks // _CHUNKS_A_CONTRACT + 1)
        _run(file, Path(folder), given.workers)
        few = Path(folder, "few.parquet")
        _write(few, min(chunks, 5_400) // _CHUNKS_A_CONTRACT + 1)
        _beside(few, Path(folder), given.workers)
        _again(few, Path(folder), given.workers)
    print(calibration.line())
    return 0


def _units(data: Path | None, count: int) -> None:
    """What one clause takes, step by step, in this process' own processor time."""
    texts, what = contracts(count), "made contracts"
    if data is not None:
        files = sorted((data / "cuad-train" / "contracts").iterdir())[: 3 * count]
        texts, what = [file.read_text("utf-8") for file in files], "contracts of --data"
    reader, scorer = FileReader(workers=1), EmbeddedScorer.from_folder(threads=1)
    cascade, statement = Cascade(scorer), parse(QUERY).statements[0]
    reader.read(texts[0].encode(), "a.txt")
    scorer.encoded(["once"])
    readings, read = _timed(lambda: [reader.read(text.encode(), "a.txt") for text in texts])
    count = sum(len(one.chunks) for one in readings)  # of clauses, from here on
    units, unit = _timed(lambda: [one for reading in readings for one in units_of(reading)])
    counted, words = _timed(lambda: scorer.counted(units))
    some = units[:200]
    vectors, encode = _timed(lambda: scorer.features(some))
    by_words, first = _timed(lambda: cascade.by_words(statement, counted, lambda rows: [units[row] for row in rows]))
    _, head = _timed(lambda: scorer.score_features(statement, vectors, lambda rows: [some[row] for row in rows]))
    doubted = float(cascade.doubtful(statement, by_words).mean())
    with tempfile.TemporaryDirectory() as folder:
        kept = KeptPartition(LocalPlace(Path(folder)), Partition(0, (Member("a", 1, ""),)))
        documents = [BulkDocument("a", "b", "c", one) for one in readings]
        _, keep = _timed(lambda: kept.keep_documents(documents))
        kept.keep_features("vectors", vectors, np.ones(len(vectors), np.bool_))
        kept.keep_features("words", counted, np.zeros(len(counted), np.bool_))
        _, load = _timed(kept.documents)
        sizes = {file.parent.name: file.stat().st_size for file in Path(folder).rglob("*.parquet")}
    text = sum(len(text.encode()) for text in texts)
    print(f"a clause of {count:,} in {len(texts)} {what}: {text / count:,.0f} bytes of text; microseconds of one core")
    for name, took, of in (
        ("read and cut", read, count),
        ("its unit", unit, count),
        ("its words", words, count),
        ("its vector (encoder)", encode, len(some)),
        ("score by words", first, count),
        ("score by a head", head, len(some)),
        ("keep its text", keep, count),
        ("load its text", load, count),
    ):
        print(f"  {name:<24}{took / of * 1e6:>10,.1f}")
    print(f"  left in doubt by words {doubted:.1%}")
    vector = sizes["features-vectors"] / len(some) - sizes["features-words"] / count
    print(
        f"  bytes kept: text {sizes['readings-3'] / count:,.0f}, words {sizes['features-words'] / count:,.0f}, "
        f"vector {vector:,.0f}"
    )


def _run(file: Path, folder: Path, workers: int) -> None:
    """One query by the cascade over the corpus, then another one over what is kept."""
    listing = ListedCorpora().list(str(file), PARTITION_BYTES)
    size = file.stat().st_size
    told = "words first, then the encoder for what they leave in doubt"
    for title, query in ((f"first query, {told}", QUERY), ("second query, over what is kept of the first", SECOND)):
        ask = BulkAsk("query", query=str(parse(query)), cascade=True)
        results = ResultFolder(folder / title.partition(" ")[0])
        results.begin({"query": query})
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        going = BulkRun(results, LocalPool(workers, MODULE), str(file), f"{file}.casewright", ask)
        with _Largest() as largest:
            going.work(listing.partitions, model_of("query", cascade=True))
        took, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        found = results.finish(())
        results.close()
        core = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        each = core / found.chunks
        print(
            f"{title}: {found.documents:,} documents, {found.chunks:,} clauses ({size / 1e6:,.0f} MB of Parquet), "
            f"{found.found:,} matches, {found.done} partitions on {workers} workers"
        )
        print(
            f"  {took:,.1f} s by the clock, {core:,.1f} s of cores, {each * 1e6:,.0f} microseconds a clause; the "
            f"encoder read {going.counted.encoded / max(going.counted.units, 1):.1%} of the distinct texts"
        )
        print(f"  {_BILLION:,} clauses at that: {each * _BILLION / 3600:,.0f} core-hours; asked for: 250")
        print(f"  largest worker {largest.bytes / 1e6:,.0f} MB")
    kept = sum(one.stat().st_size for one in Path(f"{file}.casewright").rglob("*.parquet"))
    print(f"  kept beside it: {kept / 1e6:,.1f} MB, {kept / found.chunks:,.0f} bytes a clause")


class _Largest(Thread):
    """The most memory that any worker ever held while the block ran.

    What the system says of children that ended counts the memory of whoever started them.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.bytes, self._done = 0, Event()

    def __enter__(self) -> _Largest:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self.join()

    def run(self) -> None:
        """Look every half second."""
        while not self._done.wait(0.5):
            for task in Path("/proc/self/task").iterdir():
                with suppress(OSError, IndexError):  # threads and workers may end meanwhile
                    for child in (task / "children").read_text("ascii").split():
                        told = Path(f"/proc/{child}/status").read_text("utf-8")
                        if MODULE in Path(f"/proc/{child}/cmdline").read_text("utf-8"):
                            self.bytes = max(self.bytes, int(told.partition("VmHWM:")[2].split()[0]) * 1024)


def _beside(file: Path, folder: Path, workers: int) -> None:
    """The same work in the same partitions, by our engines and by a plain pool of processes, in turn."""
    listing = ListedCorpora().list(str(file), _POOL_BYTES)
    ask = BulkAsk("query", query=str(parse(QUERY)))
    tasks = [BulkTask(str(file), None, ask, one) for one in listing.partitions]
    model = model_of("query", cascade=False)
    ours, theirs, clusters = [], [], []
    for turn in range(3):
        results = ResultFolder(folder / f"turn-{turn}")
        results.begin({})
        started = perf_counter()
        BulkRun(results, LocalPool(workers, MODULE), str(file), None, ask).work(listing.partitions, model)
        ours.append(perf_counter() - started)
        results.close()
        started = perf_counter()
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            list(pool.map(work, map(pack_task, tasks)))
        theirs.append(perf_counter() - started)
        results = ResultFolder(folder / f"cluster-{turn}")
        results.begin({})
        with cluster(folder, workers) as there:
            engine = DaskCluster(there.address.replace("tcp", "dask"), work)
            started = perf_counter()
            BulkRun(results, engine, str(file), None, ask).work(listing.partitions, model)
            clusters.append(perf_counter() - started)
        results.close()
    print(
        f"{len(tasks)} partitions with the full pass on {workers} processes of {os.cpu_count()} cores: engine "
        f"{min(ours):.2f} s, plain process pool {min(theirs):.2f} s; throughput {min(theirs) / min(ours):.2f} of it, "
        "asked for: 0.80"
    )
    print(
        f"  a cluster of as many workers, just started: {min(clusters):.2f} s, {min(theirs) / min(clusters):.2f} of it"
    )


def _again(file: Path, folder: Path, workers: int) -> None:
    """Another query over what a full pass kept: without the encoder."""
    listing = ListedCorpora().list(str(file), PARTITION_BYTES)
    for turn, query in enumerate((QUERY, SECOND)):
        results = ResultFolder(folder / f"again-{turn}")
        results.begin({})
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        ask = BulkAsk("query", query=str(parse(query)))
        going = BulkRun(results, LocalPool(workers, MODULE), str(file), f"{file}.casewright", ask)
        going.work(listing.partitions, model_of("query", cascade=False))
        took, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        found = results.finish(())
        results.close()
    core = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"another query after a full pass: {found.chunks:,} clauses in {took:.2f} s, {core:.2f} s of cores with the "
        f"start of {workers} processes; the encoder read {going.counted.encoded}"
    )


def _write(file: Path, count: int) -> None:
    """So many contracts as ids and texts."""
    with duckdb.connect() as database:
        database.execute("CREATE TABLE corpus (id VARCHAR, text VARCHAR)")
        for low in range(0, count, _BATCH):
            texts = contracts(min(_BATCH, count - low), seed=low)
            rows = [(f"made-{low + number:07}", text) for number, text in enumerate(texts)]
            database.executemany("INSERT INTO corpus VALUES (?, ?)", rows)
        database.execute(f"COPY corpus TO '{file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)")


def _timed(run: Callable[[], T]) -> tuple[T, float]:
    started = process_time()
    made = run()
    return made, process_time() - started


if __name__ == "__main__":
    raise SystemExit(main())
