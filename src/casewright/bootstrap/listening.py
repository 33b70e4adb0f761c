"""Where a server listens: its address as a person writes it, and the socket."""

from __future__ import annotations

import socket
import sys
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput, Unavailable

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOPBACK = "127.0.0.1"


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``, or of a port of this machine. Raises ``InvalidInput``."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if colon else _LOOPBACK
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise InvalidInput(f"{text!r} is no HOST:PORT: give one such as 127.0.0.1:8765, or the port alone")
    return host, int(port)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allow_files(count: int) -> None:
    """Let this process have so many files and connections open, or as many as the system lets it."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens there. Raises ``Unavailable`` saying why it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends what is written at once: without, an answer's body waits 40 ms for the
    # other side's word that it has the headers.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as open_one:
        open_one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            open_one.bind((host, port))
            open_one.listen(128)
        except OSError as error:
            raise Unavailable(
                f"{host}:{port} cannot be listened at ({error.strerror or error}): choose another port; 0 takes any"
            ) from error
        yield open_one
