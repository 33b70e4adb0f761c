"""A server in use: queries of many users, streams that stay open while others read, and many matters at once."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING

import httpx
import psycopg

from benchmarks import generated, server_load
from benchmarks.server_load import get, post
from tests.databases import as_role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.server_home import Served, ServedHome

QUERY = {"query": "{the agreement states its governing law}"}
_STREAM = "text/event-stream"


def queries(home: ServedHome, name: str, *, users: int, documents: int, seconds: int) -> None:
    """A query whose scores are kept, over a matter with so many documents, asked by all users at once and for long."""
    matter = home.matters[0]
    with home.opened() as casewright:
        for number, text in enumerate(generated.contracts(documents)):
            blob = casewright.keep(matter, text.encode())
            named = {"matter_id": matter, "blob_id": blob, "filename": f"{number}.txt"}
            added = casewright.call("add_document", named)
            assert added.success, added.content
    path = f"/api/v1/matters/{matter}/query"
    with home.served() as served, served.client(home.keys[0]) as client:
        for _ in range(2):
            assert client.post(path, json=QUERY, timeout=600).is_success
        asked = [post(path, key, QUERY) for key in home.keys[:users]]
        one = server_load.send(served.url, asked, home.folder, connections=1, seconds=seconds)
        load = server_load.send(served.url, asked, home.folder, connections=users, seconds=seconds)
    print(f"  {name}, a warm query over {documents} documents, one user without a pause:   {one}")
    print(f"  {name}, the same, {users} users without a pause: {load}")


def streams(home: ServedHome, name: str, *, count: int, seconds: int) -> None:
    """Streams that stay open in one process: what they hold, what they take from reads, how soon an event is there."""
    reads = [get(f"/api/v1/matters/{home.matters[0]}", key) for key in home.keys]
    with home.served(CASEWRIGHT_WORKERS="0") as served:
        server_load.send(served.url, reads, home.folder, connections=16, seconds=2)
        empty = served.megabytes
        alone = server_load.send(served.url, reads, home.folder, connections=16, seconds=seconds)
        asyncio.run(_streams(home, name, served, count, reads, alone, empty, seconds))


async def _streams(
    home: ServedHome,
    name: str,
    served: Served,
    count: int,
    reads: list[str],
    alone: server_load.Load,
    empty: float,
    seconds: int,
) -> None:
    bounds = httpx.Limits(max_connections=count + 10, max_keepalive_connections=count + 10)
    client = httpx.AsyncClient(base_url=served.url, limits=bounds, timeout=60, trust_env=False)
    keys = [{"Authorization": f"Bearer {home.keys[at % len(home.keys)]}"} for at in range(count)]
    path = f"/api/v1/matters/{home.matters[0]}/ask"
    opened: asyncio.Queue[str] = asyncio.Queue()
    heard: dict[str, float] = {}

    async def follow(key: dict[str, str]) -> None:
        headers, job = {**key, "Accept": _STREAM}, ""
        async with client.stream("POST", path, json={"question": "What is the rent?"}, headers=headers) as stream:
            async for line in stream.aiter_lines():
                if line.startswith('data: {"job_id":'):
                    job = line.split('"')[3]
                    await opened.put(job)
                elif line.startswith("event: state"):
                    heard[job] = perf_counter()

    async with client:
        following = [asyncio.create_task(follow(key)) for key in keys]
        jobs = [await opened.get() for _ in following]
        owners: dict[str, dict[str, str]] = {}
        for key in keys[: len(home.keys)]:
            listed = await client.get("/api/v1/jobs?limit=200", headers=key)
            owners |= {one["job_id"]: key for one in listed.json()["jobs"]}
        held = served.megabytes - empty
        before = served.busy
        await asyncio.sleep(seconds)
        idle = (served.busy - before) / seconds
        beside = await asyncio.to_thread(
            server_load.send, served.url, reads, home.folder, connections=16, seconds=seconds
        )
        told, answered = [], []
        for job in jobs:
            since = perf_counter()
            ended = await client.post(f"/api/v1/jobs/{job}/cancellation", headers=owners[job])
            answered.append((perf_counter() - since) * 1000)
            assert ended.is_success, ended.text
            while job not in heard:
                await asyncio.sleep(0.001)
            told.append((heard[job] - since) * 1000)
        await asyncio.gather(*following)
    print(f"  {name}, {count} streams open in one process: {held:.0f} MB more, {idle:.2f} of a processor to keep open")
    print(f"  {name}, reads at 16 connections without them: {alone}")
    print(f"  {name}, reads at 16 connections beside them:  {beside}")
    print(
        f"  {name}, an event is at its stream {median(told):.0f} ms after the call that causes it was sent "
        f"(p95 {_p95(told):.0f}); the call is answered after {median(answered):.0f} ms"
    )


def many_matters(home: ServedHome, name: str, log: Path, *, seconds: int) -> None:
    """Every user at work in every matter, over two processes: reads and writes, and the longest wait for a lock."""
    requests = []
    for matter in home.matters:
        for number, key in enumerate(home.keys):
            path = f"/api/v1/matters/{matter}"
            requests += [get(path, key), get(f"{path}/documents", key), get(f"{path}/participants", key)]
            requests.append(post(f"{path}/participants", home.managing, {"user": f"user-{number}", "role": "counsel"}))
    half = len(requests) // 2
    loads: list[server_load.Load] = []
    with home.served() as one, home.served() as other:

        def put(served: Served, some: list[str], folder: Path) -> None:
            folder.mkdir()
            server_load.send(served.url, some, folder, connections=10, seconds=2)
            warm.wait()
            loads.append(server_load.send(served.url, some, folder, connections=10, seconds=seconds, explain=True))

        sides = ((one, requests[:half], home.folder / "one"), (other, requests[half:], home.folder / "other"))
        threads = [threading.Thread(target=put, args=side) for side in sides]
        warm = threading.Barrier(3)
        for thread in threads:
            thread.start()
        warm.wait()
        size = log.stat().st_size
        with _lock_waits(home) as waits:
            for thread in threads:
                thread.join()
    with log.open("rb") as told:
        told.seek(size)
        long = told.read().count(b" still waiting for ")
    print(f"  {name}, {len(home.matters)} matters × {len(home.keys)} users, two processes, 20 connections:")
    for load in loads:
        print(f"    {load}")
    print(f"    longest wait for a lock seen: {max(waits, default=0.0):.0f} ms; waits above 50 ms in the log: {long}")


@contextmanager
def _lock_waits(home: ServedHome) -> Iterator[list[float]]:
    """How long, in ms, somebody was seen to wait for a lock, looked at again and again meanwhile."""
    seen: list[float] = []
    over = threading.Event()
    ask = (
        "SELECT extract(epoch FROM max(clock_timestamp() - waitstart)) * 1000 FROM pg_locks "
        "WHERE NOT granted AND waitstart IS NOT NULL"
    )

    def look() -> None:
        with psycopg.connect(as_role(home.address, "postgres"), autocommit=True) as connection:
            while not over.is_set():
                row = connection.execute(ask).fetchone()
                if row is not None and row[0] is not None:
                    seen.append(float(row[0]))
                sleep(0.005)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]
