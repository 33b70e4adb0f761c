"""The queue that tells workers in other processes of jobs, over procrastinate on PostgreSQL.

A task's arguments are the tenant and the job's id. What is lost here costs a second, nothing else: workers look for due
jobs by themselves, too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psycopg
import psycopg_pool
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import ProcrastinateException
from procrastinate.jobs import DeleteJobCondition, Status

from casewright.adapters.jobs.queue_schema import SCHEMA, ensure_schema
from casewright.domain.ids import TenantId
from casewright.domain.jobs import JobId
from casewright.errors import CasewrightError
from casewright.tools.ports.jobs import JobRef

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_log = logging.getLogger("casewright.jobs")

_TASK = "casewright.job"
_FAULTS = (ProcrastinateException, psycopg.Error, psycopg_pool.PoolTimeout, OSError)
_AGAIN = 5.0
"""Seconds until a lost connection is tried again."""
_STALLED = 30.0
"""Seconds without a sign of life after which what a worker had fetched is thrown away."""


class ProcrastinateQueue:
    """Fits ``tools.ports.jobs.JobQueue``: puts what other processes are to be told of."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._app: App | None = None
        self._lock = threading.Lock()

    def put(self, ref: JobRef) -> None:
        """Have one worker told. A queue that is not there is logged."""
        try:
            with self._lock:
                app = self._opened()
            app.configure_task(_TASK).defer(tenant=ref.tenant, job=ref.job)
        except _FAULTS as error:
            _log.info("other processes are not told of job %s: %s", ref.job, type(error).__name__)

    def close(self) -> None:
        """Let go of the connections."""
        with self._lock:
            if self._app is not None:
                self._app.close()
                self._app = None

    def _opened(self) -> App:
        if self._app is None:
            connector = SyncPsycopgConnector(**_connecting(self._url), min_size=1, max_size=2, timeout=5.0)
            app = App(connector=connector)
            app.open()
            self._app = app
        return self._app


class ProcrastinateListener:
    """Fits ``tools.jobs.worker.Listener``: hears of jobs by LISTEN, and by a look every few seconds."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._listening: asyncio.Task[None] | None = None

    def start(self, offer: Callable[[JobRef], Awaitable[None]], at_once: int) -> None:
        """Begin to offer jobs, on the running loop; ``offer`` returns when the job has ended, or is not taken."""
        self._listening = asyncio.create_task(self._listen_on(offer, at_once))

    async def stop(self) -> None:
        """Offer no more."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None

    async def _listen_on(self, offer: Callable[[JobRef], Awaitable[None]], at_once: int) -> None:
        while True:
            try:
                await asyncio.to_thread(ensure_schema, self._url)
                await self._listen(offer, at_once)
            except (*_FAULTS, CasewrightError) as error:
                _log.warning("the queue of jobs is away, so they are looked for: %s", type(error).__name__)
            await asyncio.sleep(_AGAIN)

    async def _listen(self, offer: Callable[[JobRef], Awaitable[None]], at_once: int) -> None:
        app = App(connector=PsycopgConnector(**_connecting(self._url), min_size=1, max_size=3))

        @app.task(name=_TASK)
        async def offered(tenant: str, job: str) -> None:
            await offer(JobRef(TenantId(tenant), JobId(job)))

        async with app.open_async():
            sweeping = asyncio.create_task(_sweep_on(app))
            try:
                await app.run_worker_async(
                    concurrency=at_once,
                    install_signal_handlers=False,
                    delete_jobs=DeleteJobCondition.ALWAYS,
                    shutdown_graceful_timeout=1.0,
                )
            finally:
                sweeping.cancel()


async def _sweep_on(app: App) -> None:
    """Throw away what workers had fetched that are gone: our own table knows what is to become of the jobs."""
    while True:
        with suppress(*_FAULTS):
            for one in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_STALLED):
                await app.job_manager.finish_job(one, status=Status.ABORTED, delete_job=True)
        await asyncio.sleep(_STALLED)


def _connecting(url: str) -> dict[str, Any]:
    return {"conninfo": url, "kwargs": {"options": f"-c search_path={SCHEMA}", "connect_timeout": 10}}
