"""Parties as party management shows them, and who may see which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import PartyId, is_uuid
from casewright.domain.parties import PartyKind
from casewright.errors import NotFound
from casewright.policy.visibility import OWN_PARTIES_ALONE, Sight, sight_of

if TYPE_CHECKING:
    from casewright.domain.parties import Party
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.parties import PartyStore
    from casewright.tools.visibility import Visibility


class PartyView(BaseModel):
    """A party without its details. ``has`` names those that the vault holds."""

    party_id: str
    kind: PartyKind
    has: list[str]
    cases: list[str] = Field(description="Ids of the cases it is attached to that the caller may see")
    created_by: str
    created_at: str


@dataclass(frozen=True, slots=True)
class PartySight:
    """A party is seen by who made it, by who sees a case that it is attached to, and by ADMIN.

    A client sees their own.
    """

    parties: PartyStore
    visibility: Visibility

    def party(self, context: CallContext, text: str) -> Party:
        """The party of that id. Raises ``NotFound`` for a missing one and for one out of sight alike."""
        found = self.parties.get(context.tenant, PartyId(text.lower()))
        if found is None or not self._seen(context, found):
            shown = f" {text!r}" if is_uuid(text) else ""  # anything else may be a name
            raise NotFound(f"Party{shown} not found: 'casewright case parties' shows the ids")
        return found

    def all(self, context: CallContext) -> list[Party]:
        """Every party that the caller may see, oldest first."""
        return [party for party in self.parties.all(context.tenant) if self._seen(context, party)]

    def view(self, context: CallContext, party: Party) -> PartyView:
        """The view of one."""
        return PartyView(
            party_id=party.id,
            kind=party.kind,
            has=list(party.has),
            cases=self._cases(context, party),
            created_by=party.made_by,
            created_at=party.made_at.isoformat(),
        )

    def _seen(self, context: CallContext, party: Party) -> bool:
        if party.made_by == context.owner or sight_of(context.actor.role) is Sight.ALL:
            return True
        return context.actor.role not in OWN_PARTIES_ALONE and bool(self._cases(context, party))

    def _cases(self, context: CallContext, party: Party) -> list[str]:
        attached = self.parties.cases_of(context.tenant, party.id)
        return [case for case in attached if self.visibility.standing(context, case) is not None]
