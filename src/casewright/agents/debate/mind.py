"""What thinks in a role: given a turn and the tools of the role, a mind writes a draft.

A mind decides nothing. Its draft becomes the role's output where it passes the gate; what it asks for is done, or
refused, by the debate. Whatever a mind returns or raises, the debate goes on or ends with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from casewright.domain.claims import Polarity
from casewright.evidence.recommending import NOTHING_MISSING, Missing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.state import DebateState
    from casewright.domain.calculations import CalcType
    from casewright.domain.claims import Basis, ClaimAction, ClaimClass, ClaimType, Materiality, Verdict
    from casewright.domain.debates import AgentRole, Position
    from casewright.domain.defects import CureProtocol, DefectSeverity, DefectType
    from casewright.domain.evidence import Corroboration, Grade
    from casewright.domain.ids import CalcId, ClaimId, DefectId, EvidenceId, MatterId
    from casewright.domain.values import Value
    from casewright.evidence.challenges import Challenge
    from casewright.evidence.coverage import Coverage
    from casewright.evidence.muhasabah.record import MuhasabahRecord
    from casewright.evidence.muhasabah.violations import MuhasabahViolation


class Stage(StrEnum):
    """When a role speaks. The first is before round 1 and blind: nobody sees what the others say."""

    OPENING_POSITION = "opening_position"
    ADVOCATE_OPENING = "advocate_opening"
    CHALLENGE = "challenge"
    CONTRADICTIONS = "contradictions"
    RISKS = "risks"
    REBUTTAL = "rebuttal"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class DefectView:
    """One open defect of a claim. ``evidence`` holds references ``<kind>:<id>``."""

    id: DefectId
    type: DefectType
    severity: DefectSeverity
    description: str
    evidence: tuple[str, ...]
    cure: CureProtocol


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as every role sees it, as it stands at this turn. ``shown`` is its value for people, "" without one.

    ``polarity`` is what it says about the deal, ``before`` the claim about the same thing for the period before it.
    """

    id: ClaimId
    text: str
    claim_class: ClaimClass
    claim_type: ClaimType
    materiality: Materiality
    grade: Grade
    verdict: Verdict
    action: ClaimAction
    corroboration: Corroboration
    value: Value | None
    shown: str
    metric: str | None
    entity: str | None
    period: str | None
    basis: Basis
    subjective: bool
    defects: tuple[DefectView, ...]
    evidence: tuple[EvidenceId, ...]
    derived_from: tuple[ClaimId, ...]
    notes: tuple[str, ...]
    explanation: tuple[str, ...]
    polarity: Polarity = Polarity.UNKNOWN
    before: ClaimId | None = None


@dataclass(frozen=True, slots=True)
class CalcView:
    """A calculation as every role sees it. ``inputs`` are the claims that it was made of, by the formula's names."""

    id: CalcId
    type: CalcType
    output: Value | None
    shown: str
    remark: str | None
    grade: Grade
    inputs: tuple[tuple[str, ClaimId], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything that a role is told when it is its turn.

    ``own`` is the role's position so far, ``positions`` those of all roles (none at the blind opening),
    ``challenges`` those of this round that wait for the arbiter, ``table`` the evidence that the debate has before
    it, ``since`` the part of it that came after the role took its position, ``found`` what this round's evidence call
    brought, ``absent`` documents that the data room's index names and that are not there. ``missing`` is what forbids
    to recommend the deal, ``bears`` the most confidence that the record bears, ``coverage`` how much of the room was
    read. ``correction`` lists what was wrong with the first draft, on the one chance to mend it.
    """

    role: AgentRole
    stage: Stage
    round_number: int
    deal_id: MatterId
    debate_id: str
    state: DebateState
    claims: tuple[ClaimView, ...]
    calcs: tuple[CalcView, ...]
    instructions: str
    seed: int
    correction: tuple[MuhasabahViolation, ...] | None = None
    own: Position | None = None
    positions: Mapping[AgentRole, Position] = field(default_factory=lambda: MappingProxyType({}))
    challenges: tuple[Challenge, ...] = ()
    table: tuple[EvidenceId, ...] = ()
    found: tuple[Mapping[str, Any], ...] = ()
    absent: tuple[str, ...] = ()
    since: tuple[EvidenceId, ...] = ()
    missing: Missing = NOTHING_MISSING
    bears: float = 1.0
    coverage: Coverage | None = None


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What came of a call: ``success`` and the data, or another status and a sentence in ``content``."""

    status: str
    structured: Any
    content: str

    @property
    def success(self) -> bool:
        """Whether the tool did what was asked."""
        return self.status == "success"


class ToolBox(Protocol):
    """The role's hands. Every call goes through the executor as this role and is recorded."""

    async def refuse(self, calls: int) -> str | None:
        """Why none of the calls of one answer of a model may be made; None where they may."""
        ...

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolReply:
        """What came of the call; a call that is not permitted, or fails, says so in its status."""
        ...


@dataclass(frozen=True, slots=True)
class Draft:
    """What a mind would have its role say. ``structured`` may hold these keys, and nothing else is acted on:

    - ``position``: ``{"stance", "confidence", "verdicts": {claim_id: verdict}, "evidence_refs": [evidence_id]}``
    - ``challenges``: objects of ``schemas/challenge.json``; ids and agent are given by the debate where missing
    - ``challenged_claim_ids``: claims that the text cites in order to challenge them
    - ``against_claim_ids``: claims that the text relies on and says to speak against the deal, or not to hold: what the
      advocate, or an arbiter that would proceed, relies on beside them counts as a reason for the deal
    - ``decisions``: the arbiter's, ``{"challenge_id", "upheld", "reason"}``
    - ``retrieval_request``: ``{"query"}`` or null
    - ``gate_request``: the arbiter's, ``{"claim_ids", "reason", "priority", "required_role"}``: the debate waits for
      a person before it goes on
    - ``open_questions``: sentences
    - ``enrichment``: what outside sources were asked for and told; it is shown, and no claim
    """

    content: str
    muhasabah: MuhasabahRecord
    structured: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    claim_refs: tuple[ClaimId, ...] = ()
    calc_refs: tuple[CalcId, ...] = ()


class Mind(Protocol):
    """What thinks in a role. One mind may serve many debates at once: what it knows is in the turn."""

    async def speak(self, turn: Turn, tools: ToolBox) -> Draft:
        """What the role says in this turn."""
        ...
