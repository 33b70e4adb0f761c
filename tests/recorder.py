"""An HTTP server on this machine that writes down whatever comes in, CONNECT to a proxy too, and gives one answer."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from tests.loopback import QuietHandler, served

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass
class Recorder:
    """Where it listens, and every request that came in: its first line and its headers, as one text."""

    address: str = ""
    received: list[str] = field(default_factory=list)


@contextmanager
def recording(status: int = 502, headers: Mapping[str, str] = MappingProxyType({})) -> Iterator[Recorder]:
    """Listen on a free port of 127.0.0.1 for as long as the block runs."""
    here = Recorder()

    class Handler(QuietHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            here.received.append(f"{self.requestline}\n{self.headers}")
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(status)
            for name, value in {**headers, "content-length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.close_connection = True

        do_GET = do_HEAD = do_POST = do_PUT = do_CONNECT = answer  # noqa: N815 (the standard library's names)

    with served(Handler) as here.address:
        yield here
