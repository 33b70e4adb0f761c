"""One query over real contracts in three ways, compared row for row: ``python -m benchmarks.bulk_shown --data DIR``.

By processes of this machine, by a cluster of two workers of which one is killed in the middle, and as three shards;
then another query over what was kept. DIR has ``cuad-train/contracts`` in it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from benchmarks import calibration
from tests.bulk_workers import cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

QUERY, SECOND = "{IS governing law clause}", "{IS termination for convenience clause}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how each went; returns the exit code, 1 where rows differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--whole", action="store_true", help="the full pass, not the cascade")
    given = parser.parse_args(arguments)
    corpus = given.data / "cuad-train" / "contracts"
    how = [] if given.whole else ["--cascade"]
    print(calibration.line())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = _Runs(folder, corpus, how)
        run("here", QUERY, "--kept", folder / "kept")
        run("again, another query", SECOND, "--kept", folder / "kept", into="again")
        with cluster(folder, 2) as workers:
            engine = workers.address.replace("tcp://", "dask://")
            done = folder / "cluster" / "done"
            run("cluster", QUERY, "--no-keep", "--engine", engine, during=lambda: _kill(workers.kill, done))
        for number in (1, 2, 3):
            run(f"shard {number}/3", QUERY, "--no-keep", "--shard", f"{number}/3", into="shards")
        same = True
        for other in ("cluster", "shards"):
            for table in ("documents", "matches"):
                ours, theirs = _rows(folder / "here" / table), _rows(folder / other / table)
                same = same and ours == theirs
                print(f"{other}, {table}: {len(theirs):,} rows, {'the same' if ours == theirs else 'OTHERS'}")
    return 0 if same else 1


class _Runs:
    def __init__(self, folder: Path, corpus: Path, how: list[str]) -> None:
        self._folder, self._corpus, self._how = folder, corpus, how

    def __call__(
        self, title: str, query: str, *more: object, into: str = "", during: Callable[[], str] = lambda: ""
    ) -> None:
        """Run the command in a process of its own and print how long it took and what it said."""
        asked = ("iql", query, "--corpus", self._corpus, "--out", self._folder / (into or title), *self._how, *more)
        command = [sys.executable, "-m", "casewright", "--home", self._folder / "home", *asked]
        started = time.perf_counter()
        with subprocess.Popen([str(one) for one in command], stdout=subprocess.PIPE, text=True) as process:
            told = during()
            output, _ = process.communicate()
        said = "; ".join(output.splitlines()[:3])
        print(f"{title}{told}: {time.perf_counter() - started:.1f} s, code {process.returncode}: {said}")


def _kill(kill: Callable[[int], None], done: Path) -> str:
    """End the first worker as soon as two partitions are done."""
    while len(list(done.glob("*.json"))) < 2:
        time.sleep(0.05)
    kill(0)
    return " of two workers, one killed"


def _rows(folder: Path) -> list[tuple[Any, ...]]:
    return duckdb.execute("SELECT * FROM read_parquet(?)", [str(folder / "*.parquet")]).fetchall()


if __name__ == "__main__":
    raise SystemExit(main())
