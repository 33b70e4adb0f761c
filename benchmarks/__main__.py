"""Everything that is measured: ``python -m benchmarks [--data DIR] [--quick] [NAME…]``.

Timings on shared machines are noisy: each part prints a calibration loop or a peer of the same run beside its figures.
``--data`` is a folder with CUAD-shaped contracts in ``cuad-train/contracts``; without it the parts that need it say so.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import (
    agent,
    asking,
    audit,
    bulk,
    calibration,
    call_parts,
    case_turn,
    cases,
    corpus,
    deals,
    debate,
    detectors,
    drafts,
    evidence,
    grid,
    ingest,
    iql,
    isaacus,
    matter,
    named_documents,
    pages,
    query,
    reading_memory,
    report,
    scoring,
    search,
    search_evidence,
    server,
    startup,
    tools,
    turn,
    web,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTRACTS = Path("cuad-train") / "contracts"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts named, all where none is; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with cuad-train/contracts in it")
    parser.add_argument("--quick", action="store_true", help="small counts, to see that it runs")
    parser.add_argument(
        "names",
        nargs="*",
        help="startup iql ingest query scoring search named_documents search_evidence corpus drafts isaacus "
        "matter tools turn call_parts agent asking audit detectors evidence report debate deals cases case_turn "
        "server bulk reading_memory pages web grid",
    )
    given = parser.parse_args(arguments)
    quick = ["--quick"] if given.quick else []
    data = ["--data", str(given.data / CONTRACTS)] if given.data else None
    print(calibration.line())
    for name, module, needs_data in (
        ("startup", startup, False),
        ("iql", iql, False),
        ("audit", audit, False),
        ("tools", tools, False),
        ("turn", turn, False),
        ("call_parts", call_parts, False),
        ("agent", agent, False),
        ("asking", asking, False),
        ("scoring", scoring, False),
        ("search", search, False),
        ("named_documents", named_documents, False),
        ("corpus", corpus, False),
        ("drafts", drafts, False),
        ("pages", pages, False),
        ("web", web, False),
        ("grid", grid, False),
        ("search_evidence", search_evidence, False),
        ("isaacus", isaacus, False),
        ("matter", matter, False),
        ("detectors", detectors, False),
        ("evidence", evidence, False),
        ("report", report, False),
        ("debate", debate, False),
        ("deals", deals, False),
        ("cases", cases, False),
        ("case_turn", case_turn, False),
        ("server", server, False),
        ("bulk", bulk, False),
        ("ingest", ingest, True),
        ("query", query, True),
        ("reading_memory", reading_memory, True),
    ):
        if given.names and name not in given.names:
            continue
        print(f"\n== {name}")
        if needs_data and data is None:
            print("left out: needs --data")
            continue
        module.main([*quick, *(data or [])] if needs_data else quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
