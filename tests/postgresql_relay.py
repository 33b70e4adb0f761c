"""A way to a PostgreSQL server on which it is not told that its clients have gone, as on a network that is slow."""

from __future__ import annotations

import socket
import tempfile
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME = ".s.PGSQL.5432"
_GOODBYE = b"X\x00\x00\x00\x04"
"""What a client says last: the protocol's Terminate."""


@contextmanager
def never_closing(server: Path) -> Iterator[str]:
    """A folder with a socket that leads to the server's one; it keeps goodbyes back until the block ends."""
    ended = threading.Event()
    with tempfile.TemporaryDirectory(prefix="cwpg") as folder, socket.socket(socket.AF_UNIX) as listening:
        own = f"{folder}/{_NAME}"
        listening.bind(own)
        listening.listen()
        threads: list[threading.Thread] = []

        def accept() -> None:
            while not ended.is_set():
                client, _ = listening.accept()
                upstream = socket.socket(socket.AF_UNIX)
                upstream.connect(str(server / _NAME))
                for one in (
                    threading.Thread(target=_forward, args=(client, upstream, ended)),
                    threading.Thread(target=_backward, args=(upstream, client)),
                ):
                    one.start()
                    threads.append(one)

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield folder
        finally:
            ended.set()
            with socket.socket(socket.AF_UNIX) as last:
                last.connect(own)
            accepting.join()
            for one in threads:
                one.join()


def _forward(client: socket.socket, upstream: socket.socket, ended: threading.Event) -> None:
    """What the client says, but for its goodbye and its going away."""
    with client, upstream:
        while (said := client.recv(65536)) and not said.endswith(_GOODBYE):
            upstream.sendall(said)
        ended.wait()
        upstream.shutdown(socket.SHUT_RDWR)


def _backward(upstream: socket.socket, client: socket.socket) -> None:
    """What the server answers, for as long as somebody hears it."""
    while True:
        try:
            said = upstream.recv(65536)
            if not said:
                return
            client.sendall(said)
        except OSError:
            return
