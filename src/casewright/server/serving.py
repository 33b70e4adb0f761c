"""What every endpoint works with: the open home, who asks, and the jobs that are done here."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from casewright.bootstrap.accounts import provider_sign_in
from casewright.bootstrap.jobs import job_desk, open_worker
from casewright.server.credentials import Credentials
from casewright.server.jobs import ServedJobs
from casewright.server.request_rates import RequestRates
from casewright.server.room import Room
from casewright.tools.admission_threads import AdmissionThreads

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from fastapi import FastAPI, Request

    from casewright.bootstrap.opening import Parts
    from casewright.server.credentials import Caller
    from casewright.server.served_parts import McpPlaces, Metrics


class Serving:
    """An open home that is served at this ``url``, and under these ``hosts``, names with their ports."""

    def __init__(self, parts: Parts, url: str, hosts: Collection[str], metrics: Metrics) -> None:
        self.parts = parts
        self.url = url
        self.hosts = hosts
        self.metrics = metrics
        self.mcp: McpPlaces | None = None
        """What MCP clients are served by; none where its library is not there."""
        materials = parts.materials
        settings = materials.settings
        rates = RequestRates(
            materials.stores.rates, materials.clock, settings.requests_a_minute, settings.strangers_a_minute
        )
        self._threads = AdmissionThreads(settings.threads, materials.database.sharing)
        self.credentials = Credentials(parts.accounts, rates, self._threads, secure=url.startswith("https:"))
        self.jobs = ServedJobs(parts.materials.share(job_desk), self.credentials.still, metrics)
        self.room = Room(materials.settings.upload_mb * 2_000_000)
        self.reading = asyncio.Semaphore(max(1, materials.settings.threads // 2))
        """Files that are read at once: half of the threads stay free for what everybody else asks."""
        self.provider = provider_sign_in(materials, parts.accounts)
        """Where people may sign in elsewhere, None where no OpenID provider is set."""
        self.ending = False
        """Whether no new work is to be sent here."""

    async def caller(self, request: Request) -> Caller:
        """Who asks. Raises ``Problem``."""
        return await self.credentials.caller(request)

    @asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        """From the first request to the last: jobs are done meanwhile."""
        worker = open_worker(self.parts.materials)
        await worker.start()
        try:
            async with self._mcp_runs():
                yield
        finally:
            self.ending = True
            await worker.stop()
            self._threads.close()

    @asynccontextmanager
    async def _mcp_runs(self) -> AsyncIterator[None]:
        if self.mcp is None:
            yield
            return
        async with self.mcp.running():
            yield
