"""Turns of a debate, as short to write as a test of a mind needs them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.mind import CalcView, ClaimView, DefectView, Stage, ToolReply, Turn
from casewright.agents.debate.minds.turn_references import citable_in
from casewright.agents.debate.state import DebateState
from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, ClaimAction, ClaimClass, ClaimType, Materiality, Verdict
from casewright.domain.defects import CURE, SEVERITY, DefectType
from casewright.domain.evidence import Corroboration, Grade
from casewright.domain.ids import CalcId, ClaimId, DefectId, EvidenceId
from casewright.domain.values import Count, Monetary
from casewright.evidence.confidence import confidence_of
from casewright.evidence.display import show_value
from casewright.evidence.polarity import earlier_claims, polarity
from tests.fakes.claims_of_a_deal import DEAL, an_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.debates import AgentRole
    from casewright.domain.values import Value

DEBATE = an_id("debate")


def eur(amount: str) -> Monetary:
    """That many euro."""
    return Monetary(Decimal(amount), "EUR")


def view(
    name: str,
    value: Value | None = None,
    *defects: DefectType,
    text: str | None = None,
    metric: str | None = "revenue",
    period: str | None = "FY2025",
    materiality: Materiality = Materiality.CRITICAL,
    grade: Grade = Grade.A,
    verdict: Verdict = Verdict.VERIFIED,
    claim_class: ClaimClass = ClaimClass.FINANCIAL,
    subjective: bool = False,
    evidence: Sequence[str] | None = None,
) -> ClaimView:
    """A claim whose id is ``an_id(name)`` and that rests on the evidence ``<name>-e``."""
    return ClaimView(
        id=ClaimId(an_id(name)),
        text=text or f"The {metric} was {show_value(value) if value is not None else 'so'}.",
        claim_class=claim_class,
        claim_type=ClaimType.PRIMARY,
        materiality=materiality,
        grade=grade,
        verdict=verdict,
        action=ClaimAction.NONE,
        corroboration=Corroboration.AHAD_1,
        value=value,
        shown="" if value is None else show_value(value),
        metric=metric,
        entity="acme",
        period=period,
        basis=Basis.ACTUAL,
        subjective=subjective,
        defects=tuple(defect(name, kind) for kind in defects),
        evidence=tuple(EvidenceId(an_id(one)) for one in ((f"{name}-e",) if evidence is None else evidence)),
        derived_from=(),
        notes=(),
        explanation=(),
    )


def defect(name: str, kind: DefectType) -> DefectView:
    """An open defect of the claim of that name, shown by its own evidence."""
    evidence = (f"evidence:{an_id(f'{name}-e')}",)
    return DefectView(
        DefectId(an_id(f"{name}-{kind}")), kind, SEVERITY[kind], "It does not hold.", evidence, CURE[kind]
    )


def runway(months: str, *inputs: ClaimView, grade: Grade = Grade.A) -> CalcView:
    """A runway of so many months, from these claims."""
    value = Count(Decimal(months), "months")
    names = ("cash", "monthly_burn")
    pairs = tuple((name, view.id) for name, view in zip(names, inputs, strict=False))
    return CalcView(CalcId(an_id(f"runway-{months}")), CalcType.RUNWAY, value, show_value(value), None, grade, pairs)


def turn(role: AgentRole, stage: Stage, *claims: ClaimView, round_number: int = 1, **fields: Any) -> Turn:
    """A turn in which a role sees these claims."""
    state = DebateState(DEAL, max(1, round_number), (), f"registry:{DEAL}@00", debate_id=DEBATE)
    given = {"calcs": (), "instructions": "Argue.", "seed": 0, "state": state, **fields}
    stands = ((one.materiality, one.grade, one.verdict) for one in claims if not one.subjective)
    given.setdefault("bears", confidence_of(stands))
    made = Turn(
        role=role,
        stage=stage,
        round_number=round_number,
        deal_id=DEAL,
        debate_id=DEBATE,
        claims=tuple(claims),
        **given,
    )
    return replace(made, claims=_with_polarity(made))


def _with_polarity(made: Turn) -> tuple[ClaimView, ...]:
    """The claims with what each says about the deal, as a debate's own view of them has it."""
    known = citable_in(made).claims
    before = earlier_claims(known.values())
    return tuple(
        replace(
            one,
            polarity=polarity(known[one.id], before.get(one.id)),
            before=before[one.id].id if one.id in before else None,
        )
        for one in made.claims
    )


class ScriptedTools:
    """Fits ``mind.ToolBox``: answers by tool name, and keeps what it was asked."""

    def __init__(self, **answers: Any) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._answers = answers

    async def refuse(self, calls: int) -> str | None:
        """Nothing."""
        return None

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolReply:
        """The answer that was written down; a refusal where none was."""
        self.asked.append((name, dict(arguments)))
        answer = self._answers.get(name)
        found = answer(arguments) if callable(answer) else answer
        return ToolReply("denied", None, "not for you") if found is None else ToolReply("success", found, "")


def evidence_of(*items: Mapping[str, Any]) -> Any:
    """What ``lookup_claim`` answers for any claim: these items."""
    return lambda arguments: {"claim": {"claim_id": arguments["claim_id"]}, "sanad": None, "evidence": list(items)}


def item(document: str, source_type: str = "board_deck") -> dict[str, Any]:
    """An item of evidence as ``lookup_claim`` shows it."""
    return {
        "evidence_id": an_id(f"item {document}"),
        "source_type": source_type,
        "source_span": {"document_id": document},
    }


def passage(document: str, text: str, grade: str = "A") -> dict[str, Any]:
    """A result of ``search_evidence``."""
    return {
        "evidence_id": an_id(f"passage {document} {text}"),
        "source_span": {"document_id": document},
        "source_grade": grade,
        "relevance_score": 0.9,
        "text_excerpt": text,
    }
