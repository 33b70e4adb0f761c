"""A server that listens, from its socket to its end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from casewright.bootstrap.figures import Figures
from casewright.bootstrap.listening import allow_files, is_loopback, listening, parse_address
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.bootstrap.mcp_door import mcp_gates, mcp_places
from casewright.bootstrap.telemetry import count_database_failures, process_telemetry, prometheus_calls, watched_by
from casewright.errors import BadSettings, Refused
from casewright.server.app import make_app
from casewright.server.connections import MOST, Connection
from casewright.server.serving import Serving
from casewright.tools.credentials import JOIN_PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from casewright.bootstrap.home import Casewright
    from casewright.server.served_parts import Metrics

_PATIENCE = 10
"""Seconds that open requests get to end when the process is told to."""


@contextmanager
def open_served(home: Path | None, *, migrate: bool = False) -> Iterator[tuple[Casewright, Metrics]]:
    """The home, open to be served, and what counts its calls.

    ``migrate`` brings its schema up to date first, where it is in PostgreSQL. Raises as ``Casewright.open`` does.
    """
    from casewright.bootstrap.home import Casewright

    figures = Figures()
    metrics = prometheus_calls(jobs=figures.jobs, usage=figures.usage)
    watcher = watched_by(metrics, process_telemetry())
    with Casewright.open(home, migrate=migrate, gates=mcp_gates(), telemetry=watcher) as casewright:
        count_database_failures(metrics, casewright.parts.materials.database)
        figures.watch(casewright.parts.materials)
        yield casewright, metrics


def serve(
    home: Casewright,
    metrics: Metrics,
    address: str,
    told: Callable[[str, str | None], None] = lambda _url, _link: None,
) -> None:
    """Serve the home at ``HOST:PORT`` until the process is told to end.

    ``told`` hears the server's own address and, where there is no user yet, the path of the link by which the first
    one joins. Raises ``InvalidInput`` for an address that is none, ``BadSettings`` for one that other machines reach
    without CASEWRIGHT_SERVER_URL, ``Unavailable`` where it is taken.
    """
    host, port = parse_address(address)
    allow_files(MOST * 2)
    with listening(host, port) as socket:
        port = socket.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        url = (home.settings.server_url or f"http://{shown}:{port}").rstrip("/")
        if home.settings.server_url is None and not is_loopback(host):
            raise BadSettings(
                f"{host!r} can be reached from other machines: name the address that people use in "
                "CASEWRIGHT_SERVER_URL, and put a server with TLS in front, because keys travel there"
            )
        hosts = {url.partition("://")[2].partition("/")[0], *(f"{name}:{port}" for name in _OWN_NAMES)}
        serving = Serving(home.parts, url, hosts, metrics)
        serving.mcp = mcp_places(home, f"{url}/mcp", host, port, serving.credentials.counted)
        config = uvicorn.Config(
            make_app(serving),
            http=Connection,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=_PATIENCE,
            h11_max_incomplete_event_size=64 * 1024,
        )
        # Made now, so that nobody waits for it.
        _ = home.registry.tools
        told(url, _first_link(home))
        home.wait(uvicorn.Server(config).serve(sockets=[socket]))


_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")


def _first_link(home: Casewright) -> str | None:
    """The path of a new link by which the first user joins; None where there is one."""
    try:
        return JOIN_PATH + home.parts.accounts.set_up_link(LOCAL_TENANT)
    except Refused:
        return None
