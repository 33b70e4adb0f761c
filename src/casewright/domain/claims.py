"""Claims of a deal: what is said to be so, how well it stands, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.evidence import Corroboration, Grade, Sanad, SourceSpan
    from casewright.domain.ids import ActorId, CalcId, ClaimId, MatterId, TenantId
    from casewright.domain.periods import Period
    from casewright.domain.values import Value


SURE = 0.95
"""Extraction confidence from which on a claim may be verified and feed calculations without a person."""


class ClaimClass(StrEnum):
    """What a claim is about."""

    FINANCIAL = "FINANCIAL"
    TRACTION = "TRACTION"
    MARKET_SIZE = "MARKET_SIZE"
    COMPETITION = "COMPETITION"
    TEAM = "TEAM"
    LEGAL_TERMS = "LEGAL_TERMS"
    TECHNICAL = "TECHNICAL"
    OTHER = "OTHER"


class ClaimType(StrEnum):
    """Whether a source says it, or it was derived from other claims."""

    PRIMARY = "primary"
    DERIVED = "derived"


class Materiality(StrEnum):
    """How much the deal depends on it, least first."""

    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"
    CRITICAL = "CRITICAL"


class Basis(StrEnum):
    """Whether a figure reports what happened or says what is expected."""

    ACTUAL = "actual"
    FORECAST = "forecast"


class Polarity(StrEnum):
    """What a claim is for who buys the company or puts money into it; UNKNOWN where nobody could tell."""

    GOOD = "good"
    BAD = "bad"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


class Verdict(StrEnum):
    """What the evidence says about a claim (spec, "Verdict")."""

    VERIFIED = "VERIFIED"
    CONTRADICTED = "CONTRADICTED"
    INFLATED = "INFLATED"
    UNVERIFIED = "UNVERIFIED"
    SUBJECTIVE = "SUBJECTIVE"


class ClaimAction(StrEnum):
    """What to do about a claim, mildest first."""

    NONE = "NONE"
    REQUEST_DATA = "REQUEST_DATA"
    FLAG = "FLAG"
    RED_FLAG = "RED_FLAG"
    HUMAN_GATE = "HUMAN_GATE"


NOT_HELD = "Its quote does not hold its value: grade D, before anything else is counted."
"""The first sentence of how a claim stands whose quote lacks its value."""


class ValueSupport(StrEnum):
    """Whether a claim's quote holds its value."""

    HELD = "held"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a claim stands after grading; everything in it follows from the claim, its chain and its defects."""

    grade: Grade
    verdict: Verdict
    action: ClaimAction
    corroboration: Corroboration
    explanation: tuple[str, ...]
    """The grading step by step, one sentence a step."""

    @property
    def value_support(self) -> ValueSupport:
        """Whether the claim's quote holds its value, as it was graded."""
        return ValueSupport.MISSING if self.explanation[:1] == (NOT_HELD,) else ValueSupport.HELD


class Derivation(NamedTuple):
    """What a derived claim comes from: the claims that it names, and its calculation."""

    derived_from: tuple[ClaimId, ...]
    source_calc: CalcId | None


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with its chain. ``metric`` and ``entity`` are folded names (``arr``, ``acme ltd``) by which claims are
    compared; ``confidence`` is that of the extraction, 1 for what a person entered; ``subjective`` marks opinion.

    ``derived_from`` and ``source_calc`` are for derived claims only. ``notes`` are remarks that are no defects, such
    as a difference of 3 % to another source. ``polarity`` is kept of clauses of contracts and where somebody said it;
    None of everything else.
    """

    id: ClaimId
    tenant: TenantId
    deal: MatterId
    text: str
    claim_class: ClaimClass
    claim_type: ClaimType
    materiality: Materiality
    value: Value | None
    metric: str | None
    entity: str | None
    period: Period | None
    basis: Basis
    subjective: bool
    confidence: float
    verified_by: ActorId | None
    span: SourceSpan | None
    source_calc: CalcId | None
    derived_from: tuple[ClaimId, ...]
    sanad: Sanad
    standing: Standing
    notes: tuple[str, ...]
    made_by: ActorId
    made_at: datetime
    polarity: Polarity | None = None
