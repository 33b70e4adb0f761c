"""Who works on cases: the agent that takes turns with a user, and the reasoner that it consults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from casewright.domain.actors import Actor
    from casewright.domain.cases import Case
    from casewright.domain.matters import Matter


class CaseAgent(Protocol):
    """Takes turns. One turn of a case at a time, whatever processes there are."""

    async def turn(self, person: Actor, matter: Matter, message: str | None) -> dict[str, Any]:
        """What came of a message, in the shape that spec/casework.md, "HTTP", promises; masked.

        Without a message the case goes on where it stopped. Raises ``Refused`` where another turn is under way.
        """
        ...


class ReasonerDesk(Protocol):
    """Asks the reasoner in the case's own session."""

    def called(self, case: Case) -> str:
        """Who advises in the case, for people. Raises ``BadSettings`` for a model that is not configured."""
        ...

    async def advise(self, case: Case, summary: str, question: str) -> str:
        """Its reply, masked. Raises ``Unavailable`` or ``ToolFailed`` where there is none."""
        ...
