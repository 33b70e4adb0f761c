"""``python -m tests.server_faults FAULT``: bring the fault about, and print what came of it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TextIO

from tests.server_faults.faults import FAULTS, SIZES, bring_about
from tests.server_faults.figures import table

if TYPE_CHECKING:
    from tests.server_faults.figures import Figures


def main() -> int:
    """The exit code: 1 where anything was lost, happened twice, stayed stuck or was said wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.server_faults", description=__doc__)
    parser.add_argument("fault", choices=[*FAULTS, "all"], help="what goes wrong")
    parser.add_argument("--size", choices=[*SIZES], default="full", help="how often, and how much at once")
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses the same moments and files")
    given = parser.parse_args()
    found: dict[str, Figures] = {}
    for name in FAULTS if given.fault == "all" else [given.fault]:
        _say(f"{name}, seed {given.seed}", sys.stderr)
        found[name] = bring_about(name, SIZES[given.size], given.seed, lambda told: _say(f"  {told}", sys.stderr))
    _say(table(found), sys.stdout)
    return 1 if any(one.faults for one in found.values()) else 0


def _say(text: str, stream: TextIO) -> None:
    stream.write(f"{text}\n")
    stream.flush()


if __name__ == "__main__":
    sys.exit(main())
