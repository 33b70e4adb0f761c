"""A server that is killed in the middle of work: nothing that it acknowledged is lost, and its audit proves itself."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import httpx

from tests.served import API, json_of, serving

if TYPE_CHECKING:
    from pathlib import Path


def lease(number: int) -> bytes:
    """A document like no other."""
    return f"LEASE {number}\n\n1. Rent\nThe Tenant shall pay EUR {number},000 a month.\n".encode()


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Files go in and jobs run as kill -9 comes; after the restart every acknowledged one is there, once."""
    home = tmp_path / "home"
    acknowledged: dict[int, str] = {}
    with serving(home) as served:
        key = served.join()
        with served.client(key) as client:
            matter = json_of(client.post(f"{API}/matters", json={"title": "Leases"}))["matter_id"]
            json_of(client.post(f"{API}/matters/{matter}/documents?filename=first.txt", content=lease(0)))
            prefer = {"Prefer": "respond-async"}
            asked = {"question": "What is the rent?"}
            jobs = [json_of(client.post(f"{API}/matters/{matter}/ask", json=asked, headers=prefer)) for _ in range(4)]

        def upload(first: int) -> None:
            with served.client(key) as client:
                for number in range(first, 400, 4):
                    name = {"filename": f"{number}.txt"}
                    once = {"Idempotency-Key": f"lease-{number}"}
                    try:
                        path = f"{API}/matters/{matter}/documents"
                        done = client.post(path, params=name, content=lease(number), headers=once)
                    except httpx.TransportError:
                        return
                    if done.status_code in (200, 201):
                        acknowledged[number] = done.json()["document_id"]

        threads = [threading.Thread(target=upload, args=(first,)) for first in range(1, 5)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 60
        while len(acknowledged) < 8 and time.monotonic() < deadline:
            time.sleep(0.01)  # the moment to kill is any moment at which there is something to lose
        served.process.kill()
        for thread in threads:
            thread.join()
    assert acknowledged

    with serving(home) as again, again.client(key) as client:
        listed = json_of(client.get(f"{API}/matters/{matter}/documents?limit=200"))["documents"]
        names = [one["filename"] for one in listed]
        assert {f"{number}.txt" for number in acknowledged} <= set(names)
        assert len(names) == len(set(names))
        for number, document in acknowledged.items():
            assert client.get(f"{API}/matters/{matter}/documents/{document}/original").content == lease(number)
        for job in jobs:
            with client.stream("GET", f"{API}/jobs/{job['job_id']}/events") as events:
                told = events.read().decode()
            assert '"state":"done"' in told or '"state":"lost"' in told
        proof = json_of(client.post(f"{API}/audit/verification"))
    assert proof["verified"], proof
