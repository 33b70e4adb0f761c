"""How long a person waits before anything happens: the import, the help page."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration

if TYPE_CHECKING:
    from collections.abc import Sequence

_RUNS = 15


def main(arguments: Sequence[str] | None = None) -> int:
    """Print medians over whole processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    runs = 3 if parser.parse_args(arguments).quick else _RUNS
    command = str(Path(sys.executable).with_name("casewright"))
    bare = _median([sys.executable, "-c", "pass"], runs)
    imported = _median([sys.executable, "-c", "import casewright"], runs)
    helped = _median([command, "--help"], runs)
    checked = _median([command, "iql", "--check", "{IS governing law clause}"], runs)
    print(f"python -c pass: {bare:.0f} ms (the floor; calibration {calibration.seconds() * 1000:.0f} ms)")
    print(f"import casewright: {imported:.0f} ms, {imported - bare:.0f} ms over the floor (limit 150)")
    print(f"casewright --help: {helped:.0f} ms (limit 400)")
    print(f"casewright iql --check: {checked:.0f} ms")
    return 0


def _median(command: Sequence[str], runs: int) -> float:
    times = []
    for _ in range(runs):
        started = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append((perf_counter() - started) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
