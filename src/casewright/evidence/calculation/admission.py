"""Which claims may feed a calculation: primary ones with a figure, read surely or verified by a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcInput
from casewright.domain.claims import SURE, ClaimType
from casewright.domain.values import Count, Monetary, Percentage
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.domain.claims import Claim


def input_from(name: str, claim: Claim, *, material: bool = True) -> CalcInput:
    """The claim as the input ``name``, with the value, period and grade that it has now.

    Raises ``InvalidInput`` naming input and claim: it is derived or opinion, has no single figure, or was read with a
    confidence below 0.95 and verified by nobody.
    """
    named = f"{name} is claim {claim.id}"
    if claim.claim_type is ClaimType.DERIVED:
        raise InvalidInput(f"{named}, which is derived; calculations take primary claims only: give those it rests on")
    if claim.subjective:
        raise InvalidInput(f"{named}, which is marked as opinion; calculations take figures that a source gives")
    if not isinstance(claim.value, Monetary | Percentage | Count):
        raise InvalidInput(f"{named}, which has no single figure; calculations take amounts, percentages and counts")
    if claim.confidence < SURE and claim.verified_by is None:
        raise InvalidInput(
            f"{named}, read with confidence {claim.confidence:g}, below {SURE:g}; let a person verify it first"
        )
    return CalcInput(name, claim.id, claim.value, claim.standing.grade, material, claim.period)
