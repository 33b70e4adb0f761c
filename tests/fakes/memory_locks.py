"""Locks within one process."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from casewright.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import TenantId


class MemoryLocks:
    """Fits ``CaseLocks``."""

    def __init__(self) -> None:
        self._held: set[tuple[TenantId, str]] = set()

    @contextmanager
    def held(self, tenant: TenantId, name: str, /) -> Iterator[None]:
        if (tenant, name) in self._held:
            raise Busy(f"Somebody is at work on case {name!r} right now: try again when they have ended")
        self._held.add((tenant, name))
        try:
            yield
        finally:
            self._held.discard((tenant, name))
