"""Whether a claim, or a calculation, is the caller's to see, where a call names it and not its deal.

The deal is held to what the executor holds a matter to that is named in the arguments: the context's own, visible,
with the right that the tool needs in it, and open where the tool changes something.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.ids import CalcId, ClaimId, is_uuid
from casewright.errors import ClaimNotFoundError, NotFound, Refused, TenantAccessError
from casewright.tools.matter_access import Hidden, out_of_scope

if TYPE_CHECKING:
    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.ids import MatterId
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.ports.calculations import CalculationStore
    from casewright.tools.ports.claims import ClaimStore
    from casewright.tools.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Sight:
    """What callers see, by these stores."""

    claims: ClaimStore
    calculations: CalculationStore
    visibility: Visibility

    def claim(self, context: CallContext, tool: Tool, text: str) -> Claim:
        """The claim. Raises ``ClaimNotFoundError`` for an unknown one and one out of sight alike, and ``Refused``."""
        try:
            return self._claim(context, tool, text)
        except TenantAccessError as error:
            raise ClaimNotFoundError(str(error)) from error

    def calculation(self, context: CallContext, tool: Tool, text: str) -> Calculation:
        """The calculation. Raises ``NotFound`` for an unknown one and one out of sight alike, and ``Refused``."""
        found = self.calculations.get(context.tenant, CalcId(text.lower())) if is_uuid(text) else None
        if found is None or not self.sees(context, tool, found.deal):
            raise NotFound(f"Calculation {text!r} not found: 'casewright calc list' shows the ids of a deal's")
        return found

    def sees(self, context: CallContext, tool: Tool, deal: MatterId) -> bool:
        """Whether the deal is the caller's to see. Raises ``Refused`` where it is, and may not be used in this way."""
        callers, visibility = [context], self.visibility.for_one_call()
        if context.on_behalf_of is not None:
            callers.append(replace(context, actor=context.on_behalf_of))
        for caller in callers:
            barred = out_of_scope(caller, tool, {"deal_id": deal}, visibility) if is_uuid(deal) else Hidden("")
            if isinstance(barred, Hidden):
                return False
            if barred is not None:
                raise Refused(barred.reason)
        return True

    def _claim(self, context: CallContext, tool: Tool, text: str) -> Claim:
        not_found = f"Claim {text!r} not found: 'casewright claims list' shows the ids of a deal's claims"
        found = self.claims.get(context.tenant, ClaimId(text.lower())) if is_uuid(text) else None
        if found is None:
            raise ClaimNotFoundError(not_found)
        if not self.sees(context, tool, found.deal):
            raise TenantAccessError(not_found)
        return found
