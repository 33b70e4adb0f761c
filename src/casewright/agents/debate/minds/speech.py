"""Puts a rule-based mind's output together, sentence by sentence, each held against the gate's own detector first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.agents.debate.mind import Draft
from casewright.agents.debate.minds.names import subjects
from casewright.agents.debate.minds.turn_references import citable_in
from casewright.domain.claims import Polarity
from casewright.domain.debates import AgentRole
from casewright.evidence.muhasabah.enforcer import AGAINST, CHALLENGED
from casewright.evidence.muhasabah.free_facts import check_facts
from casewright.evidence.muhasabah.record import FalsifiabilityTest, MuhasabahRecord, Uncertainty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.agents.debate.mind import CalcView, ClaimView, Turn
    from casewright.domain.claims import Verdict
    from casewright.domain.debates import Position
    from casewright.domain.ids import CalcId, ClaimId, EvidenceId
    from casewright.evidence.muhasabah.citable import Citable
    from casewright.evidence.muhasabah.free_facts import Facts


@dataclass(frozen=True, slots=True)
class Account:
    """What a mind says of its own output, beside the claims that it rests on."""

    evidence_summary: str
    counter_hypothesis: str
    tests: tuple[FalsifiabilityTest, ...]
    uncertainties: tuple[Uncertainty, ...]
    failure_modes: tuple[str, ...]
    justification: str


@dataclass(slots=True)
class Speech:
    """What a mind says in one turn. Claims that it ``relies`` on and claims that it challenges are told apart."""

    turn: Turn
    lines: list[str] = field(default_factory=list)
    relied: dict[ClaimId, None] = field(default_factory=dict)
    doubted: dict[ClaimId, None] = field(default_factory=dict)
    calcs: dict[CalcId, None] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)
    structured: dict[str, Any] = field(default_factory=dict)
    _known: Citable | None = None

    def say(
        self,
        *wordings: str | None,
        relies: Iterable[ClaimView] = (),
        doubts: Iterable[ClaimView] = (),
        calcs: Iterable[CalcView] = (),
    ) -> bool:
        """Say the first wording that the gate would let pass with these claims, and whether there was one.

        The wordings go from the fullest to the plainest. On the chance to correct a draft only the plainest is said.
        """
        relied = self.relied | dict.fromkeys(view.id for view in relies)
        doubted = self.doubted | dict.fromkeys(view.id for view in doubts)
        for text in self._given(wordings):
            if self._passes(text, relied, doubted):
                self.lines.append(text)
                self.relied, self.doubted = relied, doubted
                self.calcs |= dict.fromkeys(view.id for view in calcs)
                return True
        return False

    def nameable(self, views: Sequence[ClaimView]) -> Sequence[Sequence[ClaimView]]:
        """The claims in two groups, an empty one left out: those whose names are no facts by themselves, the others."""
        plain = [view for view in views if self.passing(f"It is about {subjects([view])}.") is not None]
        return [group for group in (plain, [view for view in views if view not in plain]) if group]

    def ask(self, *wordings: str | None) -> None:
        """Leave a question open."""
        text = self.passing(*wordings)
        if text is not None and text not in self.questions:
            self.questions.append(text)

    def passing(self, *wordings: str | None) -> str | None:
        """The first wording that says no free fact; None where none does. For what is said beside the content."""
        return next((text for text in self._given(wordings) if not self._facts(text).violations), None)

    def _given(self, wordings: Sequence[str | None]) -> Sequence[str]:
        given = [one for one in wordings if one]
        return given[-1:] if self.turn.correction else given

    def _passes(self, text: str, relied: Mapping[ClaimId, None], doubted: Mapping[ClaimId, None]) -> bool:
        """Whether the claims that the text takes for facts are answered for (``enforcer``, rule 1)."""
        facts = self._facts(text)
        if facts.violations:
            return False
        if not facts.any:
            return True
        # The advocate relies on all that it cites; the others may cite what they challenge.
        listed = relied if self.turn.role is AgentRole.ADVOCATE else {**relied, **doubted}
        return bool(relied) and all(one.id in listed for one in facts.cited if one.kind == "claim")

    def _facts(self, text: str) -> Facts:
        known = self._known = self._known or citable_in(self.turn)
        return check_facts(text, known, 0.0)

    def draft(
        self,
        confidence: float,
        account: Account,
        *,
        position: Position | None = None,
        cites: Iterable[EvidenceId] = (),
    ) -> Draft:
        """The draft. ``position`` is taken by the evidence ``cites``."""
        data = dict(self.structured)
        if position is not None:
            data["position"] = _position(position, cites)
        if self.doubted:
            data[CHALLENGED] = list(self.doubted)
        against = [one.id for one in self.turn.claims if one.id in self.relied and one.polarity is Polarity.BAD]
        if against:
            data[AGAINST] = against
        data["open_questions"] = list(self.questions)
        return Draft(
            content="\n".join(self.lines),
            muhasabah=MuhasabahRecord(
                supported_claim_ids=tuple(self.relied),
                confidence=confidence,
                supported_calc_ids=tuple(self.calcs),
                evidence_summary=account.evidence_summary,
                counter_hypothesis=account.counter_hypothesis,
                falsifiability_tests=account.tests,
                uncertainties=account.uncertainties,
                failure_modes=account.failure_modes,
                confidence_justification=account.justification,
            ),
            structured=data,
            claim_refs=tuple(self.relied | self.doubted),
            calc_refs=tuple(self.calcs),
        )


def _position(position: Position, cites: Iterable[EvidenceId]) -> dict[str, Any]:
    verdicts: Mapping[ClaimId, Verdict] = position.verdicts
    return {
        "stance": position.stance.value,
        "confidence": position.confidence,
        "verdicts": {claim: verdict.value for claim, verdict in verdicts.items()},
        "evidence_refs": list(cites),
    }
