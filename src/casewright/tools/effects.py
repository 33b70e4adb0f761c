"""A call's effect on our own database, so that it and the call's outcome stand or fall together.

The transaction of an atomic tool's first write (``Tool.atomic``) stays open until the call's result is known. It then
keeps that result for the call's key and leaves a mark, and is committed: the effect, the result and the mark are there,
or none of them is. Recording the outcome takes the mark away in the transaction that chains it. After a crash in
between the mark says what came of the call: the outcome is chained from it, the key answers with the first result, and
nobody has to guess.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId
    from casewright.tools.call_events import CallEvents
    from casewright.tools.outcomes import Outcome

    Chain = Callable[[object, Sequence[Event]], Sequence[int]]
    Keep = Callable[[Outcome], None]
    Read = Callable[[object], Outcome]


class HeldTransaction(Protocol):
    """The transaction of a call's first write, open until the call's result is known."""

    def commit(self, effect: Effect, outcome: Outcome) -> Callable[[], None] | None:
        """Commit it with what was kept of the outcome and the mark; what is to be noted once that is done.

        Raises errors of ours; then it is undone.
        """
        ...


class Effect:
    """The effect of the call whose intent is event ``intent``; ``committed`` once it and its mark are on disk.

    ``in_doubt``: it was told to be committed, and the database went away before it said whether it was.

    ``call_events`` are recorded in the same transaction, by ``chain`` (``Effects.chain``). ``keep`` keeps an outcome
    for the call's key; ``read`` makes the outcome of what a handler returns.
    """

    __slots__ = (
        "_call_events",
        "_chain",
        "_keep",
        "_read",
        "committed",
        "held",
        "in_doubt",
        "intent",
        "kept",
        "tenant",
    )

    def __init__(
        self,
        tenant: TenantId,
        intent: int,
        call_events: CallEvents | None = None,
        chain: Chain | None = None,
        keep: Keep | None = None,
        read: Read | None = None,
    ) -> None:
        self.tenant = tenant
        self.intent = intent
        self.committed = self.in_doubt = False
        self.held: HeldTransaction | None = None
        """The transaction that the effect is made in, while it is open."""
        self.kept: Outcome | None = None
        """What was committed as the call's outcome."""
        self._call_events, self._chain = call_events, chain
        self._keep, self._read = keep, read

    def end(self, outcome: Outcome) -> None:
        """Commit the effect, where there is one that is not committed yet, with this outcome. Raises errors of ours."""
        held = self.held
        if held is None:
            return
        try:
            note = held.commit(self, outcome)
        finally:
            self.held = None
        self.committed, self.kept = True, outcome
        if note is not None:
            note()

    def complete(self, value: object) -> None:
        """As ``end``, with the outcome of what the handler is about to return."""
        if self._read is not None:
            self.end(self._read(value))

    def keep(self, outcome: Outcome) -> None:
        """Keep the outcome for the call's key, in the transaction that is open."""
        if self._keep is not None:
            self._keep(outcome)

    def tell(self, connection: object) -> Callable[[], None] | None:
        """Record what happened in the connection's transaction; what notes it once that is committed."""
        call_events = self._call_events
        if call_events is None or self._chain is None or not call_events.waiting:
            return None
        numbers = self._chain(connection, call_events.waiting)
        return lambda: call_events.chain(numbers)


current_effect: ContextVar[Effect | None] = ContextVar("casewright_effect", default=None)
"""The effect of the call that this thread is working on, where its tool is atomic."""


@contextmanager
def apart() -> Iterator[None]:
    """What is written inside is no effect of the call: it is cleaned up, and would be later otherwise."""
    token = current_effect.set(None)
    try:
        yield
    finally:
        current_effect.reset(token)


def complete(value: object) -> None:
    """Commit what the call has brought about so far: it is all of it, and ``value`` is what the handler will return.

    For a handler that goes on after its effect: with work that takes long, or with files that may go only once the
    rows are gone. Outside of a governed call nothing comes of it.
    """
    effect = current_effect.get()
    if effect is not None:
        effect.complete(value)
