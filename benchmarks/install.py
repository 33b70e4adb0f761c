"""What the base installation costs, in seconds and megabytes: a new virtual environment, everything from PyPI.

Not part of ``make bench``: it needs the network. ``python -m benchmarks.install``
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks import calibration

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Install into a temporary environment and print what it took; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "venv"
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        constraints = str(ROOT / "constraints.txt")
        started = perf_counter()
        subprocess.run(
            [str(venv / "bin" / "pip"), "install", "--quiet", "--constraint", constraints, str(ROOT)], check=True
        )
        seconds = perf_counter() - started
        size = sum(path.lstat().st_size for path in venv.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"base install: {seconds:.0f} s (limit 90), {size / 1e6:.0f} MB with pip (limit 650); {calibration.line()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
