"""What a client is told that speaks no HTTP, breaks off, or sends its body too slowly; and where the log goes."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.server.problems import Problem
from casewright.server.steady_bodies import LEAST, SteadyBody
from tests.server_faults.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import Message


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that runs, with its log in a file."""
    folder: Path = tmp_path_factory.mktemp("connections")
    one = Server(folder / "home", folder / "log")
    one.start()
    yield one
    one.stop()


def said(server: Server, sent: bytes, *, hear: bool = True) -> bytes:
    """What is answered to these bytes, until the server ends the connection."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    heard = b""
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(sent)
        while hear and (part := connection.recv(65536)):
            heard += part
    return heard


def test_what_is_no_http_is_a_problem_in_words(server: Server) -> None:
    """And the connection ends."""
    head, _, body = said(server, b"\x16\x03\x01 hello\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in head
    assert orjson.loads(body)["detail"].startswith("What was sent is no request over HTTP/1.1")


def test_who_breaks_off_is_no_fault_of_the_server(server: Server) -> None:
    """Nothing is logged of it, and every line of the log behind the first greeting is JSON."""
    key = server.join()
    host = server.url.removeprefix("http://")
    head = f"POST /api/v1/matters HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nContent-Length: 99\r\n"
    said(server, f"{head}Content-Type: application/json\r\n\r\n{{".encode(), hear=False)
    said(server, b"\x16\x03\x01 hello\r\n\r\n")
    assert server.broken() == []
    lines = [line for line in server.log_lines() if not line.startswith(("Nobody is here", "Casewright at"))]
    assert lines
    assert all(orjson.loads(line)["level"] == "warning" for line in lines)


def read(parts: list[tuple[float, bytes]], *, answered: bool = False) -> list[Message]:
    """All that is heard of a body whose parts come after so many seconds each."""

    async def work() -> list[Message]:
        queue: asyncio.Queue[Message] = asyncio.Queue()

        async def send() -> None:
            for number, (wait, data) in enumerate(parts, 1):
                await asyncio.sleep(wait)
                queue.put_nowait({"type": "http.request", "body": data, "more_body": number < len(parts)})

        sending = asyncio.create_task(send())
        body = SteadyBody(queue.get, seconds=0.5)
        body.answered = answered
        try:
            heard = [await body()]
            while heard[-1].get("more_body"):
                heard.append(await body())
        finally:
            sending.cancel()
        return heard

    with asyncio.Runner(loop_factory=Patient) as runner:
        return runner.run(work())


class Patient(asyncio.SelectorEventLoop):
    """A loop whose time passes only while it waits, at once: a machine that is busy elsewhere is slow for nobody."""

    def __init__(self) -> None:
        self._passed = 0.0
        super().__init__()
        look = self._selector.select  # type: ignore[attr-defined]  # the loop's own

        def select(timeout: float | None) -> object:
            found = look(0)
            if not found and timeout:
                self._passed += timeout
            return found

        self._selector.select = select  # type: ignore[attr-defined]

    def time(self) -> float:
        """Seconds that were waited."""
        return self._passed


def test_body_that_keeps_coming_is_read_however_long_it_takes() -> None:
    """Enough in each stretch of time, over many of them."""
    heard = read([(0.05, bytes(LEAST))] * 24)
    assert len(heard) == 24


def test_body_that_dawdles_is_stopped_in_words() -> None:
    """With 408, and what to do."""
    with pytest.raises(Problem, match="too slowly") as told:
        read([(0.05, b"x")] * 40)
    assert told.value.kind.status == 408


def test_body_that_dawdles_behind_an_answer_is_taken_as_gone() -> None:
    """There is nothing more to say then."""
    assert read([(0.05, b"x")] * 40, answered=True)[-1] == {"type": "http.disconnect"}
