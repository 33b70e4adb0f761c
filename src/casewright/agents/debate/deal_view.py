"""A deal as the roles see it at one moment, and that moment in a few bytes, so that it can be seen again.

A step that is taken again after a crash must see what it saw the first time, although what it did may stand in the
deal by now. So every step names the standings that it starts from, and whatever came later is left out.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from casewright.agents.debate.evidence_json import plain
from casewright.agents.debate.mind import CalcView, ClaimView, DefectView
from casewright.domain.claims import ClaimAction, Standing, Verdict
from casewright.domain.defects import Defect, DefectStatus
from casewright.domain.evidence import Corroboration, Grade
from casewright.evidence.challenges import Belongings, belongings
from casewright.evidence.confidence import record_confidence
from casewright.evidence.display import show_value
from casewright.evidence.muhasabah.citable import Citable, citable
from casewright.evidence.polarity import earlier_claims, polarity
from casewright.evidence.recommending import missing
from casewright.evidence.value_struct import to_struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId, MatterId
    from casewright.evidence.recommending import Missing
    from casewright.evidence.record import DealRecord


def moment(record: DealRecord) -> bytes:
    """What of the deal may change while it is argued about: standings, open defects, calculations."""
    data = {
        "claims": {claim.id: _standing_parts(claim) for claim in record.claims},
        "open": [one.id for one in record.defects if one.status is DefectStatus.OPEN],
        "calcs": [one.id for one in record.calculations],
        "evidence": len(record.evidence),
        "concealed": list(record.concealed),
    }
    return zlib.compress(orjson.dumps(data), 1)


def at(record: DealRecord, seen: bytes) -> DealRecord:
    """The deal as it was at that moment; what was added since is left out."""
    data = orjson.loads(zlib.decompress(seen))
    stood, was_open, calcs = data["claims"], set(data["open"]), set(data["calcs"])
    return replace(
        record,
        claims=tuple(_as_it_stood(claim, stood[claim.id]) for claim in record.claims if claim.id in stood),
        defects=tuple(replace(one, status=DefectStatus.OPEN) for one in record.defects if one.id in was_open),
        calculations=tuple(one for one in record.calculations if one.id in calcs),
        concealed=tuple(data.get("concealed", record.concealed)),
    )


@dataclass(frozen=True)
class DealView:
    """The deal at one moment."""

    deal: MatterId
    record: DealRecord
    seen: bytes

    @classmethod
    def now(cls, deal: MatterId, record: DealRecord) -> DealView:
        """As it stands now."""
        return cls(deal, record, moment(record))

    @classmethod
    def of(cls, deal: MatterId, record: DealRecord, seen: bytes) -> DealView:
        """As it was seen."""
        return cls(deal, record if moment(record) == seen else at(record, seen), seen)

    @cached_property
    def claims(self) -> tuple[ClaimView, ...]:
        """Every claim, in the order of the deal's registry."""
        defects: dict[ClaimId, list[Defect]] = {}
        for one in self.record.defects:
            if one.status is DefectStatus.OPEN:
                defects.setdefault(one.claim, []).append(one)
        before = earlier_claims(self.record.claims)
        return tuple(
            _claim_view(claim, defects.get(claim.id, ()), before.get(claim.id)) for claim in self.record.claims
        )

    @cached_property
    def calcs(self) -> tuple[CalcView, ...]:
        """Every calculation, oldest first."""
        return tuple(_calc_view(one) for one in self.record.calculations)

    @cached_property
    def absent(self) -> tuple[str, ...]:
        """Documents that the data room's index names and that are not there."""
        return tuple(dict.fromkeys(one.name for one in self.record.absent))

    @cached_property
    def missing(self) -> Missing:
        """What forbids to recommend the deal."""
        return missing(self.record)

    @cached_property
    def bears(self) -> float:
        """The most confidence that the record bears."""
        return record_confidence(self.record)

    @cached_property
    def citations(self) -> Citable:
        """What an output may cite."""
        return citable(self.deal, self.record)

    @cached_property
    def belongings(self) -> Belongings:
        """What may be cited against which claim."""
        return belongings(self.record)

    @cached_property
    def grades(self) -> dict[str, str]:
        """The grade of each claim."""
        return {claim.id: claim.standing.grade.value for claim in self.record.claims}

    @cached_property
    def registry_ref(self) -> str:
        """``registry:<deal>@<sha256>`` of the claims with their standings and open defects.

        Ids that were drawn at random have no part in it: the same deal, argued about twice, has the same one.
        """
        standings = [_standing_parts(claim) for claim in self.record.claims]
        defects = sorted([one.claim, one.type.value] for one in self.record.defects if one.status is DefectStatus.OPEN)
        calculated = [one.reproducibility_hash for one in self.record.calculations]
        stands = orjson.dumps([standings, defects, calculated])
        return f"registry:{self.deal}@{sha256(self._static + stands).hexdigest()}"

    @cached_property
    def sanad_ref(self) -> str:
        """``sanad:<deal>@<sha256>`` of the claims' chains."""
        chains = [[claim.id, plain(claim.sanad.evidence), _nodes(claim)] for claim in self.record.claims]
        return f"sanad:{self.deal}@{sha256(orjson.dumps(chains)).hexdigest()}"

    @cached_property
    def _static(self) -> bytes:
        return orjson.dumps([_fixed_parts(claim) for claim in self.record.claims])


