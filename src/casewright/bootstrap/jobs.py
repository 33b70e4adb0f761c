"""Where jobs are asked for, and what does them in this process."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.bootstrap.agent_stores import agent_locks, server_address
from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from casewright.adapters.jobs.procrastinate_queue import ProcrastinateQueue
    from casewright.adapters.vault.sealed_jobs import JobSeals
    from casewright.bootstrap.materials import Materials
    from casewright.config import Settings
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.jobs.desk import JobDesk
    from casewright.tools.jobs.worker import Listener, Worker

    Tell = Callable[[str, Mapping[str, object]], None]

_OF_MINDS = frozenset({"sent", "received"})
"""What a case's mind was sent and answered: not for who waits for the turn."""


def job_desk(given: Materials) -> JobDesk:
    """The desk, over the home's stores; one for all that ask: ``materials.share(job_desk)``."""
    from casewright.adapters.database.job_events import SqlJobEvents
    from casewright.adapters.database.jobs import SqlJobs
    from casewright.toolbox.cases.case_entry import CaseEntry
    from casewright.tools.jobs.desk import JobDesk

    server = server_address(given.settings)
    seals = lazy(lambda: _seals(given.settings))

    entry = CaseEntry(given.stores.matters, None, b"")

    def private(tool: Tool, call: ToolCall, context: CallContext) -> bool:
        return bool(tool.sensitive) or entry.guards(tool) or entry.withheld(call, context) is not None

    return JobDesk(
        SqlJobs(given.database, seals),
        SqlJobEvents(given.database, seals),
        given.clock,
        registry=lambda: given.governed.registry,
        private=private,
        seconds=given.settings.job_minutes * 60,
        kept=timedelta(days=given.settings.job_days),
        queue=None if server is None else _queue(given, server),
    )


def open_worker(given: Materials, *, lease: float | None = None) -> Worker:
    """A worker of this home's jobs, that is not started yet. Stop it before the home is closed.

    ``lease`` is in seconds, and the same for all workers of a database; left out: 30.
    """
    from casewright.tools.jobs.worker import LEASE, Worker

    server = server_address(given.settings)
    worker = Worker(
        given.share(job_desk),
        given.governed.executor,
        given.clock,
        agent_locks(given.settings, "job"),
        hear_agents,
        name=f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}",
        at_once=given.settings.workers,
        lease=LEASE if lease is None else lease,
        listener=None if server is None else _listener(server),
    )
    given.closing.parts.callback(worker.let_go)
    return worker


def _queue(given: Materials, server: str) -> ProcrastinateQueue:
    """Opened when the first job is put into it: its library takes long to load."""

    def load() -> ProcrastinateQueue:
        from casewright.adapters.jobs.procrastinate_queue import ProcrastinateQueue

        queue = ProcrastinateQueue(server)
        given.closing.parts.callback(queue.close)
        return queue

    return lazy(load)


def _listener(server: str) -> Listener:
    from casewright.adapters.jobs.procrastinate_queue import ProcrastinateListener

    return ProcrastinateListener(server)


def _seals(settings: Settings) -> JobSeals:
    from casewright.adapters.vault.sealed_jobs import JobSeals
    from casewright.bootstrap.proofs import secret_key

    return JobSeals(secret_key(settings))


@contextmanager
def hear_agents(tell: Tell) -> Iterator[None]:
    """Within the block ``tell`` hears what agents tell, as plain JSON (docs/jobs.md)."""
    from casewright.agents.cases.events import TurnEvent
    from casewright.agents.debate.events import DebateEvent
    from casewright.agents.document.events import AnswerEvent
    from casewright.agents.streaming import hear

    def turn(event: TurnEvent) -> None:
        if event.kind not in _OF_MINDS:
            tell("turn", asdict(event))

    with (
        hear(AnswerEvent, lambda event: tell("answer", asdict(event))),
        hear(DebateEvent, lambda event: tell("debate", asdict(event))),
        hear(TurnEvent, turn),
    ):
        yield
