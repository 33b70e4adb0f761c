"""The tool ``list_threads``: a person's own conversations in a matter, or one of them whole."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.ids import is_uuid
from casewright.domain.threads import ThreadId
from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId
    from casewright.domain.threads import Thread
    from casewright.tools.ports.documents import Assistant, ThreadStore


class ListThreadsInput(Arguments):
    """Input of the ``list_threads`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    thread_id: str | None = Field(default=None, description="One thread, to have its questions and answers too")


class ThreadItem(BaseModel):
    """One thread. ``turns`` are its questions and answers, where the thread was asked for by its id."""

    thread_id: str
    title: str
    created_at: str
    input_tokens: int
    output_tokens: int
    turns: list[dict[str, Any]] | None = None


class ListThreadsOutput(BaseModel):
    """The caller's threads in the matter, newest first."""

    threads: list[ThreadItem]


def list_threads(*, assistant: Assistant, threads: ThreadStore) -> Tool:
    """The tool over this store; whole threads are the assistant's to tell."""

    async def run(arguments: ListThreadsInput, context: CallContext) -> ListThreadsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        if arguments.thread_id is None:
            found = await asyncio.to_thread(threads.of_owner, context.tenant, matter, context.actor.id)
            return ListThreadsOutput(threads=[_item(thread) for thread in found])
        thread = await asyncio.to_thread(own_thread, threads, context, matter, arguments.thread_id)
        turns = [dict(turn) for turn in await assistant.history(thread)]
        return ListThreadsOutput(threads=[_item(thread).model_copy(update={"turns": turns})])

    return Tool(
        name="list_threads",
        description="List your own conversations with the agent in a matter, or show one whole.",
        arguments=ListThreadsInput,
        output=ListThreadsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the caller's threads",),
    )


def own_thread(threads: ThreadStore, context: CallContext, matter: MatterId, thread_id: str) -> Thread:
    """The thread, where it is the caller's own, in this matter. Raises ``NotFound``, the same for every other."""
    found = threads.get(context.tenant, ThreadId(thread_id.lower())) if is_uuid(thread_id) else None
    if found is None or found.owner != context.actor.id or found.matter != matter:
        raise NotFound(f"Thread {thread_id!r} not found in this matter: 'casewright threads list' shows yours")
    return found


def _item(thread: Thread) -> ThreadItem:
    return ThreadItem(
        thread_id=thread.id,
        title=thread.title,
        created_at=thread.created_at.isoformat(),
        input_tokens=thread.used.input_tokens,
        output_tokens=thread.used.output_tokens,
    )
