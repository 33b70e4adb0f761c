"""What every endpoint works with: the open home, and who asks."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from casewright.server.credentials import Credentials

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from fastapi import FastAPI, Request

    from casewright.bootstrap.opening import Parts
    from casewright.server.credentials import Caller


class Serving:
    """An open home that is served under these ``hosts``, names with their ports."""

    def __init__(self, parts: Parts, hosts: Collection[str]) -> None:
        self.parts = parts
        self.hosts = hosts
        self.credentials = Credentials(parts)
        self.ending = False

    async def caller(self, request: Request) -> Caller:
        """Who asks. Raises ``Problem``."""
        return await self.credentials.caller(request)

    @asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        """From the first request to the last."""
        yield
        self.ending = True
