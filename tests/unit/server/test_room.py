"""Room for bytes of files in memory: bounded, in turn, and not for ever."""

from __future__ import annotations

import asyncio

import pytest

from casewright.server.problems import Problem
from casewright.server.room import Room


def test_whoever_finds_no_room_waits_for_it_in_turn() -> None:
    """Never more than there is room for; a large one is not passed by small ones."""

    async def work() -> tuple[int, list[str]]:
        room, held, most, order = Room(10), 0, 0, []

        async def hold(name: str, size: int) -> None:
            nonlocal held, most
            async with room.held(size):
                order.append(name)
                held += size
                most = max(most, held)
                await asyncio.sleep(0.01)
                held -= size

        sizes = {"a": 6, "b": 9, "c": 1, "d": 1}
        await asyncio.gather(*(hold(name, size) for name, size in sizes.items()))
        return most, order

    most, order = asyncio.run(work())
    assert most <= 10
    assert order == ["a", "b", "c", "d"]


def test_what_is_larger_than_all_has_it_alone() -> None:
    """It is let in once nobody else is."""

    async def work() -> None:
        room = Room(10)
        async with asyncio.timeout(5), room.held(1_000):
            pass
        async with asyncio.timeout(5), room.held(10):
            pass

    asyncio.run(work())


def test_who_waits_for_long_is_told_so_and_takes_nothing() -> None:
    """And whoever gave up waiting left the room as it was."""

    async def work() -> None:
        room = Room(10, patience=0.01)
        async with room.held(10):
            with pytest.raises(Problem) as told:
                async with room.held(1):
                    pass
            waiting = asyncio.create_task(room.held(5).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert told.value.kind.status == 503
        async with room.held(10):
            pass

    asyncio.run(work())
