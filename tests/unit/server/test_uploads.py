"""Bytes on their way in, where there is no room to write them down."""

from __future__ import annotations

import asyncio
import resource
from typing import TYPE_CHECKING

import pytest
from fastapi import Request

from casewright.errors import StorageFull
from casewright.server.uploads import received

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def no_growth() -> Iterator[None]:
    """Files of this process may not grow beyond 300,000 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def request(parts: int) -> Request:
    """A POST whose body has so many parts of 100,000 bytes."""
    messages = [
        {"type": "http.request", "body": bytes(100_000), "more_body": one < parts} for one in range(1, parts + 1)
    ]
    queue = iter(messages)

    async def receive() -> dict[str, object]:
        return next(queue)

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


@pytest.mark.usefixtures("no_growth")
def test_no_room_for_a_file_on_its_way_is_told() -> None:
    """A sentence of ours; what fits is taken, and what is to be in memory alone needs no room."""

    async def taken(parts: int, *, in_memory: bool = False) -> int:
        async with received(request(parts), 10_000_000, in_memory=in_memory) as one:
            return len(one.read())

    assert asyncio.run(taken(3)) == 300_000
    assert asyncio.run(taken(9, in_memory=True)) == 900_000
    with pytest.raises(StorageFull, match="no room left for files that come in"):
        asyncio.run(taken(9))
