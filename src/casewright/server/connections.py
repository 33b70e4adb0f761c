"""Connections of clients: how many there are at a time, and how long each may take to ask and to be answered.

A client that says its request a byte at a time, or does not take its answer, would keep a connection for good: with
some hundreds of them nobody else had one. The body of a request is timed where it is read (``steady_bodies``).
"""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING, Any

import orjson
from uvicorn.protocols.http.h11_impl import H11Protocol

from casewright.server import problems

if TYPE_CHECKING:
    import asyncio

    from uvicorn.config import Config
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle
    from uvicorn.server import ServerState

    from casewright.server.problems import Kind

MOST = 1_000
"""Connections that one process has at a time; more are told to come back."""
HEAD_SECONDS = 20.0
"""From the first byte of a request, or from the connection's beginning, to the end of its headers."""
TAKEN_SECONDS, TAKEN_LEAST = 30.0, 10_000
"""Of an answer that waits to be taken, so many bytes have to be taken in so many seconds."""
_LOOK = 1.0


class Connection(H11Protocol):
    """One connection, looked at each second until it is lost."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._look: asyncio.TimerHandle | None = None
        self._asking_since: float | None = None
        """When it began to say a request; None where it is silent between two, or its request is answered."""
        self._taken = (0.0, 0)
        """When it was seen last that an answer is taken, and how many bytes waited then."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            self._refuse(problems.UNAVAILABLE, "All connections of this server are taken: try again in a few seconds")
            return
        self._asking_since = self.loop.time()
        self._look = self.loop.call_later(_LOOK, self._look_after)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, or was ended."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        if self._asking_since is None and not self._answers:
            self._asking_since = self.loop.time()
        super().data_received(data)
        if self._answers:
            self._asking_since = None

    def on_response_complete(self) -> None:
        """A request was answered."""
        self._asking_since = None
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (the library's words, which are left out)
        """Say that what came is no HTTP."""
        self._refuse(problems.INVALID, "What was sent is no request over HTTP/1.1: see /api/v1/openapi.json")

    @property
    def _answers(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request, whatever its type says
        return cycle is not None and not cycle.response_complete

    def _look_after(self) -> None:
        now = self.loop.time()
        if self._is_stuck(now):
            if (connection := self.transport.get_extra_info("socket")) is not None:
                # So that the system, too, forgets what was to be sent.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
            return
        if self._asking_since is not None and now - self._asking_since > HEAD_SECONDS:
            self._asking_since = None
            told = f"The head of the request did not come within {HEAD_SECONDS:.0f} seconds: send it again"
            self._refuse(problems.TOO_SLOW, told)
        self._look = self.loop.call_later(_LOOK, self._look_after)

    def _is_stuck(self, now: float) -> bool:
        """Whether an answer waits, all of it given to the connection or no more let in, and is not taken."""
        waiting = self.transport.get_write_buffer_size()
        since, before = self._taken
        is_held = self.flow.write_paused or self.transport.is_closing() or not self._answers
        if not waiting or not is_held or before == 0 or waiting <= before - TAKEN_LEAST:
            self._taken = (now, waiting if is_held else 0)
            return False
        return now - since > TAKEN_SECONDS

    def _refuse(self, kind: Kind, detail: str) -> None:
        """Answer before there is a request, and close."""
        if self.transport.is_closing():
            return
        body = orjson.dumps(problems.body_of(kind, detail))
        head = (
            f"HTTP/1.1 {kind.status.value} {kind.status.phrase}\r\nContent-Type: {problems.MEDIA_TYPE}\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
