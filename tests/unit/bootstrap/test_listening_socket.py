"""The socket at which a server listens."""

from __future__ import annotations

import asyncio
import socket

from casewright.bootstrap.listening import listening


def test_connections_do_not_hold_small_packets_back() -> None:
    """A connection that a server takes there sends the body of an answer at once, not after the headers' receipt."""

    async def taken() -> int:
        found: asyncio.Queue[int] = asyncio.Queue()

        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            ours: socket.socket = writer.get_extra_info("socket")
            await found.put(ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening("127.0.0.1", 0) as open_one:
            async with await asyncio.start_server(answer, sock=open_one):
                _, writer = await asyncio.open_connection(*open_one.getsockname())
                delay = await found.get()
                writer.close()
                return delay

    assert asyncio.run(taken())
