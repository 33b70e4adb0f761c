"""Where cases are kept, who works on them, and what keeps two processes apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.cases import Case, ProcessingState
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter


class CaseStore(Protocol):
    """Cases of all tenants; every question names the tenant and sees only its own."""

    def add(self, case: Case) -> None:
        """Store a new case; its matter is there already."""
        ...

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Case]:
        """The tenant's cases, newest first."""
        ...

    def replace(self, before: int, after: Case) -> bool:
        """Store ``after`` where the stored case still has version ``before``; of any number who try, one gets True."""
        ...

    def note_masked(self, tenant: TenantId, case: MatterId) -> None:
        """Store that all texts of the case were masked by the rules of today. Its version stays."""
        ...

    def masked_by_older_rules(self, tenant: TenantId) -> int:
        """How many of the tenant's cases have texts that older rules masked."""
        ...

    def note_progress(self, tenant: TenantId, case: MatterId, processing: ProcessingState, at: datetime) -> None:
        """Store how far the agent came, as a change of the case: its version counts it. Nothing else changes."""
        ...


class CaseAgent(Protocol):
    """Takes turns. One turn of a case at a time, whatever processes there are."""

    async def turn(self, person: Actor, matter: Matter, message: str | None) -> dict[str, Any]:
        """What came of a message, in the shape that spec/casework.md, "HTTP", promises; masked.

        Without a message the case goes on where it stopped. Raises ``Refused`` where another turn is under way.
        """
        ...

    async def language(self, person: Actor, matter: Matter, message: str | None) -> str:
        """The language, ``ro`` or ``en``, that the user of the case is answered in after this message."""
        ...


class CaseLocks(Protocol):
    """Keeps two from working on one case at once, in this process and in others."""

    def held(self, tenant: TenantId, case: str, /) -> AbstractContextManager[None]:
        """Within it nobody else works on the case, named by its id.

        Raises ``Refused`` at once where somebody does, and ``Unavailable``. However the process ends that holds it,
        the lock is let go of.
        """
        ...


class CaseSessions(Protocol):
    """The checkpoints of the assistant's turn and of the reasoner's session."""

    def forget_where(self, case: Case, unfit: Callable[[str], bool]) -> bool:
        """Forget both sessions where either holds a text that is ``unfit``; whether they were forgotten.

        Raises ``Unavailable`` where they cannot be.
        """
        ...
