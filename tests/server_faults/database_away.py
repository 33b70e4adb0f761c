"""The database of two server processes is stopped under load, and started again after a while."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import httpx

from tests.server_faults.books import flaw_of
from tests.server_faults.figures import Figures
from tests.server_faults.house import furnish
from tests.server_faults.load import Load
from tests.server_faults.proof import prove

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.postgresql_server import PostgresqlServer
    from tests.server_faults.servers import Server

_BACK = 30.0
"""Seconds in which a server is ready again once its database is."""


def stop_database(
    database: PostgresqlServer,
    servers: list[Server],
    *,
    times: int,
    seed: int,
    clients: int,
    tell: Callable[[str], None],
) -> Figures:
    """Stop it and start it that often; nobody restarts the servers."""
    chance, figures = Random(seed), Figures(seed=seed)
    for one in servers:
        one.start()
    key = servers[-1].join()  # whoever starts last has the link
    with servers[0].client(key) as client:
        house = furnish(client, clients)
    load = Load(servers, key, house, seed=seed, clients=clients)
    with load.running() as books:
        for number in range(times):
            time.sleep(chance.uniform(0.5, 2.0))
            away = chance.uniform(0.5, 4.0)
            database.stop()
            time.sleep(away)
            figures.faults += [flaw for one in servers for flaw in _health(one, 503)]
            database.start()
            began = time.monotonic()
            figures.faults += [flaw for one in servers for flaw in _ready_again(one)]
            figures.ready.append(time.monotonic() - began)
            tell(f"stop {number + 1}: away for {away:.1f} s, ready {figures.ready[-1]:.1f} s after it was back")
        time.sleep(1.0)
    figures.kills = times
    with servers[0].client(key) as client:
        figures.count(books, prove(client, house, books))
    for one in servers:
        figures.ended(one)
    return figures


def _health(server: Server, ready: int) -> list[str]:
    """The process lives; whether it is ready is said in words."""
    with server.client() as client:
        alive, state = client.get("/healthz"), client.get("/readyz")
    found = [] if alive.status_code == 200 else [f"/healthz says {alive.status_code}"]
    if state.status_code != ready or (flaw_of(state) if ready != 200 else None):
        found.append(f"/readyz says {state.status_code} where {ready} was to be said")
    return found


def _ready_again(server: Server) -> list[str]:
    until = time.monotonic() + _BACK
    with server.client() as client:
        while time.monotonic() < until:
            try:
                if client.get("/readyz").status_code == 200:
                    return []
            except httpx.TransportError as error:
                return [f"the server does not answer: {type(error).__name__}"]
            time.sleep(0.05)
    return [f"the server is not ready {_BACK:.0f} seconds after its database was back"]
