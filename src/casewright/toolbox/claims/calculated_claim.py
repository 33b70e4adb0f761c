"""The derived claim that says what a calculation gives."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, Claim, ClaimClass, ClaimType
from casewright.domain.evidence import NodeKind, Sanad, TransmissionNode
from casewright.domain.ids import ClaimId, NodeId
from casewright.errors import InvalidInput
from casewright.evidence.display import show_value
from casewright.toolbox.deals.assessment import NOT_ASSESSED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Materiality
    from casewright.domain.ids import ActorId

_TRACTION = {CalcType.NRR, CalcType.CAC_PAYBACK, CalcType.LTV, CalcType.LTV_CAC_RATIO}


def claim_from(
    calculation: Calculation, sources: Sequence[Claim], materiality: Materiality, *, actor: ActorId, at: datetime
) -> Claim:
    """The claim of a calculation, the same one every time. Raises ``InvalidInput`` where it gives no number."""
    if calculation.output is None:
        raise InvalidInput(f"{calculation.type} gives no number here ({calculation.remark}): there is nothing to claim")
    name = ClaimId(str(uuid5(UUID(calculation.id), "claim")))
    derived_from = tuple(dict.fromkeys(given.claim for given in calculation.inputs))
    entities = {claim.entity for claim in sources}
    periods = {claim.period for claim in sources}
    forecast = any(claim.basis is Basis.FORECAST for claim in sources)
    step = TransmissionNode(
        id=NodeId(str(uuid5(UUID(calculation.id), "step"))),
        kind=NodeKind.CALCULATE,
        actor=actor,
        inputs=tuple(f"claim:{source}" for source in derived_from),
        outputs=(f"calc:{calculation.id}", f"claim:{name}"),
        at=at,
    )
    called = calculation.type.value.replace("_", " ")
    return Claim(
        id=name,
        tenant=calculation.tenant,
        deal=calculation.deal,
        text=f"{called} is {show_value(calculation.output)}",
        claim_class=ClaimClass.TRACTION if calculation.type in _TRACTION else ClaimClass.FINANCIAL,
        claim_type=ClaimType.DERIVED,
        materiality=materiality,
        value=calculation.output,
        metric=calculation.type.value.replace("_", " ").lower(),
        entity=entities.pop() if len(entities) == 1 else None,
        period=periods.pop() if len(periods) == 1 else None,
        basis=Basis.FORECAST if forecast else Basis.ACTUAL,
        subjective=False,
        confidence=1.0,
        verified_by=None,
        span=None,
        source_calc=calculation.id,
        derived_from=derived_from,
        sanad=Sanad((step,), ()),
        standing=NOT_ASSESSED,
        notes=(),
        made_by=actor,
        made_at=at,
    )
