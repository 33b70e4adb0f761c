"""The journal of calls in memory."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.actors import Caller
    from casewright.domain.ids import ActorId, TenantId
    from casewright.tools.ports.journal import Entry, RecordedResult


class MemoryJournal:
    """Fits ``CallJournal``."""

    def __init__(self) -> None:
        self.entries: dict[tuple[Caller, str], Entry] = {}
        self._lock = Lock()

    def begin(self, entry: Entry) -> Entry | None:
        with self._lock:
            stored = self.entries.setdefault((entry.caller, entry.key), entry)
        return None if stored is entry else stored

    def finish(self, caller: Caller, key: str, result: RecordedResult) -> None:
        with self._lock:
            if (caller, key) in self.entries:
                self.entries[caller, key] = replace(self.entries[caller, key], result=result)

    def forget(self, caller: Caller, key: str) -> None:
        with self._lock:
            self.entries.pop((caller, key), None)

    def get(self, caller: Caller, key: str) -> Entry | None:
        return self.entries.get((caller, key))

    def discard(self, tenant: TenantId, actor: ActorId, key: str) -> None:
        with self._lock:
            for caller, taken in list(self.entries):
                if (caller.tenant, caller.actor, taken) == (tenant, actor, key):
                    del self.entries[caller, taken]

    def unfinished(self, tenant: TenantId) -> Sequence[Entry]:
        mine = [one for one in self.entries.values() if one.caller.tenant == tenant and one.result is None]
        return sorted(mine, key=lambda one: one.begun_at)
