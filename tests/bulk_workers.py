"""A worker for engines that does what the name of its partition's first object says, and a cluster to run it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casewright.adapters.bulk.wire import pack_outcome, unpack_task
from casewright.adapters.children.frames import next_frame, send_frame
from casewright.adapters.children.limits import private_stdout
from casewright.domain.bulk import BulkAsk, BulkOutcome, BulkTask, Member, Partition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[1]


def work(data: bytes) -> bytes:
    """``dies`` ends its process; ``raises`` raises; ``once-FILE`` dies unless FILE is there, which it makes."""
    task = unpack_task(data)
    name = task.partition.members[0].path
    kind, _, file = name.partition(" ")
    if kind == "once" and not Path(file).exists():
        Path(file).touch()
        kind = "dies"
    if kind == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "raises":
        raise ValueError("broken on purpose")
    if kind == "slow":
        time.sleep(0.3)
    return pack_outcome(BulkOutcome("m", {"documents": name.encode()}, (), 1, 2, 3, 4, 0, 0, 0.0))


def task(number: int, name: str) -> BulkTask:
    """A task whose one object has that name."""
    return BulkTask("/corpus", None, BulkAsk("query", "{x}"), Partition(number, (Member(name, 1, ""),)))


def main() -> None:
    """Answers as ``casewright.bootstrap.bulk_worker`` does."""
    answers = private_stdout()
    while (data := next_frame(sys.stdin.buffer)) is not None:
        try:
            sort, body = b"+", work(data)
        except ValueError as error:
            sort, body = b"-", str(error).encode()
        send_frame(answers, sort)
        send_frame(answers, body)


class Cluster:
    """A scheduler and workers of one thread each, without anybody who would start them anew."""

    def __init__(self, address: str, folder: Path, settings: Mapping[str, str]) -> None:
        self.address, self._folder, self._settings = address, folder, settings
        self.workers: list[subprocess.Popen[bytes]] = []

    def add(self, count: int) -> None:
        """Start so many more."""
        own = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder)]
        for _ in range(count):
            self.workers.append(_start(["worker", self.address, *own], self._settings, self._folder))

    def kill(self, number: int) -> None:
        """End one at once, whatever it does."""
        self.workers[number].kill()
        self.workers[number].wait()


@contextmanager
def cluster(
    folder: Path, workers: int, settings: Mapping[str, str] | None = None, options: Sequence[str] = ()
) -> Iterator[Cluster]:
    """A cluster on the loopback interface for the length of the block."""
    scheme = "tls" if options else "tcp"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = dict(settings or {})
    own = ["--host", f"{scheme}://127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"]
    scheduler = _start(["scheduler", *own, *options], told, folder)
    made = Cluster(f"{scheme}://127.0.0.1:{port}", folder, told)
    try:
        made.add(workers)
        yield made
    finally:
        for process in (*made.workers, scheduler):
            process.kill()
            process.wait()


def _start(arguments: Sequence[str], settings: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(ROOT), *sys.path])
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": path, **settings}
    with (folder / "cluster.log").open("ab") as log:
        return subprocess.Popen([sys.executable, "-m", "dask", *arguments], env=environment, stdout=log, stderr=log)


if __name__ == "__main__":
    main()