def _fixed_parts(claim: Claim) -> list[Any]:
    value = None if claim.value is None else to_struct(claim.value)
    about = [claim.metric, claim.entity, str(claim.period), claim.basis.value, claim.subjective, claim.confidence]
    return [claim.id, claim.text, claim.materiality.value, value, *about, list(claim.sanad.evidence)]


def _nodes(claim: Claim) -> list[list[Any]]:
    return [[one.id, one.kind.value, list(one.inputs), list(one.outputs)] for one in claim.sanad.nodes]


def _standing_parts(claim: Claim) -> list[Any]:
    stands = claim.standing
    parts = [stands.grade.value, stands.verdict.value, stands.action.value, stands.corroboration.value]
    return [*parts, list(stands.explanation), list(claim.notes)]


def _as_it_stood(claim: Claim, parts: list[Any]) -> Claim:
    grade, verdict, action, corroboration, explanation, notes = parts
    stood = Standing(
        Grade(grade), Verdict(verdict), ClaimAction(action), Corroboration(corroboration), tuple(explanation)
    )
    return replace(claim, standing=stood, notes=tuple(notes))


def _claim_view(claim: Claim, defects: Sequence[Defect], before: Claim | None) -> ClaimView:
    stands = claim.standing
    return ClaimView(
        id=claim.id,
        text=claim.text,
        claim_class=claim.claim_class,
        claim_type=claim.claim_type,
        materiality=claim.materiality,
        grade=stands.grade,
        verdict=stands.verdict,
        action=stands.action,
        corroboration=stands.corroboration,
        value=claim.value,
        shown="" if claim.value is None else show_value(claim.value),
        metric=claim.metric,
        entity=claim.entity,
        period=None if claim.period is None else str(claim.period),
        basis=claim.basis,
        subjective=claim.subjective,
        defects=tuple(_defect_view(one) for one in defects),
        evidence=claim.sanad.evidence,
        derived_from=claim.derived_from,
        notes=claim.notes,
        explanation=stands.explanation,
        polarity=polarity(claim, before),
        before=None if before is None else before.id,
    )


def _defect_view(defect: Defect) -> DefectView:
    return DefectView(defect.id, defect.type, defect.severity, defect.description, defect.evidence, defect.cure)


def _calc_view(calc: Calculation) -> CalcView:
    return CalcView(
        id=calc.id,
        type=calc.type,
        output=calc.output,
        shown="" if calc.output is None else show_value(calc.output),
        remark=calc.remark,
        grade=calc.grade,
        inputs=tuple((one.name, one.claim) for one in calc.inputs),
    )
