"""One run of an agent's at a time, whatever processes there are: a lock, taken without stopping the event loop."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractContextManager


@asynccontextmanager
async def alone(lock: AbstractContextManager[None]) -> AsyncIterator[None]:
    """Hold a lock, such as ``CaseLocks.held(tenant, case)``. Raises what taking it raises.

    Cancelled while it is being taken, it is let go of as soon as it is there.
    """
    held = ExitStack()
    taking = asyncio.get_running_loop().run_in_executor(None, held.enter_context, lock)
    try:
        await asyncio.shield(taking)
    except asyncio.CancelledError:
        taking.add_done_callback(lambda done: _let_go(done, held))
        raise
    try:
        yield
    finally:
        held.close()


def _let_go(taken: asyncio.Future[None], held: ExitStack) -> None:
    if not taken.cancelled() and taken.exception() is None:
        held.close()
