"""The tool ``flag_defect``: a defect in a claim's evidence chain is filed, and the deal is graded anew (seed, 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import BaseModel, Field

from casewright.domain.actors import ActorKind
from casewright.domain.defects import CURE, SEVERITY, CureProtocol, Defect, DefectSeverity, DefectStatus, DefectType
from casewright.domain.evidence import Grade
from casewright.domain.ids import DefectId
from casewright.errors import InvalidInput, Refused
from casewright.toolbox.claims.references import references
from casewright.toolbox.deals.deal_events import ASSESSING, tell_assessed, tell_flagged
from casewright.toolbox.deals.reassessment import reassess
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from casewright.domain.claims import Claim
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.toolbox.deals.sight import Sight

MOST_REFERENCES = 50
LONGEST_DESCRIPTION = 4_000


class FlagDefectInput(Arguments):
    """Input of the ``flag_defect`` tool."""

    claim_id: str = Field(description="Claim with the defect")
    defect_type: DefectType = Field(description="Type from taxonomy")
    severity: DefectSeverity = Field(description="FATAL, MAJOR or MINOR, as the taxonomy has it for the type")
    description: str = Field(description="Explanation of the defect", max_length=LONGEST_DESCRIPTION)
    evidence_refs: list[str] = Field(
        description="Supporting evidence for the defect, such as evidence:<id> or claim:<id>",
        max_length=MOST_REFERENCES,
    )
    cure_protocol: CureProtocol = Field(description="Recommended cure action, as the taxonomy has it for the type")


class DefectResult(BaseModel):
    """The defect, and the claim's grade with it."""

    defect_id: str
    claim_id: str
    severity: DefectSeverity
    status: DefectStatus
    new_grade: Grade


def _new_id() -> str:
    return str(uuid4())


def flag_defect(*, stores: DealStores, sight: Sight, new_id: Callable[[], str] = _new_id) -> Tool:
    """The tool over these stores."""

    def run(arguments: FlagDefectInput, context: CallContext) -> DefectResult:
        claim = sight.claim(context, tool, arguments.claim_id)
        _require_table(arguments, context)
        refs = references(stores, context.tenant, claim.deal, arguments.evidence_refs)
        with stores.transaction.together():
            defect = _same(stores, claim, arguments.defect_type, refs)
            if defect is None:
                wanted = _defect(arguments, claim, refs, context, DefectId(new_id()), stores.clock.now())
                [defect] = stores.defects.file([wanted])
                tell_flagged(defect)
            found = reassess(stores, context.tenant, claim.deal, [claim.id])
            tell_assessed(found)
        return DefectResult(
            defect_id=defect.id,
            claim_id=claim.id,
            severity=defect.severity,
            status=defect.status,
            new_grade=found.grade_of(claim.id) or claim.standing.grade,
        )

    tool = Tool(
        name="flag_defect",
        description=(
            "Flag a defect in a claim's evidence chain. It needs evidence of this deal and at least 50 characters of "
            "explanation; severity and cure follow from the type. The claim is graded anew at once. A defect that is "
            "open already with the same type and evidence is answered with, not filed twice."
        ),
        arguments=FlagDefectInput,
        output=DefectResult,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence", "debate"),
        reads=("the claim's deal",),
        writes=("the deal's defects", "the grades of its claims"),
        emits=ASSESSING,
    )
    return tool


def _require_table(arguments: FlagDefectInput, context: CallContext) -> None:
    """Severity and cure are the taxonomy's. Raises ``InvalidInput``, or ``Refused`` for what only a person may ask."""
    kind = arguments.defect_type
    severity, cure = SEVERITY[kind], CURE[kind]
    if arguments.severity is not severity:
        raise InvalidInput(f"severity: {kind} is {severity}, not {arguments.severity}: send {severity}")
    if arguments.cure_protocol is CureProtocol.REQUIRE_REAUDIT:
        if context.actor.kind is not ActorKind.PERSON:
            raise Refused(f"cure_protocol: only a person may ask for REQUIRE_REAUDIT; {kind} is cured by {cure}")
    elif arguments.cure_protocol is not cure:
        raise InvalidInput(f"cure_protocol: {kind} is cured by {cure}, not {arguments.cure_protocol}: send {cure}")


def _defect(
    arguments: FlagDefectInput, claim: Claim, refs: tuple[str, ...], context: CallContext, name: DefectId, at: datetime
) -> Defect:
    return Defect(
        id=name,
        tenant=context.tenant,
        deal=claim.deal,
        claim=claim.id,
        type=arguments.defect_type,
        severity=SEVERITY[arguments.defect_type],
        description=arguments.description.strip(),
        evidence=refs,
        cure=arguments.cure_protocol,
        status=DefectStatus.OPEN,
        key=f"flagged:{name}",
        flagged_by=context.actor.id,
        flagged_at=at,
    )


def _same(stores: DealStores, claim: Claim, kind: DefectType, refs: tuple[str, ...]) -> Defect | None:
    """The open defect of this type on the claim that cites all of this evidence already."""
    for defect in stores.defects.of_claims(claim.tenant, claim.deal, [claim.id]):
        is_open = defect.type is kind and defect.status is DefectStatus.OPEN
        if is_open and set(refs) <= set(defect.evidence):
            return defect
    return None
