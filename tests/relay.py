"""A way to a server on this machine that can be cut off in the middle, as a network is."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Relay:
    """Passes bytes on from ``port`` to the port that is ``behind`` it."""

    def __init__(self, listening: socket.socket, behind: int) -> None:
        self.port = int(listening.getsockname()[1])
        self._listening = listening
        self.behind = behind
        self._open: list[socket.socket] = []
        self._passing: list[threading.Thread] = []

    def cut(self) -> None:
        """Cut everything off that is connected now; who connects again is let through."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def accept(self) -> None:
        """Let everybody through until nothing listens any more."""
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.behind))
            except OSError:
                client.close()
                continue
            self._open += [client, server]
            for source, target in ((client, server), (server, client)):
                self._passing.append(threading.Thread(target=_pass_on, args=(source, target)))
                self._passing[-1].start()

    def close(self) -> None:
        """End it all, once nothing is accepted any more."""
        self.cut()
        for thread in self._passing:
            thread.join()
        for one in self._open:
            one.close()


@contextmanager
def relay(behind: int) -> Iterator[Relay]:
    """A relay to this port, for as long as the block runs."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        one = Relay(listening, behind)
        accepting = threading.Thread(target=one.accept)
        accepting.start()
        try:
            yield one
        finally:
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            accepting.join()
            one.close()


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while said := source.recv(65536):
            target.sendall(said)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
