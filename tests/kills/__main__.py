"""``python -m tests.kills WORK KILLS [SEED]``: kill a work that often, and print what came of it."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TextIO

# Before numpy is imported: a process with threads is not to be forked.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

from tests.kills.killer import as_json, count
from tests.kills.works import WORKS


def main() -> int:
    """The exit code: 1 where anything did not fit."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("work", choices=[*WORKS, "all"], help="what is killed; all: a share of the kills each")
    parser.add_argument("kills", type=int, help="how often")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="the same seed chooses the same moments")
    parser.add_argument("--json", action="store_true", help="print each work's counts as JSON")
    given = parser.parse_args()
    works = list(WORKS) if given.work == "all" else [given.work]
    wrong = 0
    for place, work in enumerate(works):
        kills = given.kills // len(works) + (place < given.kills % len(works))
        counted = count(work, kills, given.seed, lambda one: _say(one, sys.stderr))
        wrong += len(counted.violations)
        share = counted.middle / max(1, counted.kills)
        told = f"{work:<9} {counted.kills} kills, {share:.0%} in the middle of the work, "
        told += f"{counted.acknowledged} acts acknowledged before them, {len(counted.violations)} violations"
        _say(as_json(counted) if given.json else told, sys.stdout)
    return 1 if wrong else 0


def _say(text: str, stream: TextIO) -> None:
    stream.write(f"{text}\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main())
