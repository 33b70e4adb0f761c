"""The account that a role gives with every output (agent framework §3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import CalcId, ClaimId


@dataclass(frozen=True, slots=True)
class FalsifiabilityTest:
    """What would show that the output is wrong."""

    test_description: str
    required_evidence: str = ""
    pass_fail_rule: str = ""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """What is not sure, what it would change, and what would help."""

    uncertainty: str
    impact: str = ""
    mitigation: str = ""


@dataclass(frozen=True, slots=True)
class MuhasabahRecord:
    """What the output rests on and how it could be wrong. ``confidence`` is from 0 to 1."""

    supported_claim_ids: tuple[ClaimId, ...]
    confidence: float
    supported_calc_ids: tuple[CalcId, ...] = ()
    evidence_summary: str = ""
    counter_hypothesis: str = ""
    falsifiability_tests: tuple[FalsifiabilityTest, ...] = ()
    uncertainties: tuple[Uncertainty, ...] = ()
    failure_modes: tuple[str, ...] = ()
    confidence_justification: str = ""
