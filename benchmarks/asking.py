"""What a question in an open document takes, facts read, in a running process: by the assistant without a chat model.

The peer of the same run is the tool by itself (``isaacus_extract``), and the loop of ``calibration``.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from benchmarks import calibration
from casewright.bootstrap.home import Casewright
from casewright.cli.demo import sample_files
from casewright.cli.ingestion import add_files
from casewright.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

ASKED: Final = {
    "by facts": ("Which law governs the lease?", "What is the notice period?", "Who are the parties?"),
    "by clauses": ("May the tenant assign the lease?", "Is there an indemnity?", "Who insures the building?"),
    "by search": ("How much is the late charge?", "Where are the keys kept?", "What does the landlord repair?"),
}
"""Questions by what mostly answers them; each wording is asked in turn."""
DOCUMENT: Final = "commercial-lease.txt"
TURNS: Final = 30
_WARM_UP: Final = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the median turn, beside the call by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    turns = 3 if parser.parse_args(arguments).quick else TURNS
    with tempfile.TemporaryDirectory() as folder, Casewright.open(Path(folder) / "home") as casewright:
        matter, document = _matter(casewright)
        print(f"{calibration.line()}; {turns} questions of each kind in {DOCUMENT}, p50 (p90), ms")
        for kind, questions in ASKED.items():
            asked, called = [], []
            for number in range(turns + _WARM_UP):
                question = questions[number % len(questions)]
                since = perf_counter()
                found = casewright.ask({"matter_id": matter, "document_id": document, "question": question})
                asked.append(perf_counter() - since)
                assert found.success, found.content
                since = perf_counter()
                casewright.call(
                    "isaacus_extract", {"matter_id": matter, "document_ids": [document], "question": question}
                )
                called.append(perf_counter() - since)
            print(f"  {kind:<12} a turn {_told(asked[_WARM_UP:])}, the call by itself {_told(called[_WARM_UP:])}")
    return 0


def _matter(casewright: Casewright) -> tuple[str, str]:
    created = casewright.call("create_matter", {"title": "Bench"}).structured
    assert isinstance(created, dict)
    matter = str(created["matter_id"])
    with sample_files() as paths:
        added = add_files(casewright, matter, [one for one in paths if one.name == DOCUMENT], Output(json=True))
    return matter, str(added.documents[0].document_id)


def _told(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(ordered) * 1000:.0f} ({ordered[int(len(ordered) * 0.9)] * 1000:.0f})"


if __name__ == "__main__":
    sys.exit(main())
