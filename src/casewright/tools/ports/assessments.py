"""Where it is kept over what a deal was last assessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.evidence.extraction.places import At
    from casewright.evidence.record import AbsentDocument


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a deal was assessed over: ``premises`` beside its claims, of which it had so many.

    ``seen_at`` is where the checks of the room saw something, ``absent`` what an index names and was not there.
    """

    premises: str
    claims: int
    seen_at: tuple[At, ...] = ()
    absent: tuple[AbsentDocument, ...] = ()


class AssessmentStore(Protocol):
    """What each deal of each tenant was last assessed over, and how it is now."""

    def premises(self, tenant: TenantId, deal: MatterId) -> Assessed:
        """What an assessment would rest on now.

        ``premises`` differs when a document came, went, was renamed, read anew or described by a person, when the
        deal's day or title or a calculation changed; nothing is said of what checks see.
        """
        ...

    def get(self, tenant: TenantId, deal: MatterId) -> Assessed | None:
        """What the deal was last assessed over; None where it never was."""
        ...

    def put(self, tenant: TenantId, deal: MatterId, assessed: Assessed) -> None:
        """Keep it in place of the one before."""
        ...
