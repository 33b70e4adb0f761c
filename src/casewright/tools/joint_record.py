"""Changes outside of a call's own effect, recorded together with what they change."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.audit.events import Event
    from casewright.tools.call_record import CallRecord
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.effects import Effects

    Tell: TypeAlias = Callable[[Event], int]
    """Records an event; its number."""

T = TypeVar("T")


class JointRecord:
    """Over the record. ``effects`` make one transaction of a change and its events; without, the change comes first."""

    def __init__(self, record: CallRecord, audit: AuditLog, effects: Effects | None) -> None:
        self._record = record
        self._audit = audit
        self._effects = effects

    async def change(self, change: Callable[[Tell], T]) -> T:
        """Make the change in a thread; what it tells of is recorded with it, and the hooks hear of it after that.

        Raises what the change does, and ``Unavailable`` where an event cannot be recorded: then neither is stored.
        """
        told: list[tuple[int, Event]] = []

        def changed() -> T:
            with self._together() as chain:

                def tell(event: Event) -> int:
                    told.append((chain(event), event))
                    return told[-1][0]

                return change(tell)

        result = await asyncio.to_thread(changed)
        for seq, event in told:
            self._record.tell(seq, event)
        return result

    @contextmanager
    def _together(self) -> Iterator[Tell]:
        if self._effects is None:
            yield self._submit
            return
        with self._effects.together() as chain:
            yield chain

    def _submit(self, event: Event) -> int:
        receipt = self._audit.submit(event)
        return receipt.result() if isinstance(receipt, Future) else receipt
