"""Processes of a server that are killed under load, and started again."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from tests.server_faults.figures import Figures
from tests.server_faults.house import furnish
from tests.server_faults.load import Load
from tests.server_faults.proof import prove

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server_faults.servers import Server


def kill(servers: list[Server], *, kills: int, seed: int, clients: int, tell: Callable[[str], None]) -> Figures:
    """Kill the servers, one or all of them, at moments that the seed chooses; what is there afterwards.

    One is the server alone with its worker. Of two the first takes requests, and the second does the jobs, too.
    """
    chance, figures = Random(seed), Figures(seed=seed)
    figures.ready += [one.start() for one in servers]
    key = servers[-1].join()  # whoever starts last has the link
    with servers[0].client(key) as client:
        house = furnish(client, clients)
    load = Load(servers, key, house, seed=seed, clients=clients)
    with load.running() as books:
        for number in range(kills):
            wait = chance.uniform(0.3, 2.5)
            doomed = servers if len(servers) == 1 else chance.choice([servers[:1], servers[1:], servers])
            time.sleep(wait)
            for one in doomed:
                one.kill()
            acknowledged = sum(one.acknowledged for one in books.acts)
            figures.ready += [one.start() for one in doomed]
            told = f"kill {number + 1}: {len(doomed)} of {len(servers)} after {wait:.1f} s, {acknowledged} acknowledged"
            tell(f"{told}, ready in {figures.ready[-1]:.1f} s")
        time.sleep(1.0)
    figures.kills = kills
    with servers[0].client(key) as client:
        figures.count(books, prove(client, house, books))
    for one in servers:
        figures.ended(one)
    return figures
