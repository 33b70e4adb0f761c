"""The body of a request has to keep coming: whoever sends it a byte at a time is told so, and let go."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from casewright.server.problems import TOO_SLOW, Problem

if TYPE_CHECKING:
    from starlette.types import Message, Receive

SECONDS, LEAST = 20.0, 10_000
"""Bytes that have to come in so many seconds of waiting for them, unless the body ends before."""


class SteadyBody:
    """Receives for an application, ``LEAST`` bytes in so many ``seconds``, or it raises.

    Only the time counts that is waited: a server that is slow itself blames nobody. What is received from loses nothing
    when a wait for it is given up.
    """

    def __init__(self, receive: Receive, seconds: float = SECONDS) -> None:
        self._receive = receive
        self._seconds = seconds
        self._ended = False
        self.answered = False
        """Whether an answer was begun: then a slow body is as good as gone."""
        self._waited = 0.0
        self._got = 0

    async def __call__(self) -> Message:
        """The next message. Raises ``Problem`` where the body is too slow."""
        if self._ended:
            return await self._receive()
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                async with asyncio.timeout(self._seconds - self._waited):
                    message = await self._receive()
            except TimeoutError:
                self._waited, got, self._got = 0.0, self._got, 0
                if got < LEAST and self.answered:
                    self._ended = True
                    return {"type": "http.disconnect"}
                if got < LEAST:
                    told = f"{got:,} bytes in {self._seconds:.0f} seconds: send it again, faster"
                    raise Problem(TOO_SLOW, f"The body came too slowly, {told}") from None
                continue
            self._waited += loop.time() - began
            self._got += len(message.get("body", b""))
            self._ended = not message.get("more_body", False)
            return message
