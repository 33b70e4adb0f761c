"""Hostile files by the hundred, all at once, while others want to be answered."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import httpx

from tests.served import API, json_of
from tests.server_faults.books import flaw_of
from tests.server_faults.figures import Figures
from tests.server_faults.hostile_bytes import KINDS
from tests.server_faults.servers import memory_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server_faults.servers import Server

STATES = frozenset({"ready", "error"})


class Meanwhile:
    """Asks for ordinary things, and looks at the server's memory, as long as the block lasts."""

    def __init__(self, server: Server, key: str) -> None:
        self._server = server
        self._key = key
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=one) for one in (self._ask, self._look)]
        self.waits: list[float] = []
        self.told: list[str] = []
        self.peak = 0

    def __enter__(self) -> Meanwhile:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for one in self._threads:
            one.join()

    def _ask(self) -> None:
        number = 0
        with self._server.client(self._key, timeout=120) as client:
            while not self._ended.wait(0.2):
                number += 1
                for method, path, body in (
                    ("GET", "/matters?limit=1", None),
                    ("POST", "/matters", {"title": f"Meanwhile {number}"}),
                ):
                    began = time.monotonic()
                    try:
                        response = client.request(method, f"{API}{path}", json=body)
                    except httpx.TransportError as error:
                        self.told.append(f"somebody else was not answered: {type(error).__name__}")
                        continue
                    self.waits.append(time.monotonic() - began)
                    if not response.is_success:
                        self.told.append(f"somebody else was told {response.status_code} {response.text[:200]}")

    def _look(self) -> None:
        while not self._ended.wait(0.1):
            self.peak = max(self.peak, memory_of(self._server.process))


def send_hostile(
    server: Server, *, files: int, at_once: int, seed: int, bound: float, most: int, tell: Callable[[str], None]
) -> Figures:
    """Send so many. Others are to be answered within ``bound`` seconds, in ``most`` megabytes at the most."""
    figures = Figures(seed=seed, kills=files)
    figures.ready.append(server.start())
    key = server.join()
    with server.client(key) as client:
        matter = json_of(client.post(f"{API}/matters", json={"title": "Hostile"}))["matter_id"]
        case = json_of(client.post(f"{API}/cases", json={"title": "Ostil"}))["case_id"]
    names = list(KINDS)
    began = time.monotonic()

    def send(number: int) -> tuple[str, str]:
        """What it was, and what is wrong with what was answered; nothing, where all is well."""
        kind = names[number % len(names)]
        ending, make = KINDS[kind]
        turn = number // len(names)
        place = "containers" if turn % 2 and ending == "zip" else "documents"
        path = f"{API}/matters/{case if turn % 4 == 2 else matter}/{place}"
        with server.client(key, timeout=600) as client:
            try:
                answered = client.post(
                    path, params={"filename": f"{number}.{ending}"}, content=make(seed * 100_000 + number)
                )
            except httpx.TransportError as error:
                return kind, f"no answer: {type(error).__name__}"
        return kind, _wrong(answered, place)

    with Meanwhile(server, key) as meanwhile, ThreadPoolExecutor(at_once) as pool:
        answers = list(pool.map(send, range(files)))
    took = time.monotonic() - began
    wrong = Counter(one for one in answers if one[1])
    figures.faults += [f"{kind}: {what} ({times} times)" for (kind, what), times in wrong.items()]
    figures.faults += meanwhile.told
    figures.acknowledged = files - sum(wrong.values())
    figures.peak = meanwhile.peak
    slowest = max(meanwhile.waits, default=0.0)
    if not meanwhile.waits or slowest > bound:
        figures.faults.append(f"somebody else waited {slowest:.1f} s, and {bound:.1f} s was to be the most")
    if meanwhile.peak > most:
        figures.faults.append(f"the server took {meanwhile.peak} MB, and {most} MB was to be the most")
    with server.client(key) as client:
        figures.faults += [f"afterwards: {one}" for one in _afterwards(client, matter)]
    figures.notes.append(f"{files} files of {len(names)} kinds, {at_once} at once, in {took:.0f} s")
    figures.notes.append(f"{len(meanwhile.waits)} others were answered meanwhile, the slowest after {slowest:.2f} s")
    tell(figures.notes[-1])
    figures.ended(server)
    return figures


def _wrong(response: httpx.Response, place: str) -> str:
    """A document with a state, the list of an archive's files, or a sentence."""
    if not response.is_success:
        return flaw_of(response) or ""
    told = response.json()
    if place == "containers":
        return "" if "files" in told else f"no list of files: {str(told)[:200]}"
    if told["status"] not in STATES:
        return f"the document is {told['status']}"
    return "" if told["status"] == "ready" or told["error"] else "the document could not be read, and nothing says why"


def _afterwards(client: httpx.Client, matter: str) -> list[str]:
    """What is wrong with how the server works once all of it is over."""
    lease = b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n"
    added = client.post(f"{API}/matters/{matter}/documents", params={"filename": "lease.txt"}, content=lease)
    found = [] if added.status_code == 201 and added.json()["status"] == "ready" else [f"no lease: {added.text[:200]}"]
    proof = json_of(client.post(f"{API}/audit/verification"))
    return found if proof["verified"] else [*found, f"the audit does not verify: {proof['flaw']}"]
