"""A server in front of ours that adds a person's key to every request, for programs that can bring none."""

from __future__ import annotations

import asyncio
import socket
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

import httpx2
import uvicorn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

_HOP = {b"transfer-encoding", b"connection", b"keep-alive"}


@contextmanager
def relay(listening: socket.socket, target: str, key: str) -> Iterator[None]:
    """Forward what comes to the socket to ``target``, the server's address without a path, while the block runs."""
    config = uvicorn.Config(_app(target, key), log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(timeout=20)


# Any: ASGI's own scopes and messages.
def _app(target: str, key: str) -> Callable[..., Awaitable[None]]:
    async def app(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = [(name, value) for name, value in scope["headers"] if name not in _HOP]
        headers.append((b"authorization", f"Bearer {key}".encode()))
        async with (
            httpx2.AsyncClient(timeout=60.0, trust_env=False) as client,
            client.stream(scope["method"], target + scope["path"], headers=headers, content=body) as answer,
        ):
            told = [(name, value) for name, value in answer.headers.raw if name.lower() not in _HOP]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": told})
            with suppress(httpx2.HTTPError):  # the server ended in the middle of a stream
                async for piece in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    return app


def free_socket() -> socket.socket:
    """A socket that listens on the loopback interface, at a port that was free."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(64)
    return listening
