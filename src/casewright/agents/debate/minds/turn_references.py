"""A turn's claims and calculations as the no-free-facts detector knows them, so that a mind can check itself first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcInput, Calculation
from casewright.domain.claims import Claim, Standing
from casewright.domain.evidence import Grade, Sanad
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.values import Text
from casewright.evidence.muhasabah.citable import Citable
from casewright.evidence.period_names import read_period

if TYPE_CHECKING:
    from casewright.agents.debate.mind import CalcView, ClaimView, Turn
    from casewright.domain.ids import MatterId

_NOBODY = ActorId("")
_NOWHERE = TenantId("")
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


def citable_in(turn: Turn) -> Citable:
    """What may be cited in this turn. Tenant, maker and chain are blank: the detector does not look at them."""
    return Citable(
        turn.deal_id,
        {view.id: _claim(view, turn.deal_id) for view in turn.claims},
        {view.id: _calculation(view, turn.deal_id) for view in turn.calcs},
        turn.absent,
    )


def _claim(view: ClaimView, deal: MatterId) -> Claim:
    return Claim(
        id=view.id,
        tenant=_NOWHERE,
        deal=deal,
        text=view.text,
        claim_class=view.claim_class,
        claim_type=view.claim_type,
        materiality=view.materiality,
        value=view.value,
        metric=view.metric,
        entity=view.entity,
        period=None if view.period is None else read_period(view.period),
        basis=view.basis,
        subjective=view.subjective,
        confidence=1.0,
        verified_by=None,
        span=None,
        source_calc=None,
        derived_from=view.derived_from,
        sanad=Sanad((), view.evidence),
        standing=Standing(view.grade, view.verdict, view.action, view.corroboration, view.explanation),
        notes=view.notes,
        made_by=_NOBODY,
        made_at=_NEVER,
    )


def _calculation(view: CalcView, deal: MatterId) -> Calculation:
    return Calculation(
        id=view.id,
        tenant=_NOWHERE,
        deal=deal,
        type=view.type,
        inputs=tuple(CalcInput(name, claim, Text(""), Grade.D) for name, claim in view.inputs),
        output=view.output,
        remark=view.remark,
        formula="",
        formula_hash="",
        reproducibility_hash="",
        code_version="",
        grade=view.grade,
        explanation=(),
        made_by=_NOBODY,
        made_at=_NEVER,
    )
