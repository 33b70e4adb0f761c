"""Cases and their parties as people and models see them: without personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.domain.parties import PartyKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.cases import Case
    from casewright.domain.matters import Matter
    from casewright.domain.parties import Attachment, Party


class PartView(BaseModel):
    """A party's part in a case. ``has`` names the details that are known of it."""

    partyId: str = Field(description="Its alias in the case, for placeholders such as {{party0.lastName}}")
    party_id: str
    role: str
    called: list[str]
    kind: PartyKind
    has: list[str]

    @classmethod
    def of(cls, part: Attachment, party: Party) -> PartView:
        """The view of one."""
        return cls(
            partyId=part.alias,
            party_id=part.party,
            role=part.role,
            called=list(part.called),
            kind=party.kind,
            has=list(party.has),
        )


class CaseView(BaseModel):
    """A case. Its title and description hold placeholders where personal data stood."""

    case_id: str
    number: str
    title: str
    description: str
    status: CaseStatus
    case_tier: int | None
    parties: list[PartView]
    drafts: int
    case_processing_state: dict[str, Any]
    created_by: str
    created_at: str
    updated_at: str

    @classmethod
    def of(cls, case: Case, matter: Matter, parties: Sequence[PartView]) -> CaseView:
        """The view of one."""
        state = case.processing
        saved = state.state_saved_at
        return cls(
            case_id=case.id,
            number=matter.number,
            title=matter.title,
            description=matter.description,
            status=case.status,
            case_tier=case.tier,
            parties=list(parties),
            drafts=len(case.details.get("draft_status", [])),
            case_processing_state={
                "last_successful_step": state.last_successful_step,
                "pending_action": state.pending_action,
                "state_saved_at": None if saved is None else saved.isoformat(),
            },
            created_by=case.made_by,
            created_at=case.made_at.isoformat(),
            updated_at=case.updated_at.isoformat(),
        )


class MaskedView(BaseModel):
    """What was taken out of texts: counts by kind, and names that no party of the case has."""

    replaced: dict[str, int]
    undeclared: list[str] = Field(description="Placeholders of persons whom nobody declared: add them as parties")

    @classmethod
    def over(cls, counts: Mapping[str, int], undeclared: Sequence[str]) -> MaskedView:
        """The view of these counts."""
        return cls(replaced=dict(counts), undeclared=list(dict.fromkeys(undeclared)))


class Done(BaseModel):
    """The seed's answer to a change that was made."""

    status: Literal["success"] = "success"
