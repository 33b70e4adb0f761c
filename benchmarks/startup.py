"""How long a person waits before anything happens: the import, the help page, a short command, a first question."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import orjson

from benchmarks import calibration, generated

if TYPE_CHECKING:
    from collections.abc import Sequence

_RUNS = 15
_SHORT = (
    "import asyncio, orjson, sqlalchemy.dialects.sqlite, pydantic_settings, typer; "
    "from pydantic import BaseModel; from cryptography.hazmat.primitives.asymmetric import ed25519"
)
"""What any short command needs of other people's libraries."""
_AGENT = _SHORT + "; import langgraph.graph, langgraph.checkpoint.sqlite, numpy, onnxruntime, tokenizers"
"""The same for a question that the agent answers."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print medians over whole processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    runs = 3 if parser.parse_args(arguments).quick else _RUNS
    command = str(Path(sys.executable).with_name("casewright"))
    short = _median([sys.executable, "-c", _SHORT], runs)
    agent = _median([sys.executable, "-c", _AGENT], runs)
    bare = _median([sys.executable, "-c", "pass"], runs)
    imported = _median([sys.executable, "-c", "import casewright"], runs)
    helped = _median([command, "--help"], runs)
    checked = _median([command, "iql", "--check", "{IS governing law clause}"], runs)
    with TemporaryDirectory(prefix="casewright-bench-") as folder:
        listed, asked = _in_a_home(command, folder, runs)
    print(f"python -c pass: {bare:.0f} ms (the floor; calibration {calibration.seconds() * 1000:.0f} ms)")
    print(f"import casewright: {imported:.0f} ms, {imported - bare:.0f} ms over the floor (limit 150)")
    print(f"casewright --help: {helped:.0f} ms (limit 300)")
    print(f"casewright iql --check: {checked:.0f} ms")
    print(f"casewright matter list: {listed:.0f} ms (limit 450), the libraries alone {short:.0f}")
    print(f"casewright ask, cold, one contract: {asked:.0f} ms (limit 1,500), the libraries alone {agent:.0f}")
    print(f"calibration after: {calibration.seconds() * 1000:.0f} ms; limits are for an idle machine of two cores")
    return 0


def _in_a_home(command: str, folder: str, runs: int) -> tuple[float, float]:
    """Medians of listing the matters and of asking one contract, each a process of its own; ms."""
    home = [command, "--home", folder]
    contract = str(Path(folder) / "contract.txt")
    Path(contract).write_text(generated.contracts(1)[0], encoding="utf-8")
    made = subprocess.run([*home, "--json", "matter", "create", "bench"], check=True, capture_output=True)
    matter = orjson.loads(made.stdout)["matter_id"]
    subprocess.run([*home, "ingest", matter, contract], check=True, capture_output=True)
    listed = _median([*home, "matter", "list"], runs)
    return listed, _median([*home, "ask", matter, "Which law governs the agreement?"], runs)


def _median(command: Sequence[str], runs: int) -> float:
    times = []
    for _ in range(runs):
        started = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append((perf_counter() - started) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
