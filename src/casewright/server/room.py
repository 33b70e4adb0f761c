"""How many bytes of files requests hold in memory, all together; whoever finds no room waits, but not for long."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi.responses import Response

from casewright.server.problems import UNAVAILABLE, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AsyncExitStack

    from starlette.types import Receive, Scope, Send

_PATIENCE = 120.0
_PIECE = 256 * 1024


class Room:
    """For ``most`` bytes; what is larger than all of it has it alone. Belongs to one event loop."""

    def __init__(self, most: int, patience: float = _PATIENCE) -> None:
        self._free = self._most = most
        self._patience = patience
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    @asynccontextmanager
    async def held(self, size: int) -> AsyncIterator[None]:
        """So many bytes for the length of the block, whoever came first having theirs first. Raises ``Problem``."""
        size = min(size, self._most)
        await self._take(size)
        try:
            yield
        finally:
            self._free += size
            self._let_in()

    async def _take(self, size: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (size, turn)
        self._waiting.append(place)
        self._let_in()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._free += size  # it was let in as it gave up
            else:
                self._waiting.remove(place)
            self._let_in()
            if isinstance(error, TimeoutError):
                raise Problem(UNAVAILABLE, "Many files are on their way just now: try again in a few seconds") from None
            raise

    def _let_in(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._free:
            size, turn = self._waiting.popleft()
            self._free -= size
            turn.set_result(None)


class FileResponse(Response):
    """Bytes that are sent as fast as they are taken; ``held`` ends once they are, or whoever took them is gone."""

    def __init__(self, data: bytes, held: AsyncExitStack, headers: Mapping[str, str]) -> None:
        super().__init__(headers={**headers, "Content-Length": str(len(data))}, media_type="application/octet-stream")
        self._data = memoryview(data)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 (of the protocol)
        """Send it."""
        async with self._held:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for start in range(0, len(self._data), _PIECE):
                piece = bytes(self._data[start : start + _PIECE])
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
