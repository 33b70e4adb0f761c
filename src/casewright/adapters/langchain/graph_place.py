"""Where in a LangGraph run a tool is called: the key of the call, and whether the run can pause."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from langchain_core.runnables.config import ensure_config

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.runnables import RunnableConfig

# LangGraph's own names of what a node's configuration holds; it exports no public ones.
_SCRATCHPAD = "__pregel_scratchpad"
_CHECKPOINTER = "__pregel_checkpointer"
_MAX_STEPS = 4096
"""Steps whose calls are counted at one time; the count of an older one begins anew."""


@dataclass(frozen=True, slots=True)
class Place:
    """A step of a graph that keeps checkpoints. ``step`` is the same when it is taken again after a pause or a crash.

    ``attempt`` is an object of this very run of the step.
    """

    thread: str
    step: str
    attempt: object

    def key(self, ordinal: str) -> str:
        """The idempotency key of the step's call of this ordinal."""
        parts = ("casewright.langchain.v1", self.thread, self.step, ordinal)
        return sha256("\x00".join(parts).encode()).hexdigest()


def find_place(config: RunnableConfig | None = None) -> Place | None:
    """The place of the call that is made now; None outside of a graph, and in a graph that keeps no checkpoints."""
    # Any: LangGraph puts objects of its own there.
    given: Mapping[str, Any] = ensure_config(config).get("configurable") or {}
    attempt, thread = given.get(_SCRATCHPAD), given.get("thread_id")
    if attempt is None or thread is None or not given.get(_CHECKPOINTER):
        return None
    # The namespace ends with the task's id, which follows from the checkpoint, the node and the task's place in it.
    return Place(str(thread), str(given.get("checkpoint_ns", "")), attempt)


class Ordinals:
    """Numbers the calls of a step that carry no id of a model's, anew each time that the step is taken."""

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[str, str], tuple[object, int]] = OrderedDict()
        self._lock = threading.Lock()

    def draw(self, place: Place) -> int:
        """How many calls of this run of the step were made before."""
        key = place.thread, place.step
        with self._lock:
            attempt, count = self._counts.pop(key, (None, 0))
            count = count if attempt is place.attempt else 0
            self._counts[key] = place.attempt, count + 1
            if len(self._counts) > _MAX_STEPS:
                self._counts.popitem(last=False)
            return count
