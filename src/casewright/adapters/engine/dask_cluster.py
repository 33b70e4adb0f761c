"""A cluster of dask.distributed that is there already: futures only.

Its scheduler gives what a worker's death cost to another one.
"""

from __future__ import annotations

import ipaddress
import queue
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

from casewright.adapters.bulk.wire import pack_task, unpack_outcome
from casewright.errors import BadSettings, InvalidInput, Unavailable
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.bulk import Lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.domain.bulk import BulkOutcome, BulkTask

SCHEMES: Final = {"dask": "tcp", "dask+tls": "tls"}
"""What an address begins with, and what the cluster's library calls that."""

_PATIENCE: Final = 30.0
"""Seconds to wait for a scheduler, and for its first worker."""
_LOOK: Final = 0.5
_KILLED: Final = 3
"""The scheduler has tried it on several workers, all of which died over it."""


class DaskCluster:
    """Fits ``tools.ports.bulk.Engine``. ``work`` takes a packed task and gives a packed outcome, on a worker.

    Certificates for TLS are those of the library's own settings. Raises ``InvalidInput`` for an address that is none.
    """

    def __init__(self, address: str, work: Callable[[bytes], bytes], *, patience: float = _PATIENCE) -> None:
        self._address, self._work, self._patience = _checked(address), work, patience

    @property
    def workers(self) -> int:
        """How many threads its workers have now. Raises ``Unavailable``."""
        with self._client() as client:
            return self._threads(client)

    def run(self, tasks: Iterator[BulkTask]) -> Iterator[tuple[BulkTask, BulkOutcome | Lost]]:
        """As many tasks are in flight as there are threads, workers that come later among them."""
        with self._client() as client:
            waiting: dict[Any, BulkTask] = {}
            try:
                yield from self._run(client, tasks, waiting)
            finally:
                client.cancel(list(waiting), force=True)

    def _run(
        self, client: Any, tasks: Iterator[BulkTask], waiting: dict[Any, BulkTask]
    ) -> Iterator[tuple[BulkTask, BulkOutcome | Lost]]:
        came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threads = self._threads(client)
        more = True
        while True:
            while more and len(waiting) < threads:
                task = next(tasks, None)
                if task is None:
                    more = False
                    break
                key = f"casewright-{task.partition.name}-{uuid4().hex}"
                future = client.submit(self._work, pack_task(task), key=key, pure=False)
                waiting[future] = task
                future.add_done_callback(came.put)
            if not waiting:
                return
            stop_if_cancelled()
            try:
                future = came.get(timeout=_LOOK)
            except queue.Empty:
                if client.status != "running":
                    raise Unavailable(f"The cluster at {self._address!r} went away: start it and go on") from None
                threads = sum(client.nthreads().values()) or threads
                continue
            yield waiting.pop(future), _outcome(future)

    def _threads(self, client: Any) -> int:
        try:
            client.wait_for_workers(1, timeout=self._patience)
        except TimeoutError:
            raise Unavailable(
                f"The cluster at {self._address!r} has no worker: start one with 'dask worker {self._address}'"
            ) from None
        return sum(client.nthreads().values())

    @contextmanager
    def _client(self) -> Iterator[Any]:  # the library has no types
        try:
            from distributed import Client
        except ImportError as error:
            raise BadSettings("its client library is missing: pip install 'casewright[cluster]'") from error
        try:
            client: Any = Client(self._address, timeout=self._patience, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise Unavailable(
                f"No scheduler answers at {self._address!r} ({_said(error)}): start it, or name its address"
            ) from error
        try:
            yield client
        finally:
            client.close(timeout=_LOOK)


def _outcome(future: Any) -> BulkOutcome | Lost:
    from distributed import KilledWorker

    try:
        return unpack_outcome(future.result())
    except KilledWorker:
        return Lost("every worker that was given it ended", _KILLED)
    except Exception as error:  # noqa: BLE001 — whatever the worker raised
        return Lost(_said(error))


def _checked(address: str) -> str:
    """The address as the library takes it."""
    parts = urlsplit(address)
    scheme = SCHEMES.get(parts.scheme)
    if scheme is None or not parts.hostname or not _port(parts):
        raise InvalidInput(
            f"The engine {address!r} is neither 'local' nor an address: give dask://HOST:PORT, or dask+tls://HOST:PORT"
        )
    if scheme == "tcp" and _is_public(parts.hostname):
        raise InvalidInput(
            f"The engine {address!r} would be reached over a public network without TLS, and a scheduler runs what "
            "anybody sends it: use dask+tls://"
        )
    return f"{scheme}://{parts.netloc}"


def _port(parts: Any) -> int | None:
    try:
        port: int | None = parts.port
    except ValueError:
        return None
    return port


def _is_public(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return False  # a name: only its network knows


def _said(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
