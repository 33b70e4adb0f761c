"""Writes the docs' picture of an evidence graph: ``python -m scripts.report_graph``; ``--check`` only compares."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId
from casewright.evidence.detection import detect
from casewright.evidence.reporting.graph_svg import graph_svg
from casewright.evidence.reporting.report import EvidenceReport
from casewright.evidence.standings import standings
from evals.golden.suites import deals

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = Path(__file__).parents[1] / "docs" / "report-graph.svg"
_DEAL = "adversarial-23"


def picture() -> str:
    """The graph of a generated deal."""
    record = next(deal.record for deal in deals("adversarial") if deal.name == _DEAL)
    found = standings(record, detect(record))
    record = replace(record, claims=tuple(replace(claim, standing=found[claim.id]) for claim in record.claims))
    return graph_svg(EvidenceReport(MatterId(_DEAL), _DEAL, _DEAL, record, (), ())) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture, or with ``--check`` compare; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; say whether the picture is out of date")
    given = parser.parse_args(arguments)
    made = picture()
    if not given.check:
        TARGET.write_text(made, encoding="utf-8")
        return 0
    same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == made
    if not same:
        print(f"{TARGET.name} is out of date: python -m scripts.report_graph")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
