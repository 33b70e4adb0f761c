"""What the outputs of one deal's debate may cite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from casewright.domain.evidence import Corroboration, Grade

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.ids import CalcId, ClaimId, MatterId
    from casewright.evidence.record import DealRecord


class Citations(Protocol):
    """What the enforcer needs to know of a deal. Ids are in lower case; what belongs to another deal is not cited."""

    @property
    def deal(self) -> MatterId:
        """Whose claims count."""
        ...

    @property
    def claims(self) -> Mapping[ClaimId, Claim]:
        """Claims by id."""
        ...

    @property
    def calculations(self) -> Mapping[CalcId, Calculation]:
        """Calculations by id."""
        ...

    @property
    def absent(self) -> Collection[str]:
        """Names of documents that the room lacks: in quotation marks a name is no fact, whatever digits it has."""
        ...


@dataclass(frozen=True, slots=True)
class Citable:
    """The claims and calculations of a deal, as plain mappings."""

    deal: MatterId
    claims: Mapping[ClaimId, Claim]
    calculations: Mapping[CalcId, Calculation]
    absent: Collection[str] = ()


def citable(deal: MatterId, record: DealRecord) -> Citable:
    """What of ``deal`` may be cited by its record."""
    return Citable(
        deal,
        {claim.id: claim for claim in record.claims if claim.deal == deal},
        {calc.id: calc for calc in record.calculations if calc.deal == deal},
        tuple(dict.fromkeys(one.name for one in record.absent)),
    )


def is_weak(claim: Claim) -> bool:
    """Whether the claim is a weak source: grade below A, or fewer independent sources than MUTAWATIR needs.

    The contract says "AHAD"; a claim that no independent source bears out at all is not stronger than that.
    """
    return claim.standing.grade is not Grade.A or claim.standing.corroboration is not Corroboration.MUTAWATIR
