"""Hooks: whoever wants to know what happens is told of every event, after it was recorded and beside the calls.

A hook runs in a thread of its own, gets a copy, and its answer is thrown away. One that raises, hangs or changes
what it was given changes no call and no record.
"""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from queue import Full, Queue
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.audit.events import Event

_log = logging.getLogger("casewright.hooks")

Hook: TypeAlias = "Callable[[int, Event], object]"
"""Takes an event's number in its tenant's audit, and the event."""

WAITING = 10_000
"""How many events may wait for the hooks; what comes on top is not told, and the log says how much that was."""

PATIENCE = 5.0
"""Seconds that ``close`` waits for the hooks to hear what still waits."""


class Hooks:
    """Tells every hook of every event, in the order in which they were recorded."""

    def __init__(self, hooks: Sequence[Hook]) -> None:
        self._hooks = tuple(hooks)
        self._events: Queue[tuple[int, Event] | None] = Queue(WAITING)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._untold = 0

    def tell(self, seq: int, event: Event) -> None:
        """Tell of the event later, in the hooks' thread. Never waits and never raises."""
        if not self._hooks:
            return
        try:
            self._events.put_nowait((seq, replace(event, tool_args=deepcopy(event.tool_args))))
        except Full:
            self._untold += 1
            if self._untold == 1:
                _log.error("hooks are too slow: %d events wait for them, further ones are not told", WAITING)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="casewright-hooks", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Let the hooks hear what waits, for ``PATIENCE`` seconds at most."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is None:
            return
        until = monotonic() + PATIENCE
        with suppress(Full):
            self._events.put(None, timeout=PATIENCE)
        thread.join(max(0.0, until - monotonic()))
        left = sum(told is not None for told in tuple(self._events.queue)) + self._untold
        if thread.is_alive() or left:
            _log.error("hooks were given up: %d events were not told", left)

    def _work(self) -> None:
        while (told := self._events.get()) is not None:
            for hook in self._hooks:
                try:
                    hook(*told)
                except BaseException as error:  # noqa: BLE001 (whatever a hook raises concerns nobody else)
                    name = getattr(hook, "__qualname__", type(hook).__name__)
                    _log.warning("hook %s failed: %s", name, type(error).__name__)
