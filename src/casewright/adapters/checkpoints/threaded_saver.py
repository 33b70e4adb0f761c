"""LangGraph's synchronous savers, called from an event loop: each call runs in a thread, like all our storage."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple


def strict_serializer() -> JsonPlusSerializer:
    """Reads nothing but plain data and the framework's own values: what stands in a checkpoint is never code to run.

    The same as ``LANGGRAPH_STRICT_MSGPACK=true``, whatever the environment says.
    """
    return JsonPlusSerializer(allowed_msgpack_modules=None)


class ThreadedSaver(BaseCheckpointSaver[str]):
    """The asynchronous half of a saver whose synchronous half another class brings."""

    whole_steps = False
    """Whether what a step wrote is kept with its checkpoint alone: enough for a graph that never pauses, and whose
    states follow one another; each is then taken again as a whole.
    """

    def holds(self, thread: str, wanted: Callable[[str], bool]) -> bool:
        """Whether any text in the thread's state, or in what is still to be written of it, is wanted."""
        for found in self.list({"configurable": {"thread_id": thread}}):
            parts = (found.checkpoint["channel_values"], found.metadata, found.pending_writes)
            if any(wanted(text) for text in _texts(parts)):
                return True
        return False

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As ``get_tuple``."""
        return await asyncio.to_thread(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002 (the framework's name)
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """As ``list``."""
        for found in await asyncio.to_thread(lambda: [*self.list(config, filter=filter, before=before, limit=limit)]):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """As ``put``."""
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As ``put_writes``."""
        if not self.whole_steps:
            await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """As ``delete_thread``."""
        await asyncio.to_thread(self.delete_thread, thread_id)


def _texts(value: object) -> Iterator[str]:
    """Every text at any depth, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _texts(name)
            yield from _texts(part)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _texts(part)
    elif is_dataclass(value):  # the framework's own, such as what a node waits for
        for one in fields(value):
            yield from _texts(getattr(value, one.name, None))
