"""One at a time at a case, whatever processes there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from casewright.domain.ids import TenantId


class CaseLocks(Protocol):
    """Keeps two from working on one case at once, in this process and in others."""

    def held(self, tenant: TenantId, case: str, /) -> AbstractContextManager[None]:
        """Within it nobody else works on the case, named by its id.

        Raises ``Refused`` at once where somebody does, and ``Unavailable``. However the process ends that holds it,
        the lock is let go of.
        """
        ...
