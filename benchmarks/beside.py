"""This checkout beside another one, in turns: what starting costs, and one governed call.

``python -m benchmarks.beside FOLDER``, a checkout whose dependencies are those of this environment.
"""

from __future__ import annotations

import argparse
import os
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
    from collections.abc import Mapping, Sequence

_HERE = Path(__file__).resolve().parent.parent
_RUNS = 5
_CALL = """
import asyncio, statistics, time
from casewright import Actor, CallContext, Executor, Registry, ToolCall, compile_policy, tool
from casewright.audit.memory import MemoryAuditLog
from casewright.bootstrap.clock import SystemClock

@tool(safety_level="safe")
async def add(left: int, right: int) -> int:
    "Add."
    return left + right

policy = compile_policy({"p": '[roles]\\npeople = ["ADMIN"]\\n[tools.add]\\nroles = ["ADMIN"]\\n'})
executor = Executor(Registry([add]), policy=policy, audit=MemoryAuditLog(), clock=SystemClock())
context = CallContext(Actor(tenant="t", id="a", role="ADMIN"))
call, times = ToolCall("1", "add", {"left": 1, "right": 2}), []

async def measure():
    for _ in range(12_000):
        began = time.perf_counter_ns()
        await executor.execute(call, context)
        times.append(time.perf_counter_ns() - began)

asyncio.run(measure())
print(statistics.median(times[2_000:]) / 1_000)
"""
"""One async tool, nothing gated, audit in memory: p50 in µs. Both checkouts run this text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print medians over processes of both checkouts, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    other = parser.parse_args(arguments).other.resolve()
    print(f"calibration {calibration.seconds() * 1000:.0f} ms; {_RUNS} runs each, in turns; {other.name} → here")
    sides = [_environment(other), _environment(_HERE)]
    with TemporaryDirectory(prefix="casewright-beside-") as folder:
        homes = [_home(Path(folder) / str(number), side) for number, side in enumerate(sides)]
        for name, commands in (
            ("casewright --help", [["--help"]] * 2),
            ("casewright matter list", [["--home", home, "matter", "list"] for home, _ in homes]),
            ("casewright ask, cold", [["--home", home, "ask", matter, "Which law governs?"] for home, matter in homes]),
        ):
            both = _in_turns([[sys.executable, "-m", "casewright", *command] for command in commands], sides)
            print(f"{name}: {both[0]:.0f} → {both[1]:.0f} ms")
    for _ in range(_RUNS):
        before, now = (float(_run([sys.executable, "-c", _CALL], side)) for side in sides)
        print(f"one governed async call, p50: {before:.1f} → {now:.1f} µs")
    return 0


def _environment(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout / "src")}


def _home(folder: Path, environment: Mapping[str, str]) -> tuple[str, str]:
    """A home with one contract, made by that checkout: its folder and the matter."""
    folder.mkdir()
    contract = folder / "contract.txt"
    contract.write_text(generated.contracts(1)[0], encoding="utf-8")
    command = [sys.executable, "-m", "casewright", "--home", str(folder)]
    matter = orjson.loads(_run([*command, "--json", "matter", "create", "bench"], environment))["matter_id"]
    _run([*command, "ingest", matter, str(contract)], environment)
    return str(folder), matter


def _in_turns(commands: Sequence[Sequence[str]], sides: Sequence[Mapping[str, str]]) -> list[float]:
    """Medians in ms."""
    times: list[list[float]] = [[] for _ in sides]
    for _ in range(_RUNS):
        for kept, command, side in zip(times, commands, sides, strict=True):
            began = perf_counter()
            _run(command, side)
            kept.append((perf_counter() - began) * 1000)
    return [statistics.median(kept) for kept in times]


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
