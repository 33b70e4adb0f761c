"""What the checkpoint thread of a debate is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


def debate_thread(tenant: TenantId, debate: str) -> str:
    """The thread of the debate of this id."""
    return f"{tenant}/debate/{debate}"
