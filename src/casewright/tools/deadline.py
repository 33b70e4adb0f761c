"""Awaits a coroutine for a limited time; one that never has to wait costs no timer."""

from __future__ import annotations

import asyncio
from types import coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator


class Expired(Exception):
    """The time is over, and the coroutine was cancelled."""


async def within(seconds: float, work: Coroutine[Any, Any, object]) -> object:
    """What ``work`` returns or raises. Raises ``Expired`` where it did not end in time; cancellation goes through.

    The first step is taken at once, as awaiting would: nothing can interrupt a step, so only what waits is timed.
    """
    try:
        waits_for = work.send(None)
    except StopIteration as ended:
        return ended.value
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await _rest(work, waits_for)
    except TimeoutError as error:
        if limit.expired():
            raise Expired from error
        raise


@coroutine
def _rest(work: Coroutine[Any, Any, object], waits_for: Any) -> Generator[Any, Any, object]:
    """Go on with a coroutine that has begun: wait for what it waits for, then let it run as if it were awaited."""
    thrown: BaseException | None = None
    answer: Any = None
    while True:
        try:
            answer = yield waits_for
        except BaseException as error:  # noqa: BLE001 (whatever is thrown in belongs to the coroutine)
            thrown = error
        try:
            waits_for = work.send(answer) if thrown is None else work.throw(thrown)
        except StopIteration as ended:
            return ended.value
        thrown = None
