"""Clients that ask a server for one thing after the other, each at its own pace, for as long as is wanted."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, suppress
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import httpx

from tests.served import API
from tests.server_faults.books import Act, Books

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.server_faults.house import House
    from tests.server_faults.servers import Server

KINDS = ("document", "document", "document", "matter", "turn", "turn job", "debate job", "question job")
_JOB = {"headers": {"Prefer": "respond-async"}}
_PAUSE = 0.05
_FOLLOWED = 2.0


def lease(number: int) -> bytes:
    """A document like no other."""
    return f"LEASE {number}\n\n1. Rent\nThe Tenant shall pay EUR {number},000 a month.\n".encode()


def large(number: int) -> bytes:
    """A file that is longer than is held in memory while it comes, and that nobody reads."""
    return b"%d" % number + bytes(400_000)


class Load:
    """``clients`` of them, who ask ``servers`` in turn and write into ``books``.

    What broke off is asked for again under the same key, as a careful client does; a job is not, having none.
    """

    def __init__(
        self,
        servers: list[Server],
        key: str,
        house: House,
        *,
        seed: int,
        clients: int = 8,
        kinds: tuple[str, ...] = KINDS,
    ) -> None:
        self.books = Books()
        self._servers = servers
        self._key = key
        self._house = house
        self._seed = seed
        self._kinds = kinds
        self._clients = clients
        self._numbers = count(1)
        self._ended = threading.Event()

    @contextmanager
    def running(self) -> Iterator[Books]:
        """The clients ask while the block lasts; at its end each hears its last answer."""
        threads = [threading.Thread(target=self._work, args=(one,)) for one in range(self._clients)]
        for thread in threads:
            thread.start()
        try:
            yield self.books
        finally:
            self._ended.set()
            for thread in threads:
                thread.join()

    def _work(self, place: int) -> None:
        chance = Random(f"{self._seed} {place}")
        server = self._servers[place % len(self._servers)]
        again: Act | None = None
        while not self._ended.is_set():
            with server.client(self._key, timeout=120) as client:
                broke = False
                while not broke and not self._ended.is_set():
                    act = again or self.books.add(self._next(chance, place))
                    broke = not self._asked(client, act)
                    again = act if broke and act.key is not None else None
            server = self._servers[(place + chance.randrange(2)) % len(self._servers)]

    def _asked(self, client: httpx.Client, act: Act) -> bool:
        """Ask for it; whether an answer came."""
        try:
            response = act.ask(client)
        except httpx.TransportError:
            self.books.note(act, None)
            self._ended.wait(_PAUSE * 5)
            return False
        self.books.note(act, response)
        if not response.is_success:
            self._ended.wait(_PAUSE)
        elif "job_id" in act.answer:
            self._follow(client, act.answer["job_id"])
        return True

    def _follow(self, client: httpx.Client, job: str) -> None:
        """Wait a while for the job to end: who asks for one waits for it, and queues stay short."""
        until = time.monotonic() + _FOLLOWED
        with suppress(httpx.TransportError):
            while time.monotonic() < until and not self._ended.wait(_PAUSE):
                told = client.get(f"{API}/jobs/{job}")
                if told.status_code != 200 or told.json()["state"] not in ("queued", "doing"):
                    return

    def _next(self, chance: Random, place: int) -> Act:
        number, kind = next(self._numbers), chance.choice(self._kinds)
        deal, case = self._house.deals[place], self._house.cases[place]
        makers: dict[str, Callable[[], Act]] = {
            "document": lambda: document(self._house.matter, number),
            "file": lambda: document(self._house.matter, number, large(number)),
            "matter": lambda: _matter(number),
            "turn": lambda: self._turn(kind, case, number, f"t{number}"),
            "turn job": lambda: self._turn(kind, case, number, None),
            "debate job": lambda: Act(
                kind, f"/deals/{deal}/debates", f"{number}", None, {"json": {"seed": number}, **_JOB}
            ),
            "question job": lambda: Act(
                kind,
                f"/matters/{self._house.matter}/ask",
                f"{number}",
                None,
                {"json": {"question": f"What is the rent of lease {number}?"}, **_JOB},
            ),
        }
        return makers[kind]()

    def _turn(self, kind: str, case: str, number: int, key: str | None) -> Act:
        said = f"Am primit o amendă de circulație, a {number}-a."
        return Act(kind, f"/cases/{case}/turns", said, key, {"json": {"message": said}, **({} if key else _JOB)})


def document(matter: str, number: int, data: bytes | None = None) -> Act:
    """A file goes in."""
    kind, name = ("document", f"{number}.txt") if data is None else ("file", f"{number}.bin")
    sent = {"params": {"filename": name}, "content": lease(number) if data is None else data}
    return Act(kind, f"/matters/{matter}/documents", name, f"d{number}", sent)


def _matter(number: int) -> Act:
    title = f"Matter {number}"
    return Act("matter", "/matters", title, f"m{number}", {"json": {"title": title}})
