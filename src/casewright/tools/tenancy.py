"""Whose records a thread, or a task, is working on: a database that keeps tenants apart asks here.

The executor sets it around admission, runs and decisions. What touches a database outside of a call says for whom with
``acting_in``. Threads that are given a copy of the context (``asyncio.to_thread``, handler threads) have it, too.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextvars import Token

    from casewright.domain.ids import TenantId

current_tenant: ContextVar[TenantId | None] = ContextVar("casewright_tenant", default=None)
"""The tenant that this thread, or task, is working for; None where nobody has said so."""


class acting_in:  # noqa: N801 (used as the function it is: ``with acting_in(tenant):``)
    """Within it everything is done for this tenant; None: for nobody's."""

    __slots__ = ("_tenant", "_token")

    def __init__(self, tenant: TenantId | None) -> None:
        self._tenant = tenant
        self._token: Token[TenantId | None] | None = None

    def __enter__(self) -> None:
        self._token = current_tenant.set(self._tenant)

    def __exit__(self, *_error: object) -> None:
        if self._token is not None:
            current_tenant.reset(self._token)
