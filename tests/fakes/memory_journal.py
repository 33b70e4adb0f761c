"""The journal of calls in memory."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.journal import Entry, RecordedResult


class MemoryJournal:
    """Fits ``CallJournal``."""

    def __init__(self) -> None:
        self.entries: dict[tuple[TenantId, str], Entry] = {}
        self._lock = Lock()

    def begin(self, entry: Entry) -> Entry | None:
        with self._lock:
            stored = self.entries.setdefault((entry.tenant, entry.key), entry)
        return None if stored is entry else stored

    def finish(self, tenant: TenantId, key: str, result: RecordedResult) -> None:
        with self._lock:
            if (tenant, key) in self.entries:
                self.entries[tenant, key] = replace(self.entries[tenant, key], result=result)

    def forget(self, tenant: TenantId, key: str) -> None:
        with self._lock:
            self.entries.pop((tenant, key), None)

    def get(self, tenant: TenantId, key: str) -> Entry | None:
        return self.entries.get((tenant, key))

    def unfinished(self, tenant: TenantId) -> Sequence[Entry]:
        mine = [one for one in self.entries.values() if one.tenant == tenant and one.result is None]
        return sorted(mine, key=lambda one: one.begun_at)
