"""One query over a folder of contracts through the whole door: ingest, cold, another statement, and warm."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from benchmarks.calls import answer
from casewright.bootstrap.home import Casewright
from casewright.cli.ingestion import add_files
from casewright.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.added_files import AddedFile

QUERIES = (
    ("cold", "{IS indemnity clause} AND NOT {IS liability cap clause}"),
    ("a new statement", "{IS governing law clause}"),
    ("a new statement about a party", '{IS clause obligating "Supplier"}'),
    ("a new free statement", "{the supplier keeps a stock of spare parts}"),
    ("warm", "{IS indemnity clause} AND NOT {IS liability cap clause}"),
    ("warm, one statement", "{IS governing law clause}"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print seconds per step; every query in a process of its own would add its start (see startup)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of contracts")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    files = sorted(path for path in given.data.iterdir() if path.is_file())[: 20 if given.quick else None]
    print(f"calibration {calibration.seconds() * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as home:
        with Casewright.open(home) as casewright:
            matter = answer(casewright, "create_matter", {"title": "bench"})["matter_id"]
            started = perf_counter()
            documents = add_files(casewright, matter, files, Output(json=True)).documents
            _report_ingest(documents, perf_counter() - started)
        with Casewright.open(home) as casewright:
            for name, query in QUERIES:
                started = perf_counter()
                found = answer(casewright, "isaacus_iql", {"matter_id": matter, "query": query})
                seconds = perf_counter() - started
                print(f"query, {name}: {seconds * 1000:.0f} ms, {found['total_matches']} matches  {query}")
            _report_verify(casewright)
    return 0


def _report_ingest(documents: Sequence[AddedFile], seconds: float) -> None:
    characters = sum(document.characters for document in documents)
    chunks = sum(document.chunks for document in documents)
    failed = sum(document.failed for document in documents)
    print(
        f"ingest: {len(documents)} documents ({failed} failed), {characters:,} characters, {chunks:,} chunks in "
        f"{seconds:.1f} s: {characters / seconds:,.0f} characters/s"
    )


def _report_verify(casewright: Casewright) -> None:
    started = perf_counter()
    proof = casewright.verify_audit()
    seconds = perf_counter() - started
    print(f"audit verify: {proof.reached.count} events in {seconds * 1000:.0f} ms, {proof.flaw or 'holds'}")


if __name__ == "__main__":
    sys.exit(main())
