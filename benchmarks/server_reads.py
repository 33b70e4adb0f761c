"""Reads of a matter through everything, beside a bare route with the same read of the same database, in turns."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from statistics import median
from typing import TYPE_CHECKING

from benchmarks import server_load
from benchmarks.server_home import free_port, process

if TYPE_CHECKING:
    from benchmarks.server_home import ServedHome
    from benchmarks.server_load import Load

CONNECTIONS = 64


def measure(home: ServedHome, name: str, *, rounds: int, seconds: int) -> None:
    """Print both, a line each."""
    reads = [server_load.get(f"/api/v1/matters/{home.matters[0]}", key) for key in home.keys]
    with ExitStack() as stack:
        served = stack.enter_context(home.served())
        port = free_port()
        command = [sys.executable, "-m", "benchmarks.bare_server", home.address, "local", str(port)]
        bare = stack.enter_context(process(command, dict(os.environ), home.folder / "bare.log", port))
        sides = (("bare FastAPI route", bare), ("through everything", served))
        for _, one in sides:
            server_load.send(one.url, reads, home.folder, connections=CONNECTIONS, seconds=2)
        found: dict[str, list[tuple[Load, float]]] = {side: [] for side, _ in sides}
        for _ in range(rounds):
            for side, one in sides:
                before = one.busy
                load = server_load.send(one.url, reads, home.folder, connections=CONNECTIONS, seconds=seconds)
                found[side].append((load, (one.busy - before) / max(1.0, load.rate * seconds) * 1000))
    for side, loads in found.items():
        for load, busy in loads:
            print(f"  {name}, {side + ':':<20} {load}, {busy:.2f} ms of processor each")
    rates = [median(load.rate for load, _ in loads) for loads in found.values()]
    costs = [median(busy for _, busy in loads) for loads in found.values()]
    print(f"  {name}: {rates[1] / rates[0]:.2f} of the bare route; by the process's own time {costs[0] / costs[1]:.2f}")
