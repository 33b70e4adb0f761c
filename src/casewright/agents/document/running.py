"""What a run of the graph needs beside its state: who makes its calls, and what it may spend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from casewright.agents.document.keys import call_key

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from langgraph.runtime import Runtime

    from casewright.agents.document.state import OpenCall
    from casewright.domain.threads import Usage


class Caller(Protocol):
    """Makes calls through the executor: ``calls.Calls``."""

    @property
    def most_in_answer(self) -> int:
        """How many calls one answer may ask for."""
        ...

    async def refuse(self, calls: int, *, made: int, turn: int) -> str | None:
        """Why none of the calls of an answer may be made, after so many in the turn; None where they may."""
        ...

    async def make(self, calls: Sequence[OpenCall], *, turn: int, why: str) -> list[OpenCall]:
        """The calls with what came of each, in order."""
        ...


class Purse(Protocol):
    """What the matter may still spend on models."""

    def exhausted(self) -> str | None:
        """Why the model may not be asked again, None where it may."""
        ...

    async def spend(self, used: Usage) -> None:
        """Keep what an answer of the model used."""
        ...


@dataclass(frozen=True, slots=True)
class Run:
    """What a run needs beside its state, and what no checkpoint keeps."""

    caller: Caller
    purse: Purse
    matter: str
    thread: str
    before_change: Callable[[], Awaitable[None]]


def key_of(runtime: Runtime[Run], node: str, ordinal: int) -> str:
    """The key of a call that this step of the graph makes; the same one when the step is taken again."""
    info = runtime.execution_info
    assert info is not None, "the graph runs with a checkpointer"
    return call_key(runtime.context.thread, info.checkpoint_id, node, ordinal)
