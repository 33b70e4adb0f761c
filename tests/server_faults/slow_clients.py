"""Connections by the hundred that say a byte at a time, while others want to be answered."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.served import API, json_of
from tests.server_faults.figures import Figures
from tests.server_faults.servers import memory_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from tests.server_faults.servers import Server

_DRIP = 1.0
"""Seconds between two bytes of a slow client."""
WAYS = ("silent", "head", "body", "unread")


class SlowClient:
    """One connection that takes its time: it says nothing, or its head or body a byte at a time, or reads nothing."""

    def __init__(self, way: str, address: tuple[str, int], key: str, large: str) -> None:
        self.way = way
        host = f"Host: {address[0]}:{address[1]}\r\nAuthorization: Bearer {key}\r\n"
        typed = "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
        first = {
            "silent": "",
            "head": "GET /healthz HTTP/1.1\r\nX-Slow: ",
            "body": f"POST {API}/matters HTTP/1.1\r\n{host}{typed}{{",
            "unread": f"GET {large} HTTP/1.1\r\n{host}\r\n",
        }
        self.drips = way in ("head", "body")
        self.began = time.monotonic()
        self.ended: float | None = None
        self.said = b""
        self.socket = socket.socket()
        if way == "unread":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(address)
        self.socket.sendall(first[way].encode())
        self.socket.setblocking(False)

    def drip(self) -> None:
        """Say one byte more."""
        if self.drips and self.ended is None:
            try:
                self.socket.send(b" ")
            except BlockingIOError:
                return
            except OSError:
                self.end()

    def hear(self) -> None:
        """What the server said, if it did; it has ended the connection where there is nothing more."""
        try:
            said = self.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        self.said += said
        if not said:
            self.end()

    def look(self) -> None:
        """Whether the server has broken off, of a client that reads nothing: the system knows without reading."""
        info = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1) if self.ended is None else b""
        if info and info[0] in _OVER:
            self.end()

    def end(self) -> None:
        """It is over."""
        if self.ended is None:
            self.ended = time.monotonic()
            self.socket.close()


_OVER = frozenset({7, 8})
"""TCP's states CLOSE and CLOSE_WAIT."""


def dawdle(
    server: Server, *, connections: int, seconds: float, seed: int, bound: float, tell: Callable[[str], None]
) -> Figures:
    """Open so many slow ones; each is to be ended within ``seconds``, and everybody else answered within ``bound``."""
    figures = Figures(seed=seed, kills=connections)
    figures.ready.append(server.start())
    key = server.join()
    with server.client(key) as client:
        large = _large(client)
        host, _, port = server.url.removeprefix("http://").partition(":")
        slow = [SlowClient(_way(n), (host, int(port)), key, large) for n in range(connections)]
        ended = threading.Event()
        thread = threading.Thread(target=_drip, args=(slow, ended))
        thread.start()
        try:
            waits = _asked_meanwhile(server, client, figures, slow, seconds)
        finally:
            ended.set()
            thread.join()
    figures.peak = max(figures.peak, memory_of(server.process))
    figures.acknowledged = len(waits)
    open_still = [one.way for one in slow if one.ended is None]
    figures.stuck = len(open_still)
    if open_still:
        figures.faults.append(f"still open after {seconds:.0f} s: {dict(Counter(open_still))}")
    if waits and max(waits) > bound:
        figures.faults.append(f"somebody else waited {max(waits):.2f} s, and {bound:.2f} s was to be the most")
    told = Counter(one.said[9:12].decode() or "none" for one in slow if one.way != "unread")
    figures.refused = told["408"]
    for way in WAYS:
        lasted = [one.ended - one.began for one in slow if one.ended is not None and one.way == way]
        figures.notes.append(f"{way}: {len(lasted)} ended, the last after {max(lasted, default=0):.0f} s")
    figures.notes.append(f"{len(waits)} others were answered meanwhile, the slowest after {max(waits):.2f} s")
    tell(figures.notes[-1])
    for one in slow:
        one.end()
    figures.ended(server)
    return figures


def _way(number: int) -> str:
    """The last way takes more of a server than the others, so there are fewer of it."""
    return WAYS[-1] if number % 12 == 11 else WAYS[number % 3]


def _large(client: httpx.Client) -> str:
    """The path of a file that no connection holds by itself."""
    matter = json_of(client.post(f"{API}/matters", json={"title": "Large"}))["matter_id"]
    text = b"The Tenant shall pay the Landlord a rent of EUR 1,000 a month in advance.\n" * 120_000
    path = f"{API}/matters/{matter}/documents"
    made = json_of(client.post(path, params={"filename": "large.bin"}, content=text))
    return f"{path}/{made['document_id']}/original"


def _asked_meanwhile(
    server: Server, client: httpx.Client, figures: Figures, slow: list[SlowClient], seconds: float
) -> list[float]:
    """Ask for ordinary things until no slow connection is left; how long each took."""
    waits: list[float] = []
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until and any(one.ended is None for one in slow):
        number += 1
        title = {"title": f"Matter {number}"}
        for method, path, body in (("GET", "/matters?limit=1", None), ("POST", "/matters", title)):
            began = time.monotonic()
            response = client.request(method, f"{API}{path}", json=body)
            waits.append(time.monotonic() - began)
            if not response.is_success:
                figures.faults.append(f"somebody else was told {response.status_code} {response.text[:200]}")
        figures.peak = max(figures.peak, memory_of(server.process))
        time.sleep(0.1)
    return waits


def _drip(slow: list[SlowClient], ended: threading.Event) -> None:
    with selectors.DefaultSelector() as selector:
        for one in slow:
            if one.way != "unread":
                selector.register(one.socket, selectors.EVENT_READ, one)
        next_drip = time.monotonic()
        while not ended.is_set():
            for found, _ in selector.select(0.2):
                found.data.hear()
                if found.data.ended is not None:
                    with suppress(KeyError, ValueError):
                        selector.unregister(found.fileobj)
            if time.monotonic() >= next_drip:
                next_drip += _DRIP
                for one in slow:
                    one.drip()
                    one.look()
