"""A server that listens, from its socket to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from casewright.bootstrap.listening import is_loopback, listening, parse_address
from casewright.errors import BadSettings
from casewright.server.app import make_app
from casewright.server.serving import Serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.bootstrap.home import Casewright

_PARALLEL = 1_000
"""Connections that one process takes at a time; more are told to come back."""
_PATIENCE = 10
"""Seconds that open requests get to end when the process is told to."""


def serve(home: Casewright, address: str, told: Callable[[str], None] = lambda _url: None) -> None:
    """Serve the home at ``HOST:PORT`` until the process is told to end; ``told`` hears the server's own address.

    Raises ``InvalidInput`` for an address that is none, ``BadSettings`` for one that other machines reach without
    CASEWRIGHT_SERVER_URL, ``Unavailable`` where it is taken.
    """
    host, port = parse_address(address)
    with listening(host, port) as socket:
        port = socket.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        url = home.settings.server_url or f"http://{shown}:{port}"
        if home.settings.server_url is None and not is_loopback(host):
            raise BadSettings(
                f"{host!r} can be reached from other machines: name the address that people use in "
                "CASEWRIGHT_SERVER_URL, and put a server with TLS in front, because keys travel there"
            )
        hosts = {url.partition("://")[2].partition("/")[0], *(f"{name}:{port}" for name in _OWN_NAMES)}
        serving = Serving(home.parts, hosts)
        config = uvicorn.Config(
            make_app(serving),
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            limit_concurrency=_PARALLEL,
            timeout_graceful_shutdown=_PATIENCE,
            h11_max_incomplete_event_size=64 * 1024,
        )
        # Made now, so that nobody waits for it.
        _ = home.registry.tools
        told(url)
        home.wait(uvicorn.Server(config).serve(sockets=[socket]))


_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
